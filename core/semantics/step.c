/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/step.h>

#include <couplet/sample.h>

/* Sets entry x of row i to the cheapest shift beside x, of those with the costs given. */
static void
find_cheapest (CoupletStep *step, guint32 i, int x, CoupletShifts beside, const CoupletCost cost[3])
{
  CoupletCost *least = &step->pay[i][x + 1];
  *least = COUPLET_COST_INFINITE;
  step->shift[i][x + 1] = 0;
  for (int g = -1; g <= 1; g++)
    if (couplet_shifts_have (beside, g) && couplet_cost_compare (cost[g + 1], *least) < 0) {
      *least = cost[g + 1];
      step->shift[i][x + 1] = (gint8)g;
    }
}

/* Fills row i, for step->difference[i]. */
static void
load_row (CoupletStep *step, guint32 i, const CoupletSample *sample, guint32 comparisons,
          CoupletUnit *unit)
{
  CoupletCost cost[3];
  for (int g = -1; g <= 1; g++)
    cost[g + 1] = couplet_sample_cost (sample, unit, step->difference[i], g);
  for (int x = -1; x <= 1; x++)
    find_cheapest (step, i, x,
                   step->assigns ? couplet_shift (x) : couplet_shifts_beside (comparisons, x),
                   cost);
}

/* TRUE when row i costs as much as row j or more, whatever the shifts are. */
static gboolean
row_is_worse (const CoupletStep *step, guint32 i, guint32 j)
{
  for (int x = 0; x < 3; x++)
    if (couplet_cost_compare (step->pay[i][x], step->pay[j][x]) < 0)
      return FALSE;
  return TRUE;
}

static void
move_row (CoupletStep *step, guint32 from, guint32 to)
{
  step->difference[to] = step->difference[from];
  for (int x = 0; x < 3; x++) {
    step->pay[to][x] = step->pay[from][x];
    step->shift[to][x] = step->shift[from][x];
  }
}

/* Adds the row after the last one, unless one there is worse, in place of those that
 * are not. */
static void
keep_worst (CoupletStep *step)
{
  guint32 kept = 0, added = step->n;
  for (guint32 i = 0; i < added; i++) {
    if (row_is_worse (step, added, i))
      continue;
    if (row_is_worse (step, i, added))
      return; /* nothing was left out before: rows are not worse than each other */
    move_row (step, i, kept++);
  }
  move_row (step, added, kept);
  step->n = kept + 1;
}

void
couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                   const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition)
{
  CoupletSample sample = {0}; /* without noise or literals: free when it is not used */
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (couplet_source_state (automaton, transition), differences);
  step->used = couplet_samples_load (&sample, automaton, free_cycles, unit, transition) > 0;
  step->assigns = sample.n_assigned > 0;
  step->tight = step->used && sample.tight;
  guint32 comparisons = sample.n_literals > 0 ? sample.literals[0].comparison : 0;
  for (int y = -1; y <= 1; y++)
    step->from[y + 1] =
        step->assigns ? couplet_thresholds_beside (comparisons, y) : couplet_shift (y);
  step->n = 0;
  for (guint32 i = 0; i < n; i++) {
    step->difference[step->n] = differences[i];
    load_row (step, step->n, &sample, comparisons, unit);
    CoupletCost fresh =
        couplet_fresh_cost (automaton, free_cycles, unit, transition, differences[i]);
    for (int x = 0; x < 3; x++)
      step->pay[step->n][x] = couplet_cost_add (unit, step->pay[step->n][x], fresh);
    keep_worst (step);
  }
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
