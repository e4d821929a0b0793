/* SPDX-License-Identifier: Apache-2.0 */
#include "search.h"

#include "curve.h"

#define MOST_SAMPLES 400
#define FARTHEST 20        /* without a range: from 2^-20 to 2^20 ... */
#define FARTHEST_FLAT 6    /* ... and while the cost is the same everywhere, from 2^-6 to 2^6 */
#define TOLERANCE 20       /* ends nearer than 2^-20 times their size are not told apart */
#define LARGEST_NUMBER 256 /* bits of a numerator or denominator that is tried */
#define MOST_OPEN 12       /* values at which nothing is decided, before it is given up */
#define MOST_UNREADABLE 60 /* likewise, at which there is no mechanism */
#define HALVINGS 3         /* of an interval, at whose parts it is looked into */

typedef enum { SIDE_WITHIN, SIDE_ABOVE, SIDE_OPEN, SIDE_UNREADABLE } Side;

typedef enum { FALLS = -1, FLAT = 0, RISES = 1 } Direction;

/* A search at work. */
typedef struct {
  const SearchTask *task;
  Range range; /* of the task; a free one becomes one of steps where only those can be read */
  Search *found;
  Direction direction;
  gboolean stopped;
  guint n_open, n_unreadable;
  /* Neighbours among the decided: within, then above; NULL = there are none yet. */
  Sample *within, *above;
} Work;

/* ---- What is known --------------------------------------------------------------------- */

static Side
side_of (const Sample *sample, const CoupletRational *bound)
{
  if (!sample->readable)
    return SIDE_UNREADABLE;
  if (sample->infinite ||
      (sample->has_lower && couplet_rational_compare (&sample->lower, bound) > 0))
    return SIDE_ABOVE;
  return sample->has_upper && couplet_rational_compare (&sample->upper, bound) <= 0 ? SIDE_WITHIN
                                                                                    : SIDE_OPEN;
}

static gboolean
is_decided (const Work *work, const Sample *sample)
{
  Side side = side_of (sample, &work->task->bound);
  return side == SIDE_WITHIN || side == SIDE_ABOVE;
}

/* Whether the cost at a is proven less than at b. */
static gboolean
costs_less (const Sample *a, const Sample *b)
{
  return a->readable && b->readable && a->has_upper &&
         (b->infinite || (b->has_lower && couplet_rational_compare (&a->upper, &b->lower) < 0));
}

static Sample *
sample_at (const Work *work, guint index)
{
  return g_ptr_array_index (work->found->samples, index);
}

/* The first or the last of the decided; NULL = there is none. */
static const Sample *
find_end (const Work *work, gboolean first)
{
  guint n = work->found->samples->len;
  for (guint i = 0; i < n; i++) {
    const Sample *sample = sample_at (work, first ? i : n - 1 - i);
    if (is_decided (work, sample))
      return sample;
  }
  return NULL;
}

/* Two samples, the first at the lesser value, between which the cost goes in direction; FALSE =
 * there are none. */
static gboolean
find_slope (const Work *work, Direction direction, const Sample **first, const Sample **second)
{
  for (guint j = 1; j < work->found->samples->len; j++)
    for (guint i = j; i-- > 0;) {
      *first = sample_at (work, i);
      *second = sample_at (work, j);
      if (direction == RISES ? costs_less (*first, *second) : costs_less (*second, *first))
        return TRUE;
    }
  return FALSE;
}

static void
find_direction (Work *work)
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
find_neighbours (Work *work)
{
  Sample *before = NULL;
  for (guint i = 0; i < work->found->samples->len; i++) {
    Sample *sample = sample_at (work, i);
    if (!is_decided (work, sample))
      continue;
    Side side = side_of (sample, &work->task->bound);
    if (before != NULL && side_of (before, &work->task->bound) != side) {
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
free_old_data (Work *work)
{
  const GPtrArray *samples = work->found->samples;
  const Sample *low = find_end (work, TRUE), *high = find_end (work, FALSE);
  for (guint i = 1; i + 1 < samples->len; i++) {
    Sample *sample = sample_at (work, i);
    if (sample->data == NULL || sample == work->within || sample == work->above || sample == low ||
        sample == high || sample == work->found->last)
      continue;
    work->task->free_data (sample->data);
    sample->data = NULL;
  }
}

static void
count_undecided (Work *work, const Sample *sample, gint change)
{
  Side side = side_of (sample, &work->task->bound);
  if (side == SIDE_OPEN)
    work->n_open += (guint)change;
  else if (side == SIDE_UNREADABLE)
    work->n_unreadable += (guint)change;
}

/* The index of the first sample that is not below value. */
static guint
find_place (const Work *work, const CoupletRational *value)
{
  guint i = 0;
  while (i < work->found->samples->len &&
         couplet_rational_compare (&sample_at (work, i)->value, value) < 0)
    i++;
  return i;
}

/* The sample at value, tried if it was not yet; NULL: the search has stopped. */
static Sample *
try_value (Work *work, const CoupletRational *value)
{
  guint place = find_place (work, value);
  if (place < work->found->samples->len &&
      couplet_rational_compare (&sample_at (work, place)->value, value) == 0)
    return sample_at (work, place);
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

/* Takes back sample, the last one tried, behind the first. */
static void
forget (Work *work, Sample *sample)
{
  count_undecided (work, sample, -1);
  if (sample->data != NULL)
    work->task->free_data (sample->data);
  g_ptr_array_remove (work->found->samples, sample);
  work->found->last = sample_at (work, 0);
}

/* ---- Until there is one value on each side --------------------------------------------- */

static gboolean
has_both (const Work *work)
{
  return work->within != NULL;
}

/* Whether values above sample (below, if not up) may be on its other side. */
static gboolean
may_change (const Work *work, const Sample *sample, gboolean up)
{
  Side side = side_of (sample, &work->task->bound);
  if (work->direction == FLAT || side == SIDE_OPEN)
    return TRUE;
  gboolean towards_less = (work->direction == FALLS) == up;
  return side == (towards_less ? SIDE_ABOVE : SIDE_WITHIN);
}

/* The first, the next, the one 2 behind it, 4, 8, ... and the last, as far as need be. */
static void
spread_over_steps (Work *work)
{
  const Range *range = &work->range;
  g_auto (CoupletRational) value, offset;
  couplet_rational_init (&value);
  couplet_rational_init (&offset);
  for (guint i = 0;; i++) {
    mpq_add (value.value, range->first.value, offset.value);
    if (couplet_rational_compare (&value, &range->last) > 0)
      mpq_set (value.value, range->last.value);
    const Sample *sample = try_value (work, &value);
    gboolean ends = couplet_rational_compare (&value, &range->last) == 0;
    if (sample == NULL || ends || has_both (work) || !sample->readable ||
        !may_change (work, sample, TRUE))
      return;
    if (i == 0)
      mpq_set (offset.value, range->step.value);
    else
      mpq_mul_2exp (offset.value, offset.value, 1);
  }
}

/* Goes from 1 to 2^-FARTHEST or 2^FARTHEST, as far as need be. */
static void
spread_to (Work *work, int power)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  mpq_set_ui (value.value, 1, 1);
  if (power < 0)
    mpq_div_2exp (value.value, value.value, (mp_bitcnt_t)-power);
  else
    mpq_mul_2exp (value.value, value.value, (mp_bitcnt_t)power);
  try_value (work, &value);
}

/* Both ways from 1, as far as each may lead to the other side. */
static void
spread_from_one (Work *work)
{
  for (int power = 1; power <= FARTHEST && !has_both (work) && !work->stopped; power++) {
    guint n = work->found->samples->len;
    if (power > FARTHEST_FLAT && work->direction == FLAT)
      return;
    if (may_change (work, sample_at (work, n - 1), TRUE) && sample_at (work, n - 1)->readable)
      spread_to (work, power);
    if (!has_both (work) && may_change (work, sample_at (work, 0), FALSE) &&
        sample_at (work, 0)->readable)
      spread_to (work, -power);
  }
}

/* Whole numbers, where 3/2 is none that can be read. */
static void
spread_freely (Work *work)
{
  Range *range = &work->range;
  mpq_set_ui (range->first.value, 1, 1);
  const Sample *one = try_value (work, &range->first);
  if (one == NULL || !one->readable)
    return;
  mpq_set_ui (range->last.value, 3, 2);
  Sample *half = try_value (work, &range->last);
  if (half == NULL)
    return;
  if (half->readable) {
    range->kind = RANGE_INTERVAL;
    spread_from_one (work);
    return;
  }
  forget (work, half);
  range->kind = RANGE_STEPS;
  mpq_set_ui (range->step.value, 1, 1);
  mpq_set_ui (range->last.value, 1ul << FARTHEST_FLAT, 1);
  spread_over_steps (work);
  if (has_both (work) || work->direction == FLAT)
    return;
  mpq_set_ui (range->last.value, 1ul << FARTHEST, 1);
  spread_over_steps (work);
}

/* Both ends, and values evenly between them if those do not differ. */
static void
spread_over_interval (Work *work)
{
  const Range *range = &work->range;
  g_auto (CoupletRational) value, part;
  couplet_rational_init (&value);
  couplet_rational_init (&part);
  if (try_value (work, &range->first) == NULL || try_value (work, &range->last) == NULL)
    return;
  mpq_sub (part.value, range->last.value, range->first.value);
  mpq_div_2exp (part.value, part.value, HALVINGS);
  mpq_set (value.value, range->first.value);
  for (guint i = 1; i < 1u << HALVINGS && !has_both (work); i++) {
    mpq_add (value.value, value.value, part.value);
    if (try_value (work, &value) == NULL)
      return;
  }
}

static void
spread (Work *work)
{
  switch (work->range.kind) {
  case RANGE_STEPS:
    spread_over_steps (work);
    break;
  case RANGE_INTERVAL:
    spread_over_interval (work);
    break;
  default:
    spread_freely (work);
  }
}

/* ---- Between two neighbours ------------------------------------------------------------ */

/* Sets value to the step in the middle; FALSE: there is none between. */
static gboolean
middle_step (const Range *range, const CoupletRational *a, const CoupletRational *b,
             CoupletRational *value)
{
  g_auto (CoupletRational) steps;
  mpz_t half;
  couplet_rational_init (&steps);
  mpz_init (half);
  mpq_sub (steps.value, b->value, a->value);
  mpq_div (steps.value, steps.value, range->step.value);
  mpz_tdiv_q_2exp (half, mpq_numref (steps.value), 1);
  gboolean between = mpz_sgn (half) != 0;
  mpq_set_z (steps.value, half);
  mpq_mul (steps.value, steps.value, range->step.value);
  mpq_add (value->value, a->value, steps.value);
  mpz_clear (half);
  return between;
}

/* Sets least to the distance below which ends such as a and b are not told apart. */
static void
find_tolerance (const CoupletRational *a, const CoupletRational *b, CoupletRational *least)
{
  g_auto (CoupletRational) other;
  couplet_rational_init (&other);
  mpq_abs (least->value, a->value);
  mpq_abs (other.value, b->value);
  if (couplet_rational_compare (&other, least) > 0)
    mpq_swap (other.value, least->value);
  mpq_div_2exp (least->value, least->value, TOLERANCE);
}

static gboolean
is_close (const CoupletRational *a, const CoupletRational *b)
{
  g_auto (CoupletRational) distance, least;
  couplet_rational_init (&distance);
  couplet_rational_init (&least);
  find_tolerance (a, b, &least);
  mpq_sub (distance.value, b->value, a->value);
  mpq_abs (distance.value, distance.value);
  return couplet_rational_compare (&distance, &least) <= 0;
}

/* Sets value to the simplest one from a to b, in any order. */
static void
find_simplest (const CoupletRational *a, const CoupletRational *b, CoupletRational *value)
{
  if (couplet_rational_compare (a, b) < 0)
    curve_simplest (a, b, value);
  else
    curve_simplest (b, a, value);
}

/* Sets value to the simplest one in the middle half; FALSE: the ends are close. */
static gboolean
middle_of_interval (const CoupletRational *a, const CoupletRational *b, CoupletRational *value)
{
  if (is_close (a, b))
    return FALSE;
  g_auto (CoupletRational) quarter, from, to;
  couplet_rational_init (&quarter);
  couplet_rational_init (&from);
  couplet_rational_init (&to);
  mpq_sub (quarter.value, b->value, a->value);
  mpq_div_2exp (quarter.value, quarter.value, 2);
  mpq_add (from.value, a->value, quarter.value);
  mpq_sub (to.value, b->value, quarter.value);
  find_simplest (&from, &to, value);
  return TRUE;
}

static gboolean
find_middle (const Work *work, const Sample *a, const Sample *b, CoupletRational *value)
{
  return work->range.kind == RANGE_STEPS ? middle_step (&work->range, &a->value, &b->value, value)
                                         : middle_of_interval (&a->value, &b->value, value);
}

/* Sets value to one a little behind within, where its cost is the bound itself. */
static void
find_beyond (const Work *work, CoupletRational *value)
{
  const CoupletRational *within = &work->within->value, *above = &work->above->value;
  g_auto (CoupletRational) step, near;
  couplet_rational_init (&step);
  couplet_rational_init (&near);
  find_tolerance (within, above, &step);
  if (couplet_rational_compare (above, within) < 0)
    mpq_neg (step.value, step.value);
  mpq_add (value->value, within->value, step.value);
  mpq_div_2exp (step.value, step.value, 1);
  mpq_add (near.value, within->value, step.value);
  g_auto (CoupletRational) far;
  couplet_rational_init (&far);
  mpq_set (far.value, value->value);
  find_simplest (&near, &far, value);
}

static gboolean
is_exact (const Sample *sample)
{
  return sample->readable && !sample->infinite && sample->has_lower && sample->has_upper &&
         mpq_equal (sample->lower.value, sample->upper.value);
}

/* Up to three samples of known cost around the change of sides; how many. */
static guint
find_points (const Work *work, CurvePoint *points)
{
  gint place = 0, n = 0, length = (gint)work->found->samples->len;
  while (sample_at (work, (guint)place) != work->within &&
         sample_at (work, (guint)place) != work->above)
    place++;
  static const gint order[] = {0, 1, -1, 2};
  for (guint i = 0; i < G_N_ELEMENTS (order) && n < 3; i++) {
    gint at = place + order[i];
    const Sample *sample = at >= 0 && at < length ? sample_at (work, (guint)at) : NULL;
    if (sample != NULL && is_exact (sample))
      points[n++] = (CurvePoint){&sample->value, &sample->lower};
  }
  return (guint)n;
}

/* Whether value is between the neighbours, and short. */
static gboolean
is_fit (const Work *work, const CoupletRational *value)
{
  int within = couplet_rational_compare (value, &work->within->value);
  int above = couplet_rational_compare (value, &work->above->value);
  return within * above < 0 && mpz_sizeinbase (mpq_numref (value->value), 2) <= LARGEST_NUMBER &&
         mpz_sizeinbase (mpq_denref (value->value), 2) <= LARGEST_NUMBER;
}

/* Sets value to where a curve through known costs meets the bound. */
static gboolean
guess (const Work *work, CoupletRational *value)
{
  CurvePoint points[3];
  const CoupletRational *bound = &work->task->bound;
  guint n = find_points (work, points);
  if (n == 3 && curve_homographic (points, bound, value) && is_fit (work, value))
    return TRUE;
  return n >= 2 && ((curve_reciprocal (points, bound, value) && is_fit (work, value)) ||
                    (curve_line (points, bound, value) && is_fit (work, value)));
}

/* The next value of an interval where all between the neighbours is open to trial. */
static gboolean
next_in_interval (const Work *work, CoupletRational *value)
{
  const Sample *within = work->within;
  if (is_close (&within->value, &work->above->value))
    return FALSE;
  if (mpq_equal (within->upper.value, work->task->bound.value)) {
    find_beyond (work, value);
    return TRUE;
  }
  gboolean guesses = work->found->samples->len % 2 == 0;
  return (guesses && guess (work, value)) || find_middle (work, within, work->above, value);
}

/* The undecided sample next to from, on the way to to; NULL = there is none. */
static const Sample *
find_open (const Work *work, const Sample *from, const Sample *to)
{
  gint step = couplet_rational_compare (&from->value, &to->value) < 0 ? 1 : -1;
  guint place = find_place (work, &from->value) + (guint)step;
  return sample_at (work, place) != to ? sample_at (work, place) : NULL;
}

static gboolean
next_value (const Work *work, CoupletRational *value)
{
  const Sample *near = find_open (work, work->within, work->above);
  const Sample *far = find_open (work, work->above, work->within);
  if (near != NULL)
    return find_middle (work, work->within, near, value) ||
           find_middle (work, far, work->above, value);
  return work->range.kind == RANGE_STEPS ? find_middle (work, work->within, work->above, value)
                                         : next_in_interval (work, value);
}

static void
refine (Work *work)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  while (has_both (work) && next_value (work, &value) && try_value (work, &value) != NULL)
    continue;
}

/* The values nearest to an end at which nothing is decided, where the cost may change sides. */
static void
approach_end (Work *work, gboolean first)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  while (!has_both (work)) {
    const Sample *inner = find_end (work, first);
    if (inner == NULL || !may_change (work, inner, !first))
      return;
    guint place = find_place (work, &inner->value);
    if (place == (first ? 0 : work->found->samples->len - 1))
      return;
    const Sample *outer = sample_at (work, first ? place - 1 : place + 1);
    if (!middle_of_interval (&inner->value, &outer->value, &value) ||
        try_value (work, &value) == NULL)
      return;
  }
}

/* ---- The answer ------------------------------------------------------------------------ */

/* There is a value on each side. */
static void
conclude_between (const Work *work)
{
  Search *found = work->found;
  found->value = work->within;
  found->beyond = work->above;
  gboolean rises = couplet_rational_compare (&work->within->value, &work->above->value) < 0;
  found->which = rises ? COUPLET_SOLUTION_LARGEST : COUPLET_SOLUTION_LEAST;
  gboolean open = find_open (work, work->within, work->above) != NULL;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (open || work->stopped || next_value (work, &value))
    found->kind = COUPLET_SOLUTION_UNKNOWN;
  else if (work->range.kind == RANGE_STEPS ||
           mpq_equal (found->value->upper.value, work->task->bound.value))
    found->kind = COUPLET_SOLUTION_EXACT;
  else
    found->kind = COUPLET_SOLUTION_BETWEEN;
}

static gboolean
is_open_somewhere (const Work *work)
{
  for (guint i = 0; i < work->found->samples->len; i++)
    if (!is_decided (work, sample_at (work, i)))
      return TRUE;
  return work->stopped;
}

/* All that are decided are on one side. */
static void
conclude_alike (const Work *work)
{
  Search *found = work->found;
  found->which = work->direction == RISES   ? COUPLET_SOLUTION_LARGEST
                 : work->direction == FALLS ? COUPLET_SOLUTION_LEAST
                                            : COUPLET_SOLUTION_NEITHER;
  const Sample *low = find_end (work, TRUE), *high = find_end (work, FALSE);
  if (low == NULL)
    return;
  gboolean within = side_of (low, &work->task->bound) == SIDE_WITHIN;
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
  Work work = {.task = task, .found = search};
  *search = (Search){.kind = COUPLET_SOLUTION_UNKNOWN, .which = COUPLET_SOLUTION_NEITHER};
  search->samples = g_ptr_array_new_with_free_func (sample_free);
  range_copy (&work.range, &task->range);
  spread (&work);
  if (work.range.kind == RANGE_INTERVAL) {
    approach_end (&work, TRUE);
    approach_end (&work, FALSE);
  }
  refine (&work);
  if (search->kind != COUPLET_SOLUTION_NOT_MONOTONE && has_both (&work))
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
