/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_program.h"

#include <couplet/internal/automaton.h>

mpq_t *
linear_numbers_new (guint n)
{
  mpq_t *numbers = g_new (mpq_t, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    mpq_init (numbers[i]);
  return numbers;
}

void
linear_numbers_free (mpq_t *numbers, guint n)
{
  for (guint i = 0; numbers != NULL && i < n; i++)
    mpq_clear (numbers[i]);
  g_free (numbers);
}

void
linear_program_init (LinearProgram *program, guint n_rows, guint n_columns)
{
  *program = (LinearProgram){n_rows,
                             n_columns,
                             linear_numbers_new (n_rows * n_columns),
                             linear_numbers_new (n_rows),
                             linear_numbers_new (n_columns),
                             g_new0 (RowSense, MAX (n_rows, 1)),
                             g_new0 (gboolean, MAX (n_columns, 1))};
}

void
linear_program_clear (LinearProgram *program)
{
  linear_numbers_free (program->matrix, program->n_rows * program->n_columns);
  linear_numbers_free (program->bound, program->n_rows);
  linear_numbers_free (program->cost, program->n_columns);
  g_free (program->sense);
  g_free (program->whole);
}

gboolean
linear_program_has_whole (const LinearProgram *program)
{
  gboolean has = FALSE;
  for (guint j = 0; j < program->n_columns; j++)
    has |= program->whole[j];
  return has;
}

/* Columns 2i and 2i + 1 of row become factor and its negative. */
static void
put_pair (LinearProgram *program, guint row, guint i, mpq_srcptr factor)
{
  mpq_set (linear_program_at (program, row, 2 * i), factor);
  mpq_neg (linear_program_at (program, row, 2 * i + 1), factor);
}

/* ---- Shifts ----------------------------------------------------------------------------- */

/* bound -= the sum of factors times differences */
static void
take_differences (const CoupletLinearList *list, const CoupletLinearForm *form,
                  const gint8 *differences, mpq_t bound)
{
  mpq_t product;
  mpq_init (product);
  for (guint32 i = 0; i < form->n_terms && form->terms[i].atom < list->n_answers; i++) {
    mpq_set_si (product, differences[form->terms[i].atom], 1);
    mpq_mul (product, product, form->terms[i].factor.value);
    mpq_sub (bound, bound, product);
  }
  mpq_clear (product);
}

void
linear_program_of_shifts (LinearProgram *program, const CoupletLinearList *list,
                          const CoupletLinearPath *path, const gint8 *differences)
{
  linear_program_init (program, path->n_rows, 2 * path->n_draws);
  for (guint32 i = 0; i < path->n_draws; i++)
    for (guint side = 2 * i; side < 2 * i + 2; side++) {
      mpq_set (program->cost[side], path->draws[i]->rate.value);
      program->whole[side] = couplet_noise_is_whole (path->draws[i]->noise);
    }
  for (guint32 r = 0; r < path->n_rows; r++) {
    const CoupletLinearRow *row = &path->rows[r];
    const CoupletLinearForm *form = &row->node->form;
    program->sense[r] = row->node->kind == COUPLET_LINEAR_REAL ? ROW_EQUAL
                        : row->met                             ? ROW_AT_LEAST
                                                               : ROW_AT_MOST;
    take_differences (list, form, differences, program->bound[r]);
    for (guint32 t = 0; t < form->n_terms; t++) {
      if (form->terms[t].atom < list->n_answers)
        continue;
      guint i = form->terms[t].atom - list->n_answers;
      put_pair (program, r, i, form->terms[t].factor.value);
      if (couplet_noise_is_one_sided (path->draws[i]->noise)) /* its shifts go upwards only */
        mpq_set_ui (linear_program_at (program, r, 2 * i + 1), 0, 1);
    }
  }
}

/* ---- Places ----------------------------------------------------------------------------- */

/* Row r asks for a margin: of 1, less what is missing. */
static void
ask_margin (LinearProgram *program, guint r, gboolean above)
{
  mpq_t margin;
  mpq_init (margin);
  mpq_set_si (margin, above ? 1 : -1, 1);
  mpq_add (program->bound[r], program->bound[r], margin);
  mpq_set (linear_program_at (program, r, program->n_columns - 1), margin);
  mpq_clear (margin);
}

static void
put_decision (LinearProgram *program, const CoupletLinearList *list, const CoupletLinearPath *path,
              guint32 r)
{
  const CoupletLinearRow *row = &path->rows[r];
  const CoupletLinearForm *form = &row->node->form;
  program->sense[r] = row->met ? ROW_AT_LEAST : ROW_AT_MOST;
  mpq_neg (program->bound[r], form->constant.value);
  for (guint32 t = 0; t < form->n_terms; t++)
    put_pair (program, r, form->terms[t].atom, form->terms[t].factor.value);
  if (couplet_linear_is_continuous (list, path, form) || row->met == row->node->strict)
    ask_margin (program, r, row->met);
}

void
linear_program_of_place (LinearProgram *program, const CoupletLinear *linear,
                         const CoupletLinearList *list, const CoupletLinearPath *path)
{
  guint n_atoms = list->n_answers + path->n_draws;
  linear_program_init (program, path->n_rows + path->n_draws, 2 * n_atoms + 1);
  mpq_set_ui (program->cost[2 * n_atoms], 1, 1);
  for (guint i = 0; i < n_atoms; i++)
    program->whole[2 * i] = program->whole[2 * i + 1] =
        i < list->n_answers ? linear->whole_answers
                            : couplet_noise_is_whole (path->draws[i - list->n_answers]->noise);
  for (guint32 r = 0; r < path->n_rows; r++)
    if (path->rows[r].node->kind == COUPLET_LINEAR_DECISION)
      put_decision (program, list, path, r);
  for (guint32 i = 0; i < path->n_draws; i++) {
    guint r = path->n_rows + i, column = 2 * (list->n_answers + i);
    if (!couplet_noise_is_one_sided (path->draws[i]->noise))
      continue;
    mpq_set_si (linear_program_at (program, r, column), 1, 1);
    mpq_set_si (linear_program_at (program, r, column + 1), -1, 1);
    ask_margin (program, r, TRUE);
  }
}

/* ---- Texts ------------------------------------------------------------------------------ */

static void
append_number (GString *text, mpq_srcptr number)
{
  const CoupletRational rational = {{*number}};
  g_autofree char *digits = couplet_rational_to_string (&rational);
  g_string_append (text, digits);
  g_string_append_c (text, ' ');
}

static gboolean
is_used (const LinearProgram *program, guint column)
{
  guint i = 0;
  while (i < program->n_rows && mpq_sgn (linear_program_at (program, i, column)) == 0)
    i++;
  return i < program->n_rows;
}

char *
linear_program_text (const LinearProgram *program)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%u;", program->n_columns);
  for (guint j = 0; j < program->n_columns; j++)
    if (is_used (program, j)) { /* others cost nothing, as they stay 0 */
      g_string_append_printf (text, "%u%s", j, program->whole[j] ? "i" : ":");
      append_number (text, program->cost[j]);
    }
  for (guint i = 0; i < program->n_rows; i++) {
    g_string_append_c (text, "GLE"[program->sense[i]]);
    append_number (text, program->bound[i]);
    for (guint j = 0; j < program->n_columns; j++)
      if (mpq_sgn (linear_program_at (program, i, j)) != 0) {
        g_string_append_printf (text, "%u:", j);
        append_number (text, linear_program_at (program, i, j));
      }
  }
  return g_string_free (text, FALSE);
}
