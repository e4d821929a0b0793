/* SPDX-License-Identifier: Apache-2.0 */
/* What an automaton that may be unfolded is in the terms of the one that was read. */
#ifndef COUPLET_EXPLAIN_UNFOLDED_H
#define COUPLET_EXPLAIN_UNFOLDED_H

#include <couplet/host/unfold.h>

/* The name the user gave. */
const char *state_name (const CoupletAutomaton *automaton, guint32 state);

/* The automaton that was read. */
const CoupletAutomaton *input_automaton (const CoupletAutomaton *automaton);

/* Whether transition, of the input, can be taken at state of an unfolded automaton. */
gboolean is_kept (const CoupletAutomaton *a, guint32 state, guint32 transition);

#endif
