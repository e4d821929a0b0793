/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_to_go.h"

#include "state_bounds.h"

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

/* Raises the bound at transition's source to what it asks for with the bound of its target. */
static gboolean
raise_source (StateBounds *bounds, guint32 transition)
{
  CoupletStep step;
  const CoupletAutomaton *a = bounds->automaton;
  const CoupletVector *after = &bounds->bound[a->target[transition]];
  gboolean raised = FALSE;
  couplet_step_load (&step, a, bounds->components, bounds->unit, transition);
  for (guint32 i = 0; i < step.n; i++) {
    CoupletVector before;
    cost_before_step (&step, i, bounds->unit, after, &before);
    raised |= state_bounds_raise (&bounds->bound[a->source[transition]], &before);
  }
  return raised;
}

/* Whether a transition inside component assigns. */
static gboolean
assigns (const StateBounds *bounds, guint32 component)
{
  const CoupletAutomaton *a = bounds->automaton;
  const CoupletComponents *components = bounds->components;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
    guint32 q = components->members[m];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] != 0 && components->component[a->target[t]] == component)
        return TRUE;
  }
  return FALSE;
}

/* Without assignments inside, all states of a component have the same bound:
 * the greatest, since walking on a cycle costs nothing. */
static void
level (StateBounds *bounds, guint32 component)
{
  guint32 begin = bounds->components->first[component];
  guint32 end = bounds->components->first[component + 1];
  const guint32 *members = bounds->components->members;
  CoupletVector greatest = {{0, 0, 0}};
  for (guint32 m = begin; m < end; m++)
    state_bounds_raise (&greatest, &bounds->bound[members[m]]);
  for (guint32 m = begin; m < end; m++)
    bounds->bound[members[m]] = greatest;
}

static void
settle (StateBounds *bounds, guint32 component)
{
  gboolean raised = state_bounds_sweep (bounds, component, raise_source);
  if (!assigns (bounds, component)) {
    level (bounds, component);
    return;
  }
  for (guint i = 1; raised && i < STATE_BOUNDS_SWEEPS; i++)
    raised = state_bounds_sweep (bounds, component, raise_source);
  if (raised)
    state_bounds_give_up (bounds, component);
}

CoupletVector *
find_cost_to_go (const CoupletAutomaton *automaton, const CoupletComponents *components,
                 CoupletUnit *unit, CoupletPace *pace)
{
  StateBounds bounds;
  state_bounds_init (&bounds, automaton, components, unit, pace);
  for (guint32 c = 0; c < components->n_components && !couplet_pace_over (pace, 0); c++)
    settle (&bounds, c);
  return state_bounds_finish (&bounds);
}
