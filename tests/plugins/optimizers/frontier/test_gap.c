/* SPDX-License-Identifier: Apache-2.0 */
/* Within a gap, frontier's bracket holds the exact cost and is as narrow as asked
 * for. COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "ask_frontier.h"
#include "environment.h"
#include "random_automata.h"
#include "random_many.h"

#include <couplet/host.h>
#include <couplet/host/unfold.h>

#include <stdlib.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 3000
#define DEFAULT_SEED 20261121

static CoupletOutcome *
ask (const CoupletAutomaton *automaton, const CoupletRational *gap, Pruning pruning)
{
  return ask_frontier (automaton, &(FrontierOptions){pruning, 10000000, gap}, 0);
}

/* The bracket of result, whose two sides are the cost when it is exact. */
static void
check_bracket (const CoupletStageResult *result, const CoupletStageResult *exact,
               const CoupletRational *gap)
{
  assert_true (result->has_cost);
  assert_int_equal (result->cost_is_infinite, exact->cost_is_infinite);
  if (exact->cost_is_infinite)
    return;
  if (result->guarantee == COUPLET_GUARANTEE_EXACT) {
    assert_int_equal (couplet_rational_compare (&result->cost, &exact->cost), 0);
    return;
  }
  g_auto (CoupletRational) most;
  couplet_rational_init (&most);
  assert_true (result->has_lower && result->has_upper);
  assert_int_equal (couplet_rational_compare (&result->cost, &result->upper), 0);
  assert_true (couplet_rational_compare (&result->lower, &exact->cost) <= 0);
  assert_true (couplet_rational_compare (&exact->cost, &result->upper) <= 0);
  mpq_mul (most.value, result->lower.value, gap->value);
  mpq_add (most.value, most.value, result->lower.value);
  assert_true (couplet_rational_compare (&result->upper, &most) <= 0);
}

/* Returns TRUE when a bracket that is not a point was given for one of the gaps. */
static gboolean
check_gaps (const CoupletAutomaton *automaton)
{
  static const char *const gaps[] = {"2", "1/3", "1/50", "1/100000"};
  gboolean open = FALSE;
  g_autoptr (CoupletOutcome) exact = ask (automaton, NULL, PRUNE_NEVER);
  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++) {
    g_auto (CoupletRational) gap;
    couplet_rational_init (&gap);
    assert_true (couplet_rational_parse (&gap, gaps[i], strlen (gaps[i]), NULL));
    g_autoptr (CoupletOutcome) outcome = ask (automaton, &gap, PRUNE_ALWAYS);
    check_bracket (couplet_outcome_result (outcome), couplet_outcome_result (exact), &gap);
    open |= couplet_outcome_result (outcome)->guarantee == COUPLET_GUARANTEE_UPPER_BOUND;
  }
  return open;
}

static void
test_brackets_with_one_threshold (void **state)
{
  (void)state;
  static const RandomShape shapes[] = {{8, FALSE, FALSE, FALSE}, {8, TRUE, TRUE, TRUE}};
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA), open = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shapes[i % 2]);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    open += check_gaps (automaton);
  }
  assert_true (open > n / 100);
}

static void
test_brackets_with_several_thresholds (void **state)
{
  (void)state;
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA);
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, FALSE);
    g_autoptr (CoupletAutomaton) original = build_many (&many);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
    check_gaps (unfolded != NULL ? unfolded : original);
  }
}

/* A chain of n private assignments, each `<` the one before. */
static CoupletAutomaton *
build_chain (guint n, GRand *random)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("chain");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  couplet_builder_set_initial (builder, COUPLET_TEXT ("q0"), (CoupletPlace){0, 0});
  for (guint i = 0; i <= n; i++) {
    g_autofree char *name = g_strdup_printf ("q%u", i), *next = g_strdup_printf ("q%u", i + 1);
    g_autofree char *d = g_strdup_printf ("%d/%d", g_rand_int_range (random, 1, 1001),
                                          g_rand_int_range (random, 1, 1001));
    CoupletNoiseSpec noise = {COUPLET_TEXT_LEFT_OUT, COUPLET_TEXT (d)};
    CoupletStateSpec state = {.name = COUPLET_TEXT (name), .d = &noise, .n_d = 1};
    couplet_builder_add_state (builder, &state);
    CoupletText assign = COUPLET_TEXT ("x");
    CoupletTransitionSpec transition = {.from = COUPLET_TEXT (name),
                                        .to = COUPLET_TEXT (next),
                                        .guard = i == 0 ? COUPLET_TEXT ("true")
                                                        : COUPLET_TEXT ("insample < x"),
                                        .output = COUPLET_TEXT ("s"),
                                        .assign = &assign,
                                        .n_assign = 1};
    if (i < n)
      couplet_builder_add_transition (builder, &transition);
  }
  CoupletAutomaton *automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  return automaton;
}

static void
test_a_long_chain_is_bracketed (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  g_autoptr (CoupletAutomaton) chain = build_chain (60, random);
  g_auto (CoupletRational) gap;
  couplet_rational_init (&gap);
  assert_true (couplet_rational_parse (&gap, "1/300", 5, NULL));
  g_autoptr (CoupletOutcome) outcome = ask (chain, &gap, PRUNE_WHEN_LARGE);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->guarantee, COUPLET_GUARANTEE_UPPER_BOUND);
  assert_true (result->has_lower && result->has_cost);
  mpq_mul (gap.value, gap.value, result->lower.value);
  mpq_add (gap.value, gap.value, result->lower.value);
  assert_true (couplet_rational_compare (&result->cost, &gap) <= 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_brackets_with_one_threshold),
      cmocka_unit_test (test_brackets_with_several_thresholds),
      cmocka_unit_test (test_a_long_chain_is_bracketed),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
