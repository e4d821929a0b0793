/* SPDX-License-Identifier: Apache-2.0 */
/* For every state, what the rest of a walk may cost from there, by the shift that the
 * threshold has: by classes of the walks to the end of the segment, and what the
 * assignment there asks for. */
#ifndef COUPLET_SEGMENT_RESTS_H
#define COUPLET_SEGMENT_RESTS_H

#include "antichain.h"
#include "segment_costs.h"

/* The walks that lead to the same end and leave the same shifts: for each of them the cost
 * of the walk that costs most, and of what the end asks for. */
typedef struct {
  guint64 class; /* the end and the set of shifts */
  CoupletVector cost;
} Rest;

/* Of walks without assignments: all states of a component have the same rests. */
typedef struct {
  CoupletComponents *components; /* of the automaton's states and one more, from which
                                    all reachable ones are reached */
  GArray *all;                   /* of Rest; of a component none is below another */
  guint32 *first;                /* per component, and one more: where its rests begin */
} Rests;

/* The rests of costs' automaton, from what its assignments ask for. Costs above most count as
 * infinite. NULL when they are more than limit, and *size how many had been found, or when the
 * pace is over. The caller frees them. */
Rests *rests_new (const SegmentCosts *costs, CoupletCost most, gsize limit, gsize *size,
                  CoupletPace *pace);
void rests_free (Rests *rests);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rests, rests_free)

#endif
