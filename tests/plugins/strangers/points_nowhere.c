/* SPDX-License-Identifier: Apache-2.0 */
/* Its descriptor promises a table of options where there is no memory. */
#include "idle_plugin.h"
#include "misbehaviour.h"

static const CoupletSolver SOLVER = {.run = idle_run};
static CoupletPlugin plugin = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                               .name = "points-nowhere", .solver = &SOLVER, .n_options = 1};

const CoupletPlugin *const *
couplet_plugin_entry_v1 (guint *n)
{
  static const CoupletPlugin *const plugins[] = {&plugin};
  signal (SIGSEGV, SIG_DFL);
  plugin.options = GSIZE_TO_POINTER (8);
  *n = 1;
  return plugins;
}
