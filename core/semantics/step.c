/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/step.h>

#include "fees.h"
#include "step_shifts.h"

#include <couplet/sample.h>

/* What one difference costs, in fees: of the sample, at the least by the shift y behind the step,
 * and of a fresh output. */
typedef struct {
  gint8 difference;
  gint8 least[3];
  int fresh;
} Row;

/* The comparisons that sample is asked for with threshold. */
static guint32
comparisons_with (const CoupletSample *sample, guint32 threshold)
{
  guint32 comparisons = 0;
  for (guint32 i = 0; i < sample->n_literals; i++)
    if (sample->literals[i].threshold == threshold)
      comparisons |= sample->literals[i].comparison;
  return comparisons;
}

/* own: by y, the shifts that the sample may have. */
static void
load_row (Row *row, const CoupletShifts own[3], const CoupletSample *sample)
{
  gint8 fees[3];
  couplet_sample_fees (sample, row->difference, fees);
  for (int y = 0; y < 3; y++)
    row->least[y] = (gint8)couplet_least_fee (fees, own[y]);
}

/* TRUE when row a pays as much as b or more, whatever the shifts are. */
static gboolean
row_is_worse (const Row *a, const Row *b)
{
  gboolean worse = a->fresh >= b->fresh;
  for (int y = 0; y < 3; y++)
    worse = worse && a->least[y] >= b->least[y];
  return worse;
}

/* Moves the rows that no other is worse than to the front; of equal ones the last one stays.
 * Returns their number. */
static guint32
keep_worst (Row *rows, guint32 n)
{
  guint32 kept = 0;
  for (guint32 i = 0; i < n; i++) {
    gboolean left_out = FALSE;
    for (guint32 j = i + 1; j < n && !left_out; j++)
      left_out = row_is_worse (&rows[j], &rows[i]);
    for (guint32 j = 0; j < kept && !left_out; j++)
      left_out = row_is_worse (&rows[j], &rows[i]);
    if (!left_out)
      rows[kept++] = rows[i];
  }
  return kept;
}

/* Turns the fees of row i into costs. d_fresh: the parameter of fresh outputs. */
static void
price_row (CoupletStep *step, guint32 i, const Row *row, CoupletUnit *unit, CoupletCost d,
           CoupletCost d_fresh)
{
  CoupletCost fresh = couplet_cost_of_fee (unit, row->fresh, d_fresh);
  step->difference[i] = row->difference;
  for (int y = 0; y < 3; y++)
    step->pay[i][y] = couplet_cost_add (unit, couplet_cost_of_fee (unit, row->least[y], d), fresh);
}

/* Loads the sample that concerns threshold; FALSE, and one that is free, when there is none. */
static gboolean
load_sample (CoupletSample *sample, const CoupletAutomaton *automaton,
             const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition,
             guint32 threshold)
{
  if (couplet_sample_load (sample, automaton, free_cycles, unit, transition, threshold) &&
      (automaton->n_thresholds == 1 || automaton->sampling == COUPLET_INDEPENDENT ||
       comparisons_with (sample, threshold) != 0 || couplet_sample_assigns (sample, threshold)))
    return TRUE;
  *sample = (CoupletSample){0};
  return FALSE;
}

/* Whether transition has a fresh output that counts: with one threshold only. */
static gboolean
has_fresh_output (const CoupletAutomaton *automaton, guint32 transition)
{
  return automaton->n_thresholds == 1 &&
         couplet_output_of (automaton, transition)->kind == COUPLET_FRESH;
}

CoupletShifts
step_shifts_left (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                  guint32 transition, guint32 threshold)
{
  gboolean fresh = has_fresh_output (automaton, transition);
  CoupletSample sample;
  CoupletShifts left = COUPLET_ALL_SHIFTS;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, transition, differences);
  load_sample (&sample, automaton, free_cycles, NULL, transition, threshold);
  guint32 comparisons = comparisons_with (&sample, threshold);
  for (guint32 i = 0; i < n; i++) {
    CoupletShifts own = couplet_sample_shifts (&sample, differences[i]);
    for (int x = -1; x <= 1 && own != COUPLET_ALL_SHIFTS; x++)
      if ((couplet_shifts_beside (comparisons, x) & own) == 0)
        left &= (CoupletShifts)~couplet_shift (x);
    if (fresh &&
        couplet_fresh_fee (automaton, free_cycles, transition, differences[i]) == COUPLET_NO_FEE)
      left = 0;
  }
  return left;
}

void
couplet_step_load_of (CoupletStep *step, const CoupletAutomaton *automaton,
                      const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition,
                      guint32 threshold)
{
  gboolean fresh = has_fresh_output (automaton, transition);
  CoupletSample sample;
  Row rows[COUPLET_MOST_DIFFERENCES];
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint32 n = couplet_differences (automaton, transition, differences);
  CoupletShifts own[3];
  load_sample (&sample, automaton, free_cycles, unit, transition, threshold);
  step->assigns = couplet_sample_assigns (&sample, threshold);
  step->tight = sample.tight;
  guint32 comparisons = comparisons_with (&sample, threshold);
  for (int y = -1; y <= 1; y++) {
    own[y + 1] = step->assigns ? couplet_shift (y) : couplet_shifts_beside (comparisons, y);
    step->from[y + 1] =
        step->assigns ? couplet_thresholds_beside (comparisons, y) : couplet_shift (y);
  }
  for (guint32 i = 0; i < n; i++) {
    rows[i].difference = differences[i];
    rows[i].fresh =
        fresh ? couplet_fresh_fee (automaton, free_cycles, transition, differences[i]) : 0;
    load_row (&rows[i], own, &sample);
  }
  step->n = keep_worst (rows, n);
  CoupletCost d_fresh = fresh && unit != NULL ? fresh_parameter (automaton, unit, transition) : 0;
  for (guint32 i = 0; i < step->n; i++)
    price_row (step, i, &rows[i], unit, sample.d, d_fresh);
}

void
couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                   const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition)
{
  couplet_step_load_of (step, automaton, free_cycles, unit, transition, 0);
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
