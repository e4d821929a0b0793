/* SPDX-License-Identifier: Apache-2.0 */
/* A decider in C++: a mechanism whose inputs are all public is private. */
#include <couplet/plugin.h>

#include <algorithm>

namespace
{

gboolean
run (gpointer, CoupletContext *, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
     GError **)
{
  const CoupletState *end = automaton->states + automaton->n_states;
  const CoupletState *found = std::find_if (automaton->states, end, [] (const CoupletState &state) {
    return state.input != COUPLET_PUBLIC;
  });
  if (found == end)
    couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  else
    couplet_outcome_set_reason (outcome, "state '%s' reads a private input", found->name);
  return TRUE;
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
  plugin.kind = COUPLET_KIND_DECIDER;
  plugin.name = "silent";
  plugin.version = "1.0";
  plugin.summary = "private if nothing private is read";
  plugin.capabilities.takes = COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED;
  plugin.solver = &SOLVER;
  return plugin;
}

const CoupletPlugin PLUGIN = describe ();

} // namespace

COUPLET_PLUGIN_ENTRY (&PLUGIN)
