/* SPDX-License-Identifier: Apache-2.0 */
/* A program in Python that computes both probabilities of a counterexample by
 * quadrature, for people who do not want to believe Couplet. */
#ifndef COUPLET_CLI_REFUTE_SCRIPT_H
#define COUPLET_CLI_REFUTE_SCRIPT_H

#include <couplet/host/counterexample.h>

/* Appends the program, which needs Python's standard library only. file: where automaton
 * was read from. */
void append_refute_script (GString *out, const char *file, const CoupletAutomaton *automaton,
                           const CoupletCounterexample *counterexample);

/* What of counterexample, which has probabilities, the program does not compute, in words: a
 * constant. NULL = it computes all. */
const char *refute_script_obstacle (const CoupletAutomaton *automaton,
                                    const CoupletCounterexample *counterexample);

#endif
