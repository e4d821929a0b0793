/* SPDX-License-Identifier: Apache-2.0 */
/* Whether two automata say the same. */
#ifndef COUPLET_TESTS_SAME_AUTOMATON_H
#define COUPLET_TESTS_SAME_AUTOMATON_H

#include <couplet/internal/automaton.h>

/* What differs between a and b, places in the input apart: a text that the
 * caller frees; NULL when nothing does. States and transitions must come in the
 * same order, names, numbers, guards and outputs be equal. */
char *automaton_difference (const CoupletAutomaton *a, const CoupletAutomaton *b);

#endif
