/* SPDX-License-Identifier: Apache-2.0 */
/* A decider: what never compares or outputs on a cycle, and has noise on every draw, is
 * private. The strategy that never shifts a sample keeps every order and pays for each
 * private draw, of which there are finitely many. It gives no evidence, so that outside the
 * installed folder its answer is only claimed. */
#include <couplet/solve.h>

/* Whether a run may take transition any number of times, and pays when it does. */
static gboolean
pays_for_ever (const CoupletAutomaton *a, const CoupletComponents *components, guint32 transition)
{
  return couplet_on_cycle (a, components, transition) &&
         couplet_source_state (a, transition)->input != COUPLET_PUBLIC &&
         (!couplet_guard_is_true (couplet_guard_of (a, transition)) ||
          couplet_assignment_of (a, transition)->n_thresholds > 0 ||
          couplet_output_of (a, transition)->kind != COUPLET_SYMBOL);
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  (void)context;
  (void)error;
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    if (pays_for_ever (automaton, components, t)) {
      g_autofree char *where = couplet_transition_to_string (automaton, t);
      couplet_outcome_set_reason (outcome, "it may not end: %s", where);
      return TRUE; /* nothing found */
    }
  couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_DECIDER,
    .name = "ending",
    .version = "1.0",
    .summary = "private if no cycle draws anything",
    .capabilities = {.takes = COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED},
    .solver = &SOLVER,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
