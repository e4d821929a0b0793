/* SPDX-License-Identifier: Apache-2.0 */
/* Upper bounds of delta from a threshold that is drawn once and shifted by the same number whatever
 * is output: docs/theory.md section 5. */
#ifndef COUPLET_FIXED_SHIFT_H
#define COUPLET_FIXED_SHIFT_H

#include <couplet/model.h>

/* Where the threshold's noise is shifted by shift (-1, 0 or 1) times the sensitivity: sets
 * threshold to what that costs, and rest to the most that all other draws of a run cost, in
 * multiples of epsilon. automaton is not unfolded. FALSE when the bound is not for it: it has one
 * threshold, drawn at the beginning from a public input, Laplace noise and symbols only, and loops
 * that cost nothing then. */
gboolean fixed_shift_costs (const CoupletAutomaton *automaton, int shift,
                            CoupletRational *threshold, CoupletRational *rest);

#endif
