/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_program.h"

#include "glpk_guard.h"
#include "program_file.h"
#include "walk_solver.h"

#include <math.h>

/* How far from a whole number a binary may be. */
#define BINARY_TOLERANCE 1e-7
/* The largest bound that a program is given. */
#define MOST_USUAL 1e4

/* ---- Moves -------------------------------------------------------------------------------- */

typedef struct {
  MilpProgram *program;
  guint32 edge;
} Collect;

double
milp_program_number (const MilpProgram *program, CoupletCost cost)
{
  return program->fit * cost_scale_double (program->scale, cost);
}

static void
collect_move (gpointer data, guint64 from, guint64 to, CoupletCost cost)
{
  Collect *collect = data;
  MilpMove move = {collect->edge, (int)from, (int)to, milp_program_number (collect->program, cost)};
  g_array_append_val (collect->program->moves, move);
}

static gboolean
collect_moves (MilpProgram *program, guint64 limit)
{
  const ShiftTables *tables = program->tables;
  g_autoptr (MacroStep) step = macro_step_new (tables->graph->automaton);
  for (guint32 e = 0; e < tables->graph->edges->len; e++) {
    Collect collect = {program, e};
    macro_step_load_edge (step, tables->graph, e);
    program->constant[e] = milp_program_number (program, step->constant);
    for (guint32 g = 0; g < tables->groups->n_groups; g++)
      shift_tables_moves (tables, macro_graph_edge (tables->graph, e), step, g, collect_move,
                          &collect);
    if (program->moves->len > limit || couplet_context_should_stop (program->context))
      return FALSE;
  }
  return TRUE;
}

MilpProgram *
milp_program_new (CoupletContext *context, const ShiftTables *tables, const CostScale *scale,
                  CoupletCost upper, guint64 limit)
{
  g_autoptr (MilpProgram) program = g_new0 (MilpProgram, 1);
  limit = MIN (limit, G_MAXINT32 / 4);
  program->context = context;
  program->tables = tables;
  program->scale = scale;
  program->fit = 1 / fmax (1, cost_scale_double (scale, upper) / MOST_USUAL);
  program->big = milp_program_number (program, upper);
  program->moves = g_array_new (FALSE, FALSE, sizeof (MilpMove));
  program->constant = g_new (double, tables->graph->edges->len);
  program->chosen = g_new0 (gboolean, tables->graph->edges->len);
  if (shift_tables_total (tables) > limit || !collect_moves (program, limit))
    return NULL;
  return g_steal_pointer (&program);
}

void
milp_program_free (MilpProgram *program)
{
  if (program == NULL)
    return;
  g_array_unref (program->moves);
  g_free (program->constant);
  g_free (program->chosen);
  g_free (program);
}

/* ---- Columns: the cost of each group, potentials, edges, ends ------------------------------- */

static int
group_column (guint32 group)
{
  return 1 + (int)group;
}

static int
potential_column (const MilpProgram *program, guint64 vector)
{
  return group_column (program->tables->groups->n_groups) + (int)vector;
}

static int
edge_column (const MilpProgram *program, guint32 edge)
{
  return potential_column (program, shift_tables_total (program->tables)) + (int)edge;
}

/* Whether a walk may end at node: where it can go on, that costs no less. */
static gboolean
is_end (const MilpProgram *program, guint32 node)
{
  return program->tables->graph->nodes[node].n_edges == 0;
}

static void
add_potentials (const MilpProgram *program, glp_prob *lp)
{
  int n = edge_column (program, 0) - 1;
  glp_add_cols (lp, n);
  for (int column = 1; column <= n; column++)
    glp_set_col_bnds (lp, column, program->big > 0 ? GLP_DB : GLP_FX, 0, program->big);
  for (guint32 g = 0; g < program->tables->groups->n_groups; g++)
    glp_set_obj_coef (lp, group_column (g), 1);
  for (guint64 i = 0; i < shift_tables_size (program->tables, 0); i++)
    glp_set_col_bnds (lp, potential_column (program, i), GLP_FX, 0, 0);
}

/* A column that is 1 when the walk leaves source for target (rows; 0 = none). */
static int
add_binary (glp_prob *lp, int source, int target)
{
  int column = glp_add_cols (lp, 1);
  int rows[3] = {0, source, target};
  double values[3] = {0, 1, -1};
  glp_set_col_kind (lp, column, GLP_BV);
  glp_set_mat_col (lp, column, target != 0 ? 2 : 1, rows, values);
  return column;
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

/* Row i + 1: what enters node i leaves it, and one unit begins at node 0. */
static void
add_flow (const MilpProgram *program, glp_prob *lp)
{
  const MacroGraph *graph = program->tables->graph;
  glp_add_rows (lp, (int)graph->n_nodes);
  for (guint32 node = 0; node < graph->n_nodes; node++)
    glp_set_row_bnds (lp, (int)node + 1, GLP_FX, node == 0 ? 1 : 0, node == 0 ? 1 : 0);
  for (guint32 e = 0; e < graph->edges->len; e++) {
    const MacroEdge *edge = macro_graph_edge (graph, e);
    int column = add_binary (lp, (int)edge->source + 1, (int)edge->target + 1);
    glp_set_obj_coef (lp, column, program->constant[e]);
  }
}

/* after <= before + cost + big * (1 - taken) */
static void
add_move (const MilpProgram *program, glp_prob *lp, int after, int before, double cost, int taken)
{
  int row = glp_add_rows (lp, 1);
  int columns[4] = {0, after, before, taken};
  double values[4] = {0, 1, -1, program->big};
  glp_set_row_bnds (lp, row, GLP_UP, 0, cost + program->big);
  glp_set_mat_row (lp, row, 3, columns, values);
}

static void
add_moves (const MilpProgram *program, glp_prob *lp)
{
  for (guint i = 0; i < program->moves->len; i++) {
    const MilpMove *move = &g_array_index (program->moves, MilpMove, i);
    add_move (program, lp, potential_column (program, (guint64)move->to),
              potential_column (program, (guint64)move->from), move->cost,
              edge_column (program, move->edge));
  }
}

/* Where the walk ends, a group costs no more than each of its potentials. */
static void
add_ends (const MilpProgram *program, glp_prob *lp)
{
  const ShiftTables *tables = program->tables;
  for (guint32 node = 0; node < tables->graph->n_nodes; node++) {
    if (!is_end (program, node))
      continue;
    int taken = add_binary (lp, (int)node + 1, 0);
    for (guint32 g = 0; g < tables->groups->n_groups; g++)
      for (guint64 i = shift_tables_first (tables, node, g); i < shift_tables_end (tables, node, g);
           i++)
        add_move (program, lp, group_column (g), potential_column (program, i), 0, taken);
  }
}

/* ---- Solving ------------------------------------------------------------------------------------
 */

static void
poll (glp_tree *tree, void *data)
{
  if (couplet_context_should_stop (data))
    glp_ios_terminate (tree);
}

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  MilpProgram *program = data;
  glp_prob *lp = glp_create_prob ();
  glp_iocp parameters;
  glp_set_obj_dir (lp, GLP_MAX);
  add_potentials (program, lp);
  add_flow (program, lp);
  add_moves (program, lp);
  add_ends (program, lp);
  if (program->dump != NULL)
    program_file_write (lp, cost_scale_one (program->scale) / program->fit, program->dump);
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.tol_int = BINARY_TOLERANCE;
  parameters.cb_func = poll;
  parameters.cb_info = program->context;
  parameters.tm_lim = walk_solver_milliseconds (couplet_context_seconds_left (program->context));
  glp_intopt (lp, &parameters);
  int status = glp_mip_status (lp);
  program->optimal = status == GLP_OPT;
  program->feasible = status == GLP_OPT || status == GLP_FEAS;
  program->value = glp_mip_obj_val (lp);
  for (guint32 e = 0; program->feasible && e < program->tables->graph->edges->len; e++)
    program->chosen[e] = glp_mip_col_val (lp, edge_column (program, e)) > 0.5;
  glp_delete_prob (lp);
}

gboolean
milp_program_solve (MilpProgram *program, const char *dump)
{
  program->dump = dump;
  return glpk_guarded (solve, program);
}
