/* SPDX-License-Identifier: Apache-2.0 */
#include "state_bounds.h"

#include <couplet/large.h>

/* Steps of the pace, with costs of a machine word. */
#define STEPS_PER_TRANSITION 8

void
state_bounds_init (StateBounds *bounds, const CoupletAutomaton *automaton,
                   const CoupletComponents *components, CoupletUnit *unit, CoupletPace *pace)
{
  *bounds = (StateBounds){.automaton = automaton,
                          .components = components,
                          .unit = unit,
                          .pace = pace,
                          .steps = STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (unit),
                          .bound = couplet_large_new0 (CoupletVector, automaton->n_states)};
}

gboolean
state_bounds_raise (CoupletVector *bound, const CoupletVector *to)
{
  gboolean raised = FALSE;
  for (int x = 0; x < 3; x++)
    if (couplet_cost_compare (to->at[x], bound->at[x]) > 0) {
      bound->at[x] = to->at[x];
      raised = TRUE;
    }
  return raised;
}

gboolean
state_bounds_sweep (StateBounds *bounds, guint32 component, StateBoundsRaise raise)
{
  const CoupletAutomaton *a = bounds->automaton;
  const CoupletComponents *components = bounds->components;
  gboolean raised = FALSE;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
    guint32 q = components->members[m];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      if (couplet_pace_over (bounds->pace, bounds->steps))
        return FALSE;
      raised |= raise (bounds, t);
    }
  }
  return raised;
}

void
state_bounds_give_up (StateBounds *bounds, guint32 component)
{
  const CoupletComponents *components = bounds->components;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++)
    for (int x = 0; x < 3; x++)
      bounds->bound[components->members[m]].at[x] = COUPLET_COST_INFINITE;
}

CoupletVector *
state_bounds_finish (StateBounds *bounds)
{
  if (couplet_pace_over (bounds->pace, 0))
    g_clear_pointer (&bounds->bound, g_free);
  return g_steal_pointer (&bounds->bound);
}
