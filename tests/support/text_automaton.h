/* SPDX-License-Identifier: Apache-2.0 */
/* Automata with several thresholds for tests, from a few words. */
#ifndef COUPLET_TESTS_TEXT_AUTOMATON_H
#define COUPLET_TESTS_TEXT_AUTOMATON_H

#include <couplet/internal/automaton.h>

/* An automaton with the thresholds named (a word each) and lines, which end in NULL:
 *   state NAME INPUT D [NOISE [MU]] a state, its noise parameter for all draws, or
 *                                   `V=D,W=D` by thresholds; `-` = it has none
 *   FROM TO GUARD OUTPUT [V,W...]   a transition, what it assigns; GUARD is `true`
 *                                   or written without blanks and `insample`:
 *                                   `<u&>=v`, `<u|<v`
 * The first state is initial. Fails the test when the builder refuses it. The
 * caller frees it. */
CoupletAutomaton *text_automaton (CoupletSampling sampling, const char *thresholds,
                                  const char *const *lines);

/* The same of the one threshold x; then from the state called last to one more, whose answers are
 * snapped in floating point, symbol `go`. */
CoupletAutomaton *text_automaton_floating (const char *const *lines, const char *last);

/* Gives all that to builder. */
void text_collect (CoupletBuilder *builder, CoupletSampling sampling, const char *thresholds,
                   const char *const *lines);

/* The only transition that outputs the symbol; fails the test when there is none. */
guint32 transition_with_output (const CoupletAutomaton *automaton, const char *symbol);

#endif
