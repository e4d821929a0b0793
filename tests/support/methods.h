/* SPDX-License-Identifier: Apache-2.0 */
/* Every method on an automaton, for tests that compare them. */
#ifndef COUPLET_TESTS_METHODS_H
#define COUPLET_TESTS_METHODS_H

#include "brute_force.h"

#include <couplet/internal/plugin.h>

typedef enum {
  FRONTIER,
  FRONTIER_PRUNED,
  ADAPTIVE,
  FIXED,
  WEIGHT,
  GRAPH,
  GLPK_LP,
  GLPK_MILP,
  Z3_STRATEGIES,
  Z3_SHIFTS
} Method;

#define N_METHODS (Z3_SHIFTS + 1)

/* Whether its library was there when the tests were built. */
gboolean method_is_built (Method method);

/* Runs a method, which is built, as its plugin does. */
gboolean run_method (Method method, CoupletContext *context, const CoupletAutomaton *automaton,
                     CoupletOutcome *outcome, GError **error);

/* GRAPH says neither, as it may when a sample ties several thresholds. */
#define NO_ANSWER (-1)

/* What a method says of automaton, in units of the sensitivity times 1 / NOISE_UNIT: its cost,
 * BRUTE_INFINITE for none; of a decider 0 for a strategy, BRUTE_INFINITE for
 * none. Fails the test when the method does not answer. */
gint64 ask_method (Method method, const CoupletAutomaton *automaton);

/* Whether the rule that cycles must be free may ask for too much of automaton: then all
 * methods but frontier give upper bounds. */
gboolean rule_may_be_too_strict (const CoupletAutomaton *automaton);

#endif
