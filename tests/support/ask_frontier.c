/* SPDX-License-Identifier: Apache-2.0 */
#include "ask_frontier.h"

#include <couplet/host.h>

#include "unit.h"

CoupletOutcome *
ask_frontier (const CoupletAutomaton *automaton, const FrontierOptions *options,
              gsize evidence_limit)
{
  static const CoupletPlugin plugin = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
  const CoupletHost host = {.evidence_limit = evidence_limit};
  g_autoptr (CoupletContext) context = couplet_context_new (&plugin, NULL, &host, "test");
  CoupletOutcome *outcome = couplet_outcome_new ("test", &plugin);
  couplet_context_start (context, 0);
  assert_true (frontier_run (context, automaton, options, outcome, NULL));
  return outcome;
}
