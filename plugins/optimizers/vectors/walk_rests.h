/* SPDX-License-Identifier: Apache-2.0 */
/* What may follow at the states near the ends of walks, for one threshold whose cycles must be
 * free: vectors of the least cost of the rest of a walk, with its differences, by the threshold's
 * shift where it begins (docs/theory.md section 4).
 */
#ifndef COUPLET_WALK_RESTS_H
#define COUPLET_WALK_RESTS_H

#include "vector_space.h"

#include "antichain.h"

/* No rest: the walk ends. */
#define NO_REST G_MAXUINT32

/* The rest of a walk: a transition with its difference, and the rest after it. */
typedef struct {
  CoupletVector cost;
  guint32 behind; /* NO_REST = this one is empty */
  guint32 next;   /* of the same state */
  guint32 transition;
  gint8 difference;
} WalkRest;

typedef struct {
  const VectorSpace *space;
  CoupletContext *context;
  const CoupletVector *so_far; /* bounds of what walks to each state cost */
  guint32 width;               /* most rests kept per state, spread out; 0 = all */
  guint32 n_done;              /* the components below have their rests */
  GArray *all;                 /* WalkRest */
  GArray *fresh;               /* WalkRest: candidates */
  GArray *candidates;
  guint32 *first; /* per state: a rest, of which none is below another, or NO_REST */
  guint32 *count; /* per state */
  CoupletPace pace;
  guint64 steps_per_rest;
} WalkRests;

/* Prepares *rests, where no component has its rests yet; what the arguments point to must outlive
 * it. so_far: of find_potentials(). width: most rests kept per state, 0 = all. */
void walk_rests_init (WalkRests *rests, const VectorSpace *space, CoupletContext *context,
                      const CoupletVector *so_far, guint32 width);
void walk_rests_clear (WalkRests *rests);

/* Finds the rests at the states of the next component, the components below having theirs; without
 * those with which no walk costs more than best. FALSE when the context says to stop. */
gboolean walk_rests_extend (WalkRests *rests, CoupletCost best);

/* Whether state has its rests. */
static inline gboolean
walk_rests_reach (const WalkRests *rests, guint32 state)
{
  return rests->space->components->component[state] < rests->n_done;
}

static inline const WalkRest *
walk_rest_at (const WalkRests *rests, guint32 index)
{
  return &g_array_index (rests->all, WalkRest, index);
}

#endif
