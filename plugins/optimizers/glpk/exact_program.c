/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_program.h"

#include "glpk_problem.h"

#include <math.h>

/* For a search in whole numbers, of which none should take long. */
#define WHOLE_SECONDS 2
#define LARGEST_WHOLE 1000
#define SMALL_COST 1e-3
#define LONGEST_NAME 32

/* ---- GLPK -------------------------------------------------------------------------------- */

typedef struct {
  const LinearProgram *program;
  gboolean whole; /* whole columns are */
  int *columns;   /* room for the terms of a row, after those that GLPK does not read */
  double *factors;
} Writing;

/* Branching in whole numbers ends where columns have bounds, and sooner where small values are
 * better. */
static void
write_column (glp_prob *lp, const Writing *writing, guint j, gboolean names)
{
  const LinearColumn *column = &writing->program->columns[j];
  gboolean whole = writing->whole && column->is_whole;
  double cost = mpq_get_d (column->cost);
  char name[LONGEST_NAME];
  glp_set_col_kind (lp, (int)j + 1, whole ? GLP_IV : GLP_CV);
  glp_set_col_bnds (lp, (int)j + 1, whole ? GLP_DB : GLP_LO, 0, LARGEST_WHOLE);
  glp_set_obj_coef (lp, (int)j + 1, whole && cost == 0 ? SMALL_COST : cost);
  if (!names)
    return;
  g_snprintf (name, sizeof name, j % 2 == 0 ? "up_%u" : "down_%u", j / 2 + 1);
  glp_set_col_name (lp, (int)j + 1, name);
}

static void
write_program (glp_prob *lp, gconstpointer data, gboolean names)
{
  static const int KINDS[] = {GLP_LO, GLP_UP, GLP_FX};
  const Writing *writing = data;
  const LinearProgram *program = writing->program;
  glp_set_obj_dir (lp, GLP_MIN);
  glp_set_obj_coef (lp, 0, mpq_get_d (program->constant));
  if (program->n_columns > 0)
    glp_add_cols (lp, (int)program->n_columns);
  if (program->n_rows > 0)
    glp_add_rows (lp, (int)program->n_rows);
  for (guint j = 0; j < program->n_columns; j++)
    write_column (lp, writing, j, names);
  for (guint i = 0; i < program->n_rows; i++) {
    const LinearRow *row = &program->rows[i];
    double bound = mpq_get_d (row->bound);
    for (guint t = 0; t < row->terms->len; t++) {
      writing->columns[t + 1] = (int)linear_term (row, t)->column + 1;
      writing->factors[t + 1] = mpq_get_d (linear_term (row, t)->factor);
    }
    glp_set_row_bnds (lp, (int)i + 1, KINDS[row->sense], bound, bound);
    glp_set_mat_row (lp, (int)i + 1, (int)row->terms->len, writing->columns, writing->factors);
  }
}

static gboolean
solve_by_glpk (const LinearProgram *program, GlpkMethod method, CoupletContext *context,
               GlpkSolution *solution)
{
  gboolean whole = method == GLPK_WHOLE;
  g_autofree int *columns = g_new (int, (gsize)program->n_columns + 1);
  g_autofree double *factors = g_new (double, (gsize)program->n_columns + 1);
  const Writing writing = {program, whole, columns, factors};
  const GlpkProblem problem = {write_program, &writing, program->n_rows, program->n_columns};
  return glpk_problem_solve (&problem, method, context, whole ? WHOLE_SECONDS : INFINITY, solution);
}

char *
exact_program_text (const LinearProgram *program, double scale, GError **error)
{
  g_autofree int *columns = g_new (int, (gsize)program->n_columns + 1);
  g_autofree double *factors = g_new (double, (gsize)program->n_columns + 1);
  const Writing writing = {program, FALSE, columns, factors};
  const GlpkProblem problem = {write_program, &writing, program->n_rows, program->n_columns};
  return glpk_problem_text (&problem, scale, error);
}

/* ---- The basis, in rational numbers --------------------------------------------------------- */

/* sum += factor * number; most factors are 1 or -1. */
static void
add_product (mpq_t sum, mpq_srcptr factor, mpq_srcptr number)
{
  mpq_t product;
  if (mpq_sgn (factor) == 0 || mpq_sgn (number) == 0)
    return;
  if (mpq_cmp_si (factor, 1, 1) == 0) {
    mpq_add (sum, sum, number);
  } else if (mpq_cmp_si (factor, -1, 1) == 0) {
    mpq_sub (sum, sum, number);
  } else {
    mpq_init (product);
    mpq_mul (product, factor, number);
    mpq_add (sum, sum, product);
    mpq_clear (product);
  }
}

/* The place of column's term in row; the number of terms: it has none. */
static guint
find_term (const LinearRow *row, guint column)
{
  guint t = 0;
  while (t < row->terms->len && linear_term (row, t)->column != column)
    t++;
  return t;
}

/* Takes column out of row, if it is there, by the pivot's. */
static void
eliminate (LinearProgram *system, guint row, const LinearRow *pivot, guint column)
{
  LinearRow *to = &system->rows[row];
  guint own = find_term (to, column);
  mpq_t factor;
  if (own == to->terms->len)
    return;
  mpq_init (factor);
  mpq_div (factor, linear_term (to, own)->factor,
           linear_term (pivot, find_term (pivot, column))->factor);
  mpq_neg (factor, factor);
  for (guint t = 0; t < pivot->terms->len; t++) {
    const LinearTerm *term = linear_term (pivot, t);
    guint at = find_term (to, term->column);
    mpq_ptr changed = at < to->terms->len ? linear_term (to, at)->factor
                                          : linear_program_add (system, row, term->column);
    add_product (changed, factor, term->factor);
    if (mpq_sgn (changed) == 0)
      g_array_remove_index_fast (to->terms, at);
  }
  add_product (to->bound, factor, pivot->bound);
  mpq_clear (factor);
}

/* The one of rows that has the fewest terms, from start on, where one is few enough; n_rows: there
 * is none. */
static guint
next_pivot (const LinearProgram *system, const gboolean *rows, guint start)
{
  guint best = system->n_rows, fewest = G_MAXUINT;
  for (guint i = 0; i < system->n_rows && fewest > 1; i++) {
    guint row = (start + i) % system->n_rows;
    if (rows[row] && system->rows[row].terms->len < fewest) {
      best = row;
      fewest = system->rows[row].terms->len;
    }
  }
  return best;
}

/* Leaves each of rows, which are unset, one term, so that they are solved; FALSE: some have none.
 */
static gboolean
solve_rows (LinearProgram *system, gboolean *rows)
{
  for (guint row = 0; (row = next_pivot (system, rows, row)) < system->n_rows;) {
    const LinearRow *pivot = &system->rows[row];
    if (pivot->terms->len == 0)
      return FALSE;
    guint column = linear_term (pivot, 0)->column;
    for (guint i = 0; i < system->n_rows; i++)
      if (i != row)
        eliminate (system, i, pivot, column);
    rows[row] = FALSE;
  }
  return TRUE;
}

/* Sets x to the solution of the basic columns in the bound rows, or with dual to the prices of
 * these rows; zero elsewhere. FALSE: it is no basis. */
static gboolean
solve_basis (const LinearProgram *program, const GlpkSolution *basis, gboolean dual, mpq_t *x)
{
  guint n = dual ? program->n_columns : program->n_rows;
  g_autofree gboolean *rows =
      g_memdup2 (dual ? basis->is_basic : basis->is_bound, n * sizeof (gboolean));
  g_auto (LinearProgram) system;
  linear_program_init (&system, n, 0);
  for (guint i = 0; i < program->n_rows; i++)
    for (guint t = 0; basis->is_bound[i] && t < program->rows[i].terms->len; t++) {
      const LinearTerm *term = linear_term (&program->rows[i], t);
      guint j = term->column;
      if (basis->is_basic[j])
        mpq_set (linear_program_add (&system, dual ? j : i, dual ? i : j), term->factor);
    }
  for (guint i = 0; i < n; i++)
    mpq_set (system.rows[i].bound, dual ? program->columns[i].cost : program->rows[i].bound);
  for (guint j = 0; j < (dual ? program->n_rows : program->n_columns); j++)
    mpq_set_ui (x[j], 0, 1);
  if (!solve_rows (&system, rows))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (system.rows[i].terms->len > 0)
      mpq_div (x[linear_term (&system.rows[i], 0)->column], system.rows[i].bound,
               linear_term (&system.rows[i], 0)->factor);
  return TRUE;
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
    const LinearRow *row = &program->rows[i];
    mpq_set_ui (sum, 0, 1);
    for (guint t = 0; t < row->terms->len; t++)
      add_product (sum, linear_term (row, t)->factor, x[linear_term (row, t)->column]);
    good = has_sense (row->sense, mpq_cmp (sum, row->bound));
  }
  mpq_clear (sum);
  return good;
}

static gboolean
is_dual (const LinearProgram *program, mpq_t *y)
{
  gboolean good = TRUE;
  mpq_t *earned = linear_numbers_new (program->n_columns);
  for (guint i = 0; i < program->n_rows; i++) {
    const LinearRow *row = &program->rows[i];
    good = good && (row->sense == ROW_EQUAL || has_sense (row->sense, mpq_sgn (y[i])));
    for (guint t = 0; t < row->terms->len; t++)
      add_product (earned[linear_term (row, t)->column], linear_term (row, t)->factor, y[i]);
  }
  for (guint j = 0; j < program->n_columns; j++)
    good = good && mpq_cmp (earned[j], program->columns[j].cost) <= 0;
  linear_numbers_free (earned, program->n_columns);
  return good;
}

/* What x costs. */
static void
find_cost (const LinearProgram *program, mpq_t *x, mpq_t value)
{
  mpq_set (value, program->constant);
  for (guint j = 0; j < program->n_columns; j++)
    add_product (value, program->columns[j].cost, x[j]);
}

/* Sets x and y, which are zero, to an optimum. As both solve the basis, their values are equal.
 * FALSE: none is known. */
static gboolean
find_optimum (const LinearProgram *program, CoupletContext *context, mpq_t *x, mpq_t *y)
{
  gboolean good = FALSE, may_be = TRUE;
  if (program->n_rows == 0 || program->n_columns == 0)
    return is_primal (program, x);
  for (GlpkMethod method = GLPK_FLOATING; method <= GLPK_RATIONAL && may_be && !good; method++) {
    g_auto (GlpkSolution) basis;
    gboolean solved = solve_by_glpk (program, method, context, &basis);
    good = solved && basis.status == GLP_OPT && solve_basis (program, &basis, FALSE, x) &&
           solve_basis (program, &basis, TRUE, y) && is_primal (program, x) && is_dual (program, y);
    may_be = solved && (basis.status == GLP_OPT || basis.status == GLP_UNDEF) &&
             (context == NULL || !couplet_context_should_stop (context));
  }
  return good;
}

/* ---- Whole columns and feasibility ---------------------------------------------------------- */

/* program with more rows and columns, which are 0; those that it has cost what they did if costs.
 */
static void
widen (const LinearProgram *program, guint more_rows, guint more_columns, gboolean costs,
       LinearProgram *wide)
{
  linear_program_init (wide, program->n_rows + more_rows, program->n_columns + more_columns);
  for (guint i = 0; i < program->n_rows; i++) {
    const LinearRow *row = &program->rows[i];
    wide->rows[i].sense = row->sense;
    mpq_set (wide->rows[i].bound, row->bound);
    for (guint t = 0; t < row->terms->len; t++)
      mpq_set (linear_program_add (wide, i, linear_term (row, t)->column),
               linear_term (row, t)->factor);
  }
  for (guint j = 0; costs && j < program->n_columns; j++)
    mpq_set (wide->columns[j].cost, program->columns[j].cost);
}

static gboolean
is_whole (const LinearProgram *program, mpq_t *x)
{
  for (guint j = 0; j < program->n_columns; j++)
    if (program->columns[j].is_whole && mpz_cmp_ui (mpq_denref (x[j]), 1) != 0)
      return FALSE;
  return TRUE;
}

/* Sets x to the best whose whole columns are as GLPK finds them: a row for each says so. FALSE:
 * none was found, which proves nothing. */
static gboolean
find_whole (const LinearProgram *program, CoupletContext *context, mpq_t *x)
{
  g_auto (GlpkSolution) found;
  g_auto (LinearProgram) fixed;
  gboolean good = solve_by_glpk (program, GLPK_WHOLE, context, &found) &&
                  (found.status == GLP_OPT || found.status == GLP_FEAS);
  widen (program, program->n_columns, 0, TRUE, &fixed);
  for (guint j = 0; j < program->n_columns; j++) {
    guint row = program->n_rows + j;
    if (!program->columns[j].is_whole)
      continue;
    good = good && found.values[j] > -0.5 && found.values[j] < LARGEST_WHOLE + 0.5;
    fixed.rows[row].sense = ROW_EQUAL;
    mpq_set_ui (linear_program_add (&fixed, row, j), 1, 1);
    mpq_set_si (fixed.rows[row].bound, good ? (long)(found.values[j] + 0.5) : 0, 1);
  }
  mpq_t *prices = linear_numbers_new (fixed.n_rows);
  good = good && find_optimum (&fixed, context, x, prices);
  linear_numbers_free (prices, fixed.n_rows);
  return good;
}

/* Whether no x meets the rows: columns for what misses them, added where a row wants more, taken
 * off where it wants less, are needed. Then y becomes prices that prove it, and missed is above 0.
 */
static gboolean
is_infeasible (const LinearProgram *program, CoupletContext *context, mpq_t missed, mpq_t *y)
{
  guint n = program->n_columns;
  g_auto (LinearProgram) elastic;
  widen (program, 0, 2 * program->n_rows, FALSE, &elastic);
  for (guint i = 0; i < 2 * program->n_rows; i++) {
    mpq_set_si (linear_program_add (&elastic, i / 2, n + i), i % 2 == 0 ? 1 : -1, 1);
    mpq_set_ui (elastic.columns[n + i].cost, 1, 1);
  }
  mpq_t *x = linear_numbers_new (elastic.n_columns);
  gboolean good = find_optimum (&elastic, context, x, y);
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
exact_solution_new (const LinearProgram *program, CoupletContext *context)
{
  ExactSolution *solution = g_new (ExactSolution, 1);
  *solution = (ExactSolution){.n_columns = program->n_columns,
                              .n_rows = program->n_rows,
                              .x = linear_numbers_new (program->n_columns),
                              .y = linear_numbers_new (program->n_rows)};
  mpq_inits (solution->value, solution->least, NULL);
  if (find_optimum (program, context, solution->x, solution->y)) {
    find_cost (program, solution->x, solution->least);
    if (is_whole (program, solution->x) || find_whole (program, context, solution->x))
      find_cost (program, solution->x, solution->value);
    else {
      forget_x (solution);
      mpq_set (solution->value, solution->least);
    }
    return solution;
  }
  forget_x (solution);
  solution->is_infeasible = is_infeasible (program, context, solution->value, solution->y);
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
