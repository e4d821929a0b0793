/* SPDX-License-Identifier: Apache-2.0 */
/* Walks that are put together of two halves: vectors of walks to a state, and rests, what may
 * follow there: vectors of the least cost of the rest of a walk, with its differences, by the
 * threshold's shift where it begins (docs/theory.md section 4). Half as long, they are about the
 * square root as many. For one threshold whose cycles must be free.
 */
#ifndef COUPLET_MEETING_H
#define COUPLET_MEETING_H

#include "vector_sets.h"

/* The rest of a walk: a transition with its difference, and the rest after it. */
typedef struct {
  CoupletVector cost;
  guint32 behind; /* NO_REST = this one is empty */
  guint32 next;   /* of the same state */
  guint32 transition;
  gint8 difference;
} WalkRest;

struct WalkRests {
  const VectorSpace *space;
  CoupletContext *context;
  CoupletVector *so_far; /* bounds of what walks to each state cost */
  guint32 n_done;        /* the components below have their rests */
  GArray *all;           /* WalkRest */
  GArray *fresh;         /* WalkRest: candidates */
  GArray *candidates;
  guint32 *first; /* per state: a rest, of which none is below another, or NO_REST */
  guint32 *count; /* per state */
  CoupletPace pace;
  guint64 steps_per_rest;
};

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

/* Searches vectors of one threshold from both ends of the automaton, each time on the side
 * that has made fewer, and puts them together where the sides meet: then the best cost is that of
 * all walks, unless sets says that it is stopped or violated. A search with to_go must have
 * found some best cost before. The caller frees sets->rests. */
void find_meeting (VectorSets *sets);
void walk_rests_free (WalkRests *rests);

#endif
