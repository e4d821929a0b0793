/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return weight_run (context, automaton, outcome, error);
}

static const CoupletSolver SOLVER = {sizeof (CoupletSolver), NULL, run, NULL};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "weight",
    .version = "1.0",
    .summary = "quick upper bound: the heaviest path through the components",
    .capabilities = {COUPLET_TAKES_NO_NOISE | COUPLET_TAKES_DIFFERENCES | COUPLET_TAKES_GAPS |
                         COUPLET_TAKES_DISCRETE | COUPLET_TAKES_EXPONENTIAL | COUPLET_TAKES_SNAPS |
                         COUPLET_NEEDS_PRIVATE,
                     1},
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
