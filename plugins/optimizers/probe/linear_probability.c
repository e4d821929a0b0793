/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_probability.h"

#include "linear_cell.h"

#include <string.h>

typedef struct {
  const CoupletLinearList *list;
  const fmpq *answers, *epsilon;
  guint n; /* draws of the path */
  guint32 draws[MOST_SUM_VARIABLES];
  gboolean gone[MOST_SUM_VARIABLES];
  GPtrArray *cells;       /* none: the path is impossible */
  ExponentialScale scale; /* rho = epsilon */
  fmpq_t factor;          /* of the densities, and of the change of variables */
  GPtrArray *outputs;     /* fmpq *: forms that must be 0 */
} LinearPath;

/* form at the answers, over the draws. The caller frees it. */
static fmpq *
read_form (const LinearPath *path, const CoupletLinearForm *form)
{
  fmpq *result = _fmpq_vec_init (path->n + 1);
  fmpq_t factor;
  fmpq_init (factor);
  fmpq_set_mpq (&result[path->n], form->constant.value);
  for (guint32 i = 0; i < form->n_terms; i++) {
    guint32 atom = form->terms[i].atom, n_answers = path->list->n_answers;
    fmpq_set_mpq (factor, form->terms[i].factor.value);
    if (atom < n_answers)
      fmpq_addmul (&result[path->n], factor, &path->answers[atom]);
    else
      fmpq_set (&result[atom - n_answers], factor);
  }
  fmpq_clear (factor);
  return result;
}

static gboolean
is_constant (const fmpq *form, guint n)
{
  guint i = 0;
  while (i < n && fmpq_is_zero (&form[i]))
    i++;
  return i == n;
}

/* Whether a decision is possible; what it says of draws goes to cell. */
static gboolean
take_decision (const LinearPath *path, const CoupletLinearNode *node, gboolean met,
               LinearCell *cell)
{
  fmpq *form = read_form (path, &node->form);
  int sign = fmpq_sgn (&form[path->n]);
  gboolean possible;
  if (is_constant (form, path->n)) /* taken as written */
    possible = (node->strict ? sign > 0 : sign >= 0) == met;
  else {
    for (guint i = 0; i <= path->n && !met; i++)
      fmpq_neg (&form[i], &form[i]);
    possible = linear_cell_bound (cell, form);
  }
  _fmpq_vec_clear (form, path->n + 1);
  return possible;
}

static void
take_output (LinearPath *path, const CoupletLinearNode *node, const fmpq *value)
{
  fmpq *form = read_form (path, &node->form);
  fmpq_sub (&form[path->n], &form[path->n], value);
  g_ptr_array_add (path->outputs, form);
}

/* FALSE: the path is impossible. */
static gboolean
read_path (LinearPath *path, guint32 end, const fmpq *outputs, LinearCell *cell)
{
  const CoupletLinearNode *nodes = path->list->nodes;
  gboolean possible = TRUE;
  for (guint32 at = 0; at != end && possible; at = couplet_linear_next (path->list, at, end)) {
    const CoupletLinearNode *node = &nodes[at];
    if (node->kind == COUPLET_LINEAR_DECISION && !node->idle)
      possible =
          take_decision (path, node, couplet_linear_next (path->list, at, end) == at + 1, cell);
    else if (node->kind == COUPLET_LINEAR_REAL)
      take_output (path, node, outputs++);
  }
  return possible;
}

/* FALSE: too many draws, or *discrete. */
static gboolean
count_draws (LinearPath *path, guint32 end, gboolean *discrete)
{
  const CoupletLinearNode *nodes = path->list->nodes;
  for (guint32 at = 0; at != end; at = couplet_linear_next (path->list, at, end)) {
    if (nodes[at].kind != COUPLET_LINEAR_DRAW)
      continue;
    *discrete = couplet_noise_is_whole (nodes[at].noise);
    if (*discrete || path->n == MOST_SUM_VARIABLES)
      return FALSE;
    path->draws[path->n++] = at;
  }
  return TRUE;
}

/* rate = d of a draw; its density's constant factor goes to the path. */
static gboolean
take_rate (LinearPath *path, guint draw, fmpq_t rate)
{
  const CoupletLinearNode *node = &path->list->nodes[path->draws[draw]];
  gboolean one_sided = couplet_noise_is_one_sided (node->noise);
  fmpq_set_mpq (rate, node->rate.value);
  fmpq_mul (path->factor, path->factor, rate);
  fmpq_mul (path->factor, path->factor, path->epsilon);
  if (!one_sided)
    fmpq_div_2exp (path->factor, path->factor, 1);
  path->gone[draw] = TRUE;
  return one_sided;
}

/* Lets an output be what it is: a draw in it is replaced. An output that those before it tell
 * has no density of its own: it agrees, or the path is impossible. */
static gboolean
replace_output (LinearPath *path, guint index)
{
  guint n = path->n, draw = 0;
  fmpq *output = g_ptr_array_index (path->outputs, index);
  while (draw < n && fmpq_is_zero (&output[draw]))
    draw++;
  if (draw == n) {
    if (!fmpq_is_zero (&output[n]))
      g_ptr_array_set_size (path->cells, 0);
    return TRUE;
  }
  fmpq_t rate, size;
  fmpq_init (rate);
  fmpq_init (size);
  gboolean one_sided = take_rate (path, draw, rate);
  fmpq_abs (size, &output[draw]);
  fmpq_div (path->factor, path->factor, size);
  fmpq *value = _fmpq_vec_init (n + 1);
  for (guint i = 0; i <= n; i++)
    if (i != draw) {
      fmpq_div (&value[i], &output[i], &output[draw]);
      fmpq_neg (&value[i], &value[i]);
    }
  for (guint k = index + 1; k < path->outputs->len; k++) {
    fmpq *later = g_ptr_array_index (path->outputs, k);
    fmpq_set (size, &later[draw]);
    fmpq_zero (&later[draw]);
    for (guint i = 0; i <= n; i++)
      fmpq_addmul (&later[i], size, &value[i]);
  }
  gboolean good = linear_cells_replace (path->cells, draw, value, rate, one_sided, &path->scale);
  _fmpq_vec_clear (value, n + 1);
  fmpq_clear (size);
  fmpq_clear (rate);
  return good;
}

/* The draw in the fewest bounds: those in one decision are gone first. */
static guint
choose_draw (const LinearPath *path)
{
  guint best = path->n, fewest = G_MAXUINT;
  for (guint draw = 0; draw < path->n; draw++) {
    guint count = 0;
    for (guint c = 0; c < path->cells->len; c++) {
      const LinearCell *cell = g_ptr_array_index (path->cells, c);
      for (guint i = 0; i < cell->bounds->len; i++)
        count += !fmpq_is_zero (&((const fmpq *)g_ptr_array_index (cell->bounds, i))[draw]);
    }
    if (!path->gone[draw] && count < fewest) {
      best = draw;
      fewest = count;
    }
  }
  return best;
}

static gboolean
integrate_path (LinearPath *path)
{
  gboolean good = TRUE;
  for (guint i = 0; i < path->outputs->len && good; i++)
    good = replace_output (path, i);
  fmpq_t rate;
  fmpq_init (rate);
  for (guint draw = choose_draw (path); good && draw < path->n; draw = choose_draw (path)) {
    gboolean one_sided = take_rate (path, draw, rate);
    good = linear_cells_integrate (path->cells, draw, rate, one_sided, &path->scale);
  }
  fmpq_clear (rate);
  return good;
}

static void
add_up (arb_t value, const LinearPath *path)
{
  slong precision = path->scale.precision;
  arb_t part;
  arb_init (part);
  arb_zero (value);
  for (guint c = 0; c < path->cells->len; c++) {
    const LinearCell *cell = g_ptr_array_index (path->cells, c);
    exponential_sum_constant (cell->sum, part);
    arb_add (value, value, part, precision);
  }
  arb_set_fmpq (part, path->factor, precision);
  arb_mul (value, value, part, precision);
  arb_clear (part);
}

/* FALSE: draws, cells or terms are too many. */
static gboolean
find_value (arb_t value, LinearPath *path, guint32 end, const fmpq *outputs, slong precision)
{
  memset (path->gone, 0, sizeof path->gone);
  path->cells = g_ptr_array_new_with_free_func ((GDestroyNotify)linear_cell_free);
  path->outputs = g_ptr_array_new ();
  exponential_scale_init (&path->scale, path->epsilon, precision);
  fmpq_init (path->factor);
  fmpq_one (path->factor);
  LinearCell *cell = linear_cell_new (path->n);
  exponential_sum_add_one (cell->sum, &path->scale);
  g_ptr_array_add (path->cells, cell);
  if (!read_path (path, end, outputs, cell))
    g_ptr_array_set_size (path->cells, 0);
  gboolean good = integrate_path (path);
  add_up (value, path);
  for (guint i = 0; i < path->outputs->len; i++)
    _fmpq_vec_clear (g_ptr_array_index (path->outputs, i), path->n + 1);
  g_ptr_array_unref (path->outputs);
  g_ptr_array_unref (path->cells);
  fmpq_clear (path->factor);
  exponential_scale_clear (&path->scale);
  return good;
}

ProbabilityStatus
linear_probability (arb_t value, const CoupletLinearList *list, guint32 end, const fmpq *answers,
                    const fmpq *outputs, const fmpq_t epsilon)
{
  LinearPath path = {.list = list, .answers = answers, .epsilon = epsilon};
  gboolean discrete = FALSE;
  if (!count_draws (&path, end, &discrete))
    return discrete ? PROBABILITY_DISCRETE : PROBABILITY_TOO_LARGE;
  for (slong bits = PROBABILITY_FIRST_BITS; bits <= PROBABILITY_MOST_BITS; bits *= 2) {
    if (!find_value (value, &path, end, outputs, bits))
      return PROBABILITY_TOO_LARGE;
    if (probability_is_known (value))
      return PROBABILITY_FOUND;
  }
  return PROBABILITY_TOO_SMALL;
}
