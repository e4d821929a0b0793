/* SPDX-License-Identifier: Apache-2.0 */
#include "line.h"

#include "linear_cell.h"

Line *
line_new (guint n)
{
  Line *line = g_new0 (Line, 1);
  line->n = n;
  line->densities = g_new0 (LineDensity, MAX (n, 1));
  line->rows = g_array_new (FALSE, FALSE, sizeof (LineRow));
  line->outputs = g_array_new (FALSE, FALSE, sizeof (LineRow));
  fmpq_init (line->factor);
  fmpq_one (line->factor);
  for (guint i = 0; i < n; i++) {
    line->densities[i].form = _fmpq_vec_init (n + 1);
    fmpq_one (&line->densities[i].form[i]);
    fmpq_init (line->densities[i].rate);
  }
  return line;
}

static void
clear_rows (const Line *line, GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    _fmpq_vec_clear (g_array_index (rows, LineRow, i).form, line->n + 1);
  g_array_set_size (rows, 0);
}

void
line_free (Line *line)
{
  if (line == NULL)
    return;
  for (guint i = 0; i < line->n; i++) {
    _fmpq_vec_clear (line->densities[i].form, line->n + 1);
    fmpq_clear (line->densities[i].rate);
  }
  clear_rows (line, line->rows);
  clear_rows (line, line->outputs);
  g_array_unref (line->rows);
  g_array_unref (line->outputs);
  g_free (line->densities);
  fmpq_clear (line->factor);
  g_free (line);
}

void
line_draw (Line *line, guint draw, const fmpq_t rate, gboolean one_sided)
{
  fmpq_set (line->densities[draw].rate, rate);
  line->densities[draw].one_sided = one_sided;
}

static fmpq *
add_row (const Line *line, GArray *rows, gboolean strict)
{
  LineRow row = {_fmpq_vec_init (line->n + 1), strict};
  g_array_append_val (rows, row);
  return row.form;
}

fmpq *
line_add_row (Line *line, gboolean strict)
{
  return add_row (line, line->rows, strict);
}

fmpq *
line_add_output (Line *line)
{
  return add_row (line, line->outputs, FALSE);
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
  fmpq_t multiple;
  fmpq_init (multiple);
  fmpq_div (multiple, &form[draw], &output[draw]);
  for (guint i = 0; i <= n; i++)
    if (!fmpq_is_zero (&output[i]))
      fmpq_submul (&form[i], multiple, &output[i]);
  fmpq_clear (multiple);
}

/* Lets an output be what it is: it tells a draw, which is replaced. An output that those before it
 * tell has no density of its own: it agrees, or FALSE: the line is impossible. */
static gboolean
replace_output (Line *line, guint index)
{
  guint n = line->n, draw = 0;
  const fmpq *output = g_array_index (line->outputs, LineRow, index).form;
  while (draw < n && fmpq_is_zero (&output[draw]))
    draw++;
  if (draw == n)
    return fmpq_is_zero (&output[n]);
  for (guint i = index + 1; i < line->outputs->len; i++)
    replace_draw (g_array_index (line->outputs, LineRow, i).form, draw, output, n);
  for (guint i = 0; i < line->rows->len; i++)
    replace_draw (g_array_index (line->rows, LineRow, i).form, draw, output, n);
  for (guint i = 0; i < n; i++)
    replace_draw (line->densities[i].form, draw, output, n);
  fmpq_div (line->factor, line->factor, &output[draw]);
  fmpq_abs (line->factor, line->factor);
  return TRUE;
}

/* Whether the rows that are constants hold. */
static gboolean
constants_hold (const Line *line, gboolean strictly)
{
  gboolean hold = TRUE;
  for (guint i = 0; i < line->rows->len && hold; i++) {
    const LineRow *row = &g_array_index (line->rows, LineRow, i);
    int sign = fmpq_sgn (&row->form[line->n]);
    hold = !is_constant (row->form, line->n) || (row->strict && strictly ? sign > 0 : sign >= 0);
  }
  return hold;
}

/* Replaces what outputs tell. */
static void
prepare (Line *line)
{
  line->is_ready = TRUE;
  line->is_possible = constants_hold (line, TRUE);
  for (guint i = 0; i < line->outputs->len && line->is_possible; i++)
    line->is_possible = replace_output (line, i);
  line->is_possible = line->is_possible && constants_hold (line, FALSE);
}

/* ---- Constants ------------------------------------------------------------------------------ */

/* value = the product of the constant factors. */
static void
multiply_constants (const Line *line, const fmpq_t epsilon, ExponentialScale *scale, arb_t value)
{
  fmpq_t constant;
  arb_t factor;
  fmpq_init (constant);
  arb_init (factor);
  arb_set_fmpq (value, line->factor, scale->precision);
  for (guint i = 0; i < line->n; i++) {
    const LineDensity *density = &line->densities[i];
    fmpq_mul (constant, density->rate, epsilon);
    if (!density->one_sided)
      fmpq_div_2exp (constant, constant, 1);
    arb_set_fmpq (factor, constant, scale->precision);
    arb_mul (value, value, factor, scale->precision);
    if (!is_constant (density->form, line->n))
      continue;
    if (density->one_sided && fmpq_sgn (&density->form[line->n]) < 0)
      arb_zero (value); /* at 0, where it jumps, the density is that above */
    fmpq_abs (constant, &density->form[line->n]);
    fmpq_mul (constant, constant, density->rate);
    fmpq_neg (constant, constant);
    arb_mul (value, value, exponential_at (scale, constant), scale->precision);
  }
  arb_clear (factor);
  fmpq_clear (constant);
}

/* ---- The order of integration -----------------------------------------------------------------
 */

/* Sets of draws are words of bits. */
typedef struct {
  guint n, words;
  guint64 *near;        /* per draw: those that it is in a form with, also by draws that are gone */
  guint64 *left, *open; /* not yet integrated over, and of those in bounds or terms */
  guint *order, n_ordered;
  guint n_open; /* the most that are open at once */
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

/* The draw with the fewest that are near; of equal ones the last. */
static guint
choose_draw (const Elimination *work)
{
  guint best = work->n, fewest = G_MAXUINT;
  for (guint i = work->n; i-- > 0;) {
    guint count = has_bit (work->left, i)
                      ? count_bits (work->near + (gsize)i * work->words, work->left, work->words)
                      : G_MAXUINT;
    if (count < fewest) {
      best = i;
      fewest = count;
    }
  }
  return best;
}

static void
find_order (Elimination *work)
{
  for (guint draw = choose_draw (work); draw < work->n; draw = choose_draw (work)) {
    const guint64 *near = work->near + (gsize)draw * work->words;
    for (guint w = 0; w < work->words; w++)
      work->open[w] |= near[w] & work->left[w];
    work->n_open = MAX (work->n_open, count_bits (work->open, work->open, work->words));
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
elimination_init (Elimination *work, const Line *line)
{
  guint words = line->n / 64 + 1;
  *work = (Elimination){.n = line->n, .words = words};
  work->near = g_new0 (guint64, (gsize)line->n * words + 1);
  work->left = g_new0 (guint64, words);
  work->open = g_new0 (guint64, words);
  work->order = g_new0 (guint, line->n + 1);
  for (guint i = 0; i < line->n; i++)
    join_draws (work, line->densities[i].form);
  for (guint i = 0; i < line->rows->len; i++)
    join_draws (work, g_array_index (line->rows, LineRow, i).form);
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
  const Line *line;
  guint n_slots; /* variables of the cells, that open draws have */
  guint *slot;   /* per draw: its variable; n_slots = none */
  gboolean used[MOST_SUM_VARIABLES];
  GPtrArray *cells;
  ExponentialScale *scale;
} Integration;

/* form over the variables of the cells. The caller frees it. */
static fmpq *
place_form (Integration *work, const fmpq *form)
{
  guint n = work->line->n;
  fmpq *placed = _fmpq_vec_init (work->n_slots + 1);
  fmpq_set (&placed[work->n_slots], &form[n]);
  for (guint i = 0; i < n; i++) {
    if (fmpq_is_zero (&form[i]))
      continue;
    if (work->slot[i] == work->n_slots) {
      guint free_slot = 0;
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
  const Line *line = work->line;
  gboolean good = TRUE;
  for (guint i = 0; i < line->rows->len; i++) {
    const fmpq *form = g_array_index (line->rows, LineRow, i).form;
    if (!is_first_with (order, at, form))
      continue;
    fmpq *placed = place_form (work, form);
    linear_cells_bound (work->cells, placed);
    _fmpq_vec_clear (placed, work->n_slots + 1);
  }
  for (guint i = 0; i < line->n && good; i++) {
    const LineDensity *density = &line->densities[i];
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
  LinearCell *cell = linear_cell_new (work->n_slots);
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
multiply_by_integral (const Line *line, ExponentialScale *scale, CoupletContext *context,
                      arb_t value)
{
  Elimination order;
  elimination_init (&order, line);
  guint n_slots = order.n_open;
  g_autofree guint *slot = g_new (guint, line->n + 1);
  for (guint i = 0; i < line->n; i++)
    slot[i] = n_slots;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free);
  Integration work = {
      .line = line, .n_slots = n_slots, .slot = slot, .cells = cells, .scale = scale};
  ProbabilityStatus status = n_slots <= MOST_SUM_VARIABLES ? integrate (&work, &order, context)
                                                           : PROBABILITY_TOO_MANY_DRAWS;
  arb_t sum, part;
  arb_init (sum);
  arb_init (part);
  for (guint c = 0; c < cells->len && status == PROBABILITY_FOUND; c++) {
    exponential_sum_constant (((const LinearCell *)g_ptr_array_index (cells, c))->sum, part);
    arb_add (sum, sum, part, scale->precision);
  }
  arb_mul (value, value, sum, scale->precision);
  arb_clear (part);
  arb_clear (sum);
  elimination_clear (&order);
  return status;
}

ProbabilityStatus
line_probability (arb_t value, Line *line, const fmpq_t epsilon, slong precision,
                  CoupletContext *context)
{
  ExponentialScale scale;
  ProbabilityStatus status = PROBABILITY_FOUND;
  arb_zero (value);
  if (!line->is_ready)
    prepare (line);
  if (!line->is_possible)
    return PROBABILITY_FOUND;
  exponential_scale_init (&scale, epsilon, precision);
  multiply_constants (line, epsilon, &scale, value);
  if (!arb_is_zero (value))
    status = multiply_by_integral (line, &scale, context, value);
  exponential_scale_clear (&scale);
  return status;
}
