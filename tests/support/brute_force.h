/* SPDX-License-Identifier: Apache-2.0 */
/* The exact coupling cost straight from docs/theory.md section 2, by trying
 * everything, with nothing shared with the library but the plain automata. */
#ifndef COUPLET_TESTS_BRUTE_FORCE_H
#define COUPLET_TESTS_BRUTE_FORCE_H

#include "random_automata.h"

#define BRUTE_INFINITE G_MAXINT64

/* For each pair of states whether a walk leads from one to the other. */
typedef struct {
  gboolean reaches[MAX_STATES][MAX_STATES];
} BruteCycles;

void brute_cycles (const PlainAutomaton *plain, BruteCycles *cycles);

/* The least cost of a walk for given input differences: all 3^n choices of
 * shifts are tried against conditions 1 to 6. In units of the sensitivity times
 * 1 / NOISE_UNIT, like all costs here. */
gint64 brute_walk_cost (const PlainAutomaton *plain, const BruteCycles *cycles, const int *walk,
                        const int *differences, int n);

/* The same, by keeping the least cost so far for each shift of the threshold,
 * since later conditions read no other: for longer walks. */
gint64 brute_walk_cost_folded (const PlainAutomaton *plain, const BruteCycles *cycles,
                               const int *walk, const int *differences, int n);

/* The largest least cost over all walks and input differences: every pair of a
 * state and what the shifts have cost so far is visited, with no pruning at
 * all. BRUTE_INFINITE = no finite cost. */
gint64 brute_cost (const PlainAutomaton *plain);

#endif
