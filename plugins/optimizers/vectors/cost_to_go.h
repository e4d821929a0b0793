/* SPDX-License-Identifier: Apache-2.0 */
/* An upper bound on what the rest of a walk can cost, docs/theory.md section 6. */
#ifndef COUPLET_COST_TO_GO_H
#define COUPLET_COST_TO_GO_H

#include <couplet/step.h>

/* For each state q an array U: from q with the threshold's shift x, whatever
 * the adversary does costs at most U.at[x + 1] more. The strategy behind it
 * picks the shift of an assignment from the previous one and its D alone.
 * Infinite = this strategy knows no bound. Linear. The caller frees
 * it. NULL when pace is over. */
CoupletVector *find_cost_to_go (const CoupletAutomaton *automaton,
                                const CoupletComponents *components, CoupletUnit *unit,
                                CoupletPace *pace);

/* *before = the least costs, by the shift before step, of taking it with difference[i] and paying
 * after by the shift behind it. */
void cost_before_step (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                       const CoupletVector *after, CoupletVector *before);

#endif
