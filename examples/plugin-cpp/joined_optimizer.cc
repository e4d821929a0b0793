/* SPDX-License-Identifier: Apache-2.0 */
/* An optimizer in C++: at each state one vector, the greatest of all that walks lead to there. */
#include <couplet/evidence.h>

namespace
{

void
done (gpointer, CoupletVectors *vectors, CoupletCost *const *at, CoupletOutcome *outcome)
{
  guint64 entries = 0;
  const CoupletAutomaton *automaton = couplet_vectors_automaton (vectors);
  for (guint32 q = 0; q < automaton->n_states; q++)
    entries += at[q] != nullptr ? couplet_vectors_size (vectors, q) : 0;
  couplet_outcome_set_statistic (outcome, "entries", entries);
}

gboolean
run (gpointer, CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
     GError **error)
{
  CoupletVectorMethod method = {};
  method.done = done;
  return couplet_run_vectors (&method, nullptr, context, automaton, outcome, error);
}

CoupletSolver
functions ()
{
  CoupletSolver solver = {};
  solver.run = run;
  return solver;
}

const CoupletSolver SOLVER = functions ();

/* The descriptor: designated initializers come with C++20 only. */
CoupletPlugin
describe ()
{
  CoupletPlugin plugin = {};
  plugin.abi_major = COUPLET_PLUGIN_ABI_MAJOR;
  plugin.abi_minor = COUPLET_PLUGIN_ABI_MINOR;
  plugin.kind = COUPLET_KIND_OPTIMIZER;
  plugin.name = "joined";
  plugin.version = "1.0";
  plugin.summary = "an upper bound: one vector at each state";
  plugin.capabilities.takes = COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED;
  plugin.solver = &SOLVER;
  return plugin;
}

const CoupletPlugin PLUGIN = describe ();

} // namespace

COUPLET_PLUGIN_ENTRY (&PLUGIN)
