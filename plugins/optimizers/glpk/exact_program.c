/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_program.h"

#include "glpk_program.h"

#include <math.h>

#define MOST_ROWS 1000
/* For a search in whole numbers, of which none should take long. */
#define WHOLE_SECONDS 2
#define LARGEST_WHOLE 1000
#define SMALL_COST 1e-3

/* ---- GLPK -------------------------------------------------------------------------------- */

/* Branching in whole numbers ends where columns have bounds, and sooner where small values are
 * better. */
static void
add_column (GlpkProgram *lp, const LinearProgram *program, guint j, gboolean is_whole)
{
  double high = is_whole ? LARGEST_WHOLE : INFINITY;
  int column = glpk_program_add_column (lp, (ProgramColumn){.high = high, .is_whole = is_whole});
  mpq_ptr cost = glpk_program_cost (lp, column)->value;
  mpq_set (cost, program->cost[j]);
  if (is_whole && mpq_sgn (cost) == 0)
    mpq_set_d (cost, SMALL_COST);
  for (guint i = 0; i < program->n_rows; i++)
    if (mpq_sgn (linear_program_at (program, i, j)) != 0)
      glpk_program_add_term (lp, (int)i + 1, column, mpq_get_d (linear_program_at (program, i, j)));
}

static gboolean
solve_by_glpk (const LinearProgram *program, GlpkMethod method, GlpkSolution *solution)
{
  static const int KINDS[] = {GLP_LO, GLP_UP, GLP_FX};
  gboolean whole = method == GLPK_WHOLE;
  g_auto (GlpkProgram) lp;
  glpk_program_init (&lp, GLP_MIN);
  for (guint i = 0; i < program->n_rows; i++)
    mpq_set (glpk_program_bound (&lp, glpk_program_add_row (&lp, KINDS[program->sense[i]]))->value,
             program->bound[i]);
  for (guint j = 0; j < program->n_columns; j++)
    add_column (&lp, program, j, whole && program->whole[j]);
  return glpk_program_solve (&lp, method, NULL, whole ? WHOLE_SECONDS : INFINITY, solution);
}

/* ---- The basis, in rational numbers --------------------------------------------------------- */

/* Solves the square system, whose rows are n + 1 numbers with the right side last, in place. FALSE:
 * it is singular. */
static gboolean
eliminate (mpq_t *system, guint n)
{
  mpq_t factor, product;
  gboolean good = TRUE;
  mpq_inits (factor, product, NULL);
  for (guint k = 0; k < n && good; k++) {
    guint pivot = k;
    while (pivot < n && mpq_sgn (system[pivot * (n + 1) + k]) == 0)
      pivot++;
    good = pivot < n;
    for (guint j = 0; good && j <= n; j++)
      mpq_swap (system[k * (n + 1) + j], system[pivot * (n + 1) + j]);
    for (guint i = 0; good && i < n; i++) {
      if (i == k || mpq_sgn (system[i * (n + 1) + k]) == 0)
        continue;
      mpq_div (factor, system[i * (n + 1) + k], system[k * (n + 1) + k]);
      for (guint j = k; j <= n; j++) {
        mpq_mul (product, factor, system[k * (n + 1) + j]);
        mpq_sub (system[i * (n + 1) + j], system[i * (n + 1) + j], product);
      }
    }
  }
  for (guint k = 0; good && k < n; k++)
    mpq_div (system[k * (n + 1) + n], system[k * (n + 1) + n], system[k * (n + 1) + k]);
  mpq_clears (factor, product, NULL);
  return good;
}

static GArray *
numbers_set (const gboolean *set, guint n)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    if (set[i])
      g_array_append_val (numbers, i);
  return numbers;
}

/* x of the basis into x, or with dual the prices of the rows; zero elsewhere. FALSE: it is no
 * basis. */
static gboolean
solve_basis (const LinearProgram *program, const GlpkSolution *basis, gboolean dual, mpq_t *x)
{
  g_autoptr (GArray) rows = numbers_set (basis->is_bound, program->n_rows);
  g_autoptr (GArray) columns = numbers_set (basis->is_basic, program->n_columns);
  guint n = rows->len;
  if (columns->len != n)
    return FALSE;
  mpq_t *system = linear_numbers_new (n * (n + 1));
  for (guint i = 0; i < n; i++) {
    guint row = g_array_index (rows, guint, i), column = g_array_index (columns, guint, i);
    for (guint j = 0; j < n; j++)
      mpq_set (system[i * (n + 1) + j],
               dual ? linear_program_at (program, g_array_index (rows, guint, j), column)
                    : linear_program_at (program, row, g_array_index (columns, guint, j)));
    mpq_set (system[i * (n + 1) + n], dual ? program->cost[column] : program->bound[row]);
  }
  gboolean good = eliminate (system, n);
  for (guint i = 0; i < (dual ? program->n_rows : program->n_columns); i++)
    mpq_set_ui (x[i], 0, 1);
  for (guint i = 0; good && i < n; i++)
    mpq_set (x[g_array_index (dual ? rows : columns, guint, i)], system[i * (n + 1) + n]);
  linear_numbers_free (system, n * (n + 1));
  return good;
}

/* sum += a * b */
static void
add_product (mpq_t sum, mpq_srcptr a, mpq_srcptr b)
{
  mpq_t product;
  if (mpq_sgn (a) == 0 || mpq_sgn (b) == 0)
    return;
  mpq_init (product);
  mpq_mul (product, a, b);
  mpq_add (sum, sum, product);
  mpq_clear (product);
}

/* Whether sign, of how a number compares with 0, is as a row's sense says. */
static gboolean
has_sense (RowSense sense, int sign)
{
  return sense == ROW_AT_LEAST ? sign >= 0 : sense == ROW_AT_MOST ? sign <= 0 : sign == 0;
}

static gboolean
is_primal (const LinearProgram *program, mpq_t *x)
{
  gboolean good = TRUE;
  mpq_t sum;
  mpq_init (sum);
  for (guint j = 0; j < program->n_columns; j++)
    good = good && mpq_sgn (x[j]) >= 0;
  for (guint i = 0; i < program->n_rows && good; i++) {
    mpq_set_ui (sum, 0, 1);
    for (guint j = 0; j < program->n_columns; j++)
      add_product (sum, linear_program_at (program, i, j), x[j]);
    good = has_sense (program->sense[i], mpq_cmp (sum, program->bound[i]));
  }
  mpq_clear (sum);
  return good;
}

static gboolean
is_dual (const LinearProgram *program, mpq_t *y)
{
  gboolean good = TRUE;
  mpq_t sum;
  mpq_init (sum);
  for (guint i = 0; i < program->n_rows; i++)
    good =
        good && (program->sense[i] == ROW_EQUAL || has_sense (program->sense[i], mpq_sgn (y[i])));
  for (guint j = 0; j < program->n_columns && good; j++) {
    mpq_set_ui (sum, 0, 1);
    for (guint i = 0; i < program->n_rows; i++)
      add_product (sum, linear_program_at (program, i, j), y[i]);
    good = mpq_cmp (sum, program->cost[j]) <= 0;
  }
  mpq_clear (sum);
  return good;
}

/* What x costs. */
static void
find_cost (const LinearProgram *program, mpq_t *x, mpq_t value)
{
  mpq_set_ui (value, 0, 1);
  for (guint j = 0; j < program->n_columns; j++)
    add_product (value, program->cost[j], x[j]);
}

/* Sets x and y, which are zero, to an optimum. As both solve the basis, their values are equal.
 * FALSE: none is known. */
static gboolean
find_optimum (const LinearProgram *program, mpq_t *x, mpq_t *y)
{
  gboolean good = FALSE, may_be = program->n_rows <= MOST_ROWS;
  if (program->n_rows == 0 || program->n_columns == 0)
    return is_primal (program, x);
  for (GlpkMethod method = GLPK_FLOATING; method <= GLPK_RATIONAL && may_be && !good; method++) {
    g_auto (GlpkSolution) basis;
    gboolean solved = solve_by_glpk (program, method, &basis);
    good = solved && basis.status == GLP_OPT && solve_basis (program, &basis, FALSE, x) &&
           solve_basis (program, &basis, TRUE, y) && is_primal (program, x) && is_dual (program, y);
    may_be = solved && (basis.status == GLP_OPT || basis.status == GLP_UNDEF);
  }
  return good;
}

/* ---- Whole columns ----------------------------------------------------------------------- */

static gboolean
is_whole (const LinearProgram *program, mpq_t *x)
{
  for (guint j = 0; j < program->n_columns; j++)
    if (program->whole[j] && mpz_cmp_ui (mpq_denref (x[j]), 1) != 0)
      return FALSE;
  return TRUE;
}

/* Copies the rows of program to the first columns of wide, whose other columns are 0. */
static void
copy_rows (const LinearProgram *program, LinearProgram *wide)
{
  for (guint i = 0; i < program->n_rows; i++) {
    for (guint j = 0; j < program->n_columns; j++)
      mpq_set (linear_program_at (wide, i, j), linear_program_at (program, i, j));
    mpq_set (wide->bound[i], program->bound[i]);
    wide->sense[i] = program->sense[i];
  }
}

/* program with the whole columns at x: what is left of it, which has as many columns. */
static void
fix_whole (const LinearProgram *program, mpq_t *x, LinearProgram *rest)
{
  linear_program_init (rest, program->n_rows, program->n_columns);
  copy_rows (program, rest);
  for (guint j = 0; j < program->n_columns; j++) {
    mpq_set (rest->cost[j], program->cost[j]);
    for (guint i = 0; program->whole[j] && i < program->n_rows; i++) {
      mpq_ptr factor = linear_program_at (rest, i, j);
      mpq_neg (factor, factor);
      add_product (rest->bound[i], factor, x[j]);
      mpq_set_ui (factor, 0, 1);
    }
  }
}

/* Sets the whole columns of x to values, as whole numbers. FALSE: they are too large. */
static gboolean
round_whole (const LinearProgram *program, const double *values, mpq_t *x)
{
  for (guint j = 0; j < program->n_columns; j++) {
    if (!program->whole[j])
      continue;
    if (!(values[j] > -0.5 && values[j] < LARGEST_WHOLE + 0.5))
      return FALSE;
    mpq_set_si (x[j], (long)(values[j] + 0.5), 1);
  }
  return TRUE;
}

/* Sets x to the best whose whole columns are as GLPK finds them; the others are solved in rational
 * numbers. FALSE: none was found, which proves nothing. */
static gboolean
find_whole (const LinearProgram *program, mpq_t *x)
{
  g_auto (GlpkSolution) found;
  g_auto (LinearProgram) rest;
  mpq_t *others = linear_numbers_new (program->n_columns);
  mpq_t *prices = linear_numbers_new (program->n_rows);
  gboolean good = solve_by_glpk (program, GLPK_WHOLE, &found) &&
                  (found.status == GLP_OPT || found.status == GLP_FEAS) &&
                  round_whole (program, found.values, x);
  fix_whole (program, x, &rest);
  good = good && find_optimum (&rest, others, prices);
  for (guint j = 0; j < program->n_columns; j++)
    if (!program->whole[j])
      mpq_set (x[j], others[j]);
  linear_numbers_free (others, program->n_columns);
  linear_numbers_free (prices, program->n_rows);
  return good && is_primal (program, x);
}

/* ---- Feasibility -------------------------------------------------------------------------- */

/* Columns for what misses the rows: added where a row wants more, taken off where it wants less. */
static void
make_elastic (const LinearProgram *program, LinearProgram *elastic)
{
  guint n = program->n_columns;
  linear_program_init (elastic, program->n_rows, n + 2 * program->n_rows);
  copy_rows (program, elastic);
  for (guint i = 0; i < program->n_rows; i++)
    for (guint side = 0; side < 2; side++) {
      guint column = n + 2 * i + side;
      mpq_set_si (linear_program_at (elastic, i, column), side == 0 ? 1 : -1, 1);
      mpq_set_ui (elastic->cost[column], 1, 1);
    }
}

/* Whether no x meets the rows. Then y becomes prices that prove it, and missed is above 0. */
static gboolean
is_infeasible (const LinearProgram *program, mpq_t missed, mpq_t *y)
{
  g_auto (LinearProgram) elastic;
  make_elastic (program, &elastic);
  mpq_t *x = linear_numbers_new (elastic.n_columns);
  gboolean good = find_optimum (&elastic, x, y);
  find_cost (&elastic, x, missed);
  linear_numbers_free (x, elastic.n_columns);
  return good && mpq_sgn (missed) > 0;
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void
forget_x (ExactSolution *solution)
{
  linear_numbers_free (solution->x, solution->n_columns);
  solution->x = NULL;
}

ExactSolution *
exact_solution_new (const LinearProgram *program)
{
  ExactSolution *solution = g_new (ExactSolution, 1);
  *solution = (ExactSolution){.n_columns = program->n_columns,
                              .n_rows = program->n_rows,
                              .x = linear_numbers_new (program->n_columns),
                              .y = linear_numbers_new (program->n_rows)};
  mpq_inits (solution->value, solution->least, NULL);
  if (find_optimum (program, solution->x, solution->y)) {
    find_cost (program, solution->x, solution->least);
    if (is_whole (program, solution->x) || find_whole (program, solution->x))
      find_cost (program, solution->x, solution->value);
    else {
      forget_x (solution);
      mpq_set (solution->value, solution->least);
    }
    return solution;
  }
  forget_x (solution);
  solution->is_infeasible = is_infeasible (program, solution->value, solution->y);
  if (solution->is_infeasible)
    return solution;
  exact_solution_free (solution);
  return NULL;
}

void
exact_solution_free (ExactSolution *solution)
{
  mpq_clears (solution->value, solution->least, NULL);
  linear_numbers_free (solution->x, solution->n_columns);
  linear_numbers_free (solution->y, solution->n_rows);
  g_free (solution);
}
