/* SPDX-License-Identifier: Apache-2.0 */
#include "path_floor.h"

/* Draws that are output have rank 0; others below them negative ranks, those above positive. */
typedef struct {
  const PathDraws *draws;
  const fmpq *epsilon;
  slong precision;
  gint64 *ranks;      /* per draw */
  gboolean has_shown; /* some draw is output */
  GArray *used;       /* gint64: the ranks there are, ascending, 0 left out */
  guint n_negative;   /* how many of them are below 0 */
  arb_t rate;         /* epsilon times the mean parameter: scales the intervals */
} Floor;

static const PathDraw *
draw_at (const Floor *floor, guint i)
{
  return g_ptr_array_index (floor->draws->draws, i);
}

/* ---- Ranks ------------------------------------------------------------------------------- */

/* Puts draw high above low; FALSE when both are output and the comparison is strict, or an output
 * would have to rise. *raised: a rank has changed. */
static gboolean
put_above (Floor *floor, guint high, guint low, gboolean strict, gboolean *raised)
{
  gboolean high_shown = draw_at (floor, high)->pinned, low_shown = draw_at (floor, low)->pinned;
  if (high_shown && low_shown)
    return !strict;
  if (floor->ranks[high] > floor->ranks[low])
    return TRUE;
  floor->ranks[high] = floor->ranks[low] + 1;
  *raised = TRUE;
  return !high_shown;
}

static gboolean
find_ranks (Floor *floor)
{
  guint n = floor->draws->draws->len;
  for (guint i = 0; i < n; i++)
    floor->ranks[i] = draw_at (floor, i)->pinned ? 0 : -(gint64)n;
  gboolean raised = TRUE;
  for (guint round = 0; round <= n && raised; round++) {
    raised = FALSE;
    for (guint i = 0; i < n; i++)
      for (guint k = 0; k < draw_at (floor, i)->bounds->len; k++) {
        const DrawBound *bound = &g_array_index (draw_at (floor, i)->bounds, DrawBound, k);
        guint high = bound->above ? i : bound->draw, low = bound->above ? bound->draw : i;
        if (!put_above (floor, high, low, !bound->above, &raised))
          return FALSE;
      }
  }
  return !raised;
}

static gint
compare_ranks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return (x > y) - (x < y);
}

static void
collect_ranks (Floor *floor)
{
  for (guint i = 0; i < floor->draws->draws->len; i++) {
    floor->has_shown |= draw_at (floor, i)->pinned;
    if (!draw_at (floor, i)->pinned)
      g_array_append_val (floor->used, floor->ranks[i]);
  }
  g_array_sort (floor->used, compare_ranks);
  guint kept = 0;
  gint64 *used = (gint64 *)(gpointer)floor->used->data;
  for (guint i = 0; i < floor->used->len; i++)
    if (kept == 0 || used[kept - 1] != used[i])
      used[kept++] = used[i];
  g_array_set_size (floor->used, kept);
  while (floor->n_negative < kept && used[floor->n_negative] < 0)
    floor->n_negative++;
}

/* The place of a rank among those there are. */
static guint
place_of (const Floor *floor, gint64 rank)
{
  guint low = 0, high = floor->used->len;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (floor->used, gint64, middle) <= rank)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* ---- Intervals ---------------------------------------------------------------------------- */

/* The share of all values that lies below the interval of the rank at place: outputs stand at one
 * half. */
static void
share_below (const Floor *floor, guint place, fmpq_t share)
{
  guint n = floor->used->len, negative = floor->n_negative;
  if (!floor->has_shown)
    fmpq_set_si (share, place, n);
  else if (place < negative)
    fmpq_set_si (share, place, 2 * (slong)negative);
  else if (n == negative)
    fmpq_set_si (share, 1, 2);
  else
    fmpq_set_si (share, (slong)(n - negative) + (place - negative), 2 * (slong)(n - negative));
  fmpq_canonicalise (share);
}

/* The probability that a draw with this rate is below the interval of the rank at place. */
static void
probability_below (const Floor *floor, guint place, const arb_t rate, arb_t value)
{
  fmpq_t share, half;
  fmpq_init (share);
  fmpq_init (half);
  fmpq_set_si (half, 1, 2);
  share_below (floor, place, share);
  gboolean upper = fmpq_cmp (share, half) > 0;
  if (upper) {
    fmpq_set_si (half, 1, 1);
    fmpq_sub (share, half, share);
  }
  /* (2 * share)^(rate / scale) / 2, the tail beyond the end of the interval */
  if (fmpq_is_zero (share))
    arb_zero (value);
  else {
    arb_t power;
    arb_init (power);
    arb_div (power, rate, floor->rate, floor->precision);
    arb_set_fmpq (value, share, floor->precision);
    arb_mul_2exp_si (value, value, 1);
    arb_pow (value, value, power, floor->precision);
    arb_mul_2exp_si (value, value, -1);
    arb_clear (power);
  }
  if (upper) {
    arb_neg (value, value);
    arb_add_ui (value, value, 1, floor->precision);
  }
  fmpq_clear (half);
  fmpq_clear (share);
}

static void
set_rate (const Floor *floor, const PathDraw *draw, arb_t rate)
{
  fmpq_t product;
  fmpq_init (product);
  fmpq_mul (product, draw->d, floor->epsilon);
  arb_set_fmpq (rate, product, floor->precision);
  fmpq_clear (product);
}

/* The probability of a draw's interval, or the density of what it shows. FALSE when it is not known
 * to be positive. */
static gboolean
find_factor (const Floor *floor, guint i, arb_t factor)
{
  const PathDraw *draw = draw_at (floor, i);
  arb_t rate, below;
  fmpq_t distance;
  arb_init (rate);
  arb_init (below);
  fmpq_init (distance);
  set_rate (floor, draw, rate);
  if (draw->pinned) {
    fmpq_sub (distance, draw->centre, draw->value);
    fmpq_abs (distance, distance);
    arb_set_fmpq (factor, distance, floor->precision);
    arb_mul (factor, factor, rate, floor->precision);
    arb_neg (factor, factor);
    arb_exp (factor, factor, floor->precision);
    arb_mul (factor, factor, rate, floor->precision);
    arb_mul_2exp_si (factor, factor, -1);
  } else {
    guint place = place_of (floor, floor->ranks[i]);
    arb_one (factor);
    if (place + 1 < floor->used->len)
      probability_below (floor, place + 1, rate, factor);
    else if (floor->has_shown && floor->n_negative == floor->used->len)
      arb_mul_2exp_si (factor, factor, -1);
    probability_below (floor, place, rate, below);
    arb_sub (factor, factor, below, floor->precision);
  }
  fmpq_clear (distance);
  arb_clear (below);
  arb_clear (rate);
  return arb_is_positive (factor);
}

/* ---- All of it ----------------------------------------------------------------------------- */

static gboolean
is_as_asked (const Floor *floor)
{
  for (guint i = 0; i < floor->draws->draws->len; i++) {
    const PathDraw *draw = draw_at (floor, i);
    if (draw->noise != COUPLET_LAPLACE || !fmpq_is_zero (draw->pinned ? draw->value : draw->centre))
      return FALSE;
  }
  return TRUE;
}

static void
set_scale (Floor *floor)
{
  guint n = floor->draws->draws->len;
  arb_t rate;
  arb_init (rate);
  for (guint i = 0; i < n; i++) {
    set_rate (floor, draw_at (floor, i), rate);
    arb_add (floor->rate, floor->rate, rate, floor->precision);
  }
  arb_div_ui (floor->rate, floor->rate, MAX (n, 1), floor->precision);
  arb_get_mid_arb (floor->rate, floor->rate); /* any number does */
  arb_clear (rate);
}

/* Adds up the logarithms of all factors. */
static gboolean
add_factors (const Floor *floor, arb_t log_floor)
{
  gboolean good = TRUE;
  arb_t factor;
  arb_init (factor);
  arb_zero (log_floor);
  for (guint i = 0; i < floor->draws->draws->len && good; i++) {
    good = find_factor (floor, i, factor);
    arb_log (factor, factor, floor->precision);
    arb_add (log_floor, log_floor, factor, floor->precision);
  }
  arb_clear (factor);
  return good;
}

gboolean
path_floor (const PathDraws *draws, const fmpq_t epsilon, slong precision, arb_t log_floor)
{
  g_autofree gint64 *ranks = g_new (gint64, MAX (draws->draws->len, 1));
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (gint64));
  Floor floor = {
      .draws = draws, .epsilon = epsilon, .precision = precision, .ranks = ranks, .used = used};
  arb_init (floor.rate);
  gboolean good = is_as_asked (&floor) && find_ranks (&floor);
  if (good) {
    collect_ranks (&floor);
    set_scale (&floor);
    good = add_factors (&floor, log_floor);
  }
  arb_clear (floor.rate);
  return good;
}
