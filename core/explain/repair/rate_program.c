/* SPDX-License-Identifier: Apache-2.0 */
#include "rate_program.h"

/* A dictionary: each basic variable is its constant plus a sum of nonbasic ones. Variables are
 * numbered: cuts first, then what rows have beyond their needs. Row 0 is the objective. */
struct RateProgram {
  guint n;         /* columns */
  GPtrArray *rows; /* CoupletRational[n + 1]: the weights, and the constant */
  GArray *basic;   /* guint: the variable of each row */
  guint *other;    /* n variables */
};

static CoupletRational *
add_row (RateProgram *program)
{
  CoupletRational *row = rationals_new (program->n + 1);
  guint variable = program->n + program->rows->len;
  g_ptr_array_add (program->rows, row);
  g_array_append_val (program->basic, variable);
  return row;
}

RateProgram *
rate_program_new (guint n_columns, const CoupletRational *most)
{
  RateProgram *program = g_new (RateProgram, 1);
  *program =
      (RateProgram){n_columns, g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (guint)),
                    g_new (guint, n_columns + 1)};
  CoupletRational *objective = add_row (program);
  for (guint j = 0; j < n_columns; j++) {
    CoupletRational *row = add_row (program);
    mpq_set_si (row[j].value, -1, 1);
    mpq_set (row[n_columns].value, most->value);
    mpq_set_ui (objective[j].value, 1, 1);
    program->other[j] = j;
  }
  return program;
}

void
rate_program_free (RateProgram *program)
{
  if (program == NULL)
    return;
  for (guint i = 0; i < program->rows->len; i++)
    rationals_free (program->rows->pdata[i], program->n + 1);
  g_ptr_array_unref (program->rows);
  g_array_unref (program->basic);
  g_free (program->other);
  g_free (program);
}

void
rate_program_add_row (RateProgram *program, const CoupletRational *weights,
                      const CoupletRational *need)
{
  CoupletRational *row = add_row (program);
  for (guint j = 0; j < program->n; j++)
    mpq_set (row[j].value, weights[j].value);
  mpq_neg (row[program->n].value, need->value);
}

/* ---- The method ----------------------------------------------------------------------------- */

static mpq_ptr
at (const RateProgram *program, guint row, guint column)
{
  return ((CoupletRational *)program->rows->pdata[row])[column].value;
}

static guint *
basic (const RateProgram *program, guint row)
{
  return &g_array_index (program->basic, guint, row);
}

/* The row of the first variable that is negative; 0 = none is. */
static guint
find_leaving (const RateProgram *p)
{
  guint row = 0;
  for (guint i = 1; i < p->rows->len; i++)
    if (mpq_sgn (at (p, i, p->n)) < 0 && (row == 0 || *basic (p, i) < *basic (p, row)))
      row = i;
  return row;
}

/* The column that raises row at the least price, of equal ones that of the first variable, so that
 * the method ends; n = none raises it. */
static guint
find_entering (const RateProgram *p, guint row)
{
  guint column = p->n;
  mpq_t price, best;
  mpq_inits (price, best, NULL);
  for (guint j = 0; j < p->n; j++) {
    if (mpq_sgn (at (p, row, j)) <= 0)
      continue;
    mpq_div (price, at (p, 0, j), at (p, row, j));
    int order = column == p->n ? -1 : mpq_cmp (price, best);
    if (order > 0 || (order == 0 && p->other[j] > p->other[column]))
      continue;
    mpq_set (best, price);
    column = j;
  }
  mpq_clears (price, best, NULL);
  return column;
}

/* Solves row for the variable of column, and puts that into the other rows. */
static void
pivot (RateProgram *p, guint row, guint column)
{
  mpq_t factor, product;
  mpq_inits (factor, product, NULL);
  mpq_inv (factor, at (p, row, column));
  for (guint j = 0; j <= p->n; j++) {
    mpq_mul (at (p, row, j), at (p, row, j), factor);
    mpq_neg (at (p, row, j), at (p, row, j));
  }
  mpq_set (at (p, row, column), factor);
  for (guint i = 0; i < p->rows->len; i++) {
    if (i == row || mpq_sgn (at (p, i, column)) == 0)
      continue;
    mpq_set (factor, at (p, i, column));
    mpq_set_ui (at (p, i, column), 0, 1);
    for (guint j = 0; j <= p->n; j++) {
      mpq_mul (product, factor, at (p, row, j));
      mpq_add (at (p, i, j), at (p, i, j), product);
    }
  }
  guint variable = *basic (p, row);
  *basic (p, row) = p->other[column];
  p->other[column] = variable;
  mpq_clears (factor, product, NULL);
}

gboolean
rate_program_solve (RateProgram *program, CoupletRational *cuts)
{
  guint row, column;
  while ((row = find_leaving (program)) > 0) {
    column = find_entering (program, row);
    if (column == program->n)
      return FALSE;
    pivot (program, row, column);
  }
  for (guint j = 0; j < program->n; j++)
    mpq_set_ui (cuts[j].value, 0, 1);
  for (guint i = 1; i < program->rows->len; i++)
    if (*basic (program, i) < program->n)
      mpq_set (cuts[*basic (program, i)].value, at (program, i, program->n));
  return TRUE;
}
