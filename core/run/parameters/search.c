/* SPDX-License-Identifier: Apache-2.0 */
#include "search.h"

#include "search_between.h"
#include "search_work.h"

#define FARTHEST 20     /* without a range: from 2^-20 to 2^20 ... */
#define FARTHEST_FLAT 6 /* ... and while the cost is the same everywhere, from 2^-6 to 2^6 */
#define HALVINGS 3      /* of an interval, at whose parts it is looked into */

/* ---- Until there is one value on each side --------------------------------------------- */

/* Whether values above sample (below, if not up) may be on its other side. */
static gboolean
may_change (const SearchWork *work, const Sample *sample, gboolean up)
{
  Side side = work_side (work, sample);
  if (work->direction == FLAT || side == SIDE_OPEN)
    return TRUE;
  gboolean towards_less = (work->direction == FALLS) == up;
  return side == (towards_less ? SIDE_ABOVE : SIDE_WITHIN);
}

/* The first, the next, the one 2 after it, 4, 8, ... and the last, as far as need be. */
static void
spread_over_steps (SearchWork *work)
{
  const Range *range = &work->range;
  g_auto (CoupletRational) value, offset;
  couplet_rational_init (&value);
  couplet_rational_init (&offset);
  for (guint i = 0;; i++) {
    mpq_add (value.value, range->first.value, offset.value);
    if (couplet_rational_compare (&value, &range->last) > 0)
      mpq_set (value.value, range->last.value);
    const Sample *sample = work_try (work, &value);
    gboolean ends = couplet_rational_compare (&value, &range->last) == 0;
    if (sample == NULL || ends || work_has_both (work) || !sample->readable ||
        !may_change (work, sample, TRUE))
      return;
    if (i == 0)
      mpq_set (offset.value, range->step.value);
    else
      mpq_mul_2exp (offset.value, offset.value, 1);
  }
}

/* Also tries the last step, where the ones before it say that it is of no use, or that nothing is
 * known: the user has named it, and the cost may do what it is taken not to do. */
static void
spread_to_both_ends (SearchWork *work)
{
  spread_over_steps (work);
  if (!work_has_both (work) && !work->stopped)
    work_try (work, &work->range.last);
}

/* The whole number next to value, upwards or downwards. */
static void
round_to_whole (CoupletRational *rounded, const CoupletRational *value, gboolean up)
{
  (up ? mpz_cdiv_q : mpz_fdiv_q) (mpq_numref (rounded->value), mpq_numref (value->value),
                                  mpq_denref (value->value));
  mpz_set_ui (mpq_denref (rounded->value), 1);
}

/* Whether the mechanism can be read with the first whole number of the interval, and not with 1/2
 * more, as where the parameter counts rounds: then the range becomes its whole numbers. */
static gboolean
counts (SearchWork *work)
{
  Range *range = &work->range;
  g_auto (CoupletRational) whole, half;
  couplet_rational_init (&whole);
  couplet_rational_init (&half);
  round_to_whole (&whole, &range->first, TRUE);
  mpq_set_ui (half.value, 1, 2);
  mpq_add (half.value, half.value, whole.value);
  if (couplet_rational_compare (&half, &range->last) > 0)
    return FALSE;
  const Sample *read = work_try (work, &whole);
  Sample *part = read != NULL && read->readable ? work_try (work, &half) : NULL;
  if (part == NULL || part->readable)
    return FALSE;
  work_forget (work, part);
  range->kind = RANGE_STEPS;
  mpq_set (range->first.value, whole.value);
  round_to_whole (&range->last, &range->last, FALSE);
  mpq_set_ui (range->step.value, 1, 1);
  return TRUE;
}

/* Goes from 1 to 2^-FARTHEST or 2^FARTHEST, as far as need be. */
static void
spread_to (SearchWork *work, int power)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  mpq_set_ui (value.value, 1, 1);
  if (power < 0)
    mpq_div_2exp (value.value, value.value, (mp_bitcnt_t)-power);
  else
    mpq_mul_2exp (value.value, value.value, (mp_bitcnt_t)power);
  work_try (work, &value);
}

/* Both ways from 1, as far as each may lead to the other side. */
static void
spread_from_one (SearchWork *work)
{
  for (int power = 1; power <= FARTHEST && !work_has_both (work) && !work->stopped; power++) {
    guint n = work->found->samples->len;
    if (power > FARTHEST_FLAT && work->direction == FLAT)
      return;
    if (may_change (work, work_sample_at (work, n - 1), TRUE) &&
        work_sample_at (work, n - 1)->readable)
      spread_to (work, power);
    if (!work_has_both (work) && may_change (work, work_sample_at (work, 0), FALSE) &&
        work_sample_at (work, 0)->readable)
      spread_to (work, -power);
  }
}

/* Whole numbers, where 3/2 is none that can be read. */
static void
spread_freely (SearchWork *work)
{
  Range *range = &work->range;
  mpq_set_ui (range->first.value, 1, 1);
  const Sample *one = work_try (work, &range->first);
  if (one == NULL || !one->readable)
    return;
  mpq_set_ui (range->last.value, 3, 2);
  Sample *half = work_try (work, &range->last);
  if (half == NULL)
    return;
  if (half->readable) {
    range->kind = RANGE_INTERVAL;
    spread_from_one (work);
    return;
  }
  work_forget (work, half);
  range->kind = RANGE_STEPS;
  mpq_set_ui (range->step.value, 1, 1);
  mpq_set_ui (range->last.value, 1ul << FARTHEST_FLAT, 1);
  spread_over_steps (work);
  if (work_has_both (work) || work->direction == FLAT)
    return;
  mpq_set_ui (range->last.value, 1ul << FARTHEST, 1);
  spread_over_steps (work);
}

/* Both ends, and values evenly between them if those do not differ. */
static void
spread_over_interval (SearchWork *work)
{
  const Range *range = &work->range;
  g_auto (CoupletRational) value, part;
  couplet_rational_init (&value);
  couplet_rational_init (&part);
  if (work_try (work, &range->first) == NULL || work_try (work, &range->last) == NULL)
    return;
  mpq_sub (part.value, range->last.value, range->first.value);
  mpq_div_2exp (part.value, part.value, HALVINGS);
  mpq_set (value.value, range->first.value);
  for (guint i = 1; i < 1u << HALVINGS && !work_has_both (work); i++) {
    mpq_add (value.value, value.value, part.value);
    if (work_try (work, &value) == NULL)
      return;
  }
}

static void
spread (SearchWork *work)
{
  switch (work->range.kind) {
  case RANGE_STEPS:
    spread_to_both_ends (work);
    break;
  case RANGE_INTERVAL:
    if (counts (work))
      spread_to_both_ends (work);
    else if (!work->stopped)
      spread_over_interval (work);
    break;
  default:
    spread_freely (work);
  }
}

/* The values nearest to an end at which nothing is decided, where the cost may change sides. */
static void
approach_end (SearchWork *work, gboolean first)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  while (!work_has_both (work)) {
    const Sample *inner = work_find_end (work, first);
    if (inner == NULL || !may_change (work, inner, !first))
      return;
    guint place = work_find_place (work, &inner->value);
    if (place == (first ? 0 : work->found->samples->len - 1))
      return;
    const Sample *outer = work_sample_at (work, first ? place - 1 : place + 1);
    if (!between_middle (&inner->value, &outer->value, &value) || work_try (work, &value) == NULL)
      return;
  }
}

/* ---- The answer ------------------------------------------------------------------------ */

/* There is a value on each side. */
static void
conclude_between (SearchWork *work)
{
  Search *found = work->found;
  gboolean exact = between_is_exact (work);
  if (found->kind == COUPLET_SOLUTION_NOT_MONOTONE)
    return;
  found->value = work->within;
  found->beyond = work->above;
  gboolean rises = couplet_rational_compare (&work->within->value, &work->above->value) < 0;
  found->which = rises ? COUPLET_SOLUTION_LARGEST : COUPLET_SOLUTION_LEAST;
  gboolean open = between_find_open (work, work->within, work->above) != NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (open || work->stopped || between_next (work, &value))
    found->kind = COUPLET_SOLUTION_UNKNOWN;
  else
    found->kind = exact ? COUPLET_SOLUTION_EXACT : COUPLET_SOLUTION_BETWEEN;
}

static gboolean
is_open_somewhere (const SearchWork *work)
{
  for (guint i = 0; i < work->found->samples->len; i++)
    if (!work_is_decided (work, work_sample_at (work, i)))
      return TRUE;
  return work->stopped;
}

/* All that are decided are on one side. */
static void
conclude_alike (const SearchWork *work)
{
  Search *found = work->found;
  found->which = work->direction == RISES   ? COUPLET_SOLUTION_LARGEST
                 : work->direction == FALLS ? COUPLET_SOLUTION_LEAST
                                            : COUPLET_SOLUTION_NEITHER;
  const Sample *low = work_find_end (work, TRUE), *high = work_find_end (work, FALSE);
  if (low == NULL)
    return;
  gboolean within = work_side (work, low) == SIDE_WITHIN;
  if (!is_open_somewhere (work))
    found->kind = within ? COUPLET_SOLUTION_EVERYWHERE : COUPLET_SOLUTION_NOWHERE;
  if (within)
    found->value = work->direction == FALLS ? low : high;
  else
    found->beyond = work->direction == FALLS ? high : low; /* where it costs least */
}

void
search_run (const SearchTask *task, Search *search)
{
  SearchWork work;
  work_begin (&work, task, search);
  spread (&work);
  if (work.range.kind == RANGE_INTERVAL) {
    approach_end (&work, TRUE);
    approach_end (&work, FALSE);
  }
  between_refine (&work);
  if (search->kind != COUPLET_SOLUTION_NOT_MONOTONE && work_has_both (&work))
    conclude_between (&work);
  else if (search->kind != COUPLET_SOLUTION_NOT_MONOTONE)
    conclude_alike (&work);
  range_clear (&work.range);
}

void
search_clear (Search *search)
{
  g_ptr_array_unref (search->samples);
}
