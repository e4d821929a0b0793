/* SPDX-License-Identifier: Apache-2.0 */
/* Asking for the version of its library ends the process. */
#include "idle_plugin.h"
#include "misbehaviour.h"

static char *
version (void)
{
  crash ();
  return NULL;
}

static const CoupletLibrary LIBRARIES[] = {{"Library", version}};
static const CoupletSolver SOLVER = {.run = idle_run};
static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER, .name = "crashes-in-version",
    .solver = &SOLVER,     .libraries = LIBRARIES,         .n_libraries = G_N_ELEMENTS (LIBRARIES)};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
