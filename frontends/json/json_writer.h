/* SPDX-License-Identifier: Apache-2.0 */
/* Automata as JSON: reading back what is written gives an equal automaton. */
#ifndef COUPLET_JSON_WRITER_H
#define COUPLET_JSON_WRITER_H

#include <couplet/internal/plugin.h>

/* Writes automaton through couplet_context_write(), a state and a transition a
 * line, defaults left out. */
void json_write_automaton (CoupletContext *context, const CoupletAutomaton *automaton);

#endif
