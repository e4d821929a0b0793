/* SPDX-License-Identifier: Apache-2.0 */
#include "path_probability.h"

#include "line.h"
#include "order_probability.h"

/* form += sign * the value of draw number i; variable: per draw its place in the line. */
static void
add_value (const PathDraws *draws, const guint *variable, guint i, int sign, fmpq *form, guint n)
{
  const PathDraw *draw = g_ptr_array_index (draws->draws, i);
  fmpq_t value;
  fmpq_init (value);
  fmpq_set (value, draw->pinned ? draw->value : draw->centre);
  if (sign < 0)
    fmpq_neg (value, value);
  fmpq_add (&form[n], &form[n], value);
  if (!draw->pinned)
    fmpq_set_si (&form[variable[i]], sign, 1);
  fmpq_clear (value);
}

/* Lets draw number i be rounded to what is shown of it. */
static void
add_cell (Line *line, const PathDraws *draws, const guint *variable, guint i)
{
  const PathDraw *draw = g_ptr_array_index (draws->draws, i);
  fmpq_t end;
  fmpq_init (end);
  for (int side = -1; side <= 1; side += 2) {
    if (!path_draws_cell_end (draws, draw, side, end))
      continue;
    fmpq *form = line_add_row (line, FALSE);
    add_value (draws, variable, i, -side, form, line->n);
    if (side < 0)
      fmpq_sub (&form[line->n], &form[line->n], end);
    else
      fmpq_add (&form[line->n], &form[line->n], end);
  }
  fmpq_clear (end);
}

/* What is shown of draw number i. */
static void
add_output (Line *line, const PathDraws *draws, const guint *variable, guint i)
{
  const PathDraw *draw = g_ptr_array_index (draws->draws, i);
  if (draw->output == PATH_DRAW_HIDDEN)
    return;
  if (draw->output == PATH_DRAW_SNAPPED) {
    add_cell (line, draws, variable, i);
    return;
  }
  fmpq *form = line_add_output (line);
  if (draw->output == PATH_DRAW_GAP) {
    add_value (draws, variable, i, 1, form, line->n);
    add_value (draws, variable, draw->less_than, -1, form, line->n);
  } else {
    if (draw->noise != COUPLET_NOISELESS)
      fmpq_one (&form[variable[i]]);
    fmpq_add (&form[line->n], &form[line->n], draw->centre);
  }
  fmpq_sub (&form[line->n], &form[line->n], draw->shown);
}

/* The comparisons of draw number i, and what is shown of it. */
static void
add_rows (Line *line, const PathDraws *draws, const guint *variable, guint i)
{
  const PathDraw *draw = g_ptr_array_index (draws->draws, i);
  for (guint k = 0; k < draw->bounds->len; k++) {
    const DrawBound *bound = &g_array_index (draw->bounds, DrawBound, k);
    fmpq *form = line_add_row (line, !bound->above);
    add_value (draws, variable, i, bound->above ? 1 : -1, form, line->n);
    add_value (draws, variable, bound->draw, bound->above ? -1 : 1, form, line->n);
  }
  add_output (line, draws, variable, i);
}

/* By integrals over polyhedra. */
static ProbabilityStatus
probability_by_line (arb_t value, const PathDraws *draws, const fmpq_t epsilon, slong precision,
                     CoupletContext *context)
{
  guint n = draws->draws->len, n_noisy = 0;
  g_autofree guint *variable = g_new0 (guint, n + 1);
  for (guint i = 0; i < n; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    variable[i] = n_noisy;
    n_noisy += draw->noise != COUPLET_NOISELESS;
  }
  g_autoptr (Line) line = line_new (n_noisy);
  for (guint i = 0; i < n; i++) {
    const PathDraw *draw = g_ptr_array_index (draws->draws, i);
    if (draw->noise != COUPLET_NOISELESS)
      line_draw (line, variable[i], draw->d, draw->noise);
    add_rows (line, draws, variable, i);
  }
  return line_probability (value, line, epsilon, precision, context);
}

ProbabilityStatus
path_probability (arb_t value, const PathDraws *draws, const fmpq_t epsilon, slong precision,
                  CoupletContext *context)
{
  return (order_takes (draws) ? order_probability : probability_by_line) (value, draws, epsilon,
                                                                         precision, context);
}
