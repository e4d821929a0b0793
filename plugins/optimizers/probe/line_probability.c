/* SPDX-License-Identifier: Apache-2.0 */
#include "line_probability.h"

#include "pieces.h"

#include <string.h>

#define MOST_BITS 32768
/* Bits of a value that is known well enough. */
#define ENOUGH_BITS 40
/* Draws of real numbers that a walk without gaps may compare at once: more take seconds, where the
 * theorem of the least d may answer at once. */
#define MOST_OPEN_IN_ORDER 4

typedef enum {
  FACTOR, /* exp(-rate*rho*|form|), of the draw that has its place: it less its centre, or what
             stands for it when an output tells it */
  BOUND,  /* form >= 0, or > 0 */
  OUTPUT  /* form is 0 */
} RowKind;

/* Forms are as those of pieces, of the draws of the line. */
typedef struct {
  RowKind kind;
  fmpq_poly_t form;
  gboolean strict; /* BOUND: it counts where form has no draw that is a real number */
  gboolean taken;  /* into the integral */
} Row;

/* A line at given inputs. */
typedef struct {
  const CoupletLine *line;
  const GArray *inputs, *values;
  guint n;           /* of draws; those of whole numbers count from their centres */
  GArray *rows;      /* Row; the first are the factors of the draws */
  gboolean gives_up; /* forms of whole numbers have multiples */
  guint *variable;   /* per draw, open ones have one; MOST_VARIABLES = none */
  gboolean used[MOST_VARIABLES];
  fmpz_t parts;  /* of 1 that rates are multiples of: exponents are whole numbers then */
  fmpq_t factor; /* of the change of variables */
} Integral;

const char *
probability_obstacle (ProbabilityStatus status)
{
  static const char *const OBSTACLES[] = {
      [PROBABILITY_DISCRETE] =
          "discrete draws are compared in multiples, with which no probabilities are computed",
      [PROBABILITY_TOO_MANY_DRAWS] = "too many draws are compared at once",
      [PROBABILITY_TOO_LARGE] = "a probability takes too long",
      [PROBABILITY_TOO_SMALL] = "a probability is too small to be told from 0",
      [PROBABILITY_STOPPED] = NULL};
  return OBSTACLES[status];
}

/* ---- A line at its inputs ------------------------------------------------------------------- */

static Row *
row_at (const Integral *integral, guint index)
{
  return &g_array_index (integral->rows, Row, index);
}

static gboolean
is_whole (const Integral *integral, guint draw)
{
  return couplet_noise_is_whole (couplet_line_draw (integral->line, draw)->noise);
}

static gboolean
is_one_sided (const Integral *integral, guint draw)
{
  return couplet_noise_is_one_sided (couplet_line_draw (integral->line, draw)->noise);
}

static void
clear_row (gpointer data)
{
  fmpq_poly_clear (((Row *)data)->form);
}

/* One more row, whose form is 0, for the caller to fill. */
static fmpq_poly_struct *
add_row (const Integral *integral, RowKind kind, gboolean strict)
{
  Row row = {.kind = kind, .strict = strict};
  fmpq_poly_init (row.form);
  g_array_append_val (integral->rows, row);
  return row_at (integral, integral->rows->len - 1)->form;
}

/* value = multiple * what draw is centred at. */
static void
multiply_centre (const Integral *integral, guint draw, const CoupletRational *multiple,
                 CoupletRational *value)
{
  const CoupletLineDraw *of = couplet_line_draw (integral->line, draw);
  mpq_set_ui (value->value, 0, 1);
  if (of->input != COUPLET_NONE)
    mpq_set (value->value, couplet_number (integral->inputs, of->input)->value);
  if (of->mean != NULL)
    mpq_add (value->value, value->value, of->mean->value);
  mpq_mul (value->value, value->value, multiple->value);
}

/* result = form of the line over the draws, less a number. */
static void
read_form (const Integral *integral, const CoupletLinearForm *form, const CoupletRational *less,
           fmpq_poly_t result)
{
  const CoupletLine *line = integral->line;
  g_auto (CoupletRational) constant, centre;
  couplet_rational_init (&constant);
  couplet_rational_init (&centre);
  couplet_line_value (form, integral->inputs, &constant);
  if (less != NULL)
    mpq_sub (constant.value, constant.value, less->value);
  for (guint32 i = 0; i < form->n_terms; i++) {
    const CoupletLinearTerm *term = &form->terms[i];
    if (term->atom < line->n_inputs)
      continue;
    guint draw = term->atom - line->n_inputs;
    fmpq_poly_set_coeff_mpq (result, draw + 1, term->factor.value);
    if (!is_whole (integral, draw))
      continue;
    multiply_centre (integral, draw, &term->factor, &centre);
    mpq_add (constant.value, constant.value, centre.value);
  }
  fmpq_poly_set_coeff_mpq (result, 0, constant.value);
}

static void
read_draws (Integral *integral)
{
  g_auto (CoupletRational) less, centre;
  g_auto (fmpz_t) denominator;
  couplet_rational_init (&less);
  couplet_rational_init (&centre);
  fmpz_init (denominator);
  mpq_set_si (less.value, -1, 1);
  for (guint i = 0; i < integral->n; i++) {
    const CoupletLineDraw *draw = couplet_line_draw (integral->line, i);
    fmpq_poly_struct *form = add_row (integral, FACTOR, FALSE);
    fmpq_poly_set_coeff_si (form, i + 1, 1);
    if (!is_whole (integral, i)) {
      multiply_centre (integral, i, &less, &centre);
      fmpq_poly_set_coeff_mpq (form, 0, centre.value);
    }
    fmpz_set_mpz (denominator, mpq_denref (draw->rate->value));
    fmpz_lcm (integral->parts, integral->parts, denominator);
  }
}

/* value = value / grid, rounded up or else down, times grid. */
static void
round_to_grid (CoupletRational *value, const CoupletRational *grid, gboolean up)
{
  mpz_ptr number = mpq_numref (value->value), one = mpq_denref (value->value);
  mpq_div (value->value, value->value, grid->value);
  (up ? mpz_cdiv_q : mpz_fdiv_q) (number, number, one);
  mpz_set_ui (one, 1);
  mpq_mul (value->value, value->value, grid->value);
}

/* Lets what row has be rounded to what is shown: between two ends, of which one may be infinite. */
static void
read_cell (const Integral *integral, const CoupletLineRow *row)
{
  const CoupletRational *numbers = integral->line->automaton->numbers;
  const CoupletRational *grid = &numbers[row->snap->grid], *bound = &numbers[row->snap->bound];
  const CoupletRational *shown = couplet_number (integral->values, row->value);
  g_auto (CoupletRational) limit, end, half; /* of the range, on the other side and on this */
  couplet_rational_init (&limit);
  couplet_rational_init (&end);
  couplet_rational_init (&half);
  mpq_div_2exp (half.value, grid->value, 1);
  for (int side = -1; side <= 1; side += 2) {
    mpq_set (end.value, shown->value);
    mpq_set (limit.value, bound->value);
    if (side < 0)
      mpq_neg (limit.value, limit.value);
    if (mpq_equal (end.value, limit.value))
      continue;
    mpq_neg (limit.value, limit.value);
    if (mpq_equal (end.value, limit.value)) /* what is farther out is clamped to it */
      round_to_grid (&end, grid, side < 0);
    (side < 0 ? mpq_sub : mpq_add) (end.value, end.value, half.value);
    fmpq_poly_struct *form = add_row (integral, BOUND, FALSE);
    read_form (integral, row->form, &end, form);
    if (side > 0)
      fmpq_poly_neg (form, form);
  }
}

static void
read_rows (const Integral *integral)
{
  for (guint i = 0; i < integral->line->rows->len; i++) {
    const CoupletLineRow *row = couplet_line_row (integral->line, i);
    gboolean shows = row->kind == COUPLET_LINE_SHOWS;
    if (row->kind == COUPLET_LINE_SNAPS) {
      read_cell (integral, row);
      continue;
    }
    fmpq_poly_struct *form = add_row (integral, shows ? OUTPUT : BOUND, row->strict);
    read_form (integral, row->form, shows ? couplet_number (integral->values, row->value) : NULL,
               form);
    if (row->opposite)
      fmpq_poly_neg (form, form);
  }
}

/* ---- Outputs ------------------------------------------------------------------------------ */

/* Whether form has the draw. */
static gboolean
has_draw (const fmpq_poly_t form, guint draw)
{
  return draw + 1 < (guint)fmpq_poly_length (form) &&
         !fmpz_is_zero (fmpq_poly_numref (form) + draw + 1);
}

/* The last draw that output has, a real number if there is one; n = it is a constant. */
static guint
choose_told (const Integral *integral, const fmpq_poly_t output)
{
  guint chosen = integral->n;
  for (guint i = integral->n; i-- > 0;)
    if (has_draw (output, i) &&
        (chosen == integral->n || (!is_whole (integral, i) && is_whole (integral, chosen))))
      chosen = i;
  return chosen;
}

/* form with draw replaced so that output, which has it once, is 0. */
static void
replace_draw (fmpq_poly_t form, guint draw, const fmpq_poly_t output)
{
  g_auto (fmpq_t) multiple;
  g_auto (fmpq_poly_t) product;
  fmpq_init (multiple);
  fmpq_poly_init (product);
  fmpq_poly_get_coeff_fmpq (multiple, form, draw + 1);
  fmpq_poly_scalar_mul_fmpq (product, output, multiple);
  fmpq_poly_sub (form, form, product);
}

/* Lets an output be what it is: it tells a draw, which is replaced. An output that those before it
 * tell has no density of its own: it agrees, or FALSE: the line is impossible. So it is where whole
 * numbers would have to be others. */
static gboolean
replace_output (Integral *integral, guint index)
{
  fmpq_poly_struct *output = row_at (integral, index)->form;
  guint draw = choose_told (integral, output);
  g_auto (fmpq_t) size;
  fmpq_init (size);
  if (draw == integral->n)
    return fmpq_poly_is_zero (output);
  fmpq_poly_get_coeff_fmpq (size, output, draw + 1);
  fmpq_poly_scalar_div_fmpq (output, output, size);
  if (is_whole (integral, draw)) {
    fmpq_poly_get_coeff_fmpq (size, output, 0);
    fmpq_poly_set_coeff_si (output, 0, 0);
    integral->gives_up |= !fmpz_is_one (fmpq_poly_denref (output));
    fmpq_poly_set_coeff_fmpq (output, 0, size);
    if (!fmpz_is_one (fmpq_denref (size)))
      return FALSE;
  } else {
    fmpq_abs (size, size);
    fmpq_div (integral->factor, integral->factor, size);
  }
  for (guint i = 0; i < integral->rows->len; i++)
    if (i != index && has_draw (row_at (integral, i)->form, draw))
      replace_draw (row_at (integral, i)->form, draw, output);
  return TRUE;
}

/* Replaces what outputs tell. FALSE: the line is impossible. */
static gboolean
replace_outputs (Integral *integral)
{
  gboolean possible = TRUE;
  for (guint i = integral->n; i < integral->rows->len && possible; i++)
    possible = row_at (integral, i)->kind != OUTPUT || replace_output (integral, i);
  /* rows with a draw that is a real number, and that no output tells, are the same when they are
   * not strict */
  for (guint i = integral->n; i < integral->rows->len; i++)
    for (guint k = 0; k < integral->n; k++)
      row_at (integral, i)->strict &=
          is_whole (integral, k) || !has_draw (row_at (integral, i)->form, k);
  return possible;
}

/* ---- Constants ------------------------------------------------------------------------------ */

/* rate = that of draw, a whole multiple of the unit of the integral. */
static void
read_rate (const Integral *integral, guint draw, fmpq_t rate)
{
  fmpq_set_mpq (rate, couplet_line_draw (integral->line, draw)->rate->value);
  fmpq_mul_fmpz (rate, rate, integral->parts);
}

/* value = the product of the constant factors: what the sums of exp(-rate*rho*|k|) over whole
 * numbers k, or the integrals over real ones, are divided by. */
static void
multiply_constants (const Integral *integral, Pieces *pieces, arb_t value)
{
  g_auto (fmpq_t) rate;
  g_auto (arb_t) factor, more;
  fmpq_init (rate);
  arb_init (factor);
  arb_init (more);
  arb_set_fmpq (value, integral->factor, pieces->precision);
  for (guint i = 0; i < integral->n; i++) {
    read_rate (integral, i, rate);
    if (is_whole (integral, i)) {
      fmpq_neg (rate, rate);
      arb_sub_ui (factor, pieces_power (pieces, rate), 1, pieces->precision);
      arb_neg (factor, factor);
      arb_add_ui (more, pieces_power (pieces, rate), 1, pieces->precision);
      arb_div (factor, factor, more, pieces->precision);
    } else {
      fmpq_mul (rate, rate, pieces->rho);
      if (!is_one_sided (integral, i))
        fmpq_div_2exp (rate, rate, 1);
      arb_set_fmpq (factor, rate, pieces->precision);
    }
    arb_mul (value, value, factor, pieces->precision);
  }
}

/* ---- The order of integration --------------------------------------------------------------- */

/* How many draws are in rows with draw; 1 at most where draws are in order. Whole ones count more.
 */
static guint
count_near (const Integral *integral, guint draw)
{
  guint n = 0;
  g_autofree guint8 *near = g_new0 (guint8, integral->n);
  for (guint i = 0; i < integral->rows->len; i++) {
    const Row *row = row_at (integral, i);
    for (guint k = 0; row->kind != OUTPUT && has_draw (row->form, draw) && k < integral->n; k++)
      near[k] |= has_draw (row->form, k) ? 1 : 0;
  }
  for (guint k = 0; k < integral->n; k++)
    n += near[k];
  n = integral->line->in_order ? MIN (n, 1) : n;
  return n > 0 && is_whole (integral, draw) ? n + integral->n : n;
}

/* First n, for constants, then the draws that are not told, those in the fewest rows first, of
 * equal ones the last. Real ones come before whole ones. The caller frees them. */
static GArray *
find_order (const Integral *integral)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *n_near = g_new (guint, integral->n + 1);
  g_array_append_val (order, integral->n);
  for (guint i = 0; i < integral->n; i++)
    n_near[i] = count_near (integral, i);
  for (guint n = 1; n <= 2 * integral->n; n++)
    for (guint i = integral->n; i-- > 0;)
      if (n_near[i] == n)
        g_array_append_val (order, i);
  return order;
}

/* ---- Integration -------------------------------------------------------------------------- */

/* Gives draw a variable. FALSE: too many draws are open. */
static gboolean
give_variable (Integral *integral, Pieces *pieces, guint draw)
{
  gboolean whole = is_whole (integral, draw);
  guint variable = 0, n_real = 0;
  for (guint v = 0; v < MOST_VARIABLES; v++)
    n_real += integral->used[v] && !pieces->whole[v];
  while (variable < MOST_VARIABLES && integral->used[variable])
    variable++;
  if (variable == MOST_VARIABLES ||
      (!whole && integral->line->in_order && n_real == MOST_OPEN_IN_ORDER))
    return FALSE;
  integral->used[variable] = TRUE;
  integral->variable[draw] = variable;
  pieces->whole[variable] = whole;
  return TRUE;
}

/* placed = form, over the variables of the pieces. FALSE: too many draws are open. */
static gboolean
place_form (Integral *integral, Pieces *pieces, const fmpq_poly_t form, fmpq_poly_t placed)
{
  g_auto (fmpq_t) number;
  fmpq_init (number);
  fmpq_poly_get_coeff_fmpq (number, form, 0);
  fmpq_poly_set_fmpq (placed, number);
  for (guint i = 0; i < integral->n; i++) {
    if (!has_draw (form, i))
      continue;
    if (integral->variable[i] == MOST_VARIABLES && !give_variable (integral, pieces, i))
      return FALSE;
    fmpq_poly_get_coeff_fmpq (number, form, i + 1);
    fmpq_poly_set_coeff_fmpq (placed, integral->variable[i] + 1, number);
  }
  return TRUE;
}

/* Takes the rows of a kind with draw that are not taken yet; draw n: those that are constants. */
static ProbabilityStatus
take_rows (Integral *integral, Pieces *pieces, RowKind kind, guint draw)
{
  gboolean good = TRUE;
  g_auto (fmpq_poly_t) placed;
  g_auto (fmpq_t) rate;
  fmpq_poly_init (placed);
  fmpq_init (rate);
  for (guint i = 0; i < integral->rows->len && good; i++) {
    Row *row = row_at (integral, i);
    if (row->taken || row->kind != kind ||
        !(draw < integral->n ? has_draw (row->form, draw) : fmpq_poly_length (row->form) <= 1))
      continue;
    row->taken = TRUE;
    if (!place_form (integral, pieces, row->form, placed))
      return PROBABILITY_TOO_MANY_DRAWS;
    if (kind == FACTOR)
      read_rate (integral, i, rate);
    good = pieces_weigh (pieces, placed, row->strict, rate,
                         kind == BOUND || is_one_sided (integral, i));
  }
  return good ? PROBABILITY_FOUND : PROBABILITY_TOO_LARGE;
}

/* Integrates over all draws of order. */
static ProbabilityStatus
integrate (Integral *integral, Pieces *pieces, const GArray *order, CoupletContext *context)
{
  ProbabilityStatus status = PROBABILITY_FOUND;
  memset (integral->used, 0, sizeof integral->used);
  for (guint i = 0; i < integral->n; i++)
    integral->variable[i] = MOST_VARIABLES;
  for (guint i = 0; i < integral->rows->len; i++)
    row_at (integral, i)->taken = FALSE;
  for (guint at = 0; at < order->len && status == PROBABILITY_FOUND; at++) {
    guint draw = g_array_index (order, guint, at);
    if (context != NULL && couplet_context_should_stop (context))
      return PROBABILITY_STOPPED;
    status = take_rows (integral, pieces, BOUND, draw);
    if (status == PROBABILITY_FOUND)
      status = take_rows (integral, pieces, FACTOR, draw);
    if (status != PROBABILITY_FOUND || draw == integral->n)
      continue;
    if (!pieces_integrate (pieces, integral->variable[draw]))
      status = PROBABILITY_TOO_LARGE;
    integral->used[integral->variable[draw]] = FALSE;
  }
  return status;
}

static ProbabilityStatus
find_value (arb_t value, Integral *integral, const GArray *order, const CoupletRational *epsilon,
            slong precision, CoupletContext *context)
{
  Pieces pieces;
  g_auto (fmpq_t) rho;
  g_auto (arb_t) sum;
  fmpq_init (rho);
  arb_init (sum);
  fmpq_set_mpq (rho, epsilon->value);
  fmpq_div_fmpz (rho, rho, integral->parts);
  pieces_init (&pieces, rho, precision);
  multiply_constants (integral, &pieces, value);
  ProbabilityStatus status = integrate (integral, &pieces, order, context);
  pieces_value (&pieces, sum);
  arb_mul (value, value, sum, precision);
  if ((integral->gives_up || pieces.gives_up) && !arb_is_zero (value))
    status = PROBABILITY_DISCRETE;
  pieces_clear (&pieces);
  return status;
}

/* Whether value is 0, or known well enough. */
static gboolean
is_known (const arb_t value)
{
  return arb_is_zero (value) ||
         (arb_is_positive (value) && arb_rel_accuracy_bits (value) >= ENOUGH_BITS);
}

ProbabilityStatus
line_probability (arb_t value, const CoupletLine *line, const GArray *inputs, const GArray *values,
                  const CoupletRational *epsilon, slong *bits, CoupletContext *context)
{
  guint n = line->draws->len;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autofree guint *variable = g_new (guint, n + 1);
  Integral integral = {
      .line = line, .inputs = inputs, .values = values, .n = n, .rows = rows, .variable = variable};
  ProbabilityStatus status = PROBABILITY_FOUND;
  slong precision = *bits;
  g_array_set_clear_func (rows, clear_row);
  fmpq_init (integral.factor);
  fmpq_one (integral.factor);
  fmpz_init_set_ui (integral.parts, 1);
  read_draws (&integral);
  read_rows (&integral);
  gboolean known = !replace_outputs (&integral);
  if (known && integral.gives_up)
    status = PROBABILITY_DISCRETE;
  arb_zero (value);
  g_autoptr (GArray) order = known ? NULL : find_order (&integral);
  for (; !known && status == PROBABILITY_FOUND; precision *= 2) {
    status = precision > MOST_BITS
                 ? PROBABILITY_TOO_SMALL
                 : find_value (value, &integral, order, epsilon, precision, context);
    known = status == PROBABILITY_FOUND && is_known (value);
    *bits = known ? precision : *bits;
  }
  fmpq_clear (integral.factor);
  fmpz_clear (integral.parts);
  return status;
}
