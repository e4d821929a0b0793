/* SPDX-License-Identifier: Apache-2.0 */
#include "interface_sizes.h"

#include <couplet/plugin.h>

/* A new minor version is a new row; the row before it then names the first new field of each
 * structure that grows. */
static const InterfaceSizes SIZES[] = {
    {
        .plugin = G_STRUCT_OFFSET (CoupletPlugin, restate),
        .frontend = sizeof (CoupletFrontend),
        .solver = G_STRUCT_OFFSET (CoupletSolver, run_linear),
        .report = sizeof (CoupletReport),
        .option = sizeof (CoupletOption),
        .noise = sizeof (CoupletNoiseSpec),
        .state = G_STRUCT_OFFSET (CoupletStateSpec, noise),
        .transition = sizeof (CoupletTransitionSpec),
        .counterexample = G_STRUCT_OFFSET (CoupletCounterexample, pairs),
        .stage = G_STRUCT_OFFSET (CoupletStageResult, has_least),
        .statistic = sizeof (CoupletStatistic),
        .diagnostic = sizeof (CoupletDiagnostic),
    },
    {
        .plugin = sizeof (CoupletPlugin),
        .frontend = sizeof (CoupletFrontend),
        .solver = sizeof (CoupletSolver),
        .report = sizeof (CoupletReport),
        .option = sizeof (CoupletOption),
        .noise = sizeof (CoupletNoiseSpec),
        .state = sizeof (CoupletStateSpec),
        .transition = sizeof (CoupletTransitionSpec),
        .counterexample = sizeof (CoupletCounterexample),
        .stage = sizeof (CoupletStageResult),
        .statistic = sizeof (CoupletStatistic),
        .diagnostic = sizeof (CoupletDiagnostic),
    },
};

G_STATIC_ASSERT (G_N_ELEMENTS (SIZES) == COUPLET_PLUGIN_ABI_MINOR + 1);

const InterfaceSizes *
interface_sizes (guint minor)
{
  g_return_val_if_fail (minor < G_N_ELEMENTS (SIZES), NULL);
  return &SIZES[minor];
}
