/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of costs over the thresholds' shifts, and what transitions make of them. With one
 * threshold a vector is three entries, with several a sum of tables (docs/theory.md sections 4
 * and 7).
 */
#ifndef COUPLET_VECTOR_SPACE_H
#define COUPLET_VECTOR_SPACE_H

#include "factored.h"
#include "factored_compare.h"
#include "step_cache.h"

G_BEGIN_DECLS

typedef union {
  CoupletVector entries; /* one threshold */
  const Factored *sum;   /* several; the space owns it */
} Vector;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  Factoring *factoring; /* of sums; NULL = vectors have three entries */

  /* the transition that was entered, and the input differences that matter there */
  guint32 transition;
  guint32 n_differences;
  gint8 difference[COUPLET_MOST_DIFFERENCES];
  gboolean supports_differ; /* a sample may have other shifts at one than at another */
  StepCache *steps;         /* with three entries, */
  const CoupletStep *step;  /* and that of the transition */
} VectorSpace;

/* Prepares *space; what the arguments point to must outlive it. live: NULL = vectors of three
 * entries, for automata with one threshold whose cycles must be free. */
void vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, const CoupletLive *live,
                        CoupletUnit *unit);
void vector_space_clear (VectorSpace *space);

/* Bytes that sums of tables and long costs take. */
gsize vector_space_used (const VectorSpace *space);

/* The vector at the initial state: no cost. */
Vector vector_space_start (const VectorSpace *space);

/* Loads transition for vector_space_apply(). */
void vector_space_enter (VectorSpace *space, guint32 transition);

/* Takes before through the transition entered, with n of its differences from number first on at
 * once (sums), or with one. FALSE when too many thresholds are tied. */
static inline gboolean
vector_space_apply (VectorSpace *space, guint32 first, guint32 n, const Vector *before,
                    Vector *after)
{
  if (space->factoring == NULL) {
    couplet_step_apply (space->step, first, space->unit, &before->entries, &after->entries);
    return TRUE;
  }
  after->sum = factored_apply (space->factoring, before->sum, space->transition,
                               &space->difference[first], n);
  return after->sum != NULL;
}

static inline gboolean
vector_space_below (const VectorSpace *space, const Vector *a, const Vector *b)
{
  return space->factoring == NULL ? couplet_vector_below (&a->entries, &b->entries)
                                  : factored_below (space->factoring, a->sum, b->sum);
}

/* The least entry; infinite = no shifts are possible. */
static inline CoupletCost
vector_space_least (const VectorSpace *space, const Vector *vector)
{
  return space->factoring == NULL ? couplet_vector_min (&vector->entries) : vector->sum->constant;
}

/* How many costs a vector has. */
static inline gsize
vector_space_size (const VectorSpace *space, const Vector *vector)
{
  return space->factoring == NULL ? G_N_ELEMENTS (vector->entries.at) : factored_size (vector->sum);
}

G_END_DECLS

#endif
