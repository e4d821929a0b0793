/* SPDX-License-Identifier: Apache-2.0 */
#include "weight.h"

#include "bound.h"

#include <couplet/sample.h>
#include <couplet/step.h>

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

/* ---- Evidence ---- */

/* Of the pace, where numbers are of a few words. */
#define STEPS_PER_TRANSITION 16
#define STEPS_PER_VECTOR 100

/* Sets of shifts that walks leave possible: bit x + 1 stands for x. */
typedef struct {
  const Weights *weights;
  guint8 *left;   /* per state: bit s when some walk to it leaves the set s */
  GArray *places; /* Place: still to be gone on from */
  gsize n, limit; /* sets of all states */
  gboolean stuck; /* some walk leaves no shift */
  CoupletPace pace;
} PlaceSearch;

typedef struct {
  guint32 state, shifts;
} Place;

static void
add_place (PlaceSearch *work, guint32 state, guint32 shifts)
{
  if ((work->left[state] >> shifts & 1) != 0)
    return;
  const Place place = {state, shifts};
  work->left[state] |= (guint8)(1u << shifts);
  g_array_append_val (work->places, place);
  work->n++;
  work->stuck |= shifts == 0;
}

/* Goes on from place; FALSE when it is time to end. */
static gboolean
follow (PlaceSearch *work, Place place)
{
  const CoupletAutomaton *a = work->weights->automaton;
  guint64 steps = STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (work->weights->unit);
  for (guint32 t = a->row[place.state]; t < a->row[place.state + 1]; t++) {
    CoupletStep step;
    couplet_step_load (&step, a, work->weights->components, work->weights->unit, t);
    for (guint32 i = 0; i < step.n; i++)
      add_place (work, a->target[t], couplet_step_shifts (&step, i, (CoupletShifts)place.shifts));
    if (couplet_pace_over (&work->pace, steps))
      return FALSE;
  }
  return !work->stuck && work->n <= work->limit;
}

static gboolean
find_places (PlaceSearch *work)
{
  gboolean goes_on = TRUE;
  add_place (work, work->weights->automaton->initial, COUPLET_ALL_SHIFTS);
  while (goes_on && work->places->len > 0) {
    Place place = g_array_index (work->places, Place, work->places->len - 1);
    g_array_set_size (work->places, work->places->len - 1);
    goes_on = follow (work, place);
  }
  return goes_on;
}

/* The bound: with shifts possible, a walk may have cost what the heaviest path has left for it. */
typedef struct {
  const PlaceSearch *search;
  CoupletCost weight;
} Bound;

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  (void)data;
  (void)state;
  return STEPS_PER_VECTOR;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const Bound *bound = data;
  const Weights *weights = bound->search->weights;
  CoupletCost spent = couplet_cost_subtract (
      weights->unit, bound->weight, weights->heaviest[weights->components->component[state]]);
  guint32 number = couplet_evidence_add_cost (evidence, weights->unit, spent);
  couplet_evidence_begin_entry (evidence, state);
  if (state == weights->automaton->initial) /* nothing is assigned or paid yet */
    couplet_evidence_begin_vector (evidence);
  else
    for (guint32 shifts = 1; shifts <= COUPLET_ALL_SHIFTS; shifts++) {
      guint32 values[3];
      for (guint32 x = 0; x < 3; x++)
        values[x] = (shifts >> x & 1) != 0 ? number : COUPLET_NUMBER_INFINITE;
      if ((bound->search->left[state] >> shifts & 1) != 0)
        bound_add_vector (evidence, values);
    }
}

/* NULL when it is time to end. */
static CoupletEvidence *
write_bound (const PlaceSearch *search, CoupletCost weight)
{
  const Weights *weights = search->weights;
  const Bound bound = {search, weight};
  const BoundSource source = {
      weights->context, weights->automaton, weights->components, weights->unit, &bound,
      steps_of_entry,   add_entry};
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (weights->unit, weight, &cost);
  return bound_new (&source, &cost);
}

void
weight_give_bound (const Weights *weights, CoupletCost weight, CoupletOutcome *outcome)
{
  guint32 n_states = weights->components->first[weights->components->n_components];
  gsize limit =
      couplet_context_evidence_limit (weights->context) / couplet_unit_steps (weights->unit);
  if (couplet_context_evidence_limit (weights->context) == 0)
    return;
  if (n_states > limit) {
    bound_give (outcome, NULL, weights->unit, n_states);
    return;
  }
  g_autofree guint8 *left = g_new0 (guint8, weights->automaton->n_states);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  PlaceSearch search = {
      weights, left, places, 0, limit, FALSE, {.context = weights->context, .late = TRUE}};
  CoupletEvidence *evidence = find_places (&search) ? write_bound (&search, weight) : NULL;
  if (!search.stuck)
    bound_give (outcome, evidence, weights->unit, MAX (search.n, n_states));
}
