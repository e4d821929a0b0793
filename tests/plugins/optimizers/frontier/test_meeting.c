/* SPDX-License-Identifier: Apache-2.0 */
/* The search from both ends finds the cost of the search from one, and shows it.
 * COUPLET_TEST_AUTOMATA and COUPLET_TEST_SEED make it longer. */
#include "ask_frontier.h"
#include "environment.h"
#include "random_automata.h"
#include "text_automaton.h"

#include "potentials.h"
#include "meeting.h"
#include "vector_sets.h"

#include <couplet/host.h>
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 3000
#define DEFAULT_SEED 20261122
#define MOST_ANSWERS 5

static CoupletOutcome *
ask (const CoupletAutomaton *automaton, Pruning pruning, guint32 vector_limit)
{
  return ask_frontier (automaton, &(FrontierOptions){pruning, vector_limit, NULL}, 100000);
}

/* The evidence of result is all that such an answer has, and accepted. */
static void
check_evidence (const CoupletStageResult *result)
{
  guint kinds = 0, whole = 1U << COUPLET_EVIDENCE_BOUND | 1U << COUPLET_EVIDENCE_ATTAINED;
  for (guint i = 0; i < result->n_evidence; i++) {
    const CoupletEvidence *evidence = result->evidence[i];
    g_autofree char *why = NULL;
    kinds |= 1U << couplet_evidence_kind (evidence);
    assert_int_equal (couplet_evidence_check (evidence, NULL, &why), COUPLET_EVIDENCE_ACCEPTED);
    if (!result->cost_is_infinite)
      assert_int_equal (couplet_rational_compare (couplet_evidence_cost (evidence), &result->cost),
                        0);
  }
  if (!result->cost_is_infinite)
    assert_int_equal (kinds, whole);
  else
    assert_true (kinds == 1U << COUPLET_EVIDENCE_VIOLATION ||
                 kinds == 1U << COUPLET_EVIDENCE_UNBOUNDED);
}

/* Returns TRUE when the cost is finite. */
static gboolean
compare_searches (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletOutcome) plain = ask (automaton, PRUNE_NEVER, 10000000);
  g_autoptr (CoupletOutcome) meeting = ask (automaton, PRUNE_ALWAYS, 10000000);
  const CoupletStageResult *one = couplet_outcome_result (plain);
  const CoupletStageResult *both = couplet_outcome_result (meeting);
  assert_int_equal (both->guarantee, COUPLET_GUARANTEE_EXACT);
  assert_int_equal (both->cost_is_infinite, one->cost_is_infinite);
  if (!one->cost_is_infinite)
    assert_int_equal (couplet_rational_compare (&both->cost, &one->cost), 0);
  check_evidence (both);
  return !one->cost_is_infinite;
}

static void
test_random_automata_cost_the_same_from_both_ends (void **state)
{
  (void)state;
  static const RandomShape shapes[] = {{8, FALSE, FALSE, FALSE}, {8, TRUE, TRUE, TRUE}};
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA), finite = 0;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (guint i = 0; i < n; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shapes[i % 2]);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    finite += compare_searches (automaton);
  }
  assert_true (finite > n / 10);
}

/* All walks that automaton has, met at any place: the cost is that of all vectors, without one that
 * is known before. Returns TRUE when it is above 0. */
static gboolean
compare_meeting (const CoupletAutomaton *automaton, CoupletContext *context)
{
  const SearchOptions options = {SEARCH_EXACT, 0, 1000000, 1 << 30, NULL};
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  CoupletPace pace = {.context = NULL};
  g_autofree CoupletVector *to_go =
      find_potentials (COST_TO_GO, automaton, components, unit, &pace);
  VectorSets all, both;
  vector_sets_init (&all, context, automaton, components, NULL, NULL, unit, &options);
  find_vectors (&all, SEARCH_EXACT, 0, 0);
  vector_sets_init (&both, context, automaton, components, NULL, NULL, unit, &options);
  both.to_go = to_go;
  find_meeting (&both);
  assert_int_equal (both.violated, all.violated);
  assert_int_equal (couplet_cost_compare (both.best, all.best), 0);
  gboolean positive = both.best != 0;
  walk_rests_free (both.rests);
  vector_sets_clear (&both);
  vector_sets_clear (&all);
  return positive;
}

static void
test_random_automata_meet_at_their_cost (void **state)
{
  (void)state;
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  static const RandomShape shapes[] = {{8, FALSE, FALSE, FALSE}, {8, TRUE, TRUE, TRUE}};
  guint n = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA), positive = 0;
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  couplet_context_start (context, 0);
  for (guint i = 0; i < n; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shapes[i % 2]);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    positive += compare_meeting (automaton, context) ? 1 : 0;
  }
  assert_true (positive > n / 10);
}

/* At m the walk by u1 leaves x the costs 9, 5, 3 at shifts -1, 0, 1, that by u2 leaves 8, 3, 4:
 * neither is below the other, though the last of one is the middle one of the other. After m so
 * many answers follow. */
static CoupletAutomaton *
two_ways (guint n_answers)
{
  static const char *const way[] = {"state i public 1",
                                    "state s private 1",
                                    "state u1 public 1",
                                    "state v1 private 4",
                                    "state w1 private 1",
                                    "state u2 public 3",
                                    "state v2 private 5/2",
                                    "state w2 private 1/2",
                                    "state m private 3/2",
                                    "i s true start x",
                                    "s u1 <x one",
                                    "s u2 >=x two",
                                    "u1 v1 true a1 x",
                                    "u2 v2 true a2 x",
                                    "v1 w1 <x b1",
                                    "v2 w2 <x b2",
                                    "w1 m >=x c1",
                                    "w2 m >=x c2",
                                    "m e0 >=x d"};
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (way); i++)
    g_ptr_array_add (lines, g_strdup (way[i]));
  for (guint i = 0; i < n_answers; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state e%u private 1/%u", i, 100 << i));
    g_ptr_array_add (lines, g_strdup_printf ("e%u e%u <x below%u", i, i + 1, i));
    g_ptr_array_add (lines, g_strdup_printf ("e%u e%u >=x above%u", i, i + 1, i));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state e%u private 1", n_answers));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
}

static void
test_a_vector_that_is_less_at_one_shift_hides_none (void **state)
{
  (void)state;
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  const CoupletHost host = {0};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  couplet_context_start (context, 0);
  for (guint n = 0; n <= MOST_ANSWERS; n++) {
    g_autoptr (CoupletAutomaton) automaton = two_ways (n);
    assert_true (compare_meeting (automaton, context));
  }
}

/* n visits with numbers of their own: assignments with guard `<` one after the other, or answers
 * with `<` and `>=` to one threshold. */
static CoupletAutomaton *
row (int n, gboolean rungs, GRand *random)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (
      lines, g_strdup (rungs ? "state i private 1" : "state i public 1/1000000000000000000000"));
  g_ptr_array_add (lines, g_strdup ("i q0 true s x"));
  for (int i = 0; i < n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private %d/%d", i,
                                             g_rand_int_range (random, 1, 1001),
                                             g_rand_int_range (random, 1, 1001)));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d <x below%s", i, i + 1, rungs ? " x" : ""));
    if (!rungs)
      g_ptr_array_add (lines, g_strdup_printf ("q%d q%d >=x above", i, i + 1));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", n));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
}

/* With numbers that have no common denominator there are thousands of vectors. */
static void
test_rows_cost_the_same_from_both_ends (void **state)
{
  (void)state;
  g_autoptr (GRand) random =
      g_rand_new_with_seed (environment_number ("COUPLET_TEST_SEED", DEFAULT_SEED));
  for (int rungs = 0; rungs <= 1; rungs++)
    for (int n = 2; n <= 11; n++) {
      g_autoptr (CoupletAutomaton) automaton = row (n, rungs, random);
      assert_true (compare_searches (automaton));
    }
}

/* Twice as many as can be searched from one end. */
static void
test_a_long_row_has_an_exact_cost (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  g_autoptr (CoupletAutomaton) automaton = row (26, FALSE, random);
  g_autoptr (CoupletOutcome) outcome = ask (automaton, PRUNE_WHEN_LARGE, 200000);
  assert_int_equal (couplet_outcome_result (outcome)->guarantee, COUPLET_GUARANTEE_EXACT);
}

static void
test_a_limit_of_vectors_leaves_a_bracket (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  g_autoptr (CoupletAutomaton) automaton = row (40, FALSE, random);
  g_autoptr (CoupletOutcome) outcome = ask (automaton, PRUNE_WHEN_LARGE, 20000);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_false (result->has_cost);
  assert_true (g_str_has_prefix (result->reason, "stopped at the limit of "));
  assert_true (result->has_lower && result->has_upper);
  assert_true (couplet_rational_compare (&result->lower, &result->upper) < 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_automata_cost_the_same_from_both_ends),
      cmocka_unit_test (test_random_automata_meet_at_their_cost),
      cmocka_unit_test (test_a_vector_that_is_less_at_one_shift_hides_none),
      cmocka_unit_test (test_rows_cost_the_same_from_both_ends),
      cmocka_unit_test (test_a_long_row_has_an_exact_cost),
      cmocka_unit_test (test_a_limit_of_vectors_leaves_a_bracket),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
