/* SPDX-License-Identifier: Apache-2.0 */
/* What an automaton that may be unfolded by the order of its thresholds is in the terms of the one
 * that was read, and which order it knows. */
#ifndef COUPLET_EXPLAIN_UNFOLDED_H
#define COUPLET_EXPLAIN_UNFOLDED_H

#include <couplet/unfold.h>

/* The name the user gave. */
const char *state_name (const CoupletAutomaton *automaton, guint32 state);

/* The automaton that was read, and a transition (or COUPLET_NONE) there. */
const CoupletAutomaton *input_automaton (const CoupletAutomaton *automaton);
guint32 input_transition (const CoupletAutomaton *automaton, guint32 transition);

/* What is known at state of the order, `x < y, y = z`, without what follows from the rest;
 * empty when nothing is. The caller frees it. */
char *known_order_to_string (const CoupletAutomaton *automaton, guint32 state);

/* Whether transition, of the input, can be taken at state of an unfolded automaton. */
gboolean is_kept (const CoupletAutomaton *a, guint32 state, guint32 transition);

/* Two literals `>= lower` and `< upper` of guard, which need lower < upper, although what is
 * known at state is *contrary. FALSE when there are none. */
gboolean find_contradiction (const CoupletAutomaton *a, guint32 state, const CoupletGuard *guard,
                             CoupletKnown *needed, CoupletKnown *contrary);

#endif
