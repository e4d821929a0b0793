/* SPDX-License-Identifier: Apache-2.0 */
/* Automata as DOT, drawn as the papers draw them: reading back what is written
 * gives an equal automaton. */
#ifndef COUPLET_DOT_WRITER_H
#define COUPLET_DOT_WRITER_H

#include <couplet/plugin.h>

/* Writes automaton through couplet_context_write(). Private states are circles
 * with a plain line, public ones have a dashed line. False with error set
 * (INPUT) when a name cannot be written in DOT. */
gboolean dot_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton,
                              GError **error);

#endif
