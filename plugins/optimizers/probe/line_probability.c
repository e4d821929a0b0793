/* SPDX-License-Identifier: Apache-2.0 */
#include "line_probability.h"

#include "linear_cell.h"

/* Bits of a value that is known well enough. */
#define ENOUGH_BITS 40
/* Draws of real numbers that a walk without gaps may compare at once: more take seconds, where the
 * theorem of the least d may answer at once. */
#define MOST_OPEN_IN_ORDER 4

/* The factor exp(-rate*rho*|form|) of the densities. Forms are vectors of n + 1 rationals: the
 * multiples of the draws, and a constant after them. */
typedef struct {
  fmpq *form;         /* the draw less its centre, or what stands for it when an output tells it */
  fmpq_t rate;        /* a whole multiple of the unit of the integral */
  gboolean one_sided; /* 0 where form is below 0; else that of both sides */
  gboolean whole;     /* form is a whole number */
} Density;

/* form >= 0, or > 0 if strict: that counts where form has no draw that is a real number. */
typedef struct {
  fmpq *form;
  gboolean strict;
} Bound;

/* A line at given inputs. */
typedef struct {
  guint n; /* of draws; those of whole numbers count from their centres */
  Density *densities;
  GArray *bounds;  /* Bound */
  GArray *outputs; /* Bound whose forms are 0 */
  gboolean in_order;
  gboolean is_possible;
  gboolean gives_up; /* forms of whole numbers have multiples */
  fmpz_t parts;      /* of 1 that rates are multiples of: exponents are whole numbers then */
  fmpq_t factor;     /* of the change of variables */
} Integral;

const char *
probability_obstacle (ProbabilityStatus status)
{
  switch (status) {
  case PROBABILITY_DISCRETE:
    return "discrete draws are compared in multiples, with which no probabilities are computed";
  case PROBABILITY_TOO_MANY_DRAWS:
    return "too many draws are compared at once";
  case PROBABILITY_TOO_LARGE:
    return "a probability takes too long";
  case PROBABILITY_TOO_SMALL:
    return "a probability is too small to be told from 0";
  case PROBABILITY_FOUND:
  case PROBABILITY_STOPPED:
    break;
  }
  return NULL;
}

/* ---- A line at its inputs ------------------------------------------------------------------- */

static gboolean
counts_whole (const LineDraw *draw)
{
  return couplet_noise_is_whole (draw->noise);
}

/* form of line at inputs, over the draws. The caller frees it. */
static fmpq *
read_form (const Line *line, const LineForm *form, const fmpq *inputs)
{
  guint n = line->draws->len;
  fmpq *result = _fmpq_vec_init (n + 1);
  g_auto (fmpq_t) centre;
  fmpq_init (centre);
  line_form_at (line, form, inputs, &result[n]);
  for (guint i = 0; i < form->terms->len; i++) {
    const LineTerm *term = &g_array_index (form->terms, LineTerm, i);
    if (term->atom < line->n_inputs)
      continue;
    guint draw = term->atom - line->n_inputs;
    fmpq_add (&result[draw], &result[draw], &term->factor);
    if (!counts_whole (line_draw (line, draw)))
      continue;
    line_form_at (line, &line_draw (line, draw)->centre, inputs, centre);
    fmpq_addmul (&result[n], &term->factor, centre);
  }
  return result;
}

static void
read_draws (const Integral *integral, const Line *line, const fmpq *inputs)
{
  guint n = integral->n;
  for (guint i = 0; i < n; i++) {
    const LineDraw *draw = line_draw (line, i);
    fmpq *form = _fmpq_vec_init (n + 1);
    fmpq_one (&form[i]);
    if (!counts_whole (draw)) {
      line_form_at (line, &draw->centre, inputs, &form[n]);
      fmpq_neg (&form[n], &form[n]);
    }
    Density *density = &integral->densities[i];
    density->form = form;
    density->one_sided = couplet_noise_is_one_sided (draw->noise);
    density->whole = counts_whole (draw);
    fmpq_init (density->rate);
    fmpq_mul_fmpz (density->rate, draw->rate, integral->parts);
  }
}

/* Finds the parts of 1 that all rates are multiples of. */
static void
find_parts (const Line *line, fmpz_t parts)
{
  fmpz_one (parts);
  for (guint i = 0; i < line->draws->len; i++)
    fmpz_lcm (parts, parts, fmpq_denref (line_draw (line, i)->rate));
}

static void
add_bound (GArray *bounds, fmpq *form, gboolean strict)
{
  const Bound bound = {form, strict};
  g_array_append_val (bounds, bound);
}

/* Lets what row has be rounded to shown. */
static void
read_cell (const Integral *integral, const Line *line, const LineRow *row, const fmpq *inputs,
           const fmpq_t shown)
{
  guint n = integral->n;
  g_auto (fmpq_t) end;
  fmpq_init (end);
  for (int side = -1; side <= 1; side += 2) {
    if (!line_cell_end (row, shown, side, end))
      continue;
    fmpq *form = read_form (line, &row->form, inputs);
    fmpq_sub (&form[n], &form[n], end);
    for (guint i = 0; i <= n && side > 0; i++)
      fmpq_neg (&form[i], &form[i]);
    add_bound (integral->bounds, form, FALSE);
  }
}

static void
read_rows (const Integral *integral, const Line *line, const fmpq *inputs, const fmpq *values)
{
  for (guint i = 0; i < line->rows->len; i++) {
    const LineRow *row = line_row (line, i);
    if (row->kind == LINE_SNAPPED) {
      read_cell (integral, line, row, inputs, &values[row->value]);
      continue;
    }
    fmpq *form = read_form (line, &row->form, inputs);
    if (row->kind == LINE_SHOWN)
      fmpq_sub (&form[integral->n], &form[integral->n], &values[row->value]);
    add_bound (row->kind == LINE_SHOWN ? integral->outputs : integral->bounds, form,
               row->kind == LINE_ABOVE);
  }
}

static void
clear_bounds (const Integral *integral, GArray *bounds)
{
  for (guint i = 0; i < bounds->len; i++)
    _fmpq_vec_clear (g_array_index (bounds, Bound, i).form, integral->n + 1);
  g_array_unref (bounds);
}

static void
integral_clear (Integral *integral)
{
  for (guint i = 0; i < integral->n; i++) {
    _fmpq_vec_clear (integral->densities[i].form, integral->n + 1);
    fmpq_clear (integral->densities[i].rate);
  }
  g_free (integral->densities);
  clear_bounds (integral, integral->bounds);
  clear_bounds (integral, integral->outputs);
  fmpq_clear (integral->factor);
  fmpz_clear (integral->parts);
}

/* ---- Outputs ------------------------------------------------------------------------------ */

static gboolean
is_constant (const fmpq *form, guint n)
{
  guint i = 0;
  while (i < n && fmpq_is_zero (&form[i]))
    i++;
  return i == n;
}

/* form with draw replaced so that output, which has it, is 0. */
static void
replace_draw (fmpq *form, guint draw, const fmpq *output, guint n)
{
  if (fmpq_is_zero (&form[draw]))
    return;
  g_auto (fmpq_t) multiple;
  fmpq_init (multiple);
  fmpq_div (multiple, &form[draw], &output[draw]);
  for (guint i = 0; i <= n; i++)
    if (!fmpq_is_zero (&output[i]))
      fmpq_submul (&form[i], multiple, &output[i]);
}

/* A draw that output has, a real number if there is one; n = it is a constant. */
static guint
choose_told (const Integral *integral, const fmpq *output)
{
  guint chosen = integral->n;
  for (guint i = integral->n; i-- > 0;)
    if (!fmpq_is_zero (&output[i]) && (chosen == integral->n || !integral->densities[i].whole ||
                                       integral->densities[chosen].whole))
      chosen = i;
  return chosen;
}

/* Whether all multiples of form are whole numbers. */
static gboolean
has_whole_multiples (const fmpq *form, guint n)
{
  guint i = 0;
  while (i < n && fmpz_is_one (fmpq_denref (&form[i])))
    i++;
  return i == n;
}

/* Makes 1 of the multiple of draw, which output has, where that is a whole number. FALSE: then
 * whole numbers would have to be others. */
static gboolean
scale_output (Integral *integral, fmpq *output, guint draw)
{
  guint n = integral->n;
  if (!integral->densities[draw].whole)
    return TRUE;
  g_auto (fmpq_t) size;
  fmpq_init (size);
  fmpq_set (size, &output[draw]);
  for (guint i = 0; i <= n; i++)
    fmpq_div (&output[i], &output[i], size);
  if (!has_whole_multiples (output, n))
    integral->gives_up = TRUE;
  return fmpz_is_one (fmpq_denref (&output[n]));
}

/* Lets an output be what it is: it tells a draw, which is replaced. An output that those before it
 * tell has no density of its own: it agrees, or FALSE: the line is impossible. So it is where whole
 * numbers would have to be others. */
static gboolean
replace_output (Integral *integral, guint index)
{
  fmpq *output = g_array_index (integral->outputs, Bound, index).form;
  guint n = integral->n, draw = choose_told (integral, output);
  if (draw == n)
    return fmpq_is_zero (&output[n]);
  if (!scale_output (integral, output, draw))
    return FALSE;
  for (guint i = index + 1; i < integral->outputs->len; i++)
    replace_draw (g_array_index (integral->outputs, Bound, i).form, draw, output, n);
  for (guint i = 0; i < integral->bounds->len; i++)
    replace_draw (g_array_index (integral->bounds, Bound, i).form, draw, output, n);
  for (guint i = 0; i < n; i++)
    replace_draw (integral->densities[i].form, draw, output, n);
  fmpq_div (integral->factor, integral->factor, &output[draw]);
  fmpq_abs (integral->factor, integral->factor);
  return TRUE;
}

/* Whether the rows that are constants hold. */
static gboolean
constants_hold (const Integral *integral)
{
  gboolean hold = TRUE;
  for (guint i = 0; i < integral->bounds->len && hold; i++) {
    const Bound *row = &g_array_index (integral->bounds, Bound, i);
    int sign = fmpq_sgn (&row->form[integral->n]);
    hold = !is_constant (row->form, integral->n) || (row->strict ? sign > 0 : sign >= 0);
  }
  return hold;
}

/* Rows with a draw that is a real number, and that no output tells, are the same when they are not
 * strict. */
static void
relax_rows (const Integral *integral)
{
  for (guint i = 0; i < integral->bounds->len; i++) {
    Bound *row = &g_array_index (integral->bounds, Bound, i);
    for (guint k = 0; k < integral->n; k++)
      row->strict = row->strict && (integral->densities[k].whole || fmpq_is_zero (&row->form[k]));
  }
}

/* Replaces what outputs tell. */
static void
replace_outputs (Integral *integral)
{
  integral->is_possible = constants_hold (integral);
  for (guint i = 0; i < integral->outputs->len && integral->is_possible; i++)
    integral->is_possible = replace_output (integral, i);
  integral->is_possible = integral->is_possible && constants_hold (integral);
  relax_rows (integral);
}

/* Reads line at inputs, with what it outputs. */
static void
integral_init (Integral *integral, const Line *line, const fmpq *inputs, const fmpq *values)
{
  guint n = line->draws->len;
  *integral = (Integral){.n = n,
                         .in_order = line->in_order,
                         .densities = g_new0 (Density, MAX (n, 1)),
                         .bounds = g_array_new (FALSE, FALSE, sizeof (Bound)),
                         .outputs = g_array_new (FALSE, FALSE, sizeof (Bound))};
  fmpq_init (integral->factor);
  fmpq_one (integral->factor);
  fmpz_init (integral->parts);
  find_parts (line, integral->parts);
  read_draws (integral, line, inputs);
  read_rows (integral, line, inputs, values);
  replace_outputs (integral);
}

/* ---- Constants ------------------------------------------------------------------------------ */

/* factor = what the sum of exp(-rate*rho*|k|) over whole numbers k, or the integral over real
 * ones, is divided by. */
static void
normalise (const Density *density, ExponentialScale *scale, arb_t factor)
{
  g_auto (fmpq_t) constant;
  g_auto (arb_t) more;
  fmpq_init (constant);
  arb_init (more);
  if (density->whole) {
    fmpq_neg (constant, density->rate);
    arb_sub_ui (factor, exponential_at (scale, constant), 1, scale->precision);
    arb_neg (factor, factor);
    arb_add_ui (more, exponential_at (scale, constant), 1, scale->precision);
    arb_div (factor, factor, more, scale->precision);
  } else {
    fmpq_mul (constant, density->rate, scale->rho);
    if (!density->one_sided)
      fmpq_div_2exp (constant, constant, 1);
    arb_set_fmpq (factor, constant, scale->precision);
  }
}

/* value = the product of the constant factors. */
static void
multiply_constants (const Integral *integral, ExponentialScale *scale, arb_t value)
{
  g_auto (fmpq_t) constant;
  g_auto (arb_t) factor;
  fmpq_init (constant);
  arb_init (factor);
  arb_set_fmpq (value, integral->factor, scale->precision);
  for (guint i = 0; i < integral->n; i++) {
    const Density *density = &integral->densities[i];
    normalise (density, scale, factor);
    arb_mul (value, value, factor, scale->precision);
    if (!is_constant (density->form, integral->n))
      continue;
    if (density->one_sided && fmpq_sgn (&density->form[integral->n]) < 0)
      arb_zero (value); /* at 0, where it jumps, the density is that above */
    fmpq_abs (constant, &density->form[integral->n]);
    fmpq_mul (constant, constant, density->rate);
    fmpq_neg (constant, constant);
    arb_mul (value, value, exponential_at (scale, constant), scale->precision);
  }
}

/* ---- The order of integration -----------------------------------------------------------------
 */

/* Sets of draws are words of bits. */
typedef struct {
  const Integral *integral;
  guint n, words;
  guint64 *near;        /* per draw: those that it is in a form with, also by draws that are gone */
  guint64 *left, *open; /* not yet integrated over, and of those in bounds or terms */
  guint *order, n_ordered;
  guint n_open[2]; /* the most that are open at once, real and whole ones */
} Elimination;

static guint
count_bits (const guint64 *a, const guint64 *b, guint words)
{
  guint count = 0;
  for (guint w = 0; w < words; w++)
    count += (guint)__builtin_popcountll (a[w] & b[w]);
  return count;
}

static gboolean
has_bit (const guint64 *set, guint i)
{
  return (set[i / 64] >> i % 64 & 1) != 0;
}

/* The draws of form are near to each other. */
static void
join_draws (Elimination *work, const fmpq *form)
{
  g_autofree guint64 *set = g_new0 (guint64, work->words);
  for (guint i = 0; i < work->n; i++)
    if (!fmpq_is_zero (&form[i]))
      set[i / 64] |= (guint64)1 << i % 64;
  for (guint i = 0; i < work->n; i++)
    if (has_bit (set, i)) {
      work->left[i / 64] |= (guint64)1 << i % 64;
      for (guint w = 0; w < work->words; w++)
        work->near[(gsize)i * work->words + w] |= set[w];
    }
}

/* The draw with the fewest that are near, of equal ones the last; where draws are in order
 * the last one. Real ones come first. */
static guint
choose_draw (const Elimination *work)
{
  guint best = work->n, fewest = G_MAXUINT;
  for (guint i = work->n; i-- > 0;) {
    if (!has_bit (work->left, i))
      continue;
    guint count = work->integral->in_order
                      ? 0
                      : count_bits (work->near + (gsize)i * work->words, work->left, work->words);
    if (work->integral->densities[i].whole)
      count += work->n;
    if (count < fewest) {
      best = i;
      fewest = count;
    }
  }
  return best;
}

/* Keeps account of how many draws are open. */
static void
count_open (Elimination *work)
{
  guint n_open[2] = {0, 0};
  for (guint i = 0; i < work->n; i++)
    n_open[work->integral->densities[i].whole ? 1 : 0] += has_bit (work->open, i);
  for (guint s = 0; s < 2; s++)
    work->n_open[s] = MAX (work->n_open[s], n_open[s]);
}

static void
find_order (Elimination *work)
{
  for (guint draw = choose_draw (work); draw < work->n; draw = choose_draw (work)) {
    const guint64 *near = work->near + (gsize)draw * work->words;
    for (guint w = 0; w < work->words; w++)
      work->open[w] |= near[w] & work->left[w];
    count_open (work);
    work->left[draw / 64] &= ~((guint64)1 << draw % 64);
    work->open[draw / 64] &= ~((guint64)1 << draw % 64);
    for (guint i = 0; i < work->n; i++)
      if (has_bit (near, i) && has_bit (work->left, i))
        for (guint w = 0; w < work->words; w++)
          work->near[(gsize)i * work->words + w] |= near[w];
    work->order[work->n_ordered++] = draw;
  }
}

static void
elimination_init (Elimination *work, const Integral *integral)
{
  guint words = integral->n / 64 + 1;
  *work = (Elimination){.integral = integral, .n = integral->n, .words = words};
  work->near = g_new0 (guint64, (gsize)integral->n * words + 1);
  work->left = g_new0 (guint64, words);
  work->open = g_new0 (guint64, words);
  work->order = g_new0 (guint, integral->n + 1);
  for (guint i = 0; i < integral->n; i++)
    join_draws (work, integral->densities[i].form);
  for (guint i = 0; i < integral->bounds->len; i++)
    join_draws (work, g_array_index (integral->bounds, Bound, i).form);
  find_order (work);
}

static void
elimination_clear (Elimination *work)
{
  g_free (work->near);
  g_free (work->left);
  g_free (work->open);
  g_free (work->order);
}

/* ---- Integration -------------------------------------------------------------------------- */

typedef struct {
  const Integral *integral;
  guint n_slots; /* variables of the cells, that open draws have */
  guint n_real;  /* the first ones, of draws that are real numbers */
  guint *slot;   /* per draw: its variable; n_slots = none */
  gboolean used[MOST_SUM_VARIABLES];
  GPtrArray *cells;
  gboolean *gives_up;
  ExponentialScale *scale;
} Integration;

/* form over the variables of the cells. The caller frees it. */
static fmpq *
place_form (Integration *work, const fmpq *form)
{
  guint n = work->integral->n;
  fmpq *placed = _fmpq_vec_init (work->n_slots + 1);
  fmpq_set (&placed[work->n_slots], &form[n]);
  for (guint i = 0; i < n; i++) {
    if (fmpq_is_zero (&form[i]))
      continue;
    if (work->slot[i] == work->n_slots) {
      guint free_slot = work->integral->densities[i].whole ? work->n_real : 0;
      while (work->used[free_slot])
        free_slot++;
      work->used[free_slot] = TRUE;
      work->slot[i] = free_slot;
    }
    fmpq_set (&placed[work->slot[i]], &form[i]);
  }
  return placed;
}

static gboolean
is_first_with (const Elimination *order, guint at, const fmpq *form)
{
  gboolean first = !fmpq_is_zero (&form[order->order[at]]);
  for (guint i = 0; i < at && first; i++)
    first = fmpq_is_zero (&form[order->order[i]]);
  return first;
}

/* Integrates over the draw at a place of the order. FALSE: too much work. */
static gboolean
take_draw (Integration *work, const Elimination *order, guint at)
{
  const Integral *integral = work->integral;
  gboolean good = TRUE;
  for (guint i = 0; i < integral->bounds->len; i++) {
    const Bound *row = &g_array_index (integral->bounds, Bound, i);
    if (!is_first_with (order, at, row->form))
      continue;
    fmpq *placed = place_form (work, row->form);
    linear_cells_bound (work->cells, placed, row->strict);
    _fmpq_vec_clear (placed, work->n_slots + 1);
  }
  for (guint i = 0; i < integral->n && good; i++) {
    const Density *density = &integral->densities[i];
    if (!is_first_with (order, at, density->form))
      continue;
    fmpq *placed = place_form (work, density->form);
    good = linear_cells_weigh (work->cells, placed, density->rate, density->one_sided, work->scale);
    _fmpq_vec_clear (placed, work->n_slots + 1);
  }
  guint *slot = &work->slot[order->order[at]];
  good = good && linear_cells_integrate (work->cells, *slot, work->scale);
  work->used[*slot] = FALSE;
  return good;
}

static ProbabilityStatus
integrate (Integration *work, const Elimination *order, CoupletContext *context)
{
  ProbabilityStatus status = PROBABILITY_FOUND;
  LinearCell *cell = linear_cell_new (work->n_slots, work->n_real, work->gives_up);
  exponential_sum_add_one (cell->sum, work->scale);
  g_ptr_array_add (work->cells, cell);
  for (guint at = 0; at < order->n_ordered && status == PROBABILITY_FOUND; at++)
    if (context != NULL && couplet_context_should_stop (context))
      status = PROBABILITY_STOPPED;
    else if (!take_draw (work, order, at))
      status = PROBABILITY_TOO_LARGE;
  return status;
}

/* value *= the integral of what is not constant. */
static ProbabilityStatus
multiply_by_integral (Integral *integral, ExponentialScale *scale, CoupletContext *context,
                      arb_t value)
{
  Elimination order;
  elimination_init (&order, integral);
  guint n_slots = order.n_open[0] + order.n_open[1];
  g_autofree guint *slot = g_new (guint, integral->n + 1);
  for (guint i = 0; i < integral->n; i++)
    slot[i] = n_slots;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free);
  Integration work = {.integral = integral,
                      .n_slots = n_slots,
                      .n_real = order.n_open[0],
                      .slot = slot,
                      .cells = cells,
                      .gives_up = &integral->gives_up,
                      .scale = scale};
  gboolean few = n_slots <= MOST_SUM_VARIABLES &&
                 (!integral->in_order || order.n_open[0] <= MOST_OPEN_IN_ORDER);
  ProbabilityStatus status = few ? integrate (&work, &order, context) : PROBABILITY_TOO_MANY_DRAWS;
  g_auto (arb_t) sum, part;
  arb_init (sum);
  arb_init (part);
  for (guint c = 0; c < cells->len && status == PROBABILITY_FOUND; c++) {
    exponential_sum_constant (((const LinearCell *)g_ptr_array_index (cells, c))->sum, part);
    arb_add (sum, sum, part, scale->precision);
  }
  arb_mul (value, value, sum, scale->precision);
  elimination_clear (&order);
  return status;
}

static ProbabilityStatus
find_value (arb_t value, Integral *integral, const fmpq_t epsilon, slong precision,
            CoupletContext *context)
{
  ExponentialScale scale;
  ProbabilityStatus status = PROBABILITY_FOUND;
  g_auto (fmpq_t) rho;
  fmpq_init (rho);
  fmpq_div_fmpz (rho, epsilon, integral->parts);
  exponential_scale_init (&scale, rho, precision);
  multiply_constants (integral, &scale, value);
  if (!arb_is_zero (value))
    status = multiply_by_integral (integral, &scale, context, value);
  exponential_scale_clear (&scale);
  return integral->gives_up ? PROBABILITY_DISCRETE : status;
}

/* Whether value is 0, or known well enough. */
static gboolean
is_known (const arb_t value)
{
  return arb_is_zero (value) ||
         (arb_is_positive (value) && arb_rel_accuracy_bits (value) >= ENOUGH_BITS);
}

ProbabilityStatus
line_probability (arb_t value, const Line *line, const fmpq *inputs, const fmpq *values,
                  const fmpq_t epsilon, slong *bits, CoupletContext *context)
{
  Integral integral;
  ProbabilityStatus status = PROBABILITY_TOO_SMALL;
  integral_init (&integral, line, inputs, values);
  arb_zero (value);
  if (!integral.is_possible)
    status = integral.gives_up ? PROBABILITY_DISCRETE : PROBABILITY_FOUND;
  for (slong precision = *bits; precision <= PROBABILITY_MOST_BITS && integral.is_possible;
       precision *= 2) {
    status = find_value (value, &integral, epsilon, precision, context);
    gboolean known = status == PROBABILITY_FOUND && is_known (value);
    if (known)
      *bits = precision;
    if (known || status != PROBABILITY_FOUND)
      break;
    status = PROBABILITY_TOO_SMALL;
  }
  integral_clear (&integral);
  return status;
}
