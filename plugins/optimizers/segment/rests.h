/* SPDX-License-Identifier: Apache-2.0 */
/* For every state, what the rest of a walk may cost from there, by the shift that the
 * threshold has: by classes of the walks to the end of the segment, and what the
 * assignment there asks for. */
#ifndef COUPLET_SEGMENT_RESTS_H
#define COUPLET_SEGMENT_RESTS_H

#include <couplet/antichain.h>

/* Of walks without assignments: of a state's component every state has the same rests. */
typedef struct {
  CoupletComponents *components; /* of the automaton's states and one more, from which
                                    all reachable ones are reached */
  GArray **of;                   /* per component: of CoupletCandidate, none below another */
} CoupletRests;

/* The rests of automaton, whose components are the second. worst[number[t]] is what the
 * assignment t asks for, entry x + 1 at shift x before it. Costs above most count as infinite.
 * NULL when they are more than limit, and *size how many had been found, or when the
 * pace is over. The caller frees them. */
CoupletRests *couplet_rests_new (const CoupletAutomaton *automaton,
                                 const CoupletComponents *components, CoupletUnit *unit,
                                 const guint32 *number, const CoupletVector *worst,
                                 CoupletCost most, gsize limit, gsize *size, CoupletPace *pace);
void couplet_rests_free (CoupletRests *rests);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRests, couplet_rests_free)

#endif
