/* SPDX-License-Identifier: Apache-2.0 */
#include "potentials.h"

#include <couplet/internal/large.h>

/* Steps of the pace, with costs of a machine word. */
#define STEPS_PER_TRANSITION 8
/* A component settles in so many sweeps, or is given up as having no bound. */
#define MOST_SWEEPS 5

typedef struct {
  Potential potential;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletPace *pace;
  guint64 steps;        /* of the pace, for each transition */
  CoupletVector *bound; /* per state */
} Sweep;

void
cost_before_step (const CoupletStep *step, guint32 i, CoupletUnit *unit, const CoupletVector *after,
                  CoupletVector *before)
{
  CoupletCost sum[3];
  for (int y = 0; y < 3; y++)
    sum[y] = couplet_cost_add (unit, step->pay[i][y], after->at[y]);
  for (int x = -1; x <= 1; x++) {
    before->at[x + 1] = COUPLET_COST_INFINITE;
    for (int y = -1; y <= 1; y++)
      if (couplet_step_links (step, x, y))
        before->at[x + 1] = couplet_cost_min (before->at[x + 1], sum[y + 1]);
  }
}

/* Makes *bound at least to, shift by shift; TRUE when it became larger. */
static gboolean
raise_bound (CoupletVector *bound, const CoupletVector *to)
{
  gboolean raised = !couplet_vector_below (to, bound);
  for (int x = 0; x < 3; x++)
    bound->at[x] = couplet_cost_max (bound->at[x], to->at[x]);
  return raised;
}

/* Raises the bound at one end of transition to what the other one asks for. */
static gboolean
raise_by (Sweep *sweep, guint32 transition)
{
  CoupletStep step;
  CoupletVector *source = &sweep->bound[sweep->automaton->source[transition]];
  CoupletVector *target = &sweep->bound[sweep->automaton->target[transition]];
  gboolean raised = FALSE;
  couplet_step_load (&step, sweep->automaton, sweep->components, sweep->unit, transition);
  for (guint32 i = 0; i < step.n; i++) {
    CoupletVector asked;
    if (sweep->potential == COST_SO_FAR)
      couplet_step_apply (&step, i, sweep->unit, source, &asked);
    else
      cost_before_step (&step, i, sweep->unit, target, &asked);
    raised |= raise_bound (sweep->potential == COST_SO_FAR ? target : source, &asked);
  }
  return raised;
}

/* Takes every transition that leaves a state of component once. TRUE when that raised a bound. Ends
 * early when the pace is over. */
static gboolean
sweep_component (Sweep *sweep, guint32 component)
{
  const CoupletAutomaton *a = sweep->automaton;
  const CoupletComponents *components = sweep->components;
  gboolean raised = FALSE;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
    guint32 q = components->members[m];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      if (couplet_pace_over (sweep->pace, sweep->steps))
        return FALSE;
      raised |= raise_by (sweep, t);
    }
  }
  return raised;
}

static gboolean
assigns_inside (const Sweep *sweep, guint32 component)
{
  const CoupletAutomaton *a = sweep->automaton;
  const CoupletComponents *components = sweep->components;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
    guint32 q = components->members[m];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0 && components->component[a->target[t]] == component)
        return TRUE;
  }
  return FALSE;
}

static void
set_all (Sweep *sweep, guint32 component, const CoupletVector *bound)
{
  const CoupletComponents *components = sweep->components;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++)
    sweep->bound[components->members[m]] = *bound;
}

/* Without assignments inside, all states of a component have the same cost to go: the greatest,
 * since walking on a cycle costs nothing. */
static void
level (Sweep *sweep, guint32 component)
{
  const CoupletComponents *components = sweep->components;
  CoupletVector greatest = {{0, 0, 0}};
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++)
    raise_bound (&greatest, &sweep->bound[components->members[m]]);
  set_all (sweep, component, &greatest);
}

static void
settle (Sweep *sweep, guint32 component)
{
  static const CoupletVector unknown = {
      {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE}};
  gboolean raised = sweep_component (sweep, component);
  if (sweep->potential == COST_TO_GO && !assigns_inside (sweep, component)) {
    level (sweep, component);
    return;
  }
  for (guint i = 1; raised && i < MOST_SWEEPS; i++)
    raised = sweep_component (sweep, component);
  if (!raised)
    return;
  set_all (sweep, component, &unknown);
  if (sweep->potential == COST_SO_FAR)
    sweep_component (sweep, component);
}

CoupletVector *
find_potentials (Potential potential, const CoupletAutomaton *automaton,
                 const CoupletComponents *components, CoupletUnit *unit, CoupletPace *pace)
{
  g_autofree CoupletVector *bound = couplet_large_new0 (CoupletVector, automaton->n_states);
  guint32 n = components->n_components;
  Sweep sweep = {potential, automaton, components,
                 unit,      pace,      STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (unit),
                 bound};
  for (guint32 c = 0; c < n && !couplet_pace_over (pace, 0); c++)
    settle (&sweep, potential == COST_SO_FAR ? n - 1 - c : c); /* what comes last first, or last */
  return couplet_pace_over (pace, 0) ? NULL : g_steal_pointer (&bound);
}
