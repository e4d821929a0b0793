/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

#include <couplet/internal/plugin.h>

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return weight_run (context, automaton, outcome, error);
}

static const CoupletSolver SOLVER = {.run = run};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "weight",
    .version = "1.0",
    .summary = "quick upper bound: the heaviest path through the components",
    .capabilities = {.answers = COUPLET_NEEDS_PRIVATE,
                     .max_thresholds = 1,
                     .takes = COUPLET_TAKES_ALL_DRAWS},
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
