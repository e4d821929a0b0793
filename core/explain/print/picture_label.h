/* SPDX-License-Identifier: Apache-2.0 */
/* The words on a picture, between the quotes of a label of Graphviz's: lines are parted by `\n`,
 * as Graphviz writes it. */
#ifndef COUPLET_EXPLAIN_PICTURE_LABEL_H
#define COUPLET_EXPLAIN_PICTURE_LABEL_H

#include <couplet/internal/automaton.h>

/* text with what Graphviz would obey escaped. */
void label_put_text (GString *out, const char *text);

/* One more line: prefix as it is, then text. */
void label_put_line (GString *out, const char *prefix, const char *text);

/* A state's name, noise and input; rounds: how many states are drawn as this one. */
void label_put_state (GString *out, const CoupletAutomaton *automaton, guint32 state,
                      guint32 rounds);

/* `guard / output` and what is stored, with the source's names: `q >= x / top`, `x := q`. A guard
 * that always holds is left out. */
void label_put_transition (GString *out, const CoupletAutomaton *automaton, guint32 transition);

/* How many characters the widest line of a label has. */
gsize label_width (const char *label);

#endif
