/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence of walks whose steps on cycles are loops. */
#ifndef COUPLET_CORE_LOOPED_WALK_H
#define COUPLET_CORE_LOOPED_WALK_H

#include <couplet/result.h>

/* Drops from outcome, about automaton (unfolded), evidence that is no walk. Of the other, steps on
 * cycles that must be free become loops with a step behind them, so that a checker need not know
 * what is on a cycle: VIOLATION becomes UNBOUNDED. Walks that have loops stay. */
void outcome_loop_walks (CoupletOutcome *outcome, const CoupletAutomaton *automaton);

#endif
