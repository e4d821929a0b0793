/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/step.h>

#include <couplet/sample.h>

/* Fills row i, for step->difference[i]. */
static void
load_row (CoupletStep *step, guint32 i, const CoupletSample *sample, guint32 comparisons,
          CoupletUnit *unit)
{
  for (int y = -1; y <= 1; y++) {
    int cheapest = 0;
    int fee = couplet_sample_least_fee (
        sample, step->difference[i],
        step->assigns ? couplet_shift (y) : couplet_shifts_beside (comparisons, y), &cheapest);
    step->pay[i][y + 1] = couplet_cost_of_fee (unit, fee, sample->d);
    step->shift[i][y + 1] = (gint8)cheapest;
  }
}

void
couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                   const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition)
{
  CoupletSample sample = {0}; /* without noise or literals: free when it is not used */
  guint32 used = couplet_samples_load (&sample, automaton, free_cycles, unit, transition);
  guint32 comparisons = sample.n_literals > 0 ? sample.literals[0].comparison : 0;
  step->used = used > 0;
  step->assigns = sample.n_assigned > 0;
  step->tight = step->used && sample.tight;
  step->n = couplet_worst_differences (automaton, free_cycles, transition, &sample, used,
                                       step->difference);
  for (int y = -1; y <= 1; y++)
    step->from[y + 1] =
        step->assigns ? couplet_thresholds_beside (comparisons, y) : couplet_shift (y);
  for (guint32 i = 0; i < step->n; i++) {
    load_row (step, i, &sample, comparisons, unit);
    CoupletCost fresh =
        couplet_fresh_cost (automaton, free_cycles, unit, transition, step->difference[i]);
    for (int y = 0; y < 3; y++)
      step->pay[i][y] = couplet_cost_add (unit, step->pay[i][y], fresh);
  }
}

void
couplet_step_join (CoupletStep *step)
{
  for (guint32 i = 1; i < step->n; i++)
    for (int y = 0; y < 3; y++)
      step->pay[0][y] = couplet_cost_max (step->pay[0][y], step->pay[i][y]);
  step->n = 1;
}

void
couplet_step_load_joined (CoupletStep *step, const CoupletAutomaton *automaton,
                          const CoupletComponents *free_cycles, CoupletUnit *unit,
                          guint32 transition)
{
  couplet_step_load (step, automaton, free_cycles, unit, transition);
  couplet_step_join (step);
}

CoupletShifts
couplet_step_shifts (const CoupletStep *step, guint32 i, CoupletShifts from)
{
  CoupletShifts after = 0;
  for (int y = -1; y <= 1; y++)
    if (step->pay[i][y + 1] != COUPLET_COST_INFINITE && (step->from[y + 1] & from) != 0)
      after |= couplet_shift (y);
  return after;
}

/* The least entry of before in each set of shifts. */
static void
find_least (const CoupletVector *before, CoupletCost least[COUPLET_N_SHIFT_SETS])
{
  least[0] = COUPLET_COST_INFINITE;
  for (guint32 set = 1; set < COUPLET_N_SHIFT_SETS; set++) {
    guint32 rest = set & (set - 1);
    CoupletCost first = before->at[couplet_shifts_least ((CoupletShifts)set) + 1];
    least[set] = rest == 0 ? first : couplet_cost_min (first, least[rest]);
  }
}

void
couplet_step_apply (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                    const CoupletVector *before, CoupletVector *after)
{
  const CoupletCost *pay = step->pay[i];
  CoupletCost least[COUPLET_N_SHIFT_SETS];
  if (!step->assigns) {
    for (int x = 0; x < 3; x++)
      after->at[x] = couplet_cost_add (unit, before->at[x], pay[x]);
    return;
  }
  find_least (before, least);
  for (int y = 0; y < 3; y++)
    after->at[y] = couplet_cost_add (unit, least[step->from[y]], pay[y]);
}
