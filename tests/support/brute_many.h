/* SPDX-License-Identifier: Apache-2.0 */
/* The exact coupling cost with several thresholds straight from docs/theory.md
 * sections 2 and 7: every pair of what is known (a state, the order of the
 * thresholds) and what all shifts have cost so far is visited; nothing is shared
 * with the library but the plain automata. */
#ifndef COUPLET_TESTS_BRUTE_MANY_H
#define COUPLET_TESTS_BRUTE_MANY_H

#include "random_many.h"

#define BRUTE_MANY_INFINITE G_MAXINT64

/* In multiples of 1 / MANY_UNIT. */
gint64 brute_many_cost (const ManyAutomaton *many);

/* The same without the rule that cycles must be free: the largest cost of a path, or
 * BRUTE_MANY_INFINITE when one costs more than cap. */
gint64 brute_many_least (const ManyAutomaton *many, gint64 cap);

#endif
