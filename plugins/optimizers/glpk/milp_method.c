/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "milp_method.h"

#include "glpk_guard.h"

#include <glpk.h>
#include <math.h>

/* Columns: z; then the potentials of each entered state (3 each) and of the end;
 * then a binary for each edge and for each state where walks just end. */
typedef struct {
  GlpkWork *work;
  const char *dump;
  double big;       /* above every cost: switches a row off */
  guint32 *numbers; /* per state: which potentials are its; COUPLET_NONE */
  guint32 n_numbers;
  int *end_column; /* per state; 0 = walks do not just end there */
  int n_columns;
  int *flow_first;  /* per number, and one more: its entries below */
  int *flow_column; /* what leaves (1) or enters (-1) the states of each number */
  double *flow_value;
  gboolean *chosen; /* per edge: the result */
  gboolean optimal, feasible;
  double value;
} Program;

static const MacroEdge *
edge_at (const Program *program, guint32 e)
{
  return &g_array_index (program->work->graph->edges, MacroEdge, e);
}

/* ---- Numbering --------------------------------------------------------------------- */

/* A bound on every finite cost: the dearest entries along the dearest walk. */
static double
find_big (const GlpkWork *work)
{
  g_autofree double *most = g_new0 (double, work->automaton->n_states);
  for (guint32 e = work->graph->edges->len; e-- > 0;) {
    const MacroEdge *edge = &g_array_index (work->graph->edges, MacroEdge, e);
    double dearest = 0;
    for (int x = 0; x < 3; x++)
      for (int y = 0; y < 3; y++)
        if (edge->cost[x][y] != COUPLET_COST_INFINITE)
          dearest = fmax (dearest, glpk_cost (work, edge->cost[x][y]));
    double rest = edge->transition == COUPLET_NONE ? 0 : most[edge->target];
    most[edge->source] = fmax (most[edge->source], dearest + rest);
  }
  return most[work->automaton->initial] + 1;
}

static void
number_states (Program *program)
{
  const CoupletAutomaton *a = program->work->automaton;
  for (guint32 q = 0; q < a->n_states; q++)
    program->numbers[q] = COUPLET_NONE;
  program->numbers[a->initial] = program->n_numbers++;
  for (guint32 e = 0; e < program->work->graph->edges->len; e++) {
    guint32 target = edge_at (program, e)->target;
    if (program->numbers[target] == COUPLET_NONE)
      program->numbers[target] = program->n_numbers++;
  }
}

/* The column of the potential at shift y of the state with that number; the
 * number behind the last is the end. */
static int
potential (guint32 number, int y)
{
  return 2 + (int)number * 3 + y;
}

/* The binary of an edge. */
static int
edge_column (const Program *program, guint32 e)
{
  return potential (program->n_numbers + 1, 0) + (int)e;
}

static void
number_ends (Program *program)
{
  const GlpkWork *work = program->work;
  program->n_columns = edge_column (program, work->graph->edges->len) - 1;
  for (guint32 q = 0; q < work->automaton->n_states; q++)
    program->end_column[q] =
        program->numbers[q] != COUPLET_NONE && work->graph->n[q] == 0 ? ++program->n_columns : 0;
}

/* Visits what flows: counts it when store is FALSE, else puts it in place. */
static void
visit_flow (Program *program, guint32 state, int column, double value, gboolean store)
{
  int *slot = &program->flow_first[program->numbers[state] + (store ? 1 : 2)];
  if (store) {
    program->flow_column[*slot] = column;
    program->flow_value[*slot] = value;
  }
  ++*slot;
}

static void
visit_flows (Program *program, gboolean store)
{
  const GlpkWork *work = program->work;
  for (guint32 e = 0; e < work->graph->edges->len; e++) {
    const MacroEdge *edge = edge_at (program, e);
    visit_flow (program, edge->source, edge_column (program, e), 1, store);
    if (edge->transition != COUPLET_NONE)
      visit_flow (program, edge->target, edge_column (program, e), -1, store);
  }
  for (guint32 q = 0; q < work->automaton->n_states; q++)
    if (program->end_column[q] != 0)
      visit_flow (program, q, program->end_column[q], 1, store);
}

/* Sorts the flow by state; afterwards row number begins at flow_first[number]. */
static void
sort_flow (Program *program)
{
  visit_flows (program, FALSE);
  for (guint32 n = 2; n < program->n_numbers + 2; n++)
    program->flow_first[n] += program->flow_first[n - 1];
  visit_flows (program, TRUE);
}

/* ---- Building ------------------------------------------------------------------------- */

static void
add_columns (Program *program, glp_prob *lp)
{
  const GlpkWork *work = program->work;
  glp_add_cols (lp, 1 + 3 * ((int)program->n_numbers + 1));
  glp_set_col_bnds (lp, 1, GLP_DB, 0, program->big);
  glp_set_obj_coef (lp, 1, 1);
  for (guint32 n = 0; n <= program->n_numbers; n++)
    for (int y = 0; y < 3; y++)
      glp_set_col_bnds (lp, potential (n, y), GLP_DB, 0, program->big);
  for (int y = 0; y < 3; y++)
    glp_set_col_bnds (lp, potential (program->numbers[work->automaton->initial], y), GLP_FX, 0, 0);
  int first = edge_column (program, 0);
  glp_add_cols (lp, program->n_columns - first + 1);
  for (int column = first; column <= program->n_columns; column++)
    glp_set_col_kind (lp, column, GLP_BV);
}

/* after <= before + cost + big * (1 - taken) */
static void
add_step_row (Program *program, glp_prob *lp, int after, int before, double cost, int taken)
{
  int row = glp_add_rows (lp, 1);
  int columns[4] = {0, after, before, taken};
  double values[4] = {0, 1, -1, program->big};
  glp_set_row_bnds (lp, row, GLP_UP, 0, cost + program->big);
  glp_set_mat_row (lp, row, 3, columns, values);
}

static void
add_edge_rows (Program *program, glp_prob *lp, guint32 e)
{
  const MacroEdge *edge = edge_at (program, e);
  guint32 from = program->numbers[edge->source];
  guint32 to =
      edge->transition == COUPLET_NONE ? program->n_numbers : program->numbers[edge->target];
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      if (edge->cost[x][y] != COUPLET_COST_INFINITE)
        add_step_row (program, lp, potential (to, y), potential (from, x),
                      glpk_cost (program->work, edge->cost[x][y]), edge_column (program, e));
}

/* z is at most every potential of the end: the least cost of the walk. */
static void
add_end_rows (Program *program, glp_prob *lp)
{
  for (int y = 0; y < 3; y++) {
    int row = glp_add_rows (lp, 1);
    int columns[3] = {0, 1, potential (program->n_numbers, y)};
    double values[3] = {0, 1, -1};
    glp_set_row_bnds (lp, row, GLP_UP, 0, 0);
    glp_set_mat_row (lp, row, 2, columns, values);
  }
  for (guint32 q = 0; q < program->work->automaton->n_states; q++)
    for (int y = 0; program->end_column[q] != 0 && y < 3; y++)
      add_step_row (program, lp, potential (program->n_numbers, y),
                    potential (program->numbers[q], y), 0, program->end_column[q]);
}

/* One unit flows from the initial state to the end: what enters a state leaves it. */
static void
add_flow_rows (Program *program, glp_prob *lp)
{
  guint32 initial = program->numbers[program->work->automaton->initial];
  int first_row = glp_add_rows (lp, (int)program->n_numbers);
  for (guint32 number = 0; number < program->n_numbers; number++) {
    int begin = program->flow_first[number], row = first_row + (int)number;
    double supply = number == initial ? 1 : 0;
    glp_set_row_bnds (lp, row, GLP_FX, supply, supply);
    /* GLPK counts from 1: the entry before the first is not looked at */
    glp_set_mat_row (lp, row, program->flow_first[number + 1] - begin,
                     program->flow_column + begin - 1, program->flow_value + begin - 1);
  }
}

/* ---- Solving --------------------------------------------------------------------------- */

static void
poll (glp_tree *tree, void *data)
{
  Program *program = data;
  if (couplet_context_should_stop (program->work->context))
    glp_ios_terminate (tree);
}

static void
build_and_solve (gpointer data)
{
  Program *program = data;
  glp_prob *lp = glp_create_prob ();
  glp_iocp parameters;
  glp_set_obj_dir (lp, GLP_MAX);
  add_columns (program, lp);
  for (guint32 e = 0; e < program->work->graph->edges->len; e++)
    add_edge_rows (program, lp, e);
  add_end_rows (program, lp);
  add_flow_rows (program, lp);
  if (program->dump != NULL)
    glp_write_lp (lp, NULL, program->dump);
  glp_init_iocp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.presolve = GLP_ON;
  parameters.cb_func = poll;
  parameters.cb_info = program;
  double left = couplet_context_seconds_left (program->work->context);
  if (isfinite (left))
    parameters.tm_lim = (int)fmin (left * 1000 + 1, G_MAXINT32);
  glp_intopt (lp, &parameters);
  int status = glp_mip_status (lp);
  program->optimal = status == GLP_OPT;
  program->feasible = status == GLP_OPT || status == GLP_FEAS;
  program->value = glp_mip_obj_val (lp);
  for (guint32 e = 0; program->feasible && e < program->work->graph->edges->len; e++)
    program->chosen[e] = glp_mip_col_val (lp, edge_column (program, e)) > 0.5;
  glp_delete_prob (lp);
}

/* The chosen edges in order. */
static GArray *
chosen_walk (const Program *program)
{
  const MacroGraph *graph = program->work->graph;
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 state = program->work->automaton->initial;
  for (gboolean found = program->feasible; found;) {
    found = FALSE;
    for (guint32 e = graph->first[state]; e < graph->first[state] + graph->n[state] && !found; e++)
      if (program->chosen[e]) {
        g_array_append_val (walk, e);
        found = edge_at (program, e)->transition != COUPLET_NONE;
        state = edge_at (program, e)->target;
      }
  }
  return walk;
}

static void
give_answer (const Program *program, CoupletCost cost)
{
  const GlpkWork *work = program->work;
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (work->unit, cost, &value);
  couplet_outcome_set_cost (work->outcome, &value, COUPLET_GUARANTEE_EXACT);
  if (couplet_cost_compare (glpk_upper_bound (work), cost) == 0)
    return;
  couplet_outcome_set_certified (work->outcome, FALSE);
  couplet_outcome_set_reason (work->outcome,
                              "that no walk costs more rests on GLPK's floating-point search");
}

static gboolean
conclude (Program *program, gboolean survived, GError **error)
{
  g_autoptr (GArray) walk = survived ? chosen_walk (program) : NULL;
  CoupletCost cost =
      survived ? glpk_walk_cost (program->work, (const guint32 *)(gpointer)walk->data, walk->len)
               : 0;
  const char *wrong = NULL;
  if (!survived)
    wrong = "GLPK aborted";
  else if (program->optimal && !glpk_agrees (program->work, program->value, cost))
    wrong = "the walk that GLPK calls optimal does not cost what it says";
  if (wrong != NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s", wrong);
    return FALSE;
  }
  if (program->optimal)
    give_answer (program, cost);
  else if (couplet_context_should_stop (program->work->context))
    glpk_set_bracket (program->work, cost, couplet_context_stop_reason (program->work->context));
  else
    glpk_set_bracket (program->work, cost, "GLPK ended without a proven optimum");
  return TRUE;
}

gboolean
milp_solve (GlpkWork *work, GError **error)
{
  g_autofree char *dump = glpk_dump_path (work, 0);
  guint32 n_states = work->automaton->n_states, n_edges = work->graph->edges->len;
  g_autofree guint32 *numbers = g_new (guint32, n_states);
  gsize n_flow = 2 * (gsize)n_edges + n_states + 1;
  g_autofree int *end_column = g_new (int, n_states);
  g_autofree int *flow_first = g_new0 (int, (gsize)n_states + 3);
  /* one more in front: see add_flow_rows() */
  g_autofree int *flow_column = g_new (int, n_flow + 1);
  g_autofree double *flow_value = g_new (double, n_flow + 1);
  g_autofree gboolean *chosen = g_new0 (gboolean, n_edges + 1);
  Program program = {.work = work,
                     .dump = dump,
                     .big = find_big (work),
                     .numbers = numbers,
                     .end_column = end_column,
                     .flow_first = flow_first,
                     .flow_column = flow_column + 1,
                     .flow_value = flow_value + 1,
                     .chosen = chosen};
  number_states (&program);
  number_ends (&program);
  sort_flow (&program);
  couplet_outcome_set_statistic (work->outcome, "programs", 1);
  couplet_outcome_set_statistic (work->outcome, "binaries", n_edges);
  gboolean survived = glpk_guarded (build_and_solve, &program);
  return conclude (&program, survived, error);
}
