/* SPDX-License-Identifier: Apache-2.0 */
#include "search_between.h"

#include "curve.h"

#include <couplet/host/model.h>

#define TOLERANCE 20       /* ends nearer than 2^-20 times their size are not told apart */
#define LARGEST_NUMBER 256 /* bits of a numerator or denominator that is tried */

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
    couplet_rational_simplest (a, b, value);
  else
    couplet_rational_simplest (b, a, value);
}

gboolean
between_middle (const CoupletRational *a, const CoupletRational *b, CoupletRational *value)
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
find_middle (const SearchWork *work, const Sample *a, const Sample *b, CoupletRational *value)
{
  return work->range.kind == RANGE_STEPS ? middle_step (&work->range, &a->value, &b->value, value)
                                         : between_middle (&a->value, &b->value, value);
}

/* Sets value to one a little after within, where its cost is the bound itself. */
static void
find_beyond (const SearchWork *work, CoupletRational *value)
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
find_points (const SearchWork *work, CurvePoint *points)
{
  gint place = 0, n = 0, length = (gint)work->found->samples->len;
  while (work_sample_at (work, (guint)place) != work->within &&
         work_sample_at (work, (guint)place) != work->above)
    place++;
  static const gint order[] = {0, 1, -1, 2};
  for (guint i = 0; i < G_N_ELEMENTS (order) && n < 3; i++) {
    gint at = place + order[i];
    const Sample *sample = at >= 0 && at < length ? work_sample_at (work, (guint)at) : NULL;
    if (sample != NULL && is_exact (sample))
      points[n++] = (CurvePoint){&sample->value, &sample->lower};
  }
  return (guint)n;
}

/* Whether value is between the neighbours, and short. */
static gboolean
is_fit (const SearchWork *work, const CoupletRational *value)
{
  int within = couplet_rational_compare (value, &work->within->value);
  int above = couplet_rational_compare (value, &work->above->value);
  return within * above < 0 && mpz_sizeinbase (mpq_numref (value->value), 2) <= LARGEST_NUMBER &&
         mpz_sizeinbase (mpq_denref (value->value), 2) <= LARGEST_NUMBER;
}

/* Sets value to where a curve through known costs meets the bound. */
static gboolean
guess (const SearchWork *work, CoupletRational *value)
{
  CurvePoint points[3];
  const CoupletRational *bound = &work->task->bound;
  guint n = find_points (work, points);
  if (n == 3 && curve_homographic (points, bound, value) && is_fit (work, value))
    return TRUE;
  return n >= 2 && ((curve_reciprocal (points, bound, value) && is_fit (work, value)) ||
                    (curve_line (points, bound, value) && is_fit (work, value)));
}

/* Whether the cost is the bound itself at the last value tried before within, too: then within is
 * on a flat piece, and need not be its end. */
static gboolean
is_flat (const SearchWork *work)
{
  gint inner = couplet_rational_compare (&work->within->value, &work->above->value) < 0 ? -1 : 1;
  gint at = (gint)work_find_place (work, &work->within->value) + inner;
  if (at < 0 || at >= (gint)work->found->samples->len)
    return FALSE;
  const Sample *sample = work_sample_at (work, (guint)at);
  return is_exact (sample) && mpq_equal (sample->upper.value, work->task->bound.value);
}

/* Whether the cost at within is the bound itself, and not where it is flat. */
static gboolean
meets_bound (const SearchWork *work)
{
  return mpq_equal (work->within->upper.value, work->task->bound.value) && !is_flat (work);
}

/* The next value of an interval where all between the neighbours is open to trial. */
static gboolean
next_in_interval (const SearchWork *work, CoupletRational *value)
{
  const Sample *within = work->within;
  if (is_close (&within->value, &work->above->value))
    return FALSE;
  if (meets_bound (work)) {
    find_beyond (work, value);
    return TRUE;
  }
  gboolean guesses = work->found->samples->len % 2 == 0;
  return (guesses && guess (work, value)) || find_middle (work, within, work->above, value);
}

const Sample *
between_find_open (const SearchWork *work, const Sample *from, const Sample *to)
{
  gint step = couplet_rational_compare (&from->value, &to->value) < 0 ? 1 : -1;
  guint place = work_find_place (work, &from->value) + (guint)step;
  return work_sample_at (work, place) != to ? work_sample_at (work, place) : NULL;
}

gboolean
between_next (const SearchWork *work, CoupletRational *value)
{
  const Sample *near = between_find_open (work, work->within, work->above);
  const Sample *far = between_find_open (work, work->above, work->within);
  if (near != NULL)
    return find_middle (work, work->within, near, value) ||
           find_middle (work, far, work->above, value);
  return work->range.kind == RANGE_STEPS ? find_middle (work, work->within, work->above, value)
                                         : next_in_interval (work, value);
}

void
between_refine (SearchWork *work)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  while (work_has_both (work) && between_next (work, &value) && work_try (work, &value) != NULL)
    continue;
}

/* Whether the cost at offset/2 from within is that of alike. */
static gboolean
is_same_beside (SearchWork *work, int offset, const Sample *alike)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  mpq_set_si (value.value, offset, 2);
  mpq_add (value.value, value.value, work->within->value.value);
  const Range *asked = &work->task->range;
  if (asked->kind == RANGE_INTERVAL && (couplet_rational_compare (&value, &asked->first) < 0 ||
                                        couplet_rational_compare (&value, &asked->last) > 0))
    return FALSE;
  const Sample *sample = work_try (work, &value);
  if (sample == NULL || !sample->readable || sample->infinite != alike->infinite)
    return FALSE;
  return alike->infinite || (is_exact (sample) && is_exact (alike) &&
                             mpq_equal (sample->lower.value, alike->lower.value));
}

/* Whether the cost jumps at within, a whole number: it is the same half a step before, and from
 * above to half a step behind. Tries both values. */
static gboolean
is_step (SearchWork *work)
{
  if (mpz_cmp_ui (mpq_denref (work->within->value.value), 1) != 0)
    return FALSE;
  int onward = couplet_rational_compare (&work->within->value, &work->above->value) < 0 ? 1 : -1;
  return is_same_beside (work, onward, work->above) && is_same_beside (work, -onward, work->within);
}

gboolean
between_is_exact (SearchWork *work)
{
  return work->range.kind == RANGE_STEPS || meets_bound (work) || is_step (work);
}
