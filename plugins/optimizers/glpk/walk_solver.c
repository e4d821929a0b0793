/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_solver.h"

#include "exact_text.h"
#include "glpk_guard.h"

#include <math.h>

/* Column i + 1 is draw i, row i + 1 is row i; others come behind them. */
typedef struct {
  const WalkProgram *program;
  const double *costs; /* per draw: its d */
  double constant;     /* cost of everything else */
  double one;          /* of these numbers, in multiples of epsilon */
  const char *dump;    /* NULL = no file */
  int milliseconds;
  gboolean rational;
  double *values, *prices; /* per draw and row: the result */
} Task;

/* ---- Building ------------------------------------------------------------------------- */

/* price * |g|, for a shift that may have either sign: a column p >= g, p >= -g. */
static void
add_distance (glp_prob *lp, int shift, double price)
{
  int column = glp_add_cols (lp, 1);
  int columns[3] = {0, column, shift};
  program_file_name (lp, column, "distance", (guint64)shift);
  glp_set_col_bnds (lp, column, GLP_DB, 0, 1);
  glp_set_obj_coef (lp, column, price);
  for (int sign = -1; sign <= 1; sign += 2) {
    int row = glp_add_rows (lp, 1);
    double values[3] = {0, 1, sign};
    glp_set_row_bnds (lp, row, GLP_LO, 0, 0);
    glp_set_mat_row (lp, row, 2, columns, values);
  }
}

/* Whether the fee is one straight line over the shifts: *slope * g + *at_zero. */
static gboolean
is_straight (const CoupletPathDraw *draw, int *slope, int *at_zero)
{
  int low = couplet_shifts_least (draw->shifts), high = couplet_shifts_greatest (draw->shifts);
  *slope = low < high ? walk_program_fee (draw, low + 1) - walk_program_fee (draw, low) : 0;
  *at_zero = walk_program_fee (draw, low) - *slope * low;
  return high - low < 2 || walk_program_fee (draw, 1) - walk_program_fee (draw, 0) == *slope;
}

/* The fee that one shift pays has a bend at 0 only for D = 0. Returns the cost's constant. */
static double
add_cost (glp_prob *lp, int column, const CoupletPathDraw *draw, double d)
{
  int slope, at_zero;
  if (!is_straight (draw, &slope, &at_zero)) {
    if (d > 0)
      add_distance (lp, column, d);
    return 0;
  }
  glp_set_obj_coef (lp, column, slope * d);
  return at_zero * d;
}

static void
add_draw (glp_prob *lp, int column, const CoupletPathDraw *draw)
{
  int low = couplet_shifts_least (draw->shifts), high = couplet_shifts_greatest (draw->shifts);
  program_file_name (lp, column, "shift", (guint64)column);
  glp_set_col_bnds (lp, column, low < high ? GLP_DB : GLP_FX, low, high);
}

static glp_prob *
build (const Task *task)
{
  const CoupletPath *path = task->program->path;
  int n = (int)path->draws->len, m = (int)path->rows->len;
  double constant = task->constant;
  glp_prob *lp = glp_create_prob ();
  glp_set_obj_dir (lp, GLP_MIN);
  if (n > 0)
    glp_add_cols (lp, n);
  for (int i = 0; i < n; i++)
    add_draw (lp, i + 1, couplet_path_draw (path, (guint)i));
  if (m > 0)
    glp_add_rows (lp, m);
  for (int i = 0; i < m; i++) {
    const CoupletPathRow *row = couplet_path_row (path, (guint)i);
    int columns[3] = {0, (int)couplet_path_above (row) + 1, (int)couplet_path_below (row) + 1};
    double values[3] = {0, 1, -1};
    glp_set_row_bnds (lp, i + 1, GLP_LO, 0, 0);
    glp_set_mat_row (lp, i + 1, 2, columns, values);
  }
  for (int i = 0; i < n; i++)
    constant += add_cost (lp, i + 1, couplet_path_draw (path, (guint)i), task->costs[i]);
  program_file_add_constant (lp, constant);
  return lp;
}

/* ---- Exact numbers ------------------------------------------------------------------------ */

/* The objective's part of draw i, and of constant what it adds. */
static void
append_exact_cost (GString *text, const WalkProgram *program, const CoupletUnit *unit, guint i,
                   CoupletRational *constant)
{
  const CoupletPathDraw *draw = couplet_path_draw (program->path, i);
  int slope, at_zero;
  g_auto (CoupletRational) d, part;
  couplet_rational_init (&d);
  couplet_rational_init (&part);
  couplet_cost_to_rational (unit, walk_program_d (draw), &d);
  if (!is_straight (draw, &slope, &at_zero)) {
    exact_text_add (text, 0, &d, "distance", (guint64)i + 1);
    return;
  }
  mpq_set_si (part.value, slope, 1);
  mpq_mul (part.value, part.value, d.value);
  exact_text_add (text, 0, &part, "shift", (guint64)i + 1);
  mpq_set_si (part.value, at_zero, 1);
  mpq_mul (part.value, part.value, d.value);
  mpq_add (constant->value, constant->value, part.value);
}

char *
walk_solver_exact_text (const WalkProgram *program, const CostScale *scale)
{
  GString *text = g_string_new (NULL);
  g_auto (CoupletRational) constant;
  couplet_rational_init (&constant);
  couplet_cost_to_rational (scale->unit, program->constant, &constant);
  for (guint i = 0; i < program->path->draws->len; i++)
    append_exact_cost (text, program, scale->unit, i, &constant);
  exact_text_add (text, 0, &constant, "constant", 1);
  return g_string_free (text, FALSE);
}

/* ---- Solving -------------------------------------------------------------------------- */

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  Task *task = data;
  glp_prob *lp = build (task);
  glp_smcp parameters;
  if (task->dump != NULL)
    program_file_write (lp, task->one, task->dump);
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tm_lim = task->milliseconds;
  glp_simplex (lp, &parameters);
  if (task->rational)
    glp_exact (lp, &parameters);
  for (guint i = 0; i < task->program->path->draws->len; i++)
    task->values[i] = glp_get_col_prim (lp, (int)i + 1);
  for (guint i = 0; i < task->program->path->rows->len; i++)
    task->prices[i] = glp_get_row_dual (lp, (int)i + 1);
  glp_delete_prob (lp);
}

static gboolean
is_proven (const WalkProgram *program, const CostScale *scale, const double *prices,
           CoupletCost cost)
{
  g_autofree mpz_t *exact = g_new (mpz_t, program->path->rows->len);
  for (guint i = 0; i < program->path->rows->len; i++) {
    mpz_init (exact[i]);
    cost_scale_back (scale, prices[i], exact[i]);
  }
  gboolean proven = cost != COUPLET_COST_INFINITE && walk_program_proves (program, exact, cost);
  for (guint i = 0; i < program->path->rows->len; i++)
    mpz_clear (exact[i]);
  return proven;
}

static void
judge (const Task *task, const CostScale *scale, WalkAnswer *answer)
{
  for (guint i = 0; i < task->program->path->draws->len; i++) {
    CoupletShifts shifts = couplet_path_draw (task->program->path, i)->shifts;
    answer->shifts[i] = (gint8)CLAMP (rint (task->values[i]), couplet_shifts_least (shifts),
                                      couplet_shifts_greatest (shifts));
  }
  answer->cost = walk_program_cost (task->program, answer->shifts);
  answer->proven = is_proven (task->program, scale, task->prices, answer->cost);
}

gboolean
walk_solve (const WalkProgram *program, const CostScale *scale, CoupletContext *context,
            const char *dump, WalkAnswer *answer)
{
  g_autofree double *costs = g_new (double, program->path->draws->len);
  g_autofree double *values = g_new0 (double, program->path->draws->len);
  g_autofree double *prices = g_new0 (double, program->path->rows->len);
  for (guint i = 0; i < program->path->draws->len; i++)
    costs[i] = cost_scale_double (scale, walk_program_d (couplet_path_draw (program->path, i)));
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  cost_scale_one (scale, &one);
  Task task = {.program = program,
               .costs = costs,
               .constant = cost_scale_double (scale, program->constant),
               .one = mpq_get_d (one.value),
               .dump = dump,
               .values = values,
               .prices = prices};
  answer->shifts = g_new0 (gint8, program->path->draws->len);
  answer->proven = FALSE;
  for (int attempt = 0; attempt < 2 && !answer->proven; attempt++) {
    if (attempt > 0 && couplet_context_should_stop (context))
      break;
    task.rational = attempt > 0;
    task.milliseconds = walk_solver_milliseconds (couplet_context_seconds_left (context));
    if (!glpk_guarded (solve, &task)) {
      g_clear_pointer (&answer->shifts, g_free);
      return FALSE;
    }
    task.dump = NULL;
    judge (&task, scale, answer);
  }
  return TRUE;
}

int
walk_solver_milliseconds (double seconds)
{
  /* GLPK takes its times as whole milliseconds: by its clock one may pass too soon */
  return (int)fmin (fmax (seconds, 0) * 1000 + 2, G_MAXINT32);
}
