/* SPDX-License-Identifier: Apache-2.0 */
/* An optimizer that is called like the one which `refute` asks, and makes up its inputs. */
#include "misbehaviour.h"

#include <couplet/host/counterexample.h>

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)error;
  const CoupletCounterexampleStep step = {
      .transition = automaton->row[automaton->initial], .input = "1", .adjacent = "2"};
  const CoupletCounterexample made_up = {.epsilon = "1",
                                         .claim = "100",
                                         .probability = "1",
                                         .adjacent_probability = "0",
                                         .loss = "1000",
                                         .refutes = TRUE,
                                         .steps = &step,
                                         .n_steps = 1};
  couplet_outcome_set_counterexample (outcome, &made_up);
  return TRUE;
}

static const CoupletOption OPTIONS[] = {
    {"claim", COUPLET_OPTION_RATIONAL, "0", 0, 0, NULL, "what is refuted"},
    {"epsilon", COUPLET_OPTION_RATIONAL, "1", 0, 0, NULL, "at which epsilon"},
    {"within", COUPLET_OPTION_STRING, "", 0, 0, NULL, "where the inputs lie"},
    {"turns", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL, "whether turns are counted"},
};
static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "probe",       .capabilities = {.max_thresholds = 1},
                                     .options = OPTIONS,    .n_options = G_N_ELEMENTS (OPTIONS),
                                     .solver = &SOLVER};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
