/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence of walks whose steps on cycles are loops. */
#ifndef COUPLET_CORE_LOOPED_WALK_H
#define COUPLET_CORE_LOOPED_WALK_H

#include <couplet/internal/plugin.h>

/* In the walks that are evidence of outcome, about automaton (which may be unfolded), steps on
 * cycles that must be free become loops with a step after them, so that a checker need not know
 * what is on a cycle: VIOLATION becomes UNBOUNDED. Steps in loops stay. */
void outcome_loop_walks (CoupletOutcome *outcome, const CoupletAutomaton *automaton);

#endif
