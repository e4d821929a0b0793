/* SPDX-License-Identifier: Apache-2.0 */
/* What frontier adds where outputs do not tell the path. */
#include "ask_frontier.h"

#include "text_automaton.h"

#include <couplet/host.h>

#include "unit.h"

/* 0 is shown for the answer on both ways, which costs 1 however the threshold shifts. */
static CoupletOutcome *
ask_with_claim (const char *claim)
{
  static const char *const lines[] = {
      "state p public 1", "state q private 1", "state e private 1", "state f private 1",
      "p q true go x",    "q e <x insample",   "q f >=x insample",  NULL};
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("text");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  text_collect (builder, COUPLET_SHARED, "x", lines);
  couplet_builder_set_claim (builder, COUPLET_TEXT (claim), (CoupletPlace){0, 0});
  g_autoptr (CoupletAutomaton) automaton = couplet_builder_finish (builder);
  assert_non_null (automaton);
  assert_false (automaton->output_distinct);
  return ask_frontier (automaton, &(FrontierOptions){PRUNE_WHEN_LARGE, 1000, NULL}, 0);
}

static void
expect_least (const CoupletStageResult *result)
{
  assert_true (result->has_least);
  assert_int_equal (mpq_cmp_si (result->least.value, 1, 1), 0);
}

static void
test_a_claim_below_what_outputs_force_is_refuted (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = ask_with_claim ("1/2");
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  expect_least (result);
  assert_non_null (result->counterexample);
}

static void
test_a_claim_of_what_outputs_force_is_not_refuted (void **state)
{
  (void)state;
  g_autoptr (CoupletOutcome) outcome = ask_with_claim ("1");
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  expect_least (result);
  assert_null (result->counterexample);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_claim_below_what_outputs_force_is_refuted),
      cmocka_unit_test (test_a_claim_of_what_outputs_force_is_not_refuted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
