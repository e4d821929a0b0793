/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_so_far.h"

/* A component settles in so many sweeps, or is given up as having no bound. */
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
} CostSoFar;

/* Raises the bound at transition's target to what comes there from its source. */
static gboolean
raise_target (CostSoFar *work, guint32 transition)
{
  CoupletStep step;
  const CoupletAutomaton *a = work->automaton;
  gboolean raised = FALSE;
  CoupletVector *bound = &work->bound[a->target[transition]];
  couplet_step_load (&step, a, work->components, work->unit, transition);
  for (guint32 i = 0; i < step.n; i++) {
    CoupletVector after;
    couplet_step_apply (&step, i, work->unit, &work->bound[a->source[transition]], &after);
    for (int y = 0; y < 3; y++)
      if (couplet_cost_compare (after.at[y], bound->at[y]) > 0) {
        bound->at[y] = after.at[y];
        raised = TRUE;
      }
  }
  return raised;
}

/* Takes the transitions of a component that stay inside it, or those that leave it. */
static gboolean
sweep (CostSoFar *work, guint32 component, gboolean inside)
{
  const CoupletAutomaton *a = work->automaton;
  const CoupletComponents *components = work->components;
  gboolean raised = FALSE;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++) {
    guint32 q = components->members[m];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      if (couplet_pace_over (work->pace, work->steps))
        return FALSE;
      if (couplet_on_cycle (a, components, t) == inside)
        raised |= raise_target (work, t);
    }
  }
  return raised;
}

static void
give_up (CostSoFar *work, guint32 component)
{
  const CoupletComponents *components = work->components;
  for (guint32 m = components->first[component]; m < components->first[component + 1]; m++)
    for (int x = 0; x < 3; x++)
      work->bound[components->members[m]].at[x] = COUPLET_COST_INFINITE;
}

CoupletVector *
find_cost_so_far (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  CoupletUnit *unit, CoupletPace *pace)
{
  g_autofree CoupletVector *bound = g_new0 (CoupletVector, automaton->n_states);
  CostSoFar work = {automaton, components,
                    unit,      bound,
                    pace,      STEPS_PER_TRANSITION * (guint64)couplet_unit_steps (unit)};
  for (guint32 c = components->n_components; c-- > 0 && !couplet_pace_over (pace, 0);) {
    gboolean raised = TRUE;
    for (guint i = 0; raised && i < MAX_SWEEPS; i++)
      raised = sweep (&work, c, TRUE);
    if (raised)
      give_up (&work, c);
    sweep (&work, c, FALSE);
  }
  return couplet_pace_over (pace, 0) ? NULL : g_steal_pointer (&bound);
}
