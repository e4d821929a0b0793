/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_program.h"

#include "glpk_guard.h"

#include <glpk.h>

static mpq_t *
numbers_new (guint n)
{
  mpq_t *numbers = g_new (mpq_t, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    mpq_init (numbers[i]);
  return numbers;
}

static void
numbers_free (mpq_t *numbers, guint n)
{
  for (guint i = 0; numbers != NULL && i < n; i++)
    mpq_clear (numbers[i]);
  g_free (numbers);
}

void
exact_program_init (ExactProgram *program, guint n_rows, guint n_columns)
{
  *program = (ExactProgram){n_rows,
                            n_columns,
                            numbers_new (n_rows * n_columns),
                            numbers_new (n_rows),
                            numbers_new (n_columns),
                            g_new0 (RowSense, MAX (n_rows, 1))};
}

void
exact_program_clear (ExactProgram *program)
{
  numbers_free (program->matrix, program->n_rows * program->n_columns);
  numbers_free (program->bound, program->n_rows);
  numbers_free (program->cost, program->n_columns);
  g_free (program->sense);
}

/* ---- GLPK -------------------------------------------------------------------------------- */

/* What GLPK is given, and the basis that it finds. */
typedef struct {
  const ExactProgram *program;
  glp_prob *problem;
  gboolean *row_is_active, *column_is_basic;
  int status;
} Search;

static void
add_rows (Search *search)
{
  static const int KINDS[] = {GLP_LO, GLP_UP, GLP_FX};
  const ExactProgram *program = search->program;
  for (guint i = 0; i < program->n_rows; i++) {
    double bound = mpq_get_d (program->bound[i]);
    glp_set_row_bnds (search->problem, (int)i + 1, KINDS[program->sense[i]], bound, bound);
  }
}

static void
add_columns (Search *search, int *indices, double *values)
{
  const ExactProgram *program = search->program;
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

/* In which GLPK may abort: it owns nothing but GLPK's objects. */
static void
find_basis (gpointer data)
{
  Search *search = data;
  int indices[1024];
  double values[1024];
  glp_smcp parameters;
  search->problem = glp_create_prob ();
  glp_add_rows (search->problem, (int)search->program->n_rows);
  glp_add_cols (search->problem, (int)search->program->n_columns);
  add_rows (search);
  add_columns (search, indices, values);
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
solve_basis (ExactProgram *program, const Basis *basis, gboolean dual, mpq_t *x)
{
  guint n = basis->n;
  mpq_t *system = numbers_new (n * (n + 1));
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < n; j++)
      mpq_set (system[i * (n + 1) + j],
               dual ? exact_program_at (program, basis->rows[j], basis->columns[i])
                    : exact_program_at (program, basis->rows[i], basis->columns[j]));
    mpq_set (system[i * (n + 1) + n],
             dual ? program->cost[basis->columns[i]] : program->bound[basis->rows[i]]);
  }
  gboolean good = eliminate (system, n);
  for (guint i = 0; good && i < n; i++)
    mpq_set (x[dual ? basis->rows[i] : basis->columns[i]], system[i * (n + 1) + n]);
  numbers_free (system, n * (n + 1));
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
is_primal (ExactProgram *program, mpq_t *x)
{
  gboolean good = TRUE;
  mpq_t sum;
  mpq_init (sum);
  for (guint j = 0; j < program->n_columns; j++)
    good = good && mpq_sgn (x[j]) >= 0;
  for (guint i = 0; i < program->n_rows && good; i++) {
    mpq_set_ui (sum, 0, 1);
    for (guint j = 0; j < program->n_columns; j++)
      add_product (sum, exact_program_at (program, i, j), x[j]);
    int sign = mpq_cmp (sum, program->bound[i]);
    good = program->sense[i] == ROW_AT_LEAST  ? sign >= 0
           : program->sense[i] == ROW_AT_MOST ? sign <= 0
                                              : sign == 0;
  }
  mpq_clear (sum);
  return good;
}

static gboolean
is_dual (ExactProgram *program, mpq_t *y)
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
      add_product (sum, exact_program_at (program, i, j), y[i]);
    good = mpq_cmp (sum, program->cost[j]) <= 0;
  }
  mpq_clear (sum);
  return good;
}

/* Whether the basis is optimal; x and y are zero at first. Both solve the basis, so that their
 * values are equal. */
static gboolean
check_basis (ExactProgram *program, const Basis *basis, mpq_t *x, mpq_t *y)
{
  return solve_basis (program, basis, FALSE, x) && solve_basis (program, basis, TRUE, y) &&
         is_primal (program, x) && is_dual (program, y);
}

static ExactStatus
use_basis (ExactProgram *program, const Search *search, mpq_t value, mpq_t *solution)
{
  Basis basis = {0, g_new (guint, program->n_rows + 1), g_new (guint, program->n_columns + 1)};
  mpq_t *x = numbers_new (program->n_columns), *y = numbers_new (program->n_rows);
  gboolean good = take_basis (search, &basis) && check_basis (program, &basis, x, y);
  mpq_set_ui (value, 0, 1);
  for (guint j = 0; good && j < program->n_columns; j++) {
    add_product (value, program->cost[j], x[j]);
    if (solution != NULL)
      mpq_set (solution[j], x[j]);
  }
  numbers_free (x, program->n_columns);
  numbers_free (y, program->n_rows);
  g_free (basis.rows);
  g_free (basis.columns);
  return good ? EXACT_OPTIMUM : EXACT_UNKNOWN;
}

#define MOST_ROWS 1000

ExactStatus
exact_program_solve (ExactProgram *program, mpq_t value, mpq_t *solution)
{
  if (program->n_rows > MOST_ROWS)
    return EXACT_UNKNOWN;
  Search search = {program, NULL, g_new0 (gboolean, program->n_rows + 1),
                   g_new0 (gboolean, program->n_columns + 1), GLP_UNDEF};
  ExactStatus status = EXACT_UNKNOWN;
  if (program->n_rows == 0 || program->n_columns == 0) {
    mpq_t *x = numbers_new (program->n_columns);
    mpq_set_ui (value, 0, 1);
    status = is_primal (program, x) ? EXACT_OPTIMUM : EXACT_NO_OPTIMUM;
    for (guint j = 0; solution != NULL && j < program->n_columns; j++)
      mpq_set_ui (solution[j], 0, 1);
    numbers_free (x, program->n_columns);
  } else if (glpk_guarded (find_basis, &search)) {
    status =
        search.status == GLP_OPT ? use_basis (program, &search, value, solution) : EXACT_NO_OPTIMUM;
  }
  g_free (search.row_is_active);
  g_free (search.column_is_basic);
  return status;
}

/* Columns for what misses the rows: added where a row wants more, taken off where it wants less. */
static void
make_elastic (const ExactProgram *program, ExactProgram *elastic)
{
  guint n = program->n_columns, wide = n + 2 * program->n_rows;
  exact_program_init (elastic, program->n_rows, wide);
  for (guint i = 0; i < program->n_rows; i++) {
    for (guint j = 0; j < n; j++)
      mpq_set (exact_program_at (elastic, i, j), program->matrix[i * n + j]);
    mpq_set (elastic->bound[i], program->bound[i]);
    elastic->sense[i] = program->sense[i];
    mpq_set_si (exact_program_at (elastic, i, n + 2 * i), 1, 1);
    mpq_set_si (exact_program_at (elastic, i, n + 2 * i + 1), -1, 1);
    mpq_set_ui (elastic->cost[n + 2 * i], 1, 1);
    mpq_set_ui (elastic->cost[n + 2 * i + 1], 1, 1);
  }
}

ExactFeasibility
exact_program_feasible (ExactProgram *program)
{
  g_auto (ExactProgram) elastic;
  mpq_t missed;
  mpq_init (missed);
  make_elastic (program, &elastic);
  ExactStatus status = exact_program_solve (&elastic, missed, NULL);
  int sign = mpq_sgn (missed);
  mpq_clear (missed);
  return status != EXACT_OPTIMUM ? EXACT_OPEN : sign == 0 ? EXACT_FEASIBLE : EXACT_INFEASIBLE;
}
