/* SPDX-License-Identifier: Apache-2.0 */
/* An optimizer called NAME that misbehaves when it runs and, if it comes so far, has no answer. */
static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)automaton;
  (void)error;
  misbehave ();
  couplet_outcome_set_reason (outcome, "it came to its end");
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = NAME, .capabilities = {.max_thresholds = 1},
                                     .solver = &SOLVER};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
