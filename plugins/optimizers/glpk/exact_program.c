/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_program.h"

#include "glpk_guard.h"
#include "glpk_program.h"

#include <math.h>

#define MOST_ROWS 1000
/* For a search in whole numbers, of which none should take long. */
#define WHOLE_MILLISECONDS 2000
#define LARGEST_WHOLE 1000
#define SMALL_COST 1e-3

/* ---- GLPK -------------------------------------------------------------------------------- */

/* What GLPK is given, and the basis or the whole values that it finds. */
typedef struct {
  const LinearProgram *program;
  GlpkProgram lp;
  guint n_active, n_basic; /* equal, in a basis */
  guint *active, *basic;   /* its active rows and basic columns */
  double *values;          /* n_columns */
  int status;
} Search;

/* Branching in whole numbers ends where columns have bounds, and sooner where small values are
 * better. */
static ProgramColumn
column_of (const LinearProgram *program, guint j, gboolean is_whole)
{
  double cost = mpq_get_d (program->cost[j]);
  return (ProgramColumn){.high = is_whole ? LARGEST_WHOLE : INFINITY,
                         .weight = is_whole && cost == 0 ? SMALL_COST : cost,
                         .is_whole = is_whole};
}

/* whole: columns that have to be whole are. Clear it. */
static Search
search_new (const LinearProgram *program, gboolean whole)
{
  static const int KINDS[] = {GLP_LO, GLP_UP, GLP_FX};
  Search search = {.program = program,
                   .active = g_new (guint, program->n_rows),
                   .basic = g_new (guint, program->n_columns),
                   .values = g_new0 (double, program->n_columns)};
  glpk_program_init (&search.lp, NULL, GLP_MIN);
  for (guint i = 0; i < program->n_rows; i++)
    glpk_program_add_row (&search.lp, (ProgramRow){.kind = KINDS[program->sense[i]],
                                                   .bound = mpq_get_d (program->bound[i])});
  for (guint j = 0; j < program->n_columns; j++) {
    glpk_program_add_column (&search.lp, column_of (program, j, whole && program->whole[j]));
    for (guint i = 0; i < program->n_rows; i++)
      if (mpq_sgn (linear_program_at (program, i, j)) != 0)
        glpk_program_add_term (&search.lp, (int)i + 1, (int)j + 1,
                               mpq_get_d (linear_program_at (program, i, j)));
  }
  return search;
}

static void
search_clear (Search *search)
{
  glpk_program_clear (&search->lp);
  g_free (search->active);
  g_free (search->basic);
  g_free (search->values);
}

/* Runs under the guard, as find_whole() does: owns nothing but GLPK's objects. */
static void
find_basis (gpointer data)
{
  Search *search = data;
  glp_prob *problem = glpk_program_load (&search->lp);
  glp_smcp parameters;
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  if (glp_simplex (problem, &parameters) != 0 || glp_get_status (problem) == GLP_UNDEF)
    glp_exact (problem, &parameters);
  search->status = glp_get_status (problem);
  for (guint i = 0; i < search->program->n_rows; i++)
    if (glp_get_row_stat (problem, (int)i + 1) != GLP_BS)
      search->active[search->n_active++] = i;
  for (guint j = 0; j < search->program->n_columns; j++)
    if (glp_get_col_stat (problem, (int)j + 1) == GLP_BS)
      search->basic[search->n_basic++] = j;
  glp_delete_prob (problem);
}

static void
find_whole (gpointer data)
{
  Search *search = data;
  glp_prob *problem = glpk_program_load (&search->lp);
  glp_iocp parameters;
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.tm_lim = WHOLE_MILLISECONDS;
  search->status = glp_intopt (problem, &parameters) == 0 ? glp_mip_status (problem) : GLP_UNDEF;
  for (guint j = 0; j < search->program->n_columns; j++)
    search->values[j] = glp_mip_col_val (problem, (int)j + 1);
  glp_delete_prob (problem);
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

/* x of the basis into x (zero elsewhere), or with dual the prices of the rows into x. */
static gboolean
solve_basis (const Search *search, gboolean dual, mpq_t *x)
{
  const LinearProgram *program = search->program;
  const guint *rows = search->active, *columns = search->basic;
  guint n = search->n_active;
  mpq_t *system = linear_numbers_new (n * (n + 1));
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < n; j++)
      mpq_set (system[i * (n + 1) + j], dual ? linear_program_at (program, rows[j], columns[i])
                                             : linear_program_at (program, rows[i], columns[j]));
    mpq_set (system[i * (n + 1) + n], dual ? program->cost[columns[i]] : program->bound[rows[i]]);
  }
  gboolean good = eliminate (system, n);
  for (guint i = 0; good && i < n; i++)
    mpq_set (x[dual ? rows[i] : columns[i]], system[i * (n + 1) + n]);
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
    int sign = mpq_cmp (sum, program->bound[i]);
    good = program->sense[i] == ROW_AT_LEAST  ? sign >= 0
           : program->sense[i] == ROW_AT_MOST ? sign <= 0
                                              : sign == 0;
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
    good = good && (program->sense[i] == ROW_AT_LEAST  ? mpq_sgn (y[i]) >= 0
                    : program->sense[i] == ROW_AT_MOST ? mpq_sgn (y[i]) <= 0
                                                       : TRUE);
  for (guint j = 0; j < program->n_columns && good; j++) {
    mpq_set_ui (sum, 0, 1);
    for (guint i = 0; i < program->n_rows; i++)
      add_product (sum, linear_program_at (program, i, j), y[i]);
    good = mpq_cmp (sum, program->cost[j]) <= 0;
  }
  mpq_clear (sum);
  return good;
}

/* Whether the basis is optimal; x and y are zero at first. Both solve the basis, so that their
 * values are equal. */
static gboolean
check_basis (const Search *search, mpq_t *x, mpq_t *y)
{
  return search->n_active == search->n_basic && solve_basis (search, FALSE, x) &&
         solve_basis (search, TRUE, y) && is_primal (search->program, x) &&
         is_dual (search->program, y);
}

static void
copy_numbers (mpq_t *to, mpq_t *from, guint n)
{
  for (guint i = 0; to != NULL && i < n; i++)
    mpq_set (to[i], from[i]);
}

/* What x costs. */
static void
find_cost (const LinearProgram *program, mpq_t *x, mpq_t value)
{
  mpq_set_ui (value, 0, 1);
  for (guint j = 0; j < program->n_columns; j++)
    add_product (value, program->cost[j], x[j]);
}

static ExactStatus
solve_by_glpk (const LinearProgram *program, mpq_t *x, mpq_t *y)
{
  Search search = search_new (program, FALSE);
  ExactStatus status = EXACT_UNKNOWN;
  if (glpk_guarded (find_basis, &search))
    status = search.status != GLP_OPT      ? EXACT_NO_OPTIMUM
             : check_basis (&search, x, y) ? EXACT_OPTIMUM
                                           : EXACT_UNKNOWN;
  search_clear (&search);
  return status;
}

/* x and y are zero, which is best without a row or a column. */
static ExactStatus
solve (const LinearProgram *program, mpq_t *x, mpq_t *y)
{
  if (program->n_rows > 0 && program->n_columns > 0)
    return solve_by_glpk (program, x, y);
  return is_primal (program, x) ? EXACT_OPTIMUM : EXACT_NO_OPTIMUM;
}

ExactStatus
exact_program_solve (const LinearProgram *program, mpq_t value, mpq_t *x, mpq_t *y)
{
  if (program->n_rows > MOST_ROWS)
    return EXACT_UNKNOWN;
  mpq_t *solution = linear_numbers_new (program->n_columns);
  mpq_t *prices = linear_numbers_new (program->n_rows);
  ExactStatus status = solve (program, solution, prices);
  if (status == EXACT_OPTIMUM) {
    find_cost (program, solution, value);
    copy_numbers (x, solution, program->n_columns);
    copy_numbers (y, prices, program->n_rows);
  }
  linear_numbers_free (solution, program->n_columns);
  linear_numbers_free (prices, program->n_rows);
  return status;
}

/* ---- Whole columns ----------------------------------------------------------------------- */

/* program with the whole columns at x: what is left of it, which has as many columns. */
static void
fix_whole (const LinearProgram *program, mpq_t *x, LinearProgram *rest)
{
  linear_program_init (rest, program->n_rows, program->n_columns);
  copy_numbers (rest->matrix, program->matrix, program->n_rows * program->n_columns);
  copy_numbers (rest->bound, program->bound, program->n_rows);
  copy_numbers (rest->cost, program->cost, program->n_columns);
  for (guint i = 0; i < program->n_rows; i++) {
    rest->sense[i] = program->sense[i];
    for (guint j = 0; j < program->n_columns; j++)
      if (program->whole[j]) {
        mpq_neg (linear_program_at (rest, i, j), linear_program_at (rest, i, j));
        add_product (rest->bound[i], linear_program_at (rest, i, j), x[j]);
        mpq_set_ui (linear_program_at (rest, i, j), 0, 1);
      }
  }
}

/* The other columns are solved in rational numbers with these at whole values. */
static gboolean
complete (const LinearProgram *program, const double *values, mpq_t value, mpq_t *x)
{
  g_auto (LinearProgram) rest;
  mpq_t *others = linear_numbers_new (program->n_columns);
  gboolean good = TRUE;
  for (guint j = 0; j < program->n_columns; j++) {
    good = good && (!program->whole[j] || (values[j] > -0.5 && values[j] < LARGEST_WHOLE + 0.5));
    mpq_set_si (x[j], good && program->whole[j] ? (long)(values[j] + 0.5) : 0, 1);
  }
  fix_whole (program, x, &rest);
  good = good && exact_program_solve (&rest, value, others, NULL) == EXACT_OPTIMUM;
  for (guint j = 0; j < program->n_columns; j++)
    if (!program->whole[j])
      mpq_set (x[j], others[j]);
  linear_numbers_free (others, program->n_columns);
  find_cost (program, x, value);
  return good && is_primal (program, x);
}

gboolean
exact_program_solve_whole (const LinearProgram *program, mpq_t value, mpq_t *x)
{
  if (program->n_rows == 0 || program->n_rows > MOST_ROWS || program->n_columns == 0)
    return FALSE;
  Search search = search_new (program, TRUE);
  gboolean good = glpk_guarded (find_whole, &search) &&
                  (search.status == GLP_OPT || search.status == GLP_FEAS) &&
                  complete (program, search.values, value, x);
  search_clear (&search);
  return good;
}

/* ---- Feasibility -------------------------------------------------------------------------- */

/* Columns for what misses the rows: added where a row wants more, taken off where it wants less. */
static void
make_elastic (const LinearProgram *program, LinearProgram *elastic)
{
  guint n = program->n_columns, wide = n + 2 * program->n_rows;
  linear_program_init (elastic, program->n_rows, wide);
  for (guint i = 0; i < program->n_rows; i++) {
    for (guint j = 0; j < n; j++)
      mpq_set (linear_program_at (elastic, i, j), program->matrix[i * n + j]);
    mpq_set (elastic->bound[i], program->bound[i]);
    elastic->sense[i] = program->sense[i];
    mpq_set_si (linear_program_at (elastic, i, n + 2 * i), 1, 1);
    mpq_set_si (linear_program_at (elastic, i, n + 2 * i + 1), -1, 1);
    mpq_set_ui (elastic->cost[n + 2 * i], 1, 1);
    mpq_set_ui (elastic->cost[n + 2 * i + 1], 1, 1);
  }
}

ExactFeasibility
exact_program_feasible (const LinearProgram *program, mpq_t missed, mpq_t *ray)
{
  g_auto (LinearProgram) elastic;
  make_elastic (program, &elastic);
  if (exact_program_solve (&elastic, missed, NULL, ray) != EXACT_OPTIMUM)
    return EXACT_OPEN;
  return mpq_sgn (missed) == 0 ? EXACT_FEASIBLE : EXACT_INFEASIBLE;
}
