/* SPDX-License-Identifier: Apache-2.0 */
/* Automata as DOT, drawn as the papers draw them: reading back what is written
 * gives an equal automaton. */
#ifndef COUPLET_DOT_WRITER_H
#define COUPLET_DOT_WRITER_H

#include <couplet/internal/plugin.h>

/* Writes automaton through couplet_context_write(): private states as ellipses,
 * public ones as boxes, those without transitions with a double line, an arrow
 * out of nowhere to the initial one. False with error set (INPUT) when a name
 * cannot be written in DOT. */
gboolean dot_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton,
                              GError **error);

#endif
