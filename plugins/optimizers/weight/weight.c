/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

#include "weight_evidence.h"

#include <couplet/sample.h>

/* The most that a fresh output of transition pays. */
static CoupletCost
fresh_weight (const CoupletAutomaton *automaton, CoupletUnit *unit, guint32 transition)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, transition, differences);
  CoupletCost most = 0;
  for (guint32 i = 0; i < n; i++)
    most = couplet_cost_max (
        most, couplet_fresh_cost (automaton, NULL, unit, transition, differences[i]));
  return most;
}

/* What a transition between components weighs, the most that any shift pays there whatever the
 * noise is: 2d where the input is private, d where it is public, and d_fresh for a private fresh
 * output. */
static CoupletCost
transition_weight (const CoupletAutomaton *automaton, CoupletUnit *unit, guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  guint32 number = automaton->noises[state->noise].d[0];
  CoupletCost d = number == COUPLET_NONE ? 0 : couplet_unit_cost (unit, number);
  if (state->input == COUPLET_PUBLIC)
    return d;
  return couplet_cost_add (unit, couplet_cost_add (unit, d, d),
                           fresh_weight (automaton, unit, transition));
}

/* The heaviest path from each component, sinks first; NULL when stopped. The caller
 * frees it. */
static CoupletCost *
heaviest_paths (const CoupletAutomaton *automaton, const CoupletComponents *components,
                CoupletUnit *unit, CoupletContext *context)
{
  CoupletPace pace = {.context = context};
  guint64 steps = couplet_unit_steps (unit);
  g_autofree CoupletCost *heaviest = g_new0 (CoupletCost, components->n_components);
  for (guint32 c = 0; c < components->n_components; c++)
    for (guint32 i = components->first[c]; i < components->first[c + 1]; i++) {
      guint32 q = components->members[i];
      for (guint32 t = automaton->row[q]; t < automaton->row[q + 1]; t++) {
        if (couplet_pace_over (&pace, steps))
          return NULL;
        guint32 next = components->component[automaton->target[t]];
        if (next == c)
          continue;
        CoupletCost weight =
            couplet_cost_add (unit, transition_weight (automaton, unit, t), heaviest[next]);
        heaviest[c] = couplet_cost_max (heaviest[c], weight);
      }
    }
  return g_steal_pointer (&heaviest);
}

static void
give_weight (const CoupletUnit *unit, CoupletCost weight, CoupletOutcome *outcome)
{
  if (weight == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_reason (outcome, "a draw without noise has no finite weight");
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, weight, &value);
  couplet_outcome_set_cost (outcome, &value, COUPLET_GUARANTEE_UPPER_BOUND);
}

gboolean
weight_run (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
            GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  if (unit == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  g_autoptr (CoupletComponents) components = couplet_components_new_within (automaton, context);
  g_autofree CoupletCost *heaviest =
      components != NULL ? heaviest_paths (automaton, components, unit, context) : NULL;
  if (heaviest == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  CoupletCost weight = heaviest[components->component[automaton->initial]];
  give_weight (unit, weight, outcome);
  const Weights weights = {context, automaton, components, unit, heaviest};
  if (weight != COUPLET_COST_INFINITE)
    weight_give_bound (&weights, weight, outcome);
  return TRUE;
}
