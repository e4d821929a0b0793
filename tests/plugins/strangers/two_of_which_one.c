/* SPDX-License-Identifier: Apache-2.0 */
/* Two optimizers in a file, one of which has no functions. */
#include "misbehaviour.h"

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)automaton;
  (void)error;
  couplet_outcome_set_reason (outcome, "it looked for nothing");
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin WHOLE = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                    .name = "whole", .solver = &SOLVER};
static const CoupletPlugin HALF = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                   .name = "half"};
COUPLET_PLUGIN_ENTRY (&WHOLE, &HALF)
