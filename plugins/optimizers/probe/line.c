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
line_draw (Line *line, guint draw, const fmpq_t rate, CoupletNoiseKind noise)
{
  fmpq_set (line->densities[draw].rate, rate);
  line->densities[draw].one_sided = couplet_noise_is_one_sided (noise);
  line->densities[draw].whole = couplet_noise_is_whole (noise);
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

/* A draw that output has, a real number if there is one; n = it is a constant. */
static guint
choose_told (const Line *line, const fmpq *output)
{
  guint chosen = line->n;
  for (guint i = line->n; i-- > 0;)
    if (!fmpq_is_zero (&output[i]) &&
        (chosen == line->n || !line->densities[i].whole || line->densities[chosen].whole))
      chosen = i;
  return chosen;
}

/* Lets an output be what it is: it tells a draw, which is replaced. An output that those before it
 * tell has no density of its own: it agrees, or FALSE: the line is impossible. So it is where whole
 * numbers would have to be others. */
static gboolean
replace_output (Line *line, guint index)
{
  const fmpq *output = g_array_index (line->outputs, LineRow, index).form;
  guint n = line->n, draw = choose_told (line, output);
  if (draw == n)
    return fmpq_is_zero (&output[n]);
  if (line->densities[draw].whole && !fmpz_is_one (fmpq_denref (&output[n])))
    return FALSE;
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
constants_hold (const Line *line)
{
  gboolean hold = TRUE;
  for (guint i = 0; i < line->rows->len && hold; i++) {
    const LineRow *row = &g_array_index (line->rows, LineRow, i);
    int sign = fmpq_sgn (&row->form[line->n]);
    hold = !is_constant (row->form, line->n) || (row->strict ? sign > 0 : sign >= 0);
  }
  return hold;
}

/* Rows with a draw that is a real number are the same when they are not strict. */
static void
relax_rows (const Line *line)
{
  for (guint i = 0; i < line->rows->len; i++) {
    LineRow *row = &g_array_index (line->rows, LineRow, i);
    for (guint k = 0; k < line->n; k++)
      row->strict = row->strict && (line->densities[k].whole || fmpq_is_zero (&row->form[k]));
  }
}

/* Replaces what outputs tell. */
static void
prepare (Line *line)
{
  line->is_ready = TRUE;
  relax_rows (line);
  line->is_possible = constants_hold (line);
  for (guint i = 0; i < line->outputs->len && line->is_possible; i++)
    line->is_possible = replace_output (line, i);
  line->is_possible = line->is_possible && constants_hold (line);
}

/* Whether form is a difference of draws, as forms beside whole numbers are. */
static gboolean
is_difference (const fmpq *form, guint n)
{
  guint n_up = 0, n_down = 0, n_other = 0;
  for (guint i = 0; i < n; i++) {
    gboolean unit = fmpz_is_pm1 (fmpq_numref (&form[i])) && fmpz_is_one (fmpq_denref (&form[i]));
    n_up += unit && fmpq_sgn (&form[i]) > 0;
    n_down += unit && fmpq_sgn (&form[i]) < 0;
    n_other += !unit && !fmpq_is_zero (&form[i]);
  }
  return n_up <= 1 && n_down <= 1 && n_other == 0;
}

/* Whether it can be computed: whole numbers are added up. */
static gboolean
adds_up (const Line *line)
{
  GArray *const sides[] = {line->rows, line->outputs};
  gboolean any = FALSE, good = TRUE;
  for (guint i = 0; i < line->n; i++)
    any |= line->densities[i].whole;
  for (guint s = 0; s < G_N_ELEMENTS (sides) && any; s++)
    for (guint i = 0; i < sides[s]->len && good; i++)
      good = is_difference (g_array_index (sides[s], LineRow, i).form, line->n);
  return good;
}

/* ---- Constants ------------------------------------------------------------------------------ */

/* factor = what the sum of exp(-rate*epsilon*|k|) over whole numbers k, or the integral over real
 * ones, is divided by. */
static void
normalise (const LineDensity *density, const fmpq_t epsilon, ExponentialScale *scale, arb_t factor)
{
  fmpq_t constant;
  arb_t more;
  fmpq_init (constant);
  arb_init (more);
  if (density->whole) {
    fmpq_neg (constant, density->rate);
    arb_sub_ui (factor, exponential_at (scale, constant), 1, scale->precision);
    arb_neg (factor, factor);
    arb_add_ui (more, exponential_at (scale, constant), 1, scale->precision);
    arb_div (factor, factor, more, scale->precision);
  } else {
    fmpq_mul (constant, density->rate, epsilon);
    if (!density->one_sided)
      fmpq_div_2exp (constant, constant, 1);
    arb_set_fmpq (factor, constant, scale->precision);
  }
  arb_clear (more);
  fmpq_clear (constant);
}

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
    normalise (density, epsilon, scale, factor);
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
  const Line *line;
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

/* The draw with the fewest that are near, of equal ones the last; real ones come first. */
static guint
choose_draw (const Elimination *work)
{
  guint best = work->n, fewest = G_MAXUINT;
  for (guint i = work->n; i-- > 0;) {
    if (!has_bit (work->left, i))
      continue;
    guint count = count_bits (work->near + (gsize)i * work->words, work->left, work->words);
    if (work->line->densities[i].whole)
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
    n_open[work->line->densities[i].whole ? 1 : 0] += has_bit (work->open, i);
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
elimination_init (Elimination *work, const Line *line)
{
  guint words = line->n / 64 + 1;
  *work = (Elimination){.line = line, .n = line->n, .words = words};
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
  guint n_real;  /* the first ones, of draws that are real numbers */
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
      guint free_slot = work->line->densities[i].whole ? work->n_real : 0;
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
    const LineRow *row = &g_array_index (line->rows, LineRow, i);
    if (!is_first_with (order, at, row->form))
      continue;
    fmpq *placed = place_form (work, row->form);
    linear_cells_bound (work->cells, placed, row->strict);
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
  LinearCell *cell = linear_cell_new (work->n_slots, work->n_real);
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
  guint n_slots = order.n_open[0] + order.n_open[1];
  g_autofree guint *slot = g_new (guint, line->n + 1);
  for (guint i = 0; i < line->n; i++)
    slot[i] = n_slots;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free);
  Integration work = {.line = line,
                      .n_slots = n_slots,
                      .n_real = order.n_open[0],
                      .slot = slot,
                      .cells = cells,
                      .scale = scale};
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
  if (!adds_up (line))
    return PROBABILITY_DISCRETE;
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
