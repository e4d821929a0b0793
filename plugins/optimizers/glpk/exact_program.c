/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_program.h"

#include "glpk_guard.h"

#include <glpk.h>

#define MOST_ROWS 1000
/* For a search in whole numbers, of which none should take long. */
#define WHOLE_MILLISECONDS 2000
#define LARGEST_WHOLE 1000
#define SMALL_COST 1e-3

/* ---- GLPK -------------------------------------------------------------------------------- */

/* What GLPK is given, and the basis that it finds. */
typedef struct {
  const LinearProgram *program;
  glp_prob *problem;
  gboolean *row_is_active, *column_is_basic;
  int status;
} Search;

static void
add_rows (Search *search)
{
  static const int KINDS[] = {GLP_LO, GLP_UP, GLP_FX};
  const LinearProgram *program = search->program;
  for (guint i = 0; i < program->n_rows; i++) {
    double bound = mpq_get_d (program->bound[i]);
    glp_set_row_bnds (search->problem, (int)i + 1, KINDS[program->sense[i]], bound, bound);
  }
}

static void
add_columns (Search *search, int *indices, double *values)
{
  const LinearProgram *program = search->program;
  for (guint j = 0; j < program->n_columns; j++) {
    int n = 0;
    for (guint i = 0; i < program->n_rows; i++) {
      const mpq_t *factor = &program->matrix[i * program->n_columns + j];
      if (mpq_sgn (*factor) == 0)
        continue;
      indices[++n] = (int)i + 1;
      values[n] = mpq_get_d (*factor);
    }
    glp_set_mat_col (search->problem, (int)j + 1, n, indices, values);
    glp_set_col_bnds (search->problem, (int)j + 1, GLP_LO, 0, 0);
    glp_set_obj_coef (search->problem, (int)j + 1, mpq_get_d (program->cost[j]));
  }
}

/* In which GLPK may abort, as in what calls it: it owns nothing but GLPK's objects. */
static void
make_problem (Search *search)
{
  int indices[MOST_ROWS + 1];
  double values[MOST_ROWS + 1];
  search->problem = glp_create_prob ();
  glp_add_rows (search->problem, (int)search->program->n_rows);
  glp_add_cols (search->problem, (int)search->program->n_columns);
  add_rows (search);
  add_columns (search, indices, values);
}

static void
find_basis (gpointer data)
{
  Search *search = data;
  glp_smcp parameters;
  make_problem (search);
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  if (glp_simplex (search->problem, &parameters) != 0 ||
      glp_get_status (search->problem) == GLP_UNDEF)
    glp_exact (search->problem, &parameters);
  search->status = glp_get_status (search->problem);
  for (guint i = 0; i < search->program->n_rows; i++)
    search->row_is_active[i] = glp_get_row_stat (search->problem, (int)i + 1) != GLP_BS;
  for (guint j = 0; j < search->program->n_columns; j++)
    search->column_is_basic[j] = glp_get_col_stat (search->problem, (int)j + 1) == GLP_BS;
  glp_delete_prob (search->problem);
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

/* The basic columns and active rows of a basis: n of each. */
typedef struct {
  guint n;
  guint *rows, *columns;
} Basis;

static gboolean
take_basis (const Search *search, Basis *basis)
{
  guint n_rows = 0, n_columns = 0;
  for (guint i = 0; i < search->program->n_rows; i++)
    if (search->row_is_active[i])
      basis->rows[n_rows++] = i;
  for (guint j = 0; j < search->program->n_columns; j++)
    if (search->column_is_basic[j])
      basis->columns[n_columns++] = j;
  basis->n = n_rows;
  return n_rows == n_columns;
}

/* x of the basis into x (zero elsewhere), or with dual the prices of the rows into x. */
static gboolean
solve_basis (const LinearProgram *program, const Basis *basis, gboolean dual, mpq_t *x)
{
  guint n = basis->n;
  mpq_t *system = linear_numbers_new (n * (n + 1));
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < n; j++)
      mpq_set (system[i * (n + 1) + j],
               dual ? linear_program_at (program, basis->rows[j], basis->columns[i])
                    : linear_program_at (program, basis->rows[i], basis->columns[j]));
    mpq_set (system[i * (n + 1) + n],
             dual ? program->cost[basis->columns[i]] : program->bound[basis->rows[i]]);
  }
  gboolean good = eliminate (system, n);
  for (guint i = 0; good && i < n; i++)
    mpq_set (x[dual ? basis->rows[i] : basis->columns[i]], system[i * (n + 1) + n]);
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
check_basis (const LinearProgram *program, const Basis *basis, mpq_t *x, mpq_t *y)
{
  return solve_basis (program, basis, FALSE, x) && solve_basis (program, basis, TRUE, y) &&
         is_primal (program, x) && is_dual (program, y);
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

/* Without a row or a column: 0 is best. x and y are zero. */
static ExactStatus
solve_trivial (const LinearProgram *program, mpq_t *x)
{
  return is_primal (program, x) ? EXACT_OPTIMUM : EXACT_NO_OPTIMUM;
}

static ExactStatus
solve_by_glpk (const LinearProgram *program, mpq_t *x, mpq_t *y)
{
  Search search = {program, NULL, g_new0 (gboolean, program->n_rows),
                   g_new0 (gboolean, program->n_columns), GLP_UNDEF};
  Basis basis = {0, g_new (guint, program->n_rows), g_new (guint, program->n_columns)};
  ExactStatus status = EXACT_UNKNOWN;
  if (!glpk_guarded (find_basis, &search))
    status = EXACT_UNKNOWN;
  else if (search.status != GLP_OPT)
    status = EXACT_NO_OPTIMUM;
  else if (take_basis (&search, &basis) && check_basis (program, &basis, x, y))
    status = EXACT_OPTIMUM;
  g_free (basis.rows);
  g_free (basis.columns);
  g_free (search.row_is_active);
  g_free (search.column_is_basic);
  return status;
}

ExactStatus
exact_program_solve (const LinearProgram *program, mpq_t value, mpq_t *x, mpq_t *y)
{
  if (program->n_rows > MOST_ROWS)
    return EXACT_UNKNOWN;
  mpq_t *solution = linear_numbers_new (program->n_columns);
  mpq_t *prices = linear_numbers_new (program->n_rows);
  ExactStatus status = program->n_rows == 0 || program->n_columns == 0
                           ? solve_trivial (program, solution)
                           : solve_by_glpk (program, solution, prices);
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

/* Values of whole columns that GLPK finds. */
typedef struct {
  Search search;
  double *values; /* n_columns */
  gboolean found;
} WholeSearch;

/* Branching ends where columns have bounds, and sooner where small values are better. */
static void
make_whole_column (glp_prob *problem, int column)
{
  glp_set_col_kind (problem, column, GLP_IV);
  glp_set_col_bnds (problem, column, GLP_DB, 0, LARGEST_WHOLE);
  if (glp_get_obj_coef (problem, column) == 0)
    glp_set_obj_coef (problem, column, SMALL_COST);
}

static void
find_whole (gpointer data)
{
  WholeSearch *whole = data;
  glp_iocp parameters;
  make_problem (&whole->search);
  for (guint j = 0; j < whole->search.program->n_columns; j++)
    if (whole->search.program->whole[j])
      make_whole_column (whole->search.problem, (int)j + 1);
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.tm_lim = WHOLE_MILLISECONDS;
  whole->found = glp_intopt (whole->search.problem, &parameters) == 0 &&
                 (glp_mip_status (whole->search.problem) == GLP_OPT ||
                  glp_mip_status (whole->search.problem) == GLP_FEAS);
  for (guint j = 0; whole->found && j < whole->search.program->n_columns; j++)
    whole->values[j] = glp_mip_col_val (whole->search.problem, (int)j + 1);
  glp_delete_prob (whole->search.problem);
}

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
  WholeSearch whole = {{.program = program}, g_new0 (double, program->n_columns + 1), FALSE};
  gboolean good = program->n_rows > 0 && program->n_rows <= MOST_ROWS && program->n_columns > 0 &&
                  glpk_guarded (find_whole, &whole) && whole.found &&
                  complete (program, whole.values, value, x);
  g_free (whole.values);
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
