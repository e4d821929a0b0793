/* SPDX-License-Identifier: Apache-2.0 */
/* What an examination makes of the answers of stages. */
#include "made_stage.h"
#include "text_automaton.h"
#include "text_examples.h"

#include "pipeline.h"

#include "unit.h"

#include <couplet/internal/plugin.h>

/* Answers with a counterexample, whatever automaton is. */
static gboolean
show_inputs (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
             CoupletOutcome *outcome, GError **error)
{
  static const CoupletCounterexampleStep step = {0, "0", "0", NULL};
  const CoupletCounterexample counterexample = {.claim = "1", .n_steps = 1, .steps = &step};
  (void)instance;
  (void)context;
  (void)automaton;
  (void)error;
  couplet_outcome_set_counterexample (outcome, &counterexample);
  return TRUE;
}

/* Inputs of exact arithmetic show nothing of outputs that are snapped in floating point. */
static void
test_inputs_found_for_floating_snaps_are_dropped (void **state)
{
  static const CoupletSolver SOLVER = {.run = show_inputs};
  static const CoupletPlugin PLUGIN = {
      COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER, .name = "inputs",
      .capabilities = {.takes = COUPLET_TAKES_SNAPS}, .solver = &SOLVER};
  (void)state;
  g_autoptr (CoupletAutomaton) exact = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_autoptr (CoupletAutomaton) floating = text_automaton_floating (SVT, "q2");
  CoupletRun run = {.solvers = g_ptr_array_new_with_free_func ((GDestroyNotify)stage_free)};
  g_ptr_array_add (run.solvers, made_stage (&PLUGIN, &run.host));
  for (int snapped = 0; snapped <= 1; snapped++) {
    g_autoptr (CoupletExamination) examination =
        couplet_run_automaton (&run, snapped ? floating : exact);
    const CoupletResult *result = couplet_examination_result (examination);
    assert_int_equal (result->n_stages, 1);
    assert_true (result->stages[0].ran);
    assert_int_equal (result->stages[0].counterexample == NULL, snapped);
  }
  g_ptr_array_unref (run.solvers);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_inputs_found_for_floating_snaps_are_dropped),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
