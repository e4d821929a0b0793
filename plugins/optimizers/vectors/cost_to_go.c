/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_to_go.h"

/* A component with assignments on its cycles settles in so many sweeps, or is
 * given up as having no bound. */
#define MAX_SWEEPS 4

/* Steps of the pace, with costs of a machine word. */
#define STEPS_PER_TRANSITION 8

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletVector *bound;
  CoupletPace *pace;
  guint64 steps; /* of the pace, for each transition */
} CostToGo;

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

/* Raises *bound to what transition with the bound after of its target asks for. */
static gboolean
raise_bound (CostToGo *work, guint32 transition, CoupletVector *bound)
{
  CoupletStep step;
  couplet_step_load (&step, work->automaton, work->components, work->unit, transition);
  const CoupletVector *after = &work->bound[work->automaton->target[transition]];
  gboolean raised = FALSE;
  for (guint32 i = 0; i < step.n; i++) {
    CoupletVector before;
    cost_before_step (&step, i, work->unit, after, &before);
    for (int x = 0; x < 3; x++)
      if (couplet_cost_compare (before.at[x], bound->at[x]) > 0) {
        bound->at[x] = before.at[x];
        raised = TRUE;
      }
  }
  return raised;
}

/* Raises the bounds of all states of the component once. Sets *assigns when a
 * transition inside it assigns. */
static gboolean
sweep (CostToGo *work, guint32 component, gboolean *assigns)
{
  const CoupletAutomaton *a = work->automaton;
  gboolean raised = FALSE;
  for (guint32 i = work->components->first[component]; i < work->components->first[component + 1];
       i++) {
    guint32 q = work->components->members[i];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      if (couplet_pace_over (work->pace, work->steps))
        return FALSE;
      raised |= raise_bound (work, t, &work->bound[q]);
      *assigns |= a->assignment[t] != 0 && work->components->component[a->target[t]] == component;
    }
  }
  return raised;
}

/* Without assignments inside, all states of a component have the same bound:
 * the greatest, since walking on a cycle costs nothing. */
static void
level (CostToGo *work, guint32 component)
{
  guint32 begin = work->components->first[component], end = work->components->first[component + 1];
  CoupletVector greatest = {{0, 0, 0}};
  for (guint32 i = begin; i < end; i++)
    for (int x = 0; x < 3; x++)
      greatest.at[x] =
          couplet_cost_max (greatest.at[x], work->bound[work->components->members[i]].at[x]);
  for (guint32 i = begin; i < end; i++)
    work->bound[work->components->members[i]] = greatest;
}

static void
give_up (CostToGo *work, guint32 component)
{
  for (guint32 i = work->components->first[component]; i < work->components->first[component + 1];
       i++)
    for (int x = 0; x < 3; x++)
      work->bound[work->components->members[i]].at[x] = COUPLET_COST_INFINITE;
}

static void
settle (CostToGo *work, guint32 component)
{
  gboolean assigns = FALSE;
  gboolean raised = sweep (work, component, &assigns);
  if (!assigns) {
    level (work, component);
    return;
  }
  for (guint i = 1; raised && i < MAX_SWEEPS; i++)
    raised = sweep (work, component, &assigns);
  if (raised)
    give_up (work, component);
}

CoupletVector *
find_cost_to_go (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 CoupletUnit *unit, CoupletPace *pace)
{
  g_autofree CoupletVector *bound = g_new0 (CoupletVector, automaton->n_states);
  CostToGo work = {automaton, components,
                   unit,      bound,
                   pace,      STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (unit)};
  for (guint32 c = 0; c < components->n_components && !couplet_pace_over (pace, 0); c++)
    settle (&work, c);
  return couplet_pace_over (pace, 0) ? NULL : g_steal_pointer (&bound);
}
