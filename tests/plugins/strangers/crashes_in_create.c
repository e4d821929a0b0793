/* SPDX-License-Identifier: Apache-2.0 */
/* It cannot be set up. */
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

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)automaton;
  (void)outcome;
  (void)error;
  return TRUE;
}

static const CoupletSolver SOLVER = {sizeof (CoupletSolver), create, run, NULL};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "crashes-in-create", .solver = &SOLVER};
COUPLET_PLUGIN_ENTRY (&PLUGIN)
