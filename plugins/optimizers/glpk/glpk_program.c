/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_program.h"

#include <math.h>
#include <setjmp.h>

/* Of a line, about. */
#define LINE_LENGTH 72
/* Of whole numbers that have no more than the 15 digits of decimals. */
#define WHOLE_BITS 49
/* How far from a whole number a whole column may be. */
#define WHOLE_TOLERANCE 1e-7

static void
clear_column (gpointer column)
{
  couplet_rational_clear (&((ProgramColumn *)column)->cost);
}

static void
clear_row (gpointer row)
{
  couplet_rational_clear (&((ProgramRow *)row)->bound);
}

void
glpk_program_init (GlpkProgram *program, int direction)
{
  *program = (GlpkProgram){.direction = direction,
                           .columns = g_array_new (FALSE, FALSE, sizeof (ProgramColumn)),
                           .rows = g_array_new (FALSE, FALSE, sizeof (ProgramRow)),
                           .term_row = g_array_new (FALSE, FALSE, sizeof (int)),
                           .term_column = g_array_new (FALSE, FALSE, sizeof (int)),
                           .term_factor = g_array_new (FALSE, FALSE, sizeof (double))};
  g_array_set_clear_func (program->columns, clear_column);
  g_array_set_clear_func (program->rows, clear_row);
  couplet_rational_init (&program->one);
  mpq_set_ui (program->one.value, 1, 1);
  glpk_program_add_term (program, 0, 0, 0);
}

void
glpk_program_clear (GlpkProgram *program)
{
  GArray *arrays[] = {program->columns, program->rows, program->term_row, program->term_column,
                      program->term_factor};
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  couplet_rational_clear (&program->one);
}

int
glpk_program_add_column (GlpkProgram *program, ProgramColumn column)
{
  couplet_rational_init (&column.cost);
  g_array_append_val (program->columns, column);
  return (int)program->columns->len;
}

int
glpk_program_add_row (GlpkProgram *program, int kind)
{
  ProgramRow row = {.kind = kind};
  couplet_rational_init (&row.bound);
  g_array_append_val (program->rows, row);
  return (int)program->rows->len;
}

void
glpk_program_add_term (GlpkProgram *program, int row, int column, double factor)
{
  g_array_append_val (program->term_row, row);
  g_array_append_val (program->term_column, column);
  g_array_append_val (program->term_factor, factor);
}

static ProgramColumn *
column_at (const GlpkProgram *program, int column)
{
  return &g_array_index (program->columns, ProgramColumn, column - 1);
}

static ProgramRow *
row_at (const GlpkProgram *program, int row)
{
  return &g_array_index (program->rows, ProgramRow, row - 1);
}

CoupletRational *
glpk_program_cost (const GlpkProgram *program, int column)
{
  return &column_at (program, column)->cost;
}

CoupletRational *
glpk_program_bound (const GlpkProgram *program, int row)
{
  return &row_at (program, row)->bound;
}

/* ---- GLPK ------------------------------------------------------------------------------- */

glp_prob *
glpk_program_load (const GlpkProgram *program)
{
  glp_prob *lp = glp_create_prob ();
  int n_columns = (int)program->columns->len, n_rows = (int)program->rows->len;
  mpq_t cost;
  mpq_init (cost);
  glp_set_obj_dir (lp, program->direction);
  if (n_columns > 0)
    glp_add_cols (lp, n_columns);
  if (n_rows > 0)
    glp_add_rows (lp, n_rows);
  for (int j = 1; j <= n_columns; j++) {
    const ProgramColumn *column = column_at (program, j);
    glp_set_col_kind (lp, j, column->is_whole ? GLP_IV : GLP_CV);
    int bounds = isinf (column->high) ? GLP_LO : column->low < column->high ? GLP_DB : GLP_FX;
    glp_set_col_bnds (lp, j, bounds, column->low, column->high);
    if (mpq_sgn (column->cost.value) == 0)
      continue;
    mpq_div (cost, column->cost.value, program->one.value);
    glp_set_obj_coef (lp, j, mpq_get_d (cost));
  }
  for (int i = 1; i <= n_rows; i++) {
    double bound = mpq_get_d (row_at (program, i)->bound.value);
    glp_set_row_bnds (lp, i, row_at (program, i)->kind, bound, bound);
  }
  glp_load_matrix (lp, (int)program->term_row->len - 1,
                   (const int *)(gpointer)program->term_row->data,
                   (const int *)(gpointer)program->term_column->data,
                   (const double *)(gpointer)program->term_factor->data);
  mpq_clear (cost);
  return lp;
}

static void
on_abort (void *data)
{
  longjmp (*(jmp_buf *)data, 1);
}

/* GLPK turns its terminal on again to say why it aborts. */
static int
swallow (void *data, const char *text)
{
  (void)data;
  (void)text;
  return 1;
}

gboolean
glpk_guarded (void (*work) (gpointer data), gpointer data)
{
  jmp_buf here;
  glp_term_hook (swallow, NULL);
  if (setjmp (here) != 0) {
    /* whatever GLPK was doing is lost */
    glp_error_hook (NULL, NULL);
    glp_free_env ();
    return FALSE;
  }
  glp_error_hook (on_abort, &here);
  work (data);
  glp_error_hook (NULL, NULL);
  return TRUE;
}

int
glpk_milliseconds (double seconds)
{
  /* GLPK takes its times as whole milliseconds: by its clock one may pass too soon */
  return (int)fmin (fmax (seconds, 0) * 1000 + 2, G_MAXINT32);
}

typedef struct {
  const GlpkProgram *program;
  GlpkMethod method;
  CoupletContext *context;
  int milliseconds;
  GlpkSolution *solution;
} Task;

static void
poll (glp_tree *tree, void *context)
{
  if (context != NULL && couplet_context_should_stop (context))
    glp_ios_terminate (tree);
}

static void
solve_whole (const Task *task, glp_prob *lp)
{
  GlpkSolution *solution = task->solution;
  glp_iocp parameters;
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.tol_int = WHOLE_TOLERANCE;
  parameters.cb_func = poll;
  parameters.cb_info = task->context;
  parameters.tm_lim = task->milliseconds;
  glp_intopt (lp, &parameters);
  solution->status = glp_mip_status (lp);
  solution->value = glp_mip_obj_val (lp);
  for (int j = 0; j < glp_get_num_cols (lp); j++)
    solution->values[j] = glp_mip_col_val (lp, j + 1);
}

static void
solve_basis (const Task *task, glp_prob *lp)
{
  GlpkSolution *solution = task->solution;
  glp_smcp parameters;
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tm_lim = task->milliseconds;
  glp_simplex (lp, &parameters);
  if (task->method == GLPK_RATIONAL)
    glp_exact (lp, &parameters);
  solution->status = glp_get_status (lp);
  solution->value = glp_get_obj_val (lp);
  for (int j = 0; j < glp_get_num_cols (lp); j++) {
    solution->values[j] = glp_get_col_prim (lp, j + 1);
    solution->is_basic[j] = glp_get_col_stat (lp, j + 1) == GLP_BS;
  }
  for (int i = 0; i < glp_get_num_rows (lp); i++) {
    solution->prices[i] = glp_get_row_dual (lp, i + 1);
    solution->is_bound[i] = glp_get_row_stat (lp, i + 1) != GLP_BS;
  }
}

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  const Task *task = data;
  glp_prob *lp = glpk_program_load (task->program);
  if (task->method == GLPK_WHOLE)
    solve_whole (task, lp);
  else
    solve_basis (task, lp);
  glp_delete_prob (lp);
}

gboolean
glpk_program_solve (const GlpkProgram *program, GlpkMethod method, CoupletContext *context,
                    double most_seconds, GlpkSolution *solution)
{
  guint n_columns = program->columns->len, n_rows = program->rows->len;
  double left = context != NULL ? couplet_context_seconds_left (context) : INFINITY;
  *solution = (GlpkSolution){GLP_UNDEF,
                             0,
                             g_new0 (double, n_columns),
                             g_new0 (double, n_rows),
                             g_new0 (gboolean, n_columns),
                             g_new0 (gboolean, n_rows)};
  Task task = {program, method, context, glpk_milliseconds (fmin (left, most_seconds)), solution};
  return glpk_guarded (solve, &task);
}

void
glpk_solution_clear (GlpkSolution *solution)
{
  g_free (solution->values);
  g_free (solution->prices);
  g_free (solution->is_basic);
  g_free (solution->is_bound);
}

/* ---- Text ------------------------------------------------------------------------------- */

/* A text, and comments with the exact numbers of its decimals. */
typedef struct {
  const GlpkProgram *program;
  GString *exact;
} Writer;

static void
append_decimal (GString *text, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.15g", number));
}

static void
append_name (GString *text, const ProgramColumn *column)
{
  g_string_append_printf (text, "%s_%" G_GUINT64_FORMAT, column->name, column->number);
}

static gboolean
is_short (const CoupletRational *value)
{
  return mpz_cmp_ui (mpq_denref (value->value), 1) == 0 &&
         mpz_sizeinbase (mpq_numref (value->value), 2) <= WHOLE_BITS;
}

/* The beginning of a comment about what stands in row (0 = the objective). */
static void
append_exact (GString *text, int row, const char *sign, const CoupletRational *value)
{
  g_autofree char *exact = couplet_rational_to_string (value);
  if (row == 0)
    g_string_append_printf (text, "\\ exactly: obj: %s", exact);
  else
    g_string_append_printf (text, "\\ exactly: r_%d: %s%s", row, sign, exact);
}

/* A term of the objective (row 0) or of a row: value times a column. */
static void
append_term (Writer *writer, GString *text, int row, const ProgramColumn *column,
             const CoupletRational *value)
{
  gsize before = text->len;
  int sign = mpq_sgn (value->value);
  g_string_append (text, sign < 0 ? " - " : " + ");
  if (mpq_cmp_si (value->value, sign < 0 ? -1 : 1, 1) != 0) {
    append_decimal (text, fabs (mpq_get_d (value->value)));
    g_string_append_c (text, ' ');
  }
  append_name (text, column);
  if (before / LINE_LENGTH != text->len / LINE_LENGTH)
    g_string_append_c (text, '\n');
  if (row > 0 ? is_short (value) : sign == 0)
    return;
  append_exact (writer->exact, row, "", value);
  g_string_append_c (writer->exact, ' ');
  append_name (writer->exact, column);
  g_string_append_c (writer->exact, '\n');
}

/* Columns that stand in no row are named here, though they cost nothing. */
static void
append_objective (Writer *writer, GString *text)
{
  const GlpkProgram *program = writer->program;
  int n = (int)program->columns->len;
  g_autofree gboolean *met = g_new0 (gboolean, (gsize)n + 1);
  for (guint t = 0; t < program->term_column->len; t++)
    met[g_array_index (program->term_column, int, t)] = TRUE;
  for (int j = 1; j <= n; j++)
    if (!met[j] || mpq_sgn (column_at (program, j)->cost.value) != 0)
      append_term (writer, text, 0, column_at (program, j), &column_at (program, j)->cost);
}

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

/* The terms of each row. */
static GPtrArray *
row_texts (Writer *writer)
{
  const GlpkProgram *program = writer->program;
  GPtrArray *rows = g_ptr_array_new_with_free_func (free_text);
  g_auto (CoupletRational) factor;
  couplet_rational_init (&factor);
  for (guint i = 0; i <= program->rows->len; i++)
    g_ptr_array_add (rows, g_string_new (NULL));
  for (guint t = 1; t < program->term_row->len; t++) {
    int row = g_array_index (program->term_row, int, t);
    mpq_set_d (factor.value, g_array_index (program->term_factor, double, t));
    append_term (writer, g_ptr_array_index (rows, row), row,
                 column_at (program, g_array_index (program->term_column, int, t)), &factor);
  }
  return rows;
}

static void
append_rows (Writer *writer, GString *text)
{
  g_autoptr (GPtrArray) rows = row_texts (writer);
  for (int i = 1; i < (int)rows->len; i++) {
    const ProgramRow *row = row_at (writer->program, i);
    const char *sign = row->kind == GLP_LO ? ">= " : row->kind == GLP_UP ? "<= " : "= ";
    g_string_append_printf (text, " r_%d:%s %s", i, ((GString *)g_ptr_array_index (rows, i))->str,
                            sign);
    append_decimal (text, mpq_get_d (row->bound.value));
    g_string_append_c (text, '\n');
    if (is_short (&row->bound))
      continue;
    append_exact (writer->exact, i, sign, &row->bound);
    g_string_append_c (writer->exact, '\n');
  }
}

static void
append_bounds (Writer *writer, GString *text)
{
  const GlpkProgram *program = writer->program;
  g_autoptr (GString) whole = g_string_new (NULL);
  g_string_append (text, "\nBounds\n");
  for (int j = 1; j <= (int)program->columns->len; j++) {
    const ProgramColumn *column = column_at (program, j);
    g_string_append_c (text, ' ');
    append_decimal (text, column->low);
    g_string_append (text, " <= ");
    append_name (text, column);
    g_string_append (text, " <= ");
    append_decimal (text, column->high);
    g_string_append_c (text, '\n');
    if (!column->is_whole)
      continue;
    g_string_append_c (whole, ' ');
    append_name (whole, column);
    g_string_append_c (whole, '\n');
  }
  if (whole->len > 0)
    g_string_append_printf (text, "\nGenerals\n%s", whole->str);
}

char *
glpk_program_text (const GlpkProgram *program)
{
  g_autoptr (GString) exact = g_string_new (NULL);
  g_autoptr (GString) objective = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  Writer writer = {program, exact};
  append_objective (&writer, objective);
  append_rows (&writer, rest);
  append_bounds (&writer, rest);
  return g_strdup_printf ("%s\n obj:%s\n%s\nSubject To\n%s\nEnd\n",
                          program->direction == GLP_MIN ? "Minimize" : "Maximize", objective->str,
                          exact->str, rest->str);
}
