/* SPDX-License-Identifier: Apache-2.0 */
/* What a plugin tells an outcome, and what the host reads from it. */
#include "small_automata.h"

#include "context.h"
#include "outcome.h"

#include <couplet/host.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "plugin"};

/* A rational that the caller clears. */
static CoupletRational
number (unsigned long numerator, unsigned long denominator)
{
  CoupletRational rational;
  couplet_rational_init (&rational);
  mpq_set_ui (rational.value, numerator, denominator);
  return rational;
}

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", "b c >= top", NULL};
  return small_automaton ("1/4", lines);
}

static void
test_a_new_outcome_says_nothing (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_string_equal (result->stage, "stage");
  assert_string_equal (result->plugin, "plugin");
  assert_string_equal (result->kind, "optimizer");
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
  assert_false (result->ran || result->failed || result->has_cost || result->has_lower ||
                result->has_upper || result->has_least || result->claimed);
  assert_true (result->certified);
  assert_null (result->reason);
  assert_int_equal (result->n_evidence, 0);
  assert_int_equal (result->n_statistics, 0);
}

/* What figures imply of strategies, and the words for each. */
static void
test_figures_imply_what_was_found (void **state)
{
  (void)state;
  static const struct {
    gboolean finite;
    CoupletGuarantee guarantee;
    CoupletFound found;
    const char *words;
  } cases[] = {
      {TRUE, COUPLET_GUARANTEE_EXACT, COUPLET_FOUND_STRATEGY, "exact"},
      {TRUE, COUPLET_GUARANTEE_UPPER_BOUND, COUPLET_FOUND_STRATEGY, "upper-bound"},
      {TRUE, COUPLET_GUARANTEE_LOWER_BOUND, COUPLET_FOUND_NOTHING, "lower-bound"},
      {FALSE, COUPLET_GUARANTEE_EXACT, COUPLET_FOUND_NO_STRATEGY, "exact"},
      {FALSE, COUPLET_GUARANTEE_UPPER_BOUND, COUPLET_FOUND_NOTHING, "upper-bound"},
      {FALSE, COUPLET_GUARANTEE_LOWER_BOUND, COUPLET_FOUND_NOTHING, "lower-bound"},
  };
  g_auto (CoupletRational) cost = number (5, 4);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
    if (cases[i].finite)
      couplet_outcome_set_cost (outcome, &cost, cases[i].guarantee);
    else
      couplet_outcome_set_infinite (outcome, cases[i].guarantee);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_true (result->has_cost);
    assert_int_equal (result->cost_is_infinite, !cases[i].finite);
    if (cases[i].finite)
      assert_int_equal (couplet_rational_compare (&result->cost, &cost), 0);
    assert_int_equal (result->guarantee, cases[i].guarantee);
    assert_int_equal (couplet_outcome_found (outcome), cases[i].found);
    assert_string_equal (couplet_guarantee_to_string (result->guarantee), cases[i].words);
  }
}

static void
test_either_bound_may_be_left_out (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  g_auto (CoupletRational) one = number (1, 1);
  g_auto (CoupletRational) two = number (2, 1);
  for (guint which = 0; which < 4; which++) {
    couplet_outcome_set_bounds (outcome, which & 1 ? &one : NULL, which & 2 ? &two : NULL);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_int_equal (result->has_lower, (which & 1) != 0);
    assert_int_equal (result->has_upper, (which & 2) != 0);
    if (which == 3) {
      assert_int_equal (couplet_rational_compare (&result->lower, &one), 0);
      assert_int_equal (couplet_rational_compare (&result->upper, &two), 0);
    }
  }
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
}

/* A later call replaces what an earlier one said. */
static void
test_what_is_said_twice_is_replaced (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  const CoupletCounterexample first = {.epsilon = "1"}, second = {.epsilon = "2", .pairs = "64"};
  g_auto (CoupletRational) least = number (1, 3);
  couplet_outcome_set_reason (outcome, "first %d", 1);
  couplet_outcome_set_reason (outcome, "second %s", "reason");
  couplet_outcome_set_structure (outcome, "leaking cycle");
  couplet_outcome_set_structure (outcome, "leaking pair");
  couplet_outcome_set_statistic (outcome, "vectors", 1);
  couplet_outcome_set_statistic (outcome, "programs", 2);
  couplet_outcome_set_statistic (outcome, "vectors", 3);
  couplet_outcome_set_counterexample (outcome, &first);
  couplet_outcome_set_counterexample (outcome, &second);
  couplet_outcome_set_least (outcome, &least);
  couplet_outcome_set_certified (outcome, FALSE);
  couplet_outcome_leave_out_evidence (outcome, 77);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_string_equal (result->reason, "second reason");
  assert_string_equal (result->structure, "leaking pair");
  assert_int_equal (result->n_statistics, 2);
  assert_string_equal (result->statistics[0].name, "vectors");
  assert_int_equal (result->statistics[0].value, 3);
  assert_string_equal (result->statistics[1].name, "programs");
  assert_string_equal (result->counterexample->epsilon, "2");
  assert_string_equal (result->counterexample->pairs, "64");
  assert_true (result->has_least);
  assert_int_equal (couplet_rational_compare (&result->least, &least), 0);
  assert_false (result->certified);
  assert_int_equal (result->evidence_left_out, 77);
}

/* ---- Evidence ---------------------------------------------------------------------------- */

static const CoupletEvidenceKind KINDS[] = {COUPLET_EVIDENCE_VIOLATION, COUPLET_EVIDENCE_BOUND,
                                            COUPLET_EVIDENCE_ATTAINED, COUPLET_EVIDENCE_UNBOUNDED,
                                            COUPLET_EVIDENCE_STRATEGY};

static void
take_all_kinds (CoupletOutcome *outcome, const CoupletAutomaton *automaton)
{
  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    couplet_outcome_take_evidence (outcome, couplet_evidence_new (KINDS[i], automaton));
}

static void
test_evidence_is_kept_in_order (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  couplet_outcome_take_evidence (outcome, NULL);
  take_all_kinds (outcome, automaton);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->n_evidence, G_N_ELEMENTS (KINDS));
  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    assert_int_equal (couplet_evidence_kind (result->evidence[i]), KINDS[i]);
  outcome_clear (outcome);
  assert_int_equal (couplet_outcome_result (outcome)->n_evidence, 0);
}

static void
test_walks_are_dropped_and_the_rest_is_kept (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  take_all_kinds (outcome, automaton);
  outcome_drop_walks (outcome);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->n_evidence, 2);
  assert_int_equal (couplet_evidence_kind (result->evidence[0]), COUPLET_EVIDENCE_BOUND);
  assert_int_equal (couplet_evidence_kind (result->evidence[1]), COUPLET_EVIDENCE_STRATEGY);
}

static void
test_walks_are_taken_over_and_the_rest_stays (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  g_autoptr (CoupletOutcome) other = couplet_outcome_new ("other", &PLUGIN);
  couplet_outcome_take_evidence (outcome, couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton));
  take_all_kinds (other, automaton);
  outcome_take_walks_of (outcome, other);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->n_evidence, 4);
  assert_int_equal (couplet_evidence_kind (result->evidence[0]), COUPLET_EVIDENCE_BOUND);
  assert_int_equal (couplet_evidence_kind (result->evidence[1]), COUPLET_EVIDENCE_VIOLATION);
  assert_int_equal (couplet_evidence_kind (result->evidence[2]), COUPLET_EVIDENCE_ATTAINED);
  assert_int_equal (couplet_evidence_kind (result->evidence[3]), COUPLET_EVIDENCE_UNBOUNDED);
  result = couplet_outcome_result (other);
  assert_int_equal (result->n_evidence, 2);
  assert_int_equal (couplet_evidence_kind (result->evidence[0]), COUPLET_EVIDENCE_BOUND);
  assert_int_equal (couplet_evidence_kind (result->evidence[1]), COUPLET_EVIDENCE_STRATEGY);
}

static void
test_walks_alone_are_kept (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  take_all_kinds (outcome, automaton);
  outcome_keep_walks (outcome);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->n_evidence, 3);
  assert_int_equal (couplet_evidence_kind (result->evidence[0]), COUPLET_EVIDENCE_VIOLATION);
  assert_int_equal (couplet_evidence_kind (result->evidence[1]), COUPLET_EVIDENCE_ATTAINED);
  assert_int_equal (couplet_evidence_kind (result->evidence[2]), COUPLET_EVIDENCE_UNBOUNDED);
}

/* ---- Saving and stopping ------------------------------------------------------------------- */

/* What was said of an outcome when it was saved. */
typedef struct {
  guint times;
  gboolean had_upper, had_least, had_counterexample;
  guint n_evidence;
} Saved;

static void
note (gpointer data, CoupletOutcome *outcome)
{
  Saved *saved = data;
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  saved->times++;
  saved->had_upper = result->has_upper;
  saved->had_least = result->has_least;
  saved->had_counterexample = result->counterexample != NULL;
  saved->n_evidence = result->n_evidence;
}

static void
say_much (CoupletOutcome *outcome, const CoupletAutomaton *automaton)
{
  const CoupletCounterexample counterexample = {.epsilon = "1"};
  g_auto (CoupletRational) two = number (2, 1);
  couplet_outcome_set_cost (outcome, &two, COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_bounds (outcome, &two, &two);
  couplet_outcome_set_least (outcome, &two);
  couplet_outcome_set_certified (outcome, FALSE);
  couplet_outcome_set_reason (outcome, "why");
  couplet_outcome_set_structure (outcome, "leaking pair");
  couplet_outcome_set_counterexample (outcome, &counterexample);
  couplet_outcome_set_statistic (outcome, "vectors", 3);
  couplet_outcome_leave_out_evidence (outcome, 5);
  couplet_outcome_take_evidence (outcome, couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton));
}

static void
test_saving_hands_everything_over_and_forgets_all_but_statistics (void **state)
{
  (void)state;
  const CoupletHost host = {0};
  Saved saved = {0};
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "stage");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  context_on_save (context, note, &saved);
  say_much (outcome, automaton);
  couplet_outcome_save (outcome, context);
  assert_int_equal (saved.times, 1);
  assert_true (saved.had_upper && saved.had_least && saved.had_counterexample);
  assert_int_equal (saved.n_evidence, 1);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
  assert_false (result->has_cost || result->has_lower || result->has_upper || result->has_least);
  assert_true (result->certified);
  assert_null (result->reason);
  assert_null (result->structure);
  assert_null (result->counterexample);
  assert_int_equal (result->evidence_left_out, 0);
  assert_int_equal (result->n_evidence, 0);
  assert_int_equal (result->n_statistics, 1);
}

static void
test_a_stage_that_is_stopped_says_why (void **state)
{
  (void)state;
  volatile int cancelled = 0;
  const CoupletHost host = {.cancelled = &cancelled};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "stage");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
  couplet_context_start (context, 0);
  couplet_context_should_stop (context);
  assert_false (couplet_outcome_set_stopped (outcome, context));
  assert_null (couplet_outcome_result (outcome)->reason);
  cancelled = 1;
  assert_true (couplet_context_should_stop (context));
  assert_true (couplet_outcome_set_stopped (outcome, context));
  assert_string_equal (couplet_outcome_result (outcome)->reason, "cancelled");
}

/* ---- Words ------------------------------------------------------------------------------- */

static void
test_words_of_verdicts (void **state)
{
  (void)state;
  assert_string_equal (couplet_verdict_to_string (COUPLET_VERDICT_UNKNOWN), "unknown");
  assert_string_equal (couplet_verdict_to_string (COUPLET_VERDICT_PRIVATE), "private");
  assert_string_equal (couplet_verdict_to_string (COUPLET_VERDICT_NOT_PRIVATE), "not-private");
  assert_string_equal (couplet_verdict_to_string (COUPLET_VERDICT_ERROR), "error");
  assert_string_equal (couplet_claim_verdict_to_string (COUPLET_CLAIM_NONE), "none");
  assert_string_equal (couplet_claim_verdict_to_string (COUPLET_CLAIM_HOLDS), "holds");
  assert_string_equal (couplet_claim_verdict_to_string (COUPLET_CLAIM_FAILS), "fails");
  assert_string_equal (couplet_claim_verdict_to_string (COUPLET_CLAIM_OPEN), "open");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_new_outcome_says_nothing),
      cmocka_unit_test (test_figures_imply_what_was_found),
      cmocka_unit_test (test_either_bound_may_be_left_out),
      cmocka_unit_test (test_what_is_said_twice_is_replaced),
      cmocka_unit_test (test_evidence_is_kept_in_order),
      cmocka_unit_test (test_walks_are_dropped_and_the_rest_is_kept),
      cmocka_unit_test (test_walks_are_taken_over_and_the_rest_stays),
      cmocka_unit_test (test_walks_alone_are_kept),
      cmocka_unit_test (test_saving_hands_everything_over_and_forgets_all_but_statistics),
      cmocka_unit_test (test_a_stage_that_is_stopped_says_why),
      cmocka_unit_test (test_words_of_verdicts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
