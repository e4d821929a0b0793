/* SPDX-License-Identifier: Apache-2.0 */
#include "antichain.h"

#include <stdlib.h>

/* The level of a shift that meets no rest. */
#define NOTHING COUPLET_COST_INFINITE

/* A rest is met by levels a, where F is cost - a, when rest(x) <= a(x) for some shift x. Those of a
 * pair, of the shifts 0 and 1, meet all rests so far, and no lower ones do. */
typedef struct {
  CoupletCost level[2];
  CoupletCost first; /* shift -1 of the rest that it came up with; infinite at the start */
} Pair;

/* The pairs; their levels of shift 0 ascend, those of 1 descend. */
typedef struct {
  GArray *pairs;      /* of Pair */
  GArray *allowances; /* of CoupletVector */
  CoupletCost cost;
  CoupletUnit *unit;
} AllowancePairs;

static const Pair *
pair_at (const AllowancePairs *work, guint i)
{
  return &g_array_index (work->pairs, Pair, i);
}

static gboolean
meets (CoupletCost level, CoupletCost rest)
{
  return level != NOTHING && couplet_cost_compare (rest, level) <= 0;
}

/* The greatest of shift -1 first. */
static int
compare_first (const void *a, const void *b)
{
  const Candidate *p = a, *q = b;
  return couplet_cost_compare (q->vector.at[0], p->vector.at[0]);
}

static CoupletCost
allowance (const AllowancePairs *work, CoupletCost level)
{
  return level == NOTHING ? COUPLET_COST_INFINITE
                          : couplet_cost_subtract (work->unit, work->cost, level);
}

static void
append (AllowancePairs *work, CoupletCost first, const Pair *pair)
{
  CoupletVector vector = {{allowance (work, first), allowance (work, pair->level[0]),
                           allowance (work, pair->level[1])}};
  g_array_append_val (work->allowances, vector);
}

/* The number of pairs, all in front, whose level of shift 0 does not meet rest. */
static guint
end_of_low (const AllowancePairs *work, CoupletCost rest)
{
  guint low = 0, high = work->pairs->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (meets (pair_at (work, middle)->level[0], rest))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* The first of the pairs, all after, whose level of shift 1 does not meet rest. */
static guint
begin_of_low (const AllowancePairs *work, CoupletCost rest)
{
  guint low = 0, high = work->pairs->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (meets (pair_at (work, middle)->level[1], rest))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The pairs that meet rest too, in place of the pairs begin .. end - 1, which do not:
 * one level is raised to rest's. */
static void
replace (AllowancePairs *work, guint begin, guint end, const CoupletVector *rest)
{
  Pair raised[2];
  guint n = 0;
  CoupletCost least_0 = pair_at (work, begin)->level[0];
  CoupletCost least_1 = pair_at (work, end - 1)->level[1];
  if (couplet_cost_compare (rest->at[2], work->cost) <= 0 &&
      (begin == 0 || couplet_cost_compare (pair_at (work, begin - 1)->level[1], rest->at[2]) != 0))
    raised[n++] = (Pair){{least_0, rest->at[2]}, rest->at[0]};
  if (couplet_cost_compare (rest->at[1], work->cost) <= 0 &&
      (end == work->pairs->len ||
       couplet_cost_compare (pair_at (work, end)->level[0], rest->at[1]) != 0))
    raised[n++] = (Pair){{rest->at[1], least_1}, rest->at[0]};
  g_array_remove_range (work->pairs, begin, end - begin);
  g_array_insert_vals (work->pairs, begin, raised, n);
}

/* Makes the pairs meet rest; where they did not, shift -1 could. */
static void
meet (AllowancePairs *work, const CoupletVector *rest)
{
  guint begin = begin_of_low (work, rest->at[2]), end = end_of_low (work, rest->at[1]);
  if (begin >= end)
    return;
  if (couplet_cost_compare (rest->at[0], work->cost) <= 0)
    for (guint i = begin; i < end; i++) /* a pair that came up at the same level is not least */
      if (pair_at (work, i)->first == COUPLET_COST_INFINITE ||
          couplet_cost_compare (pair_at (work, i)->first, rest->at[0]) != 0)
        append (work, rest->at[0], pair_at (work, i));
  replace (work, begin, end, rest);
}

gboolean
allowances_append (GArray *allowances, Candidate *rests, guint n, CoupletCost cost,
                   CoupletUnit *unit, CoupletPace *pace)
{
  static const Pair none = {{NOTHING, NOTHING}, COUPLET_COST_INFINITE};
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  AllowancePairs work = {pairs, allowances, cost, unit};
  g_array_append_val (pairs, none);
  qsort (rests, n, sizeof *rests, compare_first);
  for (guint i = 0; i < n; i++) {
    if (couplet_pace_over (pace, (16 + pairs->len / 16) * (guint64)couplet_unit_steps (unit)))
      return FALSE;
    meet (&work, &rests[i].vector);
  }
  for (guint i = 0; i < pairs->len; i++)
    append (&work, NOTHING, pair_at (&work, i));
  return TRUE;
}
