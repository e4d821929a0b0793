/* SPDX-License-Identifier: Apache-2.0 */
/* What segment says with its answers, within the limits of size and time. */
#include "text_automaton.h"

#include <couplet/host/evidence.h>
#include <segment.h>

#include <couplet/host/check.h>
#include <couplet/host/evidence_parts.h>
#include <couplet/host.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

/* n visits that compare with x, each with a noise of its own, whose denominator ends with
 * zeros. */
static CoupletAutomaton *
chain (int n, const char *zeros)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i q0 true s x"));
  for (int i = 0; i < n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1/%d%s", i, 2 * i + 1, zeros));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d <x below", i, i + 1));
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d >=x above", i, i + 1));
  }
  g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", n));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
}

/* n visits that go on with `<` or, assigning, leave with `>=` for a chain of outputs: the
 * earlier, the longer. From the first on there are n ends, of which a small shift asks for the
 * last and a large one for the first. */
static CoupletAutomaton *
fan (int n)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("state i public 1"));
  g_ptr_array_add (lines, g_strdup ("i q0 true s x"));
  for (int i = 0; i <= n; i++) {
    g_ptr_array_add (lines, g_strdup_printf ("state q%d private 1", i));
    g_ptr_array_add (lines, g_strdup_printf ("state r%d private 1", i));
    if (i == n)
      break;
    g_ptr_array_add (lines, g_strdup_printf ("q%d q%d <x below", i, i + 1));
    g_ptr_array_add (lines, g_strdup_printf ("q%d r%d >=x above x", i, i));
    g_ptr_array_add (lines, g_strdup_printf ("r%d r%d true insample", i, i + 1));
  }
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_INDEPENDENT, "x", (const char *const *)lines->pdata);
}

static CoupletAutomaton *
leaking_pair (CoupletSampling sampling)
{
  static const char *const one[] = {
      "state i public 1", "i q true s x",      "state q private 1", "q q <x below",
      "q r >=x above",    "state r private 1", "r r >=x stay",      NULL};
  static const char *const two[] = {"state i public 1",  "i j true s x",
                                    "state j public 1",  "j q true t y",
                                    "state q private 1", "q q <x below",
                                    "q r >=x&<y above",  "state r private 1",
                                    "r r >=x stay",      NULL};
  return sampling == COUPLET_INDEPENDENT ? text_automaton (sampling, "x", one)
                                         : text_automaton (sampling, "x y", two);
}

static CoupletOutcome *
run_within (const CoupletAutomaton *automaton, SegmentStrategy strategy, gsize most_classes,
            gsize evidence_limit)
{
  const CoupletHost host = {.evidence_limit = evidence_limit};
  CoupletOutcome *outcome = couplet_outcome_new ("segment", &PLUGIN);
  CoupletContext *context = couplet_context_new (&PLUGIN, NULL, &host, "segment");
  couplet_context_start (context, 0);
  assert_true (segment_run (context, automaton, strategy, most_classes, outcome, NULL));
  couplet_context_free (context);
  return outcome;
}

static CoupletOutcome *
run (const CoupletAutomaton *automaton, SegmentStrategy strategy, gsize evidence_limit)
{
  return run_within (automaton, strategy, SEGMENT_MOST_CLASSES, evidence_limit);
}

/* The only evidence, of that kind, is accepted for what the outcome says. */
static void
expect_evidence (CoupletOutcome *outcome, CoupletEvidenceKind kind)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->n_evidence, 1);
  assert_int_equal (result->evidence_left_out, 0);
  const CoupletEvidence *evidence = result->evidence[0];
  assert_int_equal (couplet_evidence_kind (evidence), kind);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  g_autofree char *why = NULL;
  assert_int_equal (couplet_evidence_check (evidence, &cost, &why), COUPLET_EVIDENCE_ACCEPTED);
  if (kind == COUPLET_EVIDENCE_BOUND)
    assert_int_equal (couplet_rational_compare (couplet_evidence_cost (evidence), &result->cost),
                      0);
  couplet_outcome_free (outcome);
}

static void
expect_none (CoupletOutcome *outcome, gboolean left_out)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_true (result->has_cost);
  assert_int_equal (result->n_evidence, 0);
  assert_int_equal (result->evidence_left_out > 0, left_out);
  couplet_outcome_free (outcome);
}

static void
test_a_bound_comes_with_its_vectors (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = chain (20, "");
  expect_evidence (run (automaton, SEGMENT_ADAPTIVE, 1000), COUPLET_EVIDENCE_BOUND);
  expect_evidence (run (automaton, SEGMENT_FIXED, 1000), COUPLET_EVIDENCE_BOUND);
}

static void
test_walks_may_lead_to_many_ends (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = fan (100);
  expect_evidence (run (automaton, SEGMENT_ADAPTIVE, 100000), COUPLET_EVIDENCE_BOUND);
  expect_evidence (run (automaton, SEGMENT_FIXED, 100000), COUPLET_EVIDENCE_BOUND);
}

static void
test_no_strategy_comes_with_a_walk (void **state)
{
  (void)state;
  for (CoupletSampling sampling = COUPLET_INDEPENDENT; sampling <= COUPLET_SHARED; sampling++) {
    g_autoptr (CoupletAutomaton) automaton = leaking_pair (sampling);
    expect_evidence (run (automaton, SEGMENT_ADAPTIVE, 1), COUPLET_EVIDENCE_VIOLATION);
    expect_evidence (run (automaton, SEGMENT_FIXED, 1), COUPLET_EVIDENCE_VIOLATION);
  }
}

static void
test_the_reason_names_the_end_of_the_walk (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = leaking_pair (COUPLET_INDEPENDENT);
  CoupletOutcome *outcome = run (automaton, SEGMENT_ADAPTIVE, 1);
  assert_string_equal (couplet_outcome_result (outcome)->reason,
                       "no shift of the threshold is left after a walk of 4 transitions that "
                       "ends with r -> r on insample >= x, output stay");
  couplet_outcome_free (outcome);
}

/* Checks that segment leaves open whether the automaton of lines has a strategy. */
static void
check_left_open (const char *const *lines)
{
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  for (int strategy = SEGMENT_ADAPTIVE; strategy <= SEGMENT_FIXED; strategy++) {
    g_autoptr (CoupletOutcome) outcome = run (a, (SegmentStrategy)strategy, 1000);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
    assert_false (result->has_cost);
    assert_string_equal (result->reason,
                         "some chain of segments leaves its threshold no shift that is chosen "
                         "before what a gap ties it to is known");
  }
}

/* Shifts that follow the difference are a strategy, though none that a segment can choose. */
static void
test_a_gap_without_noise_leaves_it_open (void **state)
{
  (void)state;
  static const char *const lines[] = {"state i public 1",     "i q true s x",
                                      "state q private none", "q r >=x gap",
                                      "state r private 1",    NULL};
  check_left_open (lines);
}

/* The gap gives two segments one shift, and only after the second it shows which: -1 or 1. */
static void
test_a_gap_that_is_assigned_leaves_it_open (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state i private 1", "i q true s x",          "state q private 1", "q r true gap x",
      "state r private 1", "r below <x a",          "r above >=x b",     "state below private 1",
      "below below <x a",  "state above private 1", "above above >=x b", NULL};
  check_left_open (lines);
}

static void
test_none_is_made_that_is_not_wanted (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) private = chain (20, ""),
                               not_private = leaking_pair (COUPLET_INDEPENDENT);
  expect_none (run (private, SEGMENT_ADAPTIVE, 0), FALSE);
  expect_none (run (not_private, SEGMENT_ADAPTIVE, 0), FALSE);
}

static void
test_a_bound_above_the_limit_is_left_out (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = chain (20, "");
  for (gsize limit = 1; limit < 50; limit += 12) /* of states, rests or vectors */
    expect_none (run (automaton, SEGMENT_ADAPTIVE, limit), TRUE);
}

/* A vector of costs of a hundred words fills as much as many. */
static void
test_long_numbers_count_for_the_limit (void **state)
{
  (void)state;
  g_autofree char *zeros = g_strnfill (3000, '0');
  g_autoptr (CoupletAutomaton) automaton = chain (20, zeros);
  g_autoptr (CoupletAutomaton) short_numbers = chain (20, "");
  expect_evidence (run (short_numbers, SEGMENT_ADAPTIVE, 200), COUPLET_EVIDENCE_BOUND);
  expect_none (run (automaton, SEGMENT_ADAPTIVE, 200), TRUE);
  expect_evidence (run (automaton, SEGMENT_ADAPTIVE, 2000), COUPLET_EVIDENCE_BOUND);
}

/* All classes of the automaton are more than are kept at a time. */
static void
test_rests_that_are_not_needed_are_forgotten (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = fan (100);
  g_autoptr (CoupletOutcome) all = run (automaton, SEGMENT_ADAPTIVE, 0);
  g_autoptr (CoupletOutcome) few = run_within (automaton, SEGMENT_ADAPTIVE, 1000, 0);
  const CoupletStageResult *expected = couplet_outcome_result (all),
                           *result = couplet_outcome_result (few);
  assert_true (result->has_cost);
  assert_int_equal (couplet_rational_compare (&result->cost, &expected->cost), 0);
  expect_none (run_within (automaton, SEGMENT_ADAPTIVE, 1000, 100000), TRUE);
}

static void
test_too_many_rests_are_told (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = fan (100);
  g_autoptr (CoupletOutcome) outcome = run_within (automaton, SEGMENT_ADAPTIVE, 100, 0);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_false (result->has_cost);
  assert_string_equal (result->reason, "more than 100 classes of walks");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_bound_comes_with_its_vectors),
      cmocka_unit_test (test_walks_may_lead_to_many_ends),
      cmocka_unit_test (test_no_strategy_comes_with_a_walk),
      cmocka_unit_test (test_the_reason_names_the_end_of_the_walk),
      cmocka_unit_test (test_a_gap_without_noise_leaves_it_open),
      cmocka_unit_test (test_a_gap_that_is_assigned_leaves_it_open),
      cmocka_unit_test (test_none_is_made_that_is_not_wanted),
      cmocka_unit_test (test_a_bound_above_the_limit_is_left_out),
      cmocka_unit_test (test_long_numbers_count_for_the_limit),
      cmocka_unit_test (test_rests_that_are_not_needed_are_forgotten),
      cmocka_unit_test (test_too_many_rests_are_told),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
