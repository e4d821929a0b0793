/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_program.h"

#include "exact_text.h"
#include "glpk_guard.h"
#include "walk_solver.h"

#include <math.h>

/* How far from a whole number a binary may be. */
#define BINARY_TOLERANCE 1e-7
/* The largest bound that a program is given. */
#define MOST_USUAL 1e4

/* ---- Arcs --------------------------------------------------------------------------------- */

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
collect_arc (gpointer data, guint64 from, guint64 to, CoupletCost cost)
{
  Collect *collect = data;
  MilpArc arc = {collect->edge, (int)from, (int)to, cost};
  g_array_append_val (collect->program->arcs, arc);
}

static gboolean
collect_arcs (MilpProgram *program, guint64 limit)
{
  const ShiftTables *tables = program->tables;
  g_autoptr (GraphStep) step = graph_step_new (tables->graph);
  for (guint32 e = 0; e < tables->graph->edges->len; e++) {
    Collect collect = {program, e};
    graph_step_load (step, tables->graph, walk_graph_edge (tables->graph, e));
    program->constant[e] = step->fixed;
    for (guint32 g = 0; g < tables->clusters->n_clusters; g++)
      shift_tables_arcs (tables, walk_graph_source_node (tables->graph, e), step, g, collect_arc,
                         &collect);
    if (program->arcs->len > limit || couplet_context_should_stop (program->context))
      return FALSE;
  }
  return TRUE;
}

/* What numbers up to most are multiplied by, to stay of usual size: a power of 2, so that nothing
 * is rounded. */
static double
fit_for (double most)
{
  int exponent;
  frexp (most / MOST_USUAL, &exponent);
  return exponent > 0 ? ldexp (1, -exponent) : 1;
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
  program->fit = fit_for (cost_scale_double (scale, upper));
  program->big = milp_program_number (program, upper);
  program->arcs = g_array_new (FALSE, FALSE, sizeof (MilpArc));
  program->constant = g_new (CoupletCost, tables->graph->edges->len);
  program->chosen = g_new0 (gboolean, tables->graph->edges->len);
  if (shift_tables_total (tables) > limit || !collect_arcs (program, limit))
    return NULL;
  return g_steal_pointer (&program);
}

void
milp_program_free (MilpProgram *program)
{
  if (program == NULL)
    return;
  g_array_unref (program->arcs);
  g_free (program->constant);
  g_free (program->chosen);
  g_free (program);
}

/* ---- Columns: the cost of each cluster, potentials, edges, ends -------------------------------
 */

static int
cluster_column (guint32 cluster)
{
  return 1 + (int)cluster;
}

static int
potential_column (const MilpProgram *program, guint64 vector)
{
  return cluster_column (program->tables->clusters->n_clusters) + (int)vector;
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
  for (guint32 g = 0; g < program->tables->clusters->n_clusters; g++)
    program_file_name (lp, cluster_column (g), "cluster", g + 1);
  for (guint64 i = 0; i < shift_tables_total (program->tables); i++)
    program_file_name (lp, potential_column (program, i), "potential", i + 1);
  for (int column = 1; column <= n; column++)
    glp_set_col_bnds (lp, column, program->big > 0 ? GLP_DB : GLP_FX, 0, program->big);
  for (guint32 g = 0; g < program->tables->clusters->n_clusters; g++)
    glp_set_obj_coef (lp, cluster_column (g), 1);
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

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Row i + 1: what enters node i leaves it, and one unit begins at node 0. */
static void
add_flow (const MilpProgram *program, glp_prob *lp)
{
  const WalkGraph *graph = program->tables->graph;
  glp_add_rows (lp, (int)graph->n_nodes);
  for (guint32 node = 0; node < graph->n_nodes; node++)
    glp_set_row_bnds (lp, (int)node + 1, GLP_FX, node == 0 ? 1 : 0, node == 0 ? 1 : 0);
  for (guint32 e = 0; e < graph->edges->len; e++) {
    int column = add_binary (lp, (int)walk_graph_source_node (graph, e) + 1,
                             (int)walk_graph_target_node (graph, e) + 1);
    program_file_name (lp, column, "taken", (guint64)e + 1);
    glp_set_obj_coef (lp, column, milp_program_number (program, program->constant[e]));
  }
}

/* after <= before + cost + big * (1 - taken) */
static void
add_arc (const MilpProgram *program, glp_prob *lp, int after, int before, double cost, int taken)
{
  int row = glp_add_rows (lp, 1);
  int columns[4] = {0, after, before, taken};
  double values[4] = {0, 1, -1, program->big};
  glp_set_row_bnds (lp, row, GLP_UP, 0, cost + program->big);
  glp_set_mat_row (lp, row, 3, columns, values);
}

static void
add_arcs (const MilpProgram *program, glp_prob *lp)
{
  for (guint i = 0; i < program->arcs->len; i++) {
    const MilpArc *arc = &g_array_index (program->arcs, MilpArc, i);
    add_arc (program, lp, potential_column (program, (guint64)arc->to),
             potential_column (program, (guint64)arc->from),
             milp_program_number (program, arc->cost), edge_column (program, arc->edge));
  }
}

/* Where the walk ends, a cluster costs no more than each of its potentials. */
static void
add_ends (const MilpProgram *program, glp_prob *lp)
{
  const ShiftTables *tables = program->tables;
  for (guint32 node = 0; node < tables->graph->n_nodes; node++) {
    if (!is_end (program, node))
      continue;
    int taken = add_binary (lp, (int)node + 1, 0);
    program_file_name (lp, taken, "stop", (guint64)node + 1);
    for (guint32 g = 0; g < tables->clusters->n_clusters; g++)
      for (guint64 i = shift_tables_first (tables, node, g); i < shift_tables_end (tables, node, g);
           i++)
        add_arc (program, lp, cluster_column (g), potential_column (program, i), 0, taken);
  }
}

/* ---- Exact numbers -------------------------------------------------------------------------- */

/* What 1 is in multiples of epsilon. */
static void
set_one (const MilpProgram *program, CoupletRational *one)
{
  g_auto (CoupletRational) fit;
  couplet_rational_init (&fit);
  mpq_set_d (fit.value, program->fit);
  cost_scale_one (program->scale, one);
  mpq_div (one->value, one->value, fit.value);
}

/* The numbers of a row that binary decides on: after - before + big * binary <= cost + big. */
static void
append_exact_row (GString *text, const MilpProgram *program, guint row, CoupletCost cost,
                  const char *binary, guint64 number)
{
  g_auto (CoupletRational) side, big, fit;
  couplet_rational_init (&side);
  couplet_rational_init (&big);
  couplet_rational_init (&fit);
  mpq_set_d (big.value, program->big);
  mpq_set_d (fit.value, program->fit);
  cost_scale_exact (program->scale, cost, &side);
  mpq_mul (side.value, side.value, fit.value);
  mpq_add (side.value, side.value, big.value);
  exact_text_add (text, row, &big, binary, number);
  exact_text_add_side (text, row, &side);
}

static void
append_exact_rows (GString *text, const MilpProgram *program)
{
  const ShiftTables *tables = program->tables;
  guint row = tables->graph->n_nodes;
  for (guint i = 0; i < program->arcs->len; i++) {
    const MilpArc *arc = &g_array_index (program->arcs, MilpArc, i);
    append_exact_row (text, program, ++row, arc->cost, "taken", (guint64)arc->edge + 1);
  }
  for (guint32 node = 0; node < tables->graph->n_nodes; node++)
    for (guint32 g = 0; is_end (program, node) && g < tables->clusters->n_clusters; g++)
      for (guint64 i = shift_tables_first (tables, node, g); i < shift_tables_end (tables, node, g);
           i++)
        append_exact_row (text, program, ++row, 0, "stop", (guint64)node + 1);
}

char *
milp_program_exact_text (const MilpProgram *program)
{
  const ShiftTables *tables = program->tables;
  GString *text = g_string_new (NULL);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  set_one (program, &value);
  for (guint32 g = 0; g < tables->clusters->n_clusters; g++)
    exact_text_add (text, 0, &value, "cluster", (guint64)g + 1);
  for (guint32 e = 0; e < tables->graph->edges->len; e++) {
    couplet_cost_to_rational (program->scale->unit, program->constant[e], &value);
    exact_text_add (text, 0, &value, "taken", (guint64)e + 1);
  }
  if (program->fit < 1 || !program->scale->exact) /* else rows have small whole numbers */
    append_exact_rows (text, program);
  return g_string_free (text, FALSE);
}

/* ---- Solving -------------------------------------------------------------------------------- */

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
  add_arcs (program, lp);
  add_ends (program, lp);
  if (program->dump != NULL)
    program_file_write (lp, program->one, program->dump);
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
  g_auto (CoupletRational) one;
  couplet_rational_init (&one);
  set_one (program, &one);
  program->one = mpq_get_d (one.value);
  program->dump = dump;
  return glpk_guarded (solve, program);
}
