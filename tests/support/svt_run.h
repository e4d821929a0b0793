/* SPDX-License-Identifier: Apache-2.0 */
/* Two ways to run a mechanism on the same inputs and noise: as a program, along
 * its tree, and as the automaton made of it. They share no code. */
#ifndef COUPLET_TESTS_SVT_RUN_H
#define COUPLET_TESTS_SVT_RUN_H

#include "svt_ast.h"

#define MOST_THRESHOLDS 4

/* What one reading gets: samples are input + mean + noise, each threshold's own
 * (independent) or the first for all (shared). Sums are exact: small multiples
 * of 1/8. */
typedef struct {
  double input, noise[MOST_THRESHOLDS], fresh;
} Draw;

/* Appends the outputs of a run with n draws, which ends when they are used up.
 * automaton: the one made of file. */
void run_program (const SvtFile *file, const CoupletAutomaton *automaton, const Draw *draws,
                  guint n, GString *outputs);
void run_automaton (const CoupletAutomaton *automaton, const Draw *draws, guint n,
                    GString *outputs);

#endif
