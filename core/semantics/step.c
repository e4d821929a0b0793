/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/step.h>

#include <couplet/sample.h>

/* The least cost of a comparison when the threshold's shift is x. */
static CoupletCost
comparison_cost (const CoupletSample *sample, CoupletUnit *unit, guint32 comparisons,
                 int difference, int x)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (int g = -1; g <= 1; g++)
    if (!((comparisons & COUPLET_LESS) != 0 && g > x) &&
        !((comparisons & COUPLET_GREATER_EQUAL) != 0 && g < x))
      least = couplet_cost_min (least, couplet_sample_cost (sample, unit, difference, g));
  return least;
}

/* Fills pay for a transition that does not assign: for each x the cost under
 * the D that is worst; one D is worst for every x (docs/theory.md section 3). */
static void
load_comparison (CoupletStep *step, const CoupletSample *sample, CoupletUnit *unit,
                 gboolean private)
{
  step->n = 1;
  step->difference[0] = (gint8)(!private                                           ? 0
                                : (step->comparisons & COUPLET_GREATER_EQUAL) != 0 ? -1
                                                                                   : 1);
  for (int x = -1; x <= 1; x++)
    step->pay[0][x + 1] = comparison_cost (sample, unit, step->comparisons, step->difference[0], x);
}

static void
load_assignment (CoupletStep *step, const CoupletSample *sample, CoupletUnit *unit,
                 gboolean private)
{
  step->link = step->comparisons;
  step->n = private ? 2 : 1;
  step->difference[0] = private ? -1 : 0;
  step->difference[1] = 1;
  for (guint32 i = 0; i < step->n; i++)
    for (int y = -1; y <= 1; y++)
      step->pay[i][y + 1] = couplet_sample_cost (sample, unit, step->difference[i], y);
}

static void
add_fresh_cost (CoupletStep *step, CoupletUnit *unit, CoupletCost fresh)
{
  for (guint32 i = 0; i < step->n; i++)
    for (int x = 0; x < 3; x++)
      step->pay[i][x] = couplet_cost_add (unit, step->pay[i][x], fresh);
}

void
couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                   const CoupletComponents *components, CoupletUnit *unit, guint32 transition)
{
  gboolean private = couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE;
  CoupletSample sample = {0};
  step->used = couplet_samples_load (&sample, automaton, components, unit, transition) > 0;
  step->assigns = sample.n_assigned > 0;
  step->link = 0;
  step->tight = sample.tight;
  step->outputs = sample.outputs;
  step->comparisons = sample.n_literals > 0 ? sample.literals[0].comparison : 0;
  if (step->assigns)
    load_assignment (step, &sample, unit, private);
  else if (step->used)
    load_comparison (step, &sample, unit, private);
  else {
    step->n = 1;
    step->difference[0] = private ? 1 : 0;
    for (int x = 0; x < 3; x++)
      step->pay[0][x] = 0;
  }
  if (private)
    add_fresh_cost (step, unit, couplet_fresh_cost (automaton, components, unit, transition, 1));
}

int
couplet_step_sample_shift (const CoupletStep *step, int x)
{
  int shift = step->difference[0];
  if (step->tight)
    return shift;
  if (step->outputs)
    return 0;
  if ((step->comparisons & COUPLET_LESS) != 0)
    shift = MIN (shift, x);
  if ((step->comparisons & COUPLET_GREATER_EQUAL) != 0)
    shift = MAX (shift, x);
  return shift;
}

void
couplet_step_apply (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                    const CoupletVector *before, CoupletVector *after)
{
  const CoupletCost *pay = step->pay[i];
  const CoupletCost *f = before->at;
  CoupletCost result[3];
  if (!step->assigns)
    for (int x = 0; x < 3; x++)
      result[x] = couplet_cost_add (unit, f[x], pay[x]);
  else {
    /* what may precede y: every x, the x >= y or the x <= y */
    CoupletCost upper = couplet_cost_min (f[1], f[2]), lower = couplet_cost_min (f[0], f[1]);
    CoupletCost all = couplet_cost_min (f[0], upper);
    CoupletCost from[3] = {all, all, all};
    if (step->link == COUPLET_LESS)
      from[1] = upper, from[2] = f[2];
    else if (step->link == COUPLET_GREATER_EQUAL)
      from[0] = f[0], from[1] = lower;
    for (int y = 0; y < 3; y++)
      result[y] = couplet_cost_add (unit, from[y], pay[y]);
  }
  for (int x = 0; x < 3; x++)
    after->at[x] = result[x];
}
