/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/step.h>

/* ---- Which differences matter ------------------------------------------------------------ */

/* Bit S for each set S of shifts that sample may be left with beside thresholds, or that
 * it may be told to take: the single ones when it is assigned. */
static guint32
sets_left (const CoupletSample *sample)
{
  guint32 sets = 1u << COUPLET_ALL_SHIFTS, seen = 0;
  if (sample->n_assigned > 0)
    return 1u << couplet_shift (-1) | 1u << couplet_shift (0) | 1u << couplet_shift (1);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    guint32 comparison = sample->literals[i].comparison, before = sets;
    if ((seen >> comparison & 1) != 0)
      continue; /* leaves what another literal of this kind leaves */
    seen |= 1u << comparison;
    sets = 0;
    for (int x = -1; x <= 1; x++) {
      CoupletShifts beside = couplet_shifts_beside (comparison, x);
      for (guint32 rest = before; rest != 0; rest &= rest - 1)
        sets |= 1u << ((guint32)__builtin_ctz (rest) & beside);
    }
  }
  return sets;
}

/* TRUE when at difference a the sample pays as much as at b or more, whatever it is left. */
static gboolean
sample_is_worse (const CoupletSample *sample, int a, int b)
{
  gint8 fees_a[3], fees_b[3];
  guint32 sets = sets_left (sample);
  couplet_sample_fees (sample, a, fees_a);
  couplet_sample_fees (sample, b, fees_b);
  for (guint32 rest = sets; rest != 0; rest &= rest - 1) {
    CoupletShifts set = (CoupletShifts)__builtin_ctz (rest);
    if (couplet_least_fee (fees_a, set) < couplet_least_fee (fees_b, set))
      return FALSE;
  }
  return TRUE;
}

/* The same of all n samples and a fresh output. */
static gboolean
is_worse (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
          guint32 transition, const CoupletSample *samples, guint32 n, int a, int b)
{
  gboolean worse = couplet_fresh_fee (automaton, free_cycles, transition, a) >=
                   couplet_fresh_fee (automaton, free_cycles, transition, b);
  for (guint32 s = 0; s < n && worse; s++)
    worse = sample_is_worse (&samples[s], a, b);
  return worse;
}

guint32
couplet_worst_differences (const CoupletAutomaton *automaton, const CoupletComponents *free_cycles,
                           guint32 transition, const CoupletSample *samples, guint32 n,
                           gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  guint32 n_all = couplet_differences (automaton, transition, differences);
  int first = differences[0], last = differences[n_all - 1];
  if (n_all == 1)
    return 1;
  if (is_worse (automaton, free_cycles, transition, samples, n, last, first)) {
    differences[0] = (gint8)last; /* of equal ones the last one stays */
    return 1;
  }
  return is_worse (automaton, free_cycles, transition, samples, n, first, last) ? 1 : 2;
}

/* ---- Steps ------------------------------------------------------------------------------- */

void
couplet_step_load_of (CoupletStep *step, const CoupletAutomaton *automaton,
                      const CoupletComponents *free_cycles, CoupletUnit *unit, guint32 transition,
                      guint32 threshold)
{
  /* what is known of several thresholds is joined: all differences count, and fresh outputs, which
   * belong to none, do not */
  gboolean alone = automaton->n_thresholds == 1;
  CoupletSample sample;
  CoupletShifts own[3]; /* by y, the shifts that the sample may have */
  gboolean used =
      couplet_sample_load (&sample, automaton, free_cycles, unit, transition, threshold);
  guint32 comparisons =
      couplet_guard_comparisons (couplet_guard_of (automaton, transition), threshold);
  step->assigns = used && couplet_sample_assigns (&sample, threshold);
  if (!used ||
      (automaton->sampling == COUPLET_SHARED && !alone && comparisons == 0 && !step->assigns))
    sample = (CoupletSample){0}; /* free */
  step->tight = sample.tight;
  for (int y = -1; y <= 1; y++) {
    own[y + 1] = step->assigns ? couplet_shift (y) : couplet_shifts_beside (comparisons, y);
    step->from[y + 1] =
        step->assigns ? couplet_thresholds_beside (comparisons, y) : couplet_shift (y);
  }
  step->n = alone ? couplet_worst_differences (automaton, free_cycles, transition, &sample, 1,
                                               step->difference)
                  : couplet_differences (automaton, transition, step->difference);
  for (guint32 i = 0; i < step->n; i++) {
    gint8 fees[3];
    int difference = step->difference[i];
    CoupletCost fresh =
        alone ? couplet_fresh_cost (automaton, free_cycles, unit, transition, difference) : 0;
    couplet_sample_fees (&sample, difference, fees);
    for (int y = 0; y < 3; y++)
      step->pay[i][y] = couplet_cost_add (
          unit, couplet_cost_of_fee (unit, couplet_least_fee (fees, own[y]), sample.d), fresh);
  }
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
