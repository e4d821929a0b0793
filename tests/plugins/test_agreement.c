/* SPDX-License-Identifier: Apache-2.0 */
/* Random automata through every method that is sure of its answer, against
 * brute force. COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "environment.h"
#include "methods.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 12000
#define SOLVER_SHARE 6
#define DEFAULT_SEED 20261121

/* Prints what is needed to build the automaton by hand when a check fails. */
static void
check (gboolean good, const char *what, const PlainAutomaton *plain, guint number)
{
  if (good)
    return;
  fprintf (stderr, "automaton %u: %s (sensitivity %s)\n", number, what, plain->sensitivity);
  for (int q = 0; q < plain->n_states; q++)
    fprintf (stderr, "  state %d %s d %d fresh %d\n", q,
             plain->states[q].is_public ? "public" : "private", plain->states[q].d,
             plain->states[q].d_fresh);
  for (int i = 0; i < plain->n_transitions; i++) {
    const PlainTransition *t = &plain->transitions[i];
    fprintf (stderr, "  %d -> %d comparison %u output %d%s\n", t->from, t->to, t->comparison,
             t->output, t->assigns ? " assigns" : "");
  }
  fail ();
}

static void
compare_methods (const PlainAutomaton *plain, guint number)
{
  g_autoptr (CoupletAutomaton) automaton = build_plain (plain, "q");
  gint64 exact = ask_method (FRONTIER, automaton), pruned = ask_method (FRONTIER_PRUNED, automaton);
  gint64 adaptive = ask_method (ADAPTIVE, automaton), fixed = ask_method (FIXED, automaton);
  gint64 brute = brute_cost (plain);
  gboolean bound = rule_may_be_too_strict (automaton);
  check (bound ? exact <= brute : exact == brute, "frontier differs from brute force", plain,
         number);
  check (exact == pruned, "pruning changes the cost", plain, number);
  check (exact <= adaptive && exact <= fixed, "a bound is below the cost", plain, number);
  check ((brute == BRUTE_INFINITE) == (fixed == BRUTE_INFINITE), "finite only for some", plain,
         number);
  check ((brute == BRUTE_INFINITE) == (ask_method (GRAPH, automaton) == BRUTE_INFINITE),
         "graph decides otherwise", plain, number);
  if (brute != BRUTE_INFINITE)
    check (exact <= ask_method (WEIGHT, automaton), "the weight is below the cost", plain, number);
}

static void
run_shape (const RandomShape *shape, guint share)
{
  guint n = (guint)environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA) / share;
  g_autoptr (GRand) random =
      g_rand_new_with_seed ((guint32)environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, shape);
    compare_methods (&plain, i);
  }
}

/* The solvers take milliseconds each: fewer automata. */
static void
test_solvers (void **state)
{
  (void)state;
  guint n = (guint)environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA) / SOLVER_SHARE;
  g_autoptr (GRand) random =
      g_rand_new_with_seed ((guint32)environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED) + 1);
  for (guint i = 0; i < n; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &(RandomShape){6, i % 2 == 0, i % 4 == 0, FALSE});
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    gint64 exact = brute_cost (&plain);
    gboolean infinite = exact == BRUTE_INFINITE;
    for (Method method = GLPK_LP; method <= Z3_SHIFTS; method++)
      if (method_is_built (method)) {
        gint64 said = ask_method (method, automaton);
        gboolean decides = method >= Z3_STRATEGIES;
        check (decides ? (said == BRUTE_INFINITE) == infinite : said == exact,
               decides ? "z3 differs" : "glpk differs", &plain, i);
      }
  }
}

static void
test_private_comparisons_with_noise (void **state)
{
  (void)state;
  run_shape (&(RandomShape){7, FALSE, FALSE, TRUE}, 2);
}

static void
test_public_comparisons (void **state)
{
  (void)state;
  run_shape (&(RandomShape){6, TRUE, FALSE, TRUE}, 4);
}

static void
test_draws_without_noise (void **state)
{
  (void)state;
  /* the weight of such an automaton may be infinite, which is above every cost */
  run_shape (&(RandomShape){6, TRUE, TRUE, TRUE}, 4);
}

/* The folding of the shifts in brute_cost() against all 3^n choices. */
static void
test_brute_force_against_all_shifts (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  for (guint i = 0; i < 2000; i++) {
    PlainAutomaton plain;
    BruteCycles cycles;
    int walk[6], differences[6], n = 0, at = 0;
    random_automaton (&plain, random, &(RandomShape){6, TRUE, TRUE, FALSE});
    brute_cycles (&plain, &cycles);
    while (n < 6) {
      int leaving[MAX_TRANSITIONS], m = 0;
      for (int t = 0; t < plain.n_transitions; t++)
        if (plain.transitions[t].from == at)
          leaving[m++] = t;
      if (m == 0)
        break;
      walk[n] = leaving[g_rand_int_range (random, 0, m)];
      differences[n++] = plain.states[at].is_public ? 0 : 2 * g_rand_int_range (random, 0, 2) - 1;
      at = plain.transitions[walk[n - 1]].to;
    }
    gint64 least = brute_walk_cost (&plain, &cycles, walk, differences, n);
    check (least == brute_walk_cost_folded (&plain, &cycles, walk, differences, n),
           "folding the shifts changes a walk's cost", &plain, i);
    check (least <= brute_cost (&plain), "a walk costs more than brute force found", &plain, i);
  }
}

/* The largest cost of walks that go on from at, by trying everything: all of
 * them, all input differences, all shifts. */
static gint64
try_all_walks (const PlainAutomaton *plain, const BruteCycles *cycles, int *walk, int *differences,
               int n, int at)
{
  gint64 worst = brute_walk_cost (plain, cycles, walk, differences, n);
  for (int t = 0; t < plain->n_transitions; t++) {
    if (plain->transitions[t].from != at)
      continue;
    walk[n] = t;
    for (int difference = -1; difference <= 1; difference++)
      if (!plain->states[at].is_public || difference == 0) {
        differences[n] = difference;
        worst = MAX (worst, try_all_walks (plain, cycles, walk, differences, n + 1,
                                           plain->transitions[t].to));
      }
  }
  return worst;
}

/* Where no walk comes back, a walk is no longer than there are states. */
static void
test_brute_force_against_all_walks (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED + 2);
  for (guint compared = 0; compared < 400;) {
    PlainAutomaton plain;
    BruteCycles cycles;
    int walk[MAX_STATES], differences[MAX_STATES];
    random_automaton (&plain, random, &(RandomShape){5, TRUE, TRUE, FALSE});
    brute_cycles (&plain, &cycles);
    gboolean returns = FALSE;
    for (int q = 0; q < plain.n_states; q++)
      returns |= cycles.reaches[q][q];
    if (returns)
      continue;
    check (try_all_walks (&plain, &cycles, walk, differences, 0, 0) == brute_cost (&plain),
           "trying all walks gives another cost", &plain, compared++);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_private_comparisons_with_noise),
      cmocka_unit_test (test_public_comparisons),
      cmocka_unit_test (test_draws_without_noise),
      cmocka_unit_test (test_solvers),
      cmocka_unit_test (test_brute_force_against_all_shifts),
      cmocka_unit_test (test_brute_force_against_all_walks),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
