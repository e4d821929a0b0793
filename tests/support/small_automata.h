/* SPDX-License-Identifier: Apache-2.0 */
/* Automata for tests, from a few words. */
#ifndef COUPLET_TESTS_SMALL_AUTOMATA_H
#define COUPLET_TESTS_SMALL_AUTOMATA_H

#include <couplet/internal/automaton.h>

/* An automaton with the states that appear in lines, the first one initial and
 * public, all with noise parameter d (and d_fresh). A line is
 * `FROM TO GUARD OUTPUT [assign]`, GUARD one of `true`, `<`, `>=`; lines ends in
 * NULL. NULL when the builder refuses it. The caller frees it. */
CoupletAutomaton *small_automaton (const char *d, const char *const *lines);

#endif
