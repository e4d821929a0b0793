/* SPDX-License-Identifier: Apache-2.0 */
/* An upper bound on what walks have cost where they come to a state. */
#ifndef COUPLET_COST_SO_FAR_H
#define COUPLET_COST_SO_FAR_H

#include <couplet/step.h>

/* For each state that is reached an array E: whatever the adversary did, the least cost of a walk
 * to it that leaves the threshold's shift x is at most E.at[x + 1]. Infinite = no bound is known.
 * For cycles that must be free. Linear. The caller frees it. NULL when pace is over. */
CoupletVector *find_cost_so_far (const CoupletAutomaton *automaton,
                                 const CoupletComponents *components, CoupletUnit *unit,
                                 CoupletPace *pace);

#endif
