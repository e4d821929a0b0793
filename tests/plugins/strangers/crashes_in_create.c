/* SPDX-License-Identifier: Apache-2.0 */
/* It cannot be set up. */
#include "idle_plugin.h"
#include "misbehaviour.h"

static gboolean
create (CoupletContext *context, gpointer *instance, GError **error)
{
  (void)context;
  (void)instance;
  (void)error;
  crash ();
  return TRUE;
}

static const CoupletSolver SOLVER = {.create = create, .run = idle_run};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "crashes-in-create", .solver = &SOLVER};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
