/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_decide.h"

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)error;
  graph_decide (context, automaton, outcome);
  return TRUE;
}

static const CoupletSolver SOLVER = {sizeof (CoupletSolver), NULL, run, NULL};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_DECIDER,
    .name = "graph",
    .version = "1.0",
    .summary = "decides by the structure of the graph, in linear time",
    .capabilities = {COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED | COUPLET_TAKES_NO_NOISE |
                         COUPLET_TAKES_DIFFERENCES | COUPLET_TAKES_GAPS | COUPLET_TAKES_DISCRETE |
                         COUPLET_TAKES_EXPONENTIAL | COUPLET_TAKES_SNAPS | COUPLET_COMPLETE,
                     0},
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
