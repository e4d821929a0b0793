/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_decide.h"

#include "basic.h"

#include <couplet/internal/plugin.h>

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)error;
  graph_decide (context, automaton, outcome);
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run};

const CoupletPlugin DECIDER_GRAPH = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_DECIDER,
    .name = "graph",
    .version = "1.0",
    .summary = "decides by the structure of the graph, in linear time",
    .capabilities = {.answers = COUPLET_COMPLETE, .takes = COUPLET_TAKES_ALL_AUTOMATA},
    .solver = &SOLVER,
};
