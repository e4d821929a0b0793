/* SPDX-License-Identifier: Apache-2.0 */
#include "rate_program.h"

struct RateProgram {
  guint n_columns;
  GPtrArray *rows; /* CoupletRational[n_columns + 1]: the weights, and what the row has without any
                      cut, less what it needs */
};

/* A dictionary: each basic variable is its constant plus a sum of nonbasic ones. Variables are
 * numbered: cuts first, then what rows have beyond their needs. */
typedef struct {
  guint m, n;
  CoupletRational *numbers; /* rows of n + 1, then the row of the objective */
  guint *basic, *other;     /* m and n variables */
} Dictionary;

CoupletRational *
rationals_new (guint n)
{
  CoupletRational *numbers = g_new (CoupletRational, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    couplet_rational_init (&numbers[i]);
  return numbers;
}

void
rationals_free (CoupletRational *numbers, guint n)
{
  for (guint i = 0; numbers != NULL && i < n; i++)
    couplet_rational_clear (&numbers[i]);
  g_free (numbers);
}

static CoupletRational *
add_row (RateProgram *program)
{
  CoupletRational *row = rationals_new (program->n_columns + 1);
  g_ptr_array_add (program->rows, row);
  return row;
}

RateProgram *
rate_program_new (guint n_columns, const CoupletRational *most)
{
  RateProgram *program = g_new (RateProgram, 1);
  *program = (RateProgram){n_columns, g_ptr_array_new ()};
  for (guint j = 0; j < n_columns; j++) {
    CoupletRational *row = add_row (program);
    mpq_set_si (row[j].value, -1, 1);
    mpq_set (row[n_columns].value, most->value);
  }
  return program;
}

void
rate_program_free (RateProgram *program)
{
  if (program == NULL)
    return;
  for (guint i = 0; i < program->rows->len; i++)
    rationals_free (program->rows->pdata[i], program->n_columns + 1);
  g_ptr_array_unref (program->rows);
  g_free (program);
}

void
rate_program_add_row (RateProgram *program, const CoupletRational *weights,
                      const CoupletRational *need)
{
  CoupletRational *row = add_row (program);
  for (guint j = 0; j < program->n_columns; j++)
    mpq_set (row[j].value, weights[j].value);
  mpq_neg (row[program->n_columns].value, need->value);
}

/* ---- The method ----------------------------------------------------------------------------- */

static mpq_ptr
at (const Dictionary *dictionary, guint row, guint column)
{
  return dictionary->numbers[row * (dictionary->n + 1) + column].value;
}

static void
dictionary_init (Dictionary *dictionary, const RateProgram *program)
{
  guint m = program->rows->len, n = program->n_columns;
  *dictionary = (Dictionary){m, n, rationals_new ((m + 1) * (n + 1)), g_new (guint, m + 1),
                             g_new (guint, n + 1)};
  for (guint i = 0; i < m; i++) {
    const CoupletRational *row = program->rows->pdata[i];
    dictionary->basic[i] = n + i;
    for (guint j = 0; j <= n; j++)
      mpq_set (at (dictionary, i, j), row[j].value);
  }
  for (guint j = 0; j < n; j++) {
    dictionary->other[j] = j;
    mpq_set_ui (at (dictionary, m, j), 1, 1);
  }
}

static void
dictionary_clear (Dictionary *dictionary)
{
  rationals_free (dictionary->numbers, (dictionary->m + 1) * (dictionary->n + 1));
  g_free (dictionary->basic);
  g_free (dictionary->other);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dictionary, dictionary_clear)

/* The row of the first variable that is negative; m = none is. */
static guint
find_leaving (const Dictionary *d)
{
  guint row = d->m;
  for (guint i = 0; i < d->m; i++)
    if (mpq_sgn (at (d, i, d->n)) < 0 && (row == d->m || d->basic[i] < d->basic[row]))
      row = i;
  return row;
}

/* The column that raises row at the least price, of equal ones that of the first variable, so that
 * the method ends; n = none raises it. */
static guint
find_entering (const Dictionary *d, guint row)
{
  guint column = d->n;
  mpq_t price, best;
  mpq_inits (price, best, NULL);
  for (guint j = 0; j < d->n; j++) {
    if (mpq_sgn (at (d, row, j)) <= 0)
      continue;
    mpq_div (price, at (d, d->m, j), at (d, row, j));
    int order = column == d->n ? -1 : mpq_cmp (price, best);
    if (order > 0 || (order == 0 && d->other[j] > d->other[column]))
      continue;
    mpq_set (best, price);
    column = j;
  }
  mpq_clears (price, best, NULL);
  return column;
}

/* Solves row for the variable of column, and puts that into the other rows. */
static void
pivot (Dictionary *d, guint row, guint column)
{
  mpq_t factor, product;
  mpq_inits (factor, product, NULL);
  mpq_inv (factor, at (d, row, column));
  for (guint j = 0; j <= d->n; j++) {
    mpq_mul (at (d, row, j), at (d, row, j), factor);
    mpq_neg (at (d, row, j), at (d, row, j));
  }
  mpq_set (at (d, row, column), factor);
  for (guint i = 0; i <= d->m; i++) {
    if (i == row || mpq_sgn (at (d, i, column)) == 0)
      continue;
    mpq_set (factor, at (d, i, column));
    mpq_set_ui (at (d, i, column), 0, 1);
    for (guint j = 0; j <= d->n; j++) {
      mpq_mul (product, factor, at (d, row, j));
      mpq_add (at (d, i, j), at (d, i, j), product);
    }
  }
  guint variable = d->basic[row];
  d->basic[row] = d->other[column];
  d->other[column] = variable;
  mpq_clears (factor, product, NULL);
}

gboolean
rate_program_solve (const RateProgram *program, CoupletRational *cuts)
{
  g_auto (Dictionary) dictionary;
  dictionary_init (&dictionary, program);
  guint row, column;
  while ((row = find_leaving (&dictionary)) < dictionary.m) {
    column = find_entering (&dictionary, row);
    if (column == dictionary.n)
      return FALSE;
    pivot (&dictionary, row, column);
  }
  for (guint j = 0; j < program->n_columns; j++)
    mpq_set_ui (cuts[j].value, 0, 1);
  for (guint i = 0; i < dictionary.m; i++)
    if (dictionary.basic[i] < program->n_columns)
      mpq_set (cuts[dictionary.basic[i]].value, at (&dictionary, i, dictionary.n));
  return TRUE;
}
