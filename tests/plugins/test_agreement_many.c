/* SPDX-License-Identifier: Apache-2.0 */
/* Random automata with several thresholds, both samplings, through every method
 * that handles them, against brute force. COUPLET_TEST_AUTOMATA and
 * COUPLET_TEST_SEED make it longer. */
#include "environment.h"
#include "brute_many.h"
#include "methods.h"

#include <couplet/host/unfold.h>

#include <stdio.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 2000
#define SOLVER_SHARE 5
#define DEFAULT_SEED 20261122

/* Prints what is needed to build the automaton by hand when a check fails. */
static void
check (gboolean good, const char *what, const CoupletAutomaton *automaton, guint number)
{
  if (good)
    return;
  fprintf (stderr, "automaton %u: %s (%s)\n", number, what,
           automaton->sampling == COUPLET_SHARED ? "shared" : "independent");
  for (guint32 q = 0; q < automaton->n_states; q++)
    for (guint32 v = 0; v < (automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds);
         v++) {
      guint32 d = automaton->noises[automaton->states[q].noise].d[v];
      g_autofree char *text = couplet_number_to_string (automaton, d);
      fprintf (stderr, "  state %s %s d[%u] %s\n", automaton->states[q].name,
               automaton->states[q].input == COUPLET_PUBLIC ? "public" : "private", v, text);
    }
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    g_autofree char *text = couplet_transition_to_string (automaton, t);
    fprintf (stderr, "  %s\n", text);
  }
  fail ();
}

/* A cost in units of 1 / NOISE_UNIT as one of 1 / MANY_UNIT. */
static gint64
in_many_units (gint64 cost)
{
  return cost == BRUTE_INFINITE ? BRUTE_MANY_INFINITE : cost / (NOISE_UNIT / MANY_UNIT);
}

/* With one threshold either bound may be the less one. */
static void
check_bounds (const CoupletAutomaton *automaton, gint64 exact, gint64 adaptive, gint64 fixed,
              const CoupletAutomaton *original, guint number)
{
  check (exact <= adaptive && exact <= fixed, "a bound is below the cost", original, number);
  check (automaton->n_thresholds == 1 || adaptive <= fixed, "the bounds are out of order", original,
         number);
}

static void
compare_methods (const ManyAutomaton *many, guint number)
{
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *automaton = unfolded != NULL ? unfolded : original;
  gint64 brute = brute_many_cost (many);
  gint64 exact = in_many_units (ask_method (FRONTIER, automaton));
  gint64 pruned = in_many_units (ask_method (FRONTIER_PRUNED, automaton));
  gint64 adaptive = in_many_units (ask_method (ADAPTIVE, automaton));
  gint64 fixed = in_many_units (ask_method (FIXED, automaton));
  gboolean bound = rule_may_be_too_strict (automaton);
  check (bound ? exact <= brute : exact == brute, "frontier differs from brute force", original,
         number);
  check (pruned == exact, "pruning changes the cost", original, number);
  check_bounds (automaton, exact, adaptive, fixed, original, number);
  gint64 graph = ask_method (GRAPH, automaton);
  check (graph == NO_ANSWER ? many->shared
                            : (graph == BRUTE_INFINITE) == (brute == BRUTE_MANY_INFINITE),
         "graph decides otherwise", original, number);
  check ((brute == BRUTE_MANY_INFINITE) == (fixed == BRUTE_MANY_INFINITE), "finite only for some",
         original, number);
}

/* The solvers take milliseconds each: fewer automata. */
static void
compare_solvers (const ManyAutomaton *many, guint number)
{
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *automaton = unfolded != NULL ? unfolded : original;
  gint64 brute = brute_many_cost (many);
  check (in_many_units (ask_method (GLPK_LP, automaton)) == brute, "glpk lp differs", original,
         number);
  check (in_many_units (ask_method (GLPK_MILP, automaton)) == brute, "glpk milp differs", original,
         number);
  gboolean infinite = brute == BRUTE_MANY_INFINITE;
  check ((ask_method (Z3_STRATEGIES, automaton) == BRUTE_INFINITE) == infinite,
         "z3 strategies differ", original, number);
  check ((ask_method (Z3_SHIFTS, automaton) == BRUTE_INFINITE) == infinite, "z3 shifts differ",
         original, number);
}

/* The weight of an automaton with one threshold that is private is no less than its cost. */
static void
compare_weight (const ManyAutomaton *many, guint number)
{
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *automaton = unfolded != NULL ? unfolded : original;
  gint64 brute = brute_many_cost (many);
  if (automaton->n_thresholds > 1 || brute == BRUTE_MANY_INFINITE)
    return;
  check (in_many_units (ask_method (WEIGHT, automaton)) >= brute, "less weight than cost", original,
         number);
}

static guint
n_automata (void)
{
  return environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
}

static guint
seed (void)
{
  return environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED);
}

static void
make_many (ManyAutomaton *many, GRand *random, guint number)
{
  random_many (many, random, number % 2 == 0, number % 3 == 0);
}

static void
compare_all (const ManyAutomaton *many, guint number)
{
  compare_methods (many, number);
  if (number % SOLVER_SHARE == 0)
    compare_solvers (many, number);
}

static void
test_methods_agree_with_brute_force (void **state)
{
  (void)state;
  each_random_many (n_automata (), seed (), make_many, compare_all);
}

static void
compare_solvers_and_weight (const ManyAutomaton *many, guint number)
{
  compare_solvers (many, number);
  compare_weight (many, number);
}

/* Adjacencies, kinds of noise, inputs that are read again, gaps, snaps, and mixtures of them. */
static void
test_solvers_agree_with_brute_force_on_all_kinds (void **state)
{
  (void)state;
  each_random_many (n_automata () / SOLVER_SHARE, seed () + 1, random_looping_kinds,
                    compare_solvers_and_weight);
}

/* With all kinds of noise and none, adjacencies, inputs read again, gaps and snaps: every method
 * that takes them finds a strategy exactly where there is one, and no bound is below the cost;
 * where the rule that cycles must be free may ask for too much, a strategy found is one all the
 * same. */
static void
compare_kinds (const ManyAutomaton *many, guint number)
{
  static const Method solvers[] = {Z3_STRATEGIES, Z3_SHIFTS};
  g_autoptr (CoupletAutomaton) original = build_many (many);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
  const CoupletAutomaton *automaton = unfolded != NULL ? unfolded : original;
  gint64 exact = ask_method (FRONTIER, automaton);
  gint64 adaptive = ask_method (ADAPTIVE, automaton), fixed = ask_method (FIXED, automaton);
  gint64 graph = ask_method (GRAPH, automaton);
  gboolean infinite = exact == BRUTE_INFINITE, strict = rule_may_be_too_strict (automaton);
  check (ask_method (FRONTIER_PRUNED, automaton) == exact, "pruning changes the cost", original,
         number);
  check_bounds (automaton, exact, adaptive, fixed, original, number);
  check (strict || (fixed == BRUTE_INFINITE) == infinite, "finite only for some", original, number);
  check (graph == NO_ANSWER ? many->shared
                            : (graph == BRUTE_INFINITE) == infinite || (strict && !infinite),
         "graph decides otherwise", original, number);
  for (guint i = 0; i < G_N_ELEMENTS (solvers) && number % SOLVER_SHARE == 0; i++) {
    gboolean none = ask_method (solvers[i], automaton) == BRUTE_INFINITE;
    check (none == infinite || (strict && !infinite), "z3 decides otherwise", original, number);
  }
}

static void
make_new_kinds (ManyAutomaton *many, GRand *random, guint number)
{
  make_many (many, random, number);
  random_kinds (many, random);
  if (number % 5 == 0)
    random_noiseless (many, random, 3);
}

static void
test_methods_agree_on_new_kinds (void **state)
{
  (void)state;
  each_random_many (n_automata () / 3, seed () + 1, make_new_kinds, compare_kinds);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_methods_agree_with_brute_force),
      cmocka_unit_test (test_solvers_agree_with_brute_force_on_all_kinds),
      cmocka_unit_test (test_methods_agree_on_new_kinds),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
