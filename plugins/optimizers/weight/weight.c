/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

#include "bound.h"

#include <couplet/internal/step.h>

/* What a transition between components weighs, the most that any shift pays there whatever the
 * noise is: 2d where the input is private, d where it is public, and the most that a private fresh
 * output pays. */
static CoupletCost
transition_weight (const CoupletAutomaton *automaton, CoupletUnit *unit, guint32 transition)
{
  const CoupletState *state = couplet_source_state (automaton, transition);
  guint32 number = automaton->noises[state->noise].d[0];
  CoupletCost d = number == COUPLET_NONE ? 0 : couplet_unit_cost (unit, number), fresh = 0;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  if (state->input == COUPLET_PUBLIC)
    return d;
  guint32 n = couplet_differences (automaton, transition, differences);
  for (guint32 i = 0; i < n; i++)
    fresh = couplet_cost_max (
        fresh, couplet_fresh_cost (automaton, NULL, unit, transition, differences[i]));
  return couplet_cost_add (unit, couplet_cost_add (unit, d, d), fresh);
}

/* The heaviest path from each component, sinks first; NULL when stopped. The caller
 * frees it. */
static CoupletCost *
heaviest_paths (const CoupletAutomaton *a, const CoupletComponents *components, CoupletUnit *unit,
                CoupletContext *context)
{
  CoupletPace pace = {.context = context};
  guint64 steps = couplet_unit_steps (unit);
  g_autofree CoupletCost *heaviest = g_new0 (CoupletCost, components->n_components);
  for (guint32 i = 0; i < components->first[components->n_components]; i++) {
    guint32 q = components->members[i], c = components->component[q];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint32 next = components->component[a->target[t]];
      if (couplet_pace_over (&pace, steps))
        return NULL;
      if (next != c)
        heaviest[c] = couplet_cost_max (
            heaviest[c], couplet_cost_add (unit, transition_weight (a, unit, t), heaviest[next]));
    }
  }
  return g_steal_pointer (&heaviest);
}

/* ---- Evidence: `bound` -------------------------------------------------------------------- */

/* Of the pace, where numbers are of a few words. */
#define STEPS_PER_TRANSITION 16

/* A state, and shifts that some walk to it leaves possible. */
typedef struct {
  guint32 state;
  CoupletShifts shifts;
} Place;

typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const CoupletCost *heaviest; /* per component: the weight of the heaviest path from it */
  CoupletCost weight;          /* of all */
  guint8 *left;                /* per state: bit s when some walk to it leaves the shifts s */
  GArray *places;              /* Place, as they were found */
  gboolean stuck;              /* some walk leaves no shift */
  CoupletPace pace;
} Weights;

static void
add_place (Weights *weights, guint32 state, CoupletShifts shifts)
{
  const Place place = {state, shifts};
  if ((weights->left[state] >> shifts & 1) != 0)
    return;
  weights->left[state] |= (guint8)(1u << shifts);
  g_array_append_val (weights->places, place);
  weights->stuck |= shifts == 0;
}

/* Goes on from place; FALSE when it is time to end. */
static gboolean
follow (Weights *weights, Place place)
{
  const CoupletAutomaton *a = weights->automaton;
  guint64 steps = STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (weights->unit);
  for (guint32 t = a->row[place.state]; t < a->row[place.state + 1]; t++) {
    CoupletStep step;
    couplet_step_load (&step, a, weights->components, weights->unit, t);
    for (guint32 i = 0; i < step.n; i++)
      add_place (weights, a->target[t], couplet_step_shifts (&step, i, place.shifts));
    if (couplet_pace_over (&weights->pace, steps))
      return FALSE;
  }
  return !weights->stuck;
}

/* FALSE when there are more than limit, some walk leaves no shift, or it is time to end. */
static gboolean
find_places (Weights *weights, gsize limit)
{
  add_place (weights, weights->automaton->initial, COUPLET_ALL_SHIFTS);
  for (guint i = 0; i < weights->places->len; i++)
    if (!follow (weights, g_array_index (weights->places, Place, i)) ||
        weights->places->len > limit)
      return FALSE;
  return TRUE;
}

/* With shifts possible, a walk may have cost what the heaviest path has left for it. */
static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const Weights *weights = data;
  CoupletCost spent = couplet_cost_subtract (
      weights->unit, weights->weight, weights->heaviest[weights->components->component[state]]);
  guint32 number = couplet_evidence_add_cost (evidence, weights->unit, spent);
  couplet_evidence_begin_entry (evidence, state);
  if (state == weights->automaton->initial) /* nothing is assigned or paid yet */
    couplet_evidence_begin_vector (evidence);
  else
    for (guint32 shifts = 1; shifts <= COUPLET_ALL_SHIFTS; shifts++) {
      guint32 values[3];
      for (guint32 x = 0; x < 3; x++)
        values[x] = (shifts >> x & 1) != 0 ? number : COUPLET_NUMBER_INFINITE;
      if ((weights->left[state] >> shifts & 1) != 0)
        bound_add_vector (evidence, values);
    }
}

/* Adds it to outcome, unless none is wanted or some walk leaves no shifts; says that it is left
 * out when it is too large. cost: the weight. */
static void
give_bound (Weights *weights, const CoupletRational *cost, CoupletOutcome *outcome)
{
  const BoundSource source = {
      weights->context, weights->automaton, weights->components, weights->unit, weights, add_entry};
  guint32 n_states = weights->components->first[weights->components->n_components];
  gsize limit =
      couplet_context_evidence_limit (weights->context) / couplet_unit_steps (weights->unit);
  if (couplet_context_evidence_limit (weights->context) == 0)
    return;
  g_autofree guint8 *left = g_new0 (guint8, weights->automaton->n_states);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  weights->left = left;
  weights->places = places;
  gboolean fits = n_states <= limit && find_places (weights, limit);
  if (!weights->stuck)
    bound_give (outcome, fits ? bound_new (&source, cost) : NULL, weights->unit,
                MAX (places->len, n_states));
}

static void
give_weight (Weights *weights, CoupletOutcome *outcome)
{
  if (weights->weight == COUPLET_COST_INFINITE) {
    couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_reason (outcome, "a draw without noise has no finite weight");
    return;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (weights->unit, weights->weight, &value);
  couplet_outcome_set_cost (outcome, &value, COUPLET_GUARANTEE_UPPER_BOUND);
  give_bound (weights, &value, outcome);
}

gboolean
weight_run (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
            GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  g_autofree CoupletCost *heaviest =
      components != NULL ? heaviest_paths (automaton, components, unit, context) : NULL;
  if (heaviest == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  Weights weights = {.context = context,
                     .automaton = automaton,
                     .components = components,
                     .unit = unit,
                     .heaviest = heaviest,
                     .weight = heaviest[components->component[automaton->initial]],
                     .pace = {.context = context, .late = TRUE}};
  give_weight (&weights, outcome);
  return TRUE;
}
