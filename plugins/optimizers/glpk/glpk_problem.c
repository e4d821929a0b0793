/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_problem.h"

#include <glib/gstdio.h>
#include <math.h>
#include <setjmp.h>

/* How far from a whole number a whole column may be. */
#define WHOLE_TOLERANCE 1e-7

/* ---- The fence -------------------------------------------------------------------------- */

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

/* Calls work (data), in which GLPK may abort: then FALSE, with all of GLPK's memory freed. work
 * must own nothing but GLPK objects while it calls GLPK. */
static gboolean
guarded (void (*work) (gpointer data), gpointer data)
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

gboolean
glpk_fail (GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "GLPK aborted");
  return FALSE;
}

/* ---- Solving ---------------------------------------------------------------------------- */

typedef struct {
  const GlpkProblem *problem;
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
  for (guint j = 0; j < task->problem->n_columns; j++)
    solution->values[j] = glp_mip_col_val (lp, (int)j + 1);
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
  for (guint j = 0; j < task->problem->n_columns; j++)
    solution->is_basic[j] = glp_get_col_stat (lp, (int)j + 1) == GLP_BS;
  for (guint i = 0; i < task->problem->n_rows; i++)
    solution->is_bound[i] = glp_get_row_stat (lp, (int)i + 1) != GLP_BS;
}

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  const Task *task = data;
  glp_prob *lp = glp_create_prob ();
  task->problem->write (lp, task->problem->data, FALSE);
  if (task->method == GLPK_WHOLE)
    solve_whole (task, lp);
  else
    solve_basis (task, lp);
  glp_delete_prob (lp);
}

gboolean
glpk_problem_solve (const GlpkProblem *problem, GlpkMethod method, CoupletContext *context,
                    double most_seconds, GlpkSolution *solution)
{
  double left = context != NULL ? couplet_context_seconds_left (context) : INFINITY;
  /* GLPK takes its times as whole milliseconds: by its clock one may pass too soon */
  double milliseconds = fmax (fmin (left, most_seconds), 0) * 1000 + 2;
  *solution =
      (GlpkSolution){GLP_UNDEF, 0, g_new0 (double, problem->n_columns),
                     g_new0 (gboolean, problem->n_columns), g_new0 (gboolean, problem->n_rows)};
  Task task = {problem, method, context, (int)fmin (milliseconds, G_MAXINT32), solution};
  return guarded (solve, &task);
}

void
glpk_solution_clear (GlpkSolution *solution)
{
  g_free (solution->values);
  g_free (solution->is_basic);
  g_free (solution->is_bound);
}

/* ---- Texts ------------------------------------------------------------------------------ */

typedef struct {
  const GlpkProblem *problem;
  double scale;
  const char *path;
  gboolean written;
} TextTask;

/* GLPK writes a constant as a comment only, and nothing without rows: it becomes a column that is
 * 1. */
static void
add_constant (glp_prob *lp)
{
  const int columns[] = {0, glp_add_cols (lp, 1)};
  const double factors[] = {0, 1};
  int row = glp_add_rows (lp, 1);
  glp_set_col_name (lp, columns[1], "constant");
  glp_set_obj_coef (lp, columns[1], glp_get_obj_coef (lp, 0));
  glp_set_obj_coef (lp, 0, 0);
  glp_set_col_bnds (lp, columns[1], GLP_LO, 0, 0);
  glp_set_mat_row (lp, row, 1, columns, factors);
  glp_set_row_bnds (lp, row, GLP_FX, 1, 1);
}

static void
write_text (gpointer data)
{
  TextTask *task = data;
  glp_prob *lp = glp_create_prob ();
  task->problem->write (lp, task->problem->data, TRUE);
  add_constant (lp);
  for (int j = 1; j <= glp_get_num_cols (lp); j++)
    glp_set_obj_coef (lp, j, task->scale * glp_get_obj_coef (lp, j));
  task->written = glp_write_lp (lp, NULL, task->path) == 0;
  glp_delete_prob (lp);
}

char *
glpk_problem_text (const GlpkProblem *problem, double scale, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) reason = NULL;
  char *text = NULL;
  int file = g_file_open_tmp ("couplet-XXXXXX", &path, &reason);
  TextTask task = {problem, scale, path, FALSE};
  if (file < 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "the dump cannot be written: %s",
                 reason->message);
    return NULL;
  }
  g_close (file, NULL);
  if (!guarded (write_text, &task) || !task.written ||
      !g_file_get_contents (path, &text, NULL, NULL))
    glpk_fail (error);
  g_unlink (path);
  return text;
}
