/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lp_method.h"

#include "glpk_guard.h"

#include <glpk.h>
#include <math.h>

/* A walk's program. The threshold's shift before the walk and behind each edge
 * is a column; `columns[i]` of them in order. */
typedef struct {
  const GlpkWork *work;
  const guint32 *edges;
  guint n;
  const char *dump; /* NULL = no file */
  int *shifts;      /* n + 1: rounded, the result */
  double optimum;
  gboolean solved;
} Program;

/* ---- Building -------------------------------------------------------------------- */

static int
add_column (glp_prob *lp, double low, double high, double cost)
{
  int column = glp_add_cols (lp, 1);
  glp_set_col_bnds (lp, column, low < high ? GLP_DB : GLP_FX, low, high);
  glp_set_obj_coef (lp, column, cost);
  return column;
}

/* a * first + b * second >= least */
static void
add_row (glp_prob *lp, int first, double a, int second, double b, double least)
{
  int row = glp_add_rows (lp, 1);
  int columns[3] = {0, first, second};
  double values[3] = {0, a, b};
  glp_set_row_bnds (lp, row, GLP_LO, least, 0);
  glp_set_mat_row (lp, row, second == 0 ? 1 : 2, columns, values);
}

static void
narrow_column (glp_prob *lp, int column, int low, int high)
{
  double l = fmax (glp_get_col_lb (lp, column), low);
  double h = fmin (glp_get_col_ub (lp, column), high);
  glp_set_col_bnds (lp, column, l < h ? GLP_DB : GLP_FX, l, h);
}

/* Adds the convex cost with the values c at -1, 0, 1 (finite from low to high)
 * to the objective: a column above the lines through neighbouring values. */
static void
add_cost (glp_prob *lp, const GlpkWork *work, int column, const CoupletCost *c, int low, int high)
{
  double most = 0;
  for (int x = low; x <= high; x++)
    most = fmax (most, glpk_cost (work, c[x + 1]));
  if (most == 0)
    return;
  int price = add_column (lp, 0, 4 * most, 1);
  if (low == high)
    add_row (lp, price, 1, 0, 0, glpk_cost (work, c[low + 1]));
  for (int x = low; x < high; x++) {
    double left = glpk_cost (work, c[x + 1]), slope = glpk_cost (work, c[x + 2]) - left;
    add_row (lp, price, 1, column, -slope, left - slope * x);
  }
}

/* The finite entries of a row or column of a matrix, as an interval. */
static gboolean
find_interval (const CoupletCost *c, int *low, int *high)
{
  *low = 2;
  *high = -2;
  for (int x = -1; x <= 1; x++)
    if (c[x + 1] != COUPLET_COST_INFINITE) {
      *low = MIN (*low, x);
      *high = x;
    }
  return *low <= *high;
}

/* The least finite cost of coming to y from anywhere, and of leaving x. */
static void
fold_matrix (const MacroEdge *edge, CoupletCost *to, CoupletCost *from)
{
  for (int x = 0; x < 3; x++)
    to[x] = from[x] = COUPLET_COST_INFINITE;
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++) {
      to[y] = couplet_cost_min (to[y], edge->cost[x][y]);
      from[x] = couplet_cost_min (from[x], edge->cost[x][y]);
    }
}

static gboolean
allows (const MacroEdge *edge, int x, int y)
{
  return edge->cost[x][y] != COUPLET_COST_INFINITE;
}

/* Whether the shift stays what it was, may only fall, or may only rise. */
static gboolean
is_diagonal (const MacroEdge *edge)
{
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      if (x != y && allows (edge, x, y))
        return FALSE;
  return TRUE;
}

static gboolean
only_falls (const MacroEdge *edge)
{
  return !allows (edge, 0, 1) && !allows (edge, 0, 2) && !allows (edge, 1, 2);
}

static gboolean
only_rises (const MacroEdge *edge)
{
  return !allows (edge, 1, 0) && !allows (edge, 2, 0) && !allows (edge, 2, 1);
}

/* Adds what edge asks of the shift before it, column, and gives the one behind. */
static int
add_edge (glp_prob *lp, const GlpkWork *work, const MacroEdge *edge, int column)
{
  CoupletCost to[3], from[3];
  int low, high;
  fold_matrix (edge, to, from);
  find_interval (from, &low, &high);
  narrow_column (lp, column, low, high);
  if (is_diagonal (edge)) {
    add_cost (lp, work, column, to, low, high);
    return column;
  }
  find_interval (to, &low, &high);
  int new = add_column (lp, low, high, 0);
  add_cost (lp, work, new, to, low, high);
  if (only_falls (edge))
    add_row (lp, column, 1, new, -1, 0);
  else if (only_rises (edge))
    add_row (lp, new, 1, column, -1, 0);
  return new;
}

/* ---- Solving ------------------------------------------------------------------------ */

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve_program (gpointer data)
{
  Program *program = data;
  const GlpkWork *work = program->work;
  glp_prob *lp = glp_create_prob ();
  glp_smcp parameters;
  glp_set_obj_dir (lp, GLP_MIN);
  int column = add_column (lp, -1, 1, 0);
  program->shifts[0] = column;
  for (guint i = 0; i < program->n; i++) {
    column = add_edge (lp, work, &g_array_index (work->graph->edges, MacroEdge, program->edges[i]),
                       column);
    program->shifts[i + 1] = column;
  }
  if (program->dump != NULL)
    glp_write_lp (lp, NULL, program->dump);
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  program->solved = glp_simplex (lp, &parameters) == 0 && glp_get_status (lp) == GLP_OPT;
  program->optimum = glp_get_obj_val (lp);
  for (guint i = 0; i <= program->n; i++)
    program->shifts[i] = (int)lround (glp_get_col_prim (lp, program->shifts[i]));
  glp_delete_prob (lp);
}

/* The cost of the rounded shifts, in rationals. */
static CoupletCost
rounded_cost (const Program *program)
{
  CoupletCost sum = 0;
  for (guint i = 0; i < program->n; i++) {
    const MacroEdge *edge =
        &g_array_index (program->work->graph->edges, MacroEdge, program->edges[i]);
    int x = CLAMP (program->shifts[i], -1, 1), y = CLAMP (program->shifts[i + 1], -1, 1);
    sum = couplet_cost_add (program->work->unit, sum, edge->cost[x + 1][y + 1]);
  }
  return sum;
}

/* Sets *cost to the minimum of the walk, which GLPK finds, rounding keeps, and
 * rationals prove. */
static gboolean
solve_walk (GlpkWork *work, const GArray *walk, guint64 number, CoupletCost *cost, GError **error)
{
  g_autofree int *shifts = g_new (int, walk->len + 1);
  g_autofree char *dump = glpk_dump_path (work, number);
  Program program = {work, (const guint32 *)(gpointer)walk->data, walk->len, dump, shifts, 0,
                     FALSE};
  const char *wrong = NULL;
  if (!glpk_guarded (solve_program, &program))
    wrong = "GLPK aborted";
  else if (!program.solved)
    wrong = "GLPK found no optimum of a linear program that has one";
  else {
    *cost = rounded_cost (&program);
    if (*cost == COUPLET_COST_INFINITE || !glpk_agrees (work, program.optimum, *cost))
      wrong = "rounding the shifts of a linear program changed its value";
    else if (couplet_cost_compare (*cost, glpk_walk_cost (work, program.edges, program.n)) != 0)
      wrong = "the optimum of a linear program is not the least cost of its walk";
  }
  if (wrong == NULL)
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s", wrong);
  return FALSE;
}

/* ---- All walks ------------------------------------------------------------------------- */

/* A place in the depth-first enumeration: the next edge to try from a state. */
typedef struct {
  guint32 next, end;
} Branch;

static void
open_branch (const GlpkWork *work, GArray *branches, guint32 state)
{
  Branch branch = {work->graph->first[state], work->graph->first[state] + work->graph->n[state]};
  g_array_append_val (branches, branch);
}

/* Steps to the next walk that ends; FALSE when there is none. */
static gboolean
next_walk (const GlpkWork *work, GArray *walk, GArray *branches)
{
  while (branches->len > 0) {
    Branch *branch = &g_array_index (branches, Branch, branches->len - 1);
    g_array_set_size (walk, branches->len - 1);
    if (branch->next == branch->end) {
      g_array_set_size (branches, branches->len - 1);
      continue;
    }
    guint32 e = branch->next++;
    const MacroEdge *edge = &g_array_index (work->graph->edges, MacroEdge, e);
    g_array_append_val (walk, e);
    if (edge->transition == COUPLET_NONE || work->graph->n[edge->target] == 0)
      return TRUE;
    open_branch (work, branches, edge->target);
  }
  return FALSE;
}

static void
set_exact (const GlpkWork *work, CoupletCost cost)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (work->unit, cost, &value);
  couplet_outcome_set_cost (work->outcome, &value, COUPLET_GUARANTEE_EXACT);
}

gboolean
lp_solve_all (GlpkWork *work, GError **error)
{
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) branches = g_array_new (FALSE, FALSE, sizeof (Branch));
  CoupletCost largest = 0;
  guint64 programs = 0;
  g_autofree char *limit = NULL;
  open_branch (work, branches, work->automaton->initial);
  while (limit == NULL && next_walk (work, walk, branches)) {
    CoupletCost cost = 0;
    if (couplet_context_should_stop (work->context))
      limit = g_strdup (couplet_context_stop_reason (work->context));
    else if (programs == work->options->program_limit)
      limit = g_strdup_printf ("stopped after %" G_GUINT64_FORMAT " linear programs", programs);
    else if (!solve_walk (work, walk, ++programs, &cost, error))
      return FALSE;
    largest = couplet_cost_max (largest, cost);
    couplet_context_progress (work->context, programs, 0);
  }
  couplet_outcome_set_statistic (work->outcome, "programs", programs);
  if (limit != NULL)
    glpk_set_bracket (work, largest, limit);
  else
    set_exact (work, largest);
  return TRUE;
}
