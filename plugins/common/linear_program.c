/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_program.h"

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

static void
clear_term (gpointer term)
{
  mpq_clear (((LinearTerm *)term)->factor);
}

void
linear_program_init (LinearProgram *program, guint n_rows, guint n_columns)
{
  *program = (LinearProgram){.n_rows = n_rows,
                             .n_columns = n_columns,
                             .rows = g_new0 (LinearRow, MAX (n_rows, 1)),
                             .columns = g_new0 (LinearColumn, MAX (n_columns, 1))};
  mpq_init (program->constant);
  for (guint i = 0; i < n_rows; i++) {
    program->rows[i].terms = g_array_new (FALSE, FALSE, sizeof (LinearTerm));
    g_array_set_clear_func (program->rows[i].terms, clear_term);
    mpq_init (program->rows[i].bound);
  }
  for (guint j = 0; j < n_columns; j++)
    mpq_init (program->columns[j].cost);
}

void
linear_program_clear (LinearProgram *program)
{
  for (guint i = 0; i < program->n_rows; i++) {
    g_array_unref (program->rows[i].terms);
    mpq_clear (program->rows[i].bound);
  }
  for (guint j = 0; j < program->n_columns; j++)
    mpq_clear (program->columns[j].cost);
  mpq_clear (program->constant);
  g_free (program->rows);
  g_free (program->columns);
}

mpq_ptr
linear_program_add (LinearProgram *program, guint row, guint column)
{
  LinearTerm term = {.column = column};
  mpq_init (term.factor);
  g_array_append_val (program->rows[row].terms, term);
  return linear_term (&program->rows[row], program->rows[row].terms->len - 1)->factor;
}

/* Adds what atom i, above 0 and, unless it is one_sided, below, has in row. */
static void
add_pair (LinearProgram *program, guint row, guint i, mpq_srcptr factor, gboolean one_sided)
{
  mpq_set (linear_program_add (program, row, 2 * i), factor);
  if (!one_sided)
    mpq_neg (linear_program_add (program, row, 2 * i + 1), factor);
}

/* ---- Shifts ----------------------------------------------------------------------------- */

static RowSense
sense_of (const CoupletLineRow *row)
{
  return row->kind == COUPLET_LINE_SHOWS ? ROW_EQUAL : row->opposite ? ROW_AT_MOST : ROW_AT_LEAST;
}

void
linear_program_of_shifts (LinearProgram *program, const CoupletLine *line, const gint8 *differences)
{
  mpq_t product;
  mpq_init (product);
  linear_program_init (program, line->rows->len, 2 * line->draws->len);
  for (guint32 side = 0; side < program->n_columns; side++) {
    const CoupletLineDraw *draw = couplet_line_draw (line, side / 2);
    mpq_set (program->columns[side].cost, draw->rate->value);
    program->columns[side].is_whole = couplet_noise_is_whole (draw->noise);
  }
  for (guint32 r = 0; r < line->rows->len; r++) {
    const CoupletLinearForm *form = couplet_line_row (line, r)->form;
    LinearRow *row = &program->rows[r];
    row->sense = sense_of (couplet_line_row (line, r));
    for (guint32 t = 0; t < form->n_terms; t++) {
      guint32 atom = form->terms[t].atom, i = atom - line->n_inputs;
      mpq_srcptr factor = form->terms[t].factor.value;
      if (atom < line->n_inputs) {
        mpq_set_si (product, differences[atom], 1);
        mpq_mul (product, product, factor);
        mpq_sub (row->bound, row->bound, product);
      } else /* exponential draws shift upwards only */
        add_pair (program, r, i, factor,
                  couplet_noise_is_one_sided (couplet_line_draw (line, i)->noise));
    }
  }
  mpq_clear (product);
}

/* ---- Places ----------------------------------------------------------------------------- */

/* Row r asks for a margin: of 1, less what is missing. */
static void
ask_margin (LinearProgram *program, guint r, gboolean above)
{
  mpq_ptr margin = linear_program_add (program, r, program->n_columns - 1);
  mpq_set_si (margin, above ? 1 : -1, 1);
  mpq_add (program->rows[r].bound, program->rows[r].bound, margin);
}

static void
put_decision (LinearProgram *program, const CoupletLine *line, guint32 r)
{
  const CoupletLineRow *row = couplet_line_row (line, r);
  program->rows[r].sense = sense_of (row);
  mpq_neg (program->rows[r].bound, row->form->constant.value);
  for (guint32 t = 0; t < row->form->n_terms; t++)
    add_pair (program, r, row->form->terms[t].atom, row->form->terms[t].factor.value, FALSE);
  if (couplet_line_is_continuous (line, row->form) || row->strict)
    ask_margin (program, r, !row->opposite);
}

void
linear_program_of_place (LinearProgram *program, const CoupletLine *line, gboolean whole_answers)
{
  guint n_draws = line->draws->len, n_atoms = line->n_inputs + n_draws, n_rows = line->rows->len;
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  mpq_set_ui (one.value, 1, 1);
  linear_program_init (program, n_rows + n_draws, 2 * n_atoms + 1);
  mpq_set (program->columns[2 * n_atoms].cost, one.value);
  for (guint i = 0; i < 2 * n_atoms; i++)
    program->columns[i].is_whole =
        i / 2 < line->n_inputs
            ? whole_answers
            : couplet_noise_is_whole (couplet_line_draw (line, i / 2 - line->n_inputs)->noise);
  for (guint32 r = 0; r < n_rows; r++)
    if (couplet_line_row (line, r)->kind == COUPLET_LINE_DECIDES)
      put_decision (program, line, r);
  for (guint32 i = 0; i < n_draws; i++) {
    if (!couplet_noise_is_one_sided (couplet_line_draw (line, i)->noise))
      continue;
    add_pair (program, n_rows + i, line->n_inputs + i, one.value, FALSE);
    ask_margin (program, n_rows + i, TRUE);
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

char *
linear_program_text (const LinearProgram *program)
{
  GString *text = g_string_new (NULL);
  g_autofree gboolean *used = g_new0 (gboolean, (gsize)program->n_columns + 1);
  g_string_append_printf (text, "%u;", program->n_columns);
  for (guint i = 0; i < program->n_rows; i++) {
    const LinearRow *row = &program->rows[i];
    g_string_append_c (text, "GLE"[row->sense]);
    append_number (text, row->bound);
    for (guint t = 0; t < row->terms->len; t++) {
      g_string_append_printf (text, "%u:", linear_term (row, t)->column);
      append_number (text, linear_term (row, t)->factor);
      used[linear_term (row, t)->column] = TRUE;
    }
  }
  for (guint j = 0; j < program->n_columns; j++)
    if (used[j]) { /* others cost nothing, as they stay 0 */
      g_string_append_printf (text, "%u%s", j, program->columns[j].is_whole ? "i" : ":");
      append_number (text, program->columns[j].cost);
    }
  return g_string_free (text, FALSE);
}
