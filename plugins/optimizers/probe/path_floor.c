/* SPDX-License-Identifier: Apache-2.0 */
#include "path_floor.h"

/* Draws that are output have rank 0; others below them negative ranks, those above positive. */
typedef struct {
  const Line *line;
  const fmpq *inputs;
  const fmpq *epsilon;
  slong precision;
  gboolean *shown;    /* per draw: it is output */
  gint64 *ranks;      /* per draw; later its place among the ranks of draws that are not output */
  gboolean has_shown; /* some draw is output */
  guint n_places;     /* ranks there are, 0 left out */
  guint n_negative;   /* how many of them are below 0 */
  arb_t rate;         /* epsilon times the mean parameter: scales the intervals */
} Floor;

/* The draw of a term of row. */
static guint
draw_of (const Floor *floor, const LineRow *row, guint term)
{
  return g_array_index (row->form.terms, LineTerm, term).atom - floor->line->n_inputs;
}

/* ---- Ranks ------------------------------------------------------------------------------- */

/* Puts draw high above low; FALSE when both are output and the comparison is strict, or an output
 * would have to rise. *raised: a rank has changed. */
static gboolean
put_above (Floor *floor, guint high, guint low, gboolean strict, gboolean *raised)
{
  gboolean high_shown = floor->shown[high], low_shown = floor->shown[low];
  if (high_shown && low_shown)
    return !strict;
  if (floor->ranks[high] > floor->ranks[low])
    return TRUE;
  floor->ranks[high] = floor->ranks[low] + 1;
  *raised = TRUE;
  return !high_shown;
}

/* Raises ranks until row holds. FALSE: it cannot. */
static gboolean
raise_to_row (Floor *floor, const LineRow *row, gboolean *raised)
{
  if (row->kind == LINE_SHOWN)
    return TRUE;
  guint high = fmpq_sgn (&g_array_index (row->form.terms, LineTerm, 0).factor) > 0 ? 0 : 1;
  return put_above (floor, draw_of (floor, row, high), draw_of (floor, row, 1 - high),
                    row->kind == LINE_ABOVE, raised);
}

static gboolean
find_ranks (Floor *floor)
{
  guint n = floor->line->draws->len;
  for (guint i = 0; i < n; i++)
    floor->ranks[i] = floor->shown[i] ? 0 : -(gint64)n;
  gboolean raised = TRUE;
  for (guint round = 0; round <= n && raised; round++) {
    raised = FALSE;
    for (guint i = 0; i < floor->line->rows->len; i++)
      if (!raise_to_row (floor, line_row (floor->line, i), &raised))
        return FALSE;
  }
  return !raised;
}

/* Counts the ranks there are, and makes places of them. */
static void
find_places (Floor *floor)
{
  guint n = floor->line->draws->len;
  g_autofree guint *place =
      g_new0 (guint, 2 * (gsize)n + 1); /* from rank -n on; ranks are chains */
  for (guint i = 0; i < n; i++) {
    floor->has_shown |= floor->shown[i];
    if (!floor->shown[i])
      place[floor->ranks[i] + n] = 1;
  }
  for (guint r = 0; r <= 2 * n; r++) {
    gboolean used = place[r] != 0;
    place[r] = floor->n_places;
    floor->n_places += used;
    floor->n_negative += used && r < n;
  }
  for (guint i = 0; i < n; i++)
    floor->ranks[i] = place[floor->ranks[i] + n];
}

/* ---- Intervals ---------------------------------------------------------------------------- */

/* The share of all values that lies below the interval of the rank at place: outputs stand at one
 * half. */
static void
share_below (const Floor *floor, guint place, fmpq_t share)
{
  guint n = floor->n_places, negative = floor->n_negative;
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
  g_auto (fmpq_t) share, half;
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
    g_auto (arb_t) power;
    arb_init (power);
    arb_div (power, rate, floor->rate, floor->precision);
    arb_set_fmpq (value, share, floor->precision);
    arb_mul_2exp_si (value, value, 1);
    arb_pow (value, value, power, floor->precision);
    arb_mul_2exp_si (value, value, -1);
  }
  if (upper) {
    arb_neg (value, value);
    arb_add_ui (value, value, 1, floor->precision);
  }
}

static void
set_rate (const Floor *floor, guint draw, arb_t rate)
{
  g_auto (fmpq_t) product;
  fmpq_init (product);
  fmpq_mul (product, line_draw (floor->line, draw)->rate, floor->epsilon);
  arb_set_fmpq (rate, product, floor->precision);
}

/* The probability of a draw's interval, or the density of what it shows. FALSE when it is not known
 * to be positive. */
static gboolean
find_factor (const Floor *floor, guint i, arb_t factor)
{
  g_auto (arb_t) rate, below;
  g_auto (fmpq_t) distance;
  arb_init (rate);
  arb_init (below);
  fmpq_init (distance);
  set_rate (floor, i, rate);
  if (floor->shown[i]) {
    line_form_at (floor->line, &line_draw (floor->line, i)->centre, floor->inputs, distance);
    fmpq_abs (distance, distance);
    arb_set_fmpq (factor, distance, floor->precision);
    arb_mul (factor, factor, rate, floor->precision);
    arb_neg (factor, factor);
    arb_exp (factor, factor, floor->precision);
    arb_mul (factor, factor, rate, floor->precision);
    arb_mul_2exp_si (factor, factor, -1);
  } else {
    guint place = (guint)floor->ranks[i];
    arb_one (factor);
    if (place + 1 < floor->n_places)
      probability_below (floor, place + 1, rate, factor);
    else if (floor->has_shown && floor->n_negative == floor->n_places)
      arb_mul_2exp_si (factor, factor, -1);
    probability_below (floor, place, rate, below);
    arb_sub (factor, factor, below, floor->precision);
  }
  return arb_is_positive (factor);
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* Whether row compares two draws, or shows one, which is then 0. */
static gboolean
take_row (Floor *floor, const LineRow *row, const fmpq *values)
{
  guint n = row->form.terms->len;
  gboolean shows = row->kind == LINE_SHOWN;
  for (guint t = 0; t < n; t++)
    if (g_array_index (row->form.terms, LineTerm, t).atom < floor->line->n_inputs)
      return FALSE;
  if (row->kind == LINE_SNAPPED || n != (shows ? 1 : 2) ||
      (shows && !fmpq_is_zero (&values[row->value])))
    return FALSE;
  if (shows)
    floor->shown[draw_of (floor, row, 0)] = TRUE;
  return TRUE;
}

static gboolean
is_as_asked (Floor *floor, const fmpq *values)
{
  gboolean good = TRUE;
  g_auto (fmpq_t) centre;
  fmpq_init (centre);
  for (guint i = 0; i < floor->line->rows->len && good; i++)
    good = take_row (floor, line_row (floor->line, i), values);
  for (guint i = 0; i < floor->line->draws->len && good; i++) {
    const LineDraw *draw = line_draw (floor->line, i);
    line_form_at (floor->line, &draw->centre, floor->inputs, centre);
    good = draw->noise == COUPLET_LAPLACE && (floor->shown[i] || fmpq_is_zero (centre));
  }
  return good;
}

static void
set_scale (Floor *floor)
{
  guint n = floor->line->draws->len;
  g_auto (arb_t) rate;
  arb_init (rate);
  for (guint i = 0; i < n; i++) {
    set_rate (floor, i, rate);
    arb_add (floor->rate, floor->rate, rate, floor->precision);
  }
  arb_div_ui (floor->rate, floor->rate, MAX (n, 1), floor->precision);
  arb_get_mid_arb (floor->rate, floor->rate); /* any number does */
}

/* Adds up the logarithms of all factors. */
static gboolean
add_factors (const Floor *floor, arb_t log_floor)
{
  gboolean good = TRUE;
  g_auto (arb_t) factor;
  arb_init (factor);
  arb_zero (log_floor);
  for (guint i = 0; i < floor->line->draws->len && good; i++) {
    good = find_factor (floor, i, factor);
    arb_log (factor, factor, floor->precision);
    arb_add (log_floor, log_floor, factor, floor->precision);
  }
  return good;
}

gboolean
path_floor (const Line *line, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
            slong precision, arb_t log_floor)
{
  g_autofree gint64 *ranks = g_new (gint64, line->draws->len + 1);
  g_autofree gboolean *shown = g_new0 (gboolean, line->draws->len + 1);
  Floor floor = {.line = line,
                 .inputs = inputs,
                 .epsilon = epsilon,
                 .precision = precision,
                 .shown = shown,
                 .ranks = ranks};
  arb_init (floor.rate);
  gboolean good = is_as_asked (&floor, values) && find_ranks (&floor);
  if (good) {
    find_places (&floor);
    set_scale (&floor);
    good = add_factors (&floor, log_floor);
  }
  arb_clear (floor.rate);
  return good;
}
