/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_so_far.h"

#include "state_bounds.h"

/* Raises the bound at transition's target to what comes there from its source. */
static gboolean
raise_target (StateBounds *bounds, guint32 transition)
{
  CoupletStep step;
  const CoupletAutomaton *a = bounds->automaton;
  gboolean raised = FALSE;
  couplet_step_load (&step, a, bounds->components, bounds->unit, transition);
  for (guint32 i = 0; i < step.n; i++) {
    CoupletVector after;
    couplet_step_apply (&step, i, bounds->unit, &bounds->bound[a->source[transition]], &after);
    raised |= state_bounds_raise (&bounds->bound[a->target[transition]], &after);
  }
  return raised;
}

static gboolean
raise_inside (StateBounds *bounds, guint32 transition)
{
  return couplet_on_cycle (bounds->automaton, bounds->components, transition) &&
         raise_target (bounds, transition);
}

static gboolean
raise_outside (StateBounds *bounds, guint32 transition)
{
  return !couplet_on_cycle (bounds->automaton, bounds->components, transition) &&
         raise_target (bounds, transition);
}

CoupletVector *
find_cost_so_far (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  CoupletUnit *unit, CoupletPace *pace)
{
  StateBounds bounds;
  state_bounds_init (&bounds, automaton, components, unit, pace);
  for (guint32 c = components->n_components; c-- > 0 && !couplet_pace_over (pace, 0);) {
    gboolean raised = TRUE;
    for (guint i = 0; raised && i < STATE_BOUNDS_SWEEPS; i++)
      raised = state_bounds_sweep (&bounds, c, raise_inside);
    if (raised)
      state_bounds_give_up (&bounds, c);
    state_bounds_sweep (&bounds, c, raise_outside);
  }
  return state_bounds_finish (&bounds);
}
