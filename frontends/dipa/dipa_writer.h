/* SPDX-License-Identifier: Apache-2.0 */
/* Automata as text for DiPAut. */
#ifndef DIPA_WRITER_H
#define DIPA_WRITER_H

#include <couplet/internal/plugin.h>

/* Writes automaton through couplet_context_write(): the initial state first, the
 * others with transitions in order; names are changed where DiPAut would not
 * read them. False with error set (INPUT), nothing written, when the format
 * cannot say what the automaton has. */
gboolean dipa_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton,
                               GError **error);

#endif
