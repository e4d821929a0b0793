/* SPDX-License-Identifier: Apache-2.0 */
#include "search_work.h"

#define MOST_SAMPLES 400
#define MOST_OPEN 12       /* values at which nothing is decided, before it is given up */
#define MOST_UNREADABLE 60 /* likewise, at which there is no mechanism */

/* ---- What is known --------------------------------------------------------------------- */

Side
work_side (const SearchWork *work, const Sample *sample)
{
  const CoupletRational *bound = &work->task->bound;
  if (!sample->readable)
    return SIDE_UNREADABLE;
  if (sample->infinite ||
      (sample->has_lower && couplet_rational_compare (&sample->lower, bound) > 0))
    return SIDE_ABOVE;
  return sample->has_upper && couplet_rational_compare (&sample->upper, bound) <= 0 ? SIDE_WITHIN
                                                                                    : SIDE_OPEN;
}

gboolean
work_has_both (const SearchWork *work)
{
  return work->within != NULL;
}

gboolean
work_is_decided (const SearchWork *work, const Sample *sample)
{
  Side side = work_side (work, sample);
  return side == SIDE_WITHIN || side == SIDE_ABOVE;
}

/* Whether the cost at a is proven less than at b. */
static gboolean
costs_less (const Sample *a, const Sample *b)
{
  return a->readable && b->readable && a->has_upper &&
         (b->infinite || (b->has_lower && couplet_rational_compare (&a->upper, &b->lower) < 0));
}

Sample *
work_sample_at (const SearchWork *work, guint index)
{
  return g_ptr_array_index (work->found->samples, index);
}

const Sample *
work_find_end (const SearchWork *work, gboolean first)
{
  guint n = work->found->samples->len;
  for (guint i = 0; i < n; i++) {
    const Sample *sample = work_sample_at (work, first ? i : n - 1 - i);
    if (work_is_decided (work, sample))
      return sample;
  }
  return NULL;
}

/* Two samples, the first at the lesser value, between which the cost goes in direction; FALSE =
 * there are none. */
static gboolean
find_slope (const SearchWork *work, Direction direction, const Sample **first,
            const Sample **second)
{
  for (guint j = 1; j < work->found->samples->len; j++)
    for (guint i = j; i-- > 0;) {
      *first = work_sample_at (work, i);
      *second = work_sample_at (work, j);
      if (direction == RISES ? costs_less (*first, *second) : costs_less (*second, *first))
        return TRUE;
    }
  return FALSE;
}

static void
find_direction (SearchWork *work)
{
  Search *found = work->found;
  gboolean rises = find_slope (work, RISES, &found->fault[0], &found->fault[1]);
  gboolean falls = find_slope (work, FALLS, &found->fault[2], &found->fault[3]);
  work->direction = rises ? RISES : falls ? FALLS : FLAT;
  if (!rises || !falls)
    return;
  found->kind = COUPLET_SOLUTION_NOT_MONOTONE;
  work->stopped = TRUE;
}

/* Where the decided change sides. */
static void
find_neighbours (SearchWork *work)
{
  Sample *before = NULL;
  for (guint i = 0; i < work->found->samples->len; i++) {
    Sample *sample = work_sample_at (work, i);
    if (!work_is_decided (work, sample))
      continue;
    Side side = work_side (work, sample);
    if (before != NULL && work_side (work, before) != side) {
      work->within = side == SIDE_WITHIN ? sample : before;
      work->above = side == SIDE_WITHIN ? before : sample;
      return;
    }
    before = sample;
  }
}

/* ---- Trying a value -------------------------------------------------------------------- */

static void
sample_free (gpointer data)
{
  Sample *sample = data;
  couplet_rational_clear (&sample->value);
  couplet_rational_clear (&sample->lower);
  couplet_rational_clear (&sample->upper);
  g_free (sample);
}

/* Of no interest any more are those that are neither at an end, nor outermost of the decided, nor
 * where sides change, nor last. */
static void
free_old_data (SearchWork *work)
{
  const GPtrArray *samples = work->found->samples;
  const Sample *low = work_find_end (work, TRUE), *high = work_find_end (work, FALSE);
  for (guint i = 1; i + 1 < samples->len; i++) {
    Sample *sample = work_sample_at (work, i);
    if (sample->data == NULL || sample == work->within || sample == work->above || sample == low ||
        sample == high || sample == work->found->last)
      continue;
    work->task->free_data (sample->data);
    sample->data = NULL;
  }
}

static void
count_undecided (SearchWork *work, const Sample *sample, gint change)
{
  Side side = work_side (work, sample);
  if (side == SIDE_OPEN)
    work->n_open += (guint)change;
  else if (side == SIDE_UNREADABLE)
    work->n_unreadable += (guint)change;
}

guint
work_find_place (const SearchWork *work, const CoupletRational *value)
{
  guint i = 0;
  while (i < work->found->samples->len &&
         couplet_rational_compare (&work_sample_at (work, i)->value, value) < 0)
    i++;
  return i;
}

Sample *
work_try (SearchWork *work, const CoupletRational *value)
{
  guint place = work_find_place (work, value);
  if (place < work->found->samples->len &&
      couplet_rational_compare (&work_sample_at (work, place)->value, value) == 0)
    return work_sample_at (work, place);
  if (work->stopped || work->found->samples->len >= MOST_SAMPLES || work->n_open >= MOST_OPEN ||
      work->n_unreadable >= MOST_UNREADABLE)
    return NULL;
  Sample *sample = g_new0 (Sample, 1);
  couplet_rational_init (&sample->value);
  couplet_rational_init (&sample->lower);
  couplet_rational_init (&sample->upper);
  mpq_set (sample->value.value, value->value);
  g_ptr_array_insert (work->found->samples, (int)place, sample);
  work->found->last = sample;
  work->stopped = !work->task->fill (work->task->data, sample);
  count_undecided (work, sample, 1);
  find_direction (work);
  find_neighbours (work);
  free_old_data (work);
  return work->stopped ? NULL : sample;
}

void
work_forget (SearchWork *work, Sample *sample)
{
  count_undecided (work, sample, -1);
  if (sample->data != NULL)
    work->task->free_data (sample->data);
  g_ptr_array_remove (work->found->samples, sample);
  work->found->last = work_sample_at (work, 0);
}

void
work_begin (SearchWork *work, const SearchTask *task, Search *search)
{
  *search = (Search){.kind = COUPLET_SOLUTION_UNKNOWN, .which = COUPLET_SOLUTION_NEITHER};
  search->samples = g_ptr_array_new_with_free_func (sample_free);
  *work = (SearchWork){.task = task, .found = search};
  range_copy (&work->range, &task->range);
}
