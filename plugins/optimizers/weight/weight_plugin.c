/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return couplet_weight_run (context, automaton, outcome, error);
}

static const CoupletSolver SOLVER = {sizeof (CoupletSolver), NULL, run, NULL};

static const CoupletPlugin PLUGIN = {
    .struct_size = sizeof (CoupletPlugin),
    .abi_major = COUPLET_PLUGIN_ABI_MAJOR,
    .abi_minor = COUPLET_PLUGIN_ABI_MINOR,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "weight",
    .version = "1.0",
    .summary = "quick upper bound: the heaviest path through the components",
    .capabilities = {COUPLET_TAKES_NO_NOISE | COUPLET_NEEDS_PRIVATE, 1},
    .solver = &SOLVER,
};

const CoupletPlugin *const *
couplet_plugin_entry_v1 (guint *n)
{
  static const CoupletPlugin *const plugins[] = {&PLUGIN};
  *n = G_N_ELEMENTS (plugins);
  return plugins;
}
