/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of costs over the thresholds' shifts, and what transitions make of them. With one
 * threshold a vector is three entries, with several a table for each cluster of them
 * (docs/theory.md sections 4 and 7).
 */
#ifndef COUPLET_VECTOR_SPACE_H
#define COUPLET_VECTOR_SPACE_H

#include "vector_tables.h"

#include <couplet/internal/step.h>

G_BEGIN_DECLS

typedef union {
  CoupletVector entries;    /* one threshold */
  const CoupletCost *table; /* several */
} Vector;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  VectorTables *tables; /* NULL = vectors have three entries */

  /* the transition that was entered, and the input differences that matter there */
  guint32 transition;
  guint32 n_differences;
  gint8 difference[COUPLET_MOST_DIFFERENCES];
  gboolean supports_differ; /* a sample may have other shifts at one than at another */
  CoupletStep step;         /* with three entries: that of the transition */
} VectorSpace;

/* Prepares *space, which frees tables; what the arguments point to must outlive it. tables: NULL =
 * vectors of three entries, for automata with one threshold whose cycles must be free. */
void vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, VectorTables *tables,
                        CoupletUnit *unit);
void vector_space_clear (VectorSpace *space);

/* Bytes that tables and long costs take. */
gsize vector_space_used (const VectorSpace *space);

/* The vector at the initial state: no cost. */
Vector vector_space_start (const VectorSpace *space);

/* Loads transition for vector_space_apply(). */
void vector_space_enter (VectorSpace *space, guint32 transition);

/* Takes before through the transition entered, with n of its differences from number first on at
 * once (tables), or with one. A table is in the room of tables, until the next call. FALSE when too
 * many thresholds are tied. */
static inline gboolean
vector_space_apply (VectorSpace *space, guint32 first, guint32 n, const Vector *before,
                    Vector *after)
{
  if (space->tables == NULL) {
    couplet_step_apply (&space->step, first, space->unit, &before->entries, &after->entries);
    return TRUE;
  }
  after->table = space->tables->room;
  return vector_table_take (space->tables, space->tables->rule, space->transition,
                            &space->difference[first], n, before->table, space->tables->room);
}

/* Whether every entry of a is at most that of b, both at state. */
static inline gboolean
vector_space_below (const VectorSpace *space, guint32 state, const Vector *a, const Vector *b)
{
  return space->tables == NULL ? couplet_vector_below (&a->entries, &b->entries)
                               : vector_table_below (space->tables, state, a->table, b->table);
}

/* The least entry; infinite = no shifts are possible. */
static inline CoupletCost
vector_space_least (const VectorSpace *space, const Vector *vector)
{
  return space->tables == NULL ? couplet_vector_min (&vector->entries) : vector->table[0];
}

/* How many costs a vector at state has. */
static inline gsize
vector_space_size (const VectorSpace *space, guint32 state)
{
  return space->tables == NULL ? 3 : vector_table_layout (space->tables, state)->size;
}

G_END_DECLS

#endif
