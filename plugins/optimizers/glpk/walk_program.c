/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_program.h"

#include "glpk_guard.h"

#include <math.h>

/* ---- Building -------------------------------------------------------------------------- */

/* Takes the step, whose thresholds have values from cycles before it. */
static void
take_step (WalkProgram *program, const WalkGraph *graph, const GraphStep *step)
{
  const GraphLeg *leg = walk_graph_leg (graph, step->leg);
  CoupletPath *path = program->path;
  CoupletCost fresh = couplet_fresh_cost (graph->automaton, graph->components, graph->unit,
                                          leg->transition, leg->difference);
  program->constant = couplet_cost_add (graph->unit, program->constant, fresh);
  for (guint32 v = 0; v < graph->automaton->n_thresholds; v++)
    if (step->known[v] != SHIFT_FREE)
      couplet_path_set (path, v, couplet_shift (step->known[v]));
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    guint32 draw = couplet_path_take (path, &step->letter->parts[p], step->shifts[p]);
    g_array_append_val (program->samples, draw);
  }
}

WalkProgram *
walk_program_new (const WalkGraph *graph, const guint32 *edges, guint n)
{
  WalkProgram *program = g_new (WalkProgram, 1);
  g_autoptr (GraphStep) step = graph_step_new (graph);
  *program = (WalkProgram){graph->unit, couplet_path_new (graph->automaton->n_thresholds), 0,
                           g_array_new (FALSE, FALSE, sizeof (guint32))};
  for (guint i = 0; i < n; i++) {
    graph_step_load (step, graph, walk_graph_edge (graph, edges[i])->leg);
    take_step (program, graph, step);
    for (guint32 v = 0; v < graph->automaton->n_thresholds; v++)
      if (walk_graph_is_free (graph, step->node, v))
        couplet_path_draw (program->path, program->path->value[v])->shifts &=
            *walk_graph_left (graph, step->node, v);
  }
  return program;
}

void
walk_program_free (WalkProgram *program)
{
  if (program == NULL)
    return;
  couplet_path_free (program->path);
  g_array_unref (program->samples);
  g_free (program);
}

/* What draw costs in multiples of d_of(), if it shifts by g. */
static int
fee_of (const CoupletPathDraw *draw, int g)
{
  return draw->part != NULL ? draw->part->fees[g + 1] : 0;
}

/* One without noise has one shift, which costs nothing. */
static CoupletCost
d_of (const CoupletPathDraw *draw)
{
  gboolean pays = draw->part != NULL && draw->part->sample.d != COUPLET_COST_INFINITE;
  return pays ? draw->part->sample.d : 0;
}

/* ---- Judging ---------------------------------------------------------------------------- */

static gboolean
meets_all (const WalkProgram *program, const gint8 *shifts)
{
  for (guint i = 0; i < program->path->draws->len; i++)
    if (!couplet_shifts_have (couplet_path_draw (program->path, i)->shifts, shifts[i]))
      return FALSE;
  for (guint i = 0; i < program->path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (program->path, i);
    if (shifts[couplet_path_below (row)] > shifts[couplet_path_above (row)])
      return FALSE;
  }
  return TRUE;
}

CoupletCost
walk_program_cost (const WalkProgram *program, const gint8 *shifts)
{
  CoupletCost sum = program->constant;
  if (!meets_all (program, shifts))
    return COUPLET_COST_INFINITE;
  for (guint i = 0; i < program->path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (program->path, i);
    CoupletCost cost = couplet_cost_of_fee (program->unit, fee_of (draw, shifts[i]), d_of (draw));
    sum = couplet_cost_add (program->unit, sum, cost);
  }
  return sum;
}

/* Adds the least of d * fee(g) + weight * g over the draw's integers to sum:
 * all breakpoints are integers. */
static void
add_least (mpz_t sum, const CoupletPathDraw *draw, const mpz_t d, const mpz_t weight)
{
  gboolean none = TRUE;
  mpz_t least, cost;
  mpz_inits (least, cost, NULL);
  for (int g = -1; g <= 1; g++) {
    if (!couplet_shifts_have (draw->shifts, g))
      continue;
    mpz_mul_si (cost, weight, g);
    mpz_addmul_ui (cost, d, (unsigned long)fee_of (draw, g));
    if (none || mpz_cmp (cost, least) < 0)
      mpz_set (least, cost);
    none = FALSE;
  }
  mpz_add (sum, sum, least);
  mpz_clears (least, cost, NULL);
}

/* What a row's price adds to the weights of its two draws. */
static mpz_t *
sum_weights (const WalkProgram *program, const CostScale *scale, const double *prices)
{
  mpz_t price, *weights = g_new (mpz_t, program->path->draws->len);
  mpz_init (price);
  for (guint i = 0; i < program->path->draws->len; i++)
    mpz_init (weights[i]);
  for (guint i = 0; i < program->path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (program->path, i);
    mpz_ptr below = weights[couplet_path_below (row)], above = weights[couplet_path_above (row)];
    cost_scale_back (scale, prices[i], price);
    mpz_add (below, below, price);
    mpz_sub (above, above, price);
  }
  mpz_clear (price);
  return weights;
}

gboolean
walk_program_proves (const WalkProgram *program, const CostScale *scale, const double *prices,
                     CoupletCost cost)
{
  g_autofree mpz_t *weights = sum_weights (program, scale, prices);
  mpz_t bound, number;
  mpz_inits (bound, number, NULL);
  exact_cost_set (bound, program->unit, program->constant);
  for (guint i = 0; i < program->path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (program->path, i);
    exact_cost_set (number, program->unit, d_of (draw));
    add_least (bound, draw, number, weights[i]);
    mpz_clear (weights[i]);
  }
  exact_cost_set (number, program->unit, cost);
  gboolean reached = mpz_cmp (bound, number) >= 0;
  mpz_clears (bound, number, NULL);
  return reached;
}

/* ---- The program for GLPK --------------------------------------------------------------- */

/* price * |g|, for a shift that may have either sign: a column p >= g, p >= -g. */
static void
add_distance (GlpkProgram *lp, int shift, CoupletCost price)
{
  int column = glpk_program_add_column (
      lp, (ProgramColumn){"distance", (guint64)shift, .high = 1, .times = 1, .price = price});
  for (int sign = -1; sign <= 1; sign += 2) {
    int row = glpk_program_add_row (lp, (ProgramRow){.kind = GLP_LO});
    glpk_program_add_term (lp, row, column, 1);
    glpk_program_add_term (lp, row, shift, sign);
  }
}

/* Whether the fee is one straight line over the shifts: *slope * g + *at_zero. It has a bend at 0
 * only for D = 0. */
static gboolean
is_straight (const CoupletPathDraw *draw, int *slope, int *at_zero)
{
  int low = couplet_shifts_least (draw->shifts), high = couplet_shifts_greatest (draw->shifts);
  *slope = low < high ? fee_of (draw, low + 1) - fee_of (draw, low) : 0;
  *at_zero = fee_of (draw, low) - *slope * low;
  return high - low < 2 || fee_of (draw, 1) - fee_of (draw, 0) == *slope;
}

void
walk_program_write (const WalkProgram *program, const CostScale *scale, GlpkProgram *lp)
{
  const CoupletPath *path = program->path;
  CoupletCost constant = program->constant;
  int slope, at_zero;
  glpk_program_init (lp, scale, GLP_MIN);
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (path, i);
    gboolean straight = is_straight (draw, &slope, &at_zero);
    ProgramColumn column = {.name = "shift",
                            .number = (guint64)i + 1,
                            .low = couplet_shifts_least (draw->shifts),
                            .high = couplet_shifts_greatest (draw->shifts),
                            .times = straight ? slope : 0,
                            .price = d_of (draw)};
    glpk_program_add_column (lp, column);
    constant = couplet_cost_add (
        program->unit, constant,
        couplet_cost_of_fee (program->unit, straight ? at_zero : 0, column.price));
  }
  for (guint i = 0; i < path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (path, i);
    int number = glpk_program_add_row (lp, (ProgramRow){.kind = GLP_LO});
    glpk_program_add_term (lp, number, (int)couplet_path_above (row) + 1, 1);
    glpk_program_add_term (lp, number, (int)couplet_path_below (row) + 1, -1);
  }
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (path, i);
    if (!is_straight (draw, &slope, &at_zero) && d_of (draw) > 0)
      add_distance (lp, (int)i + 1, d_of (draw));
  }
  /* a column, as not all readers of texts know constants */
  glpk_program_add_column (
      lp, (ProgramColumn){
              .name = "constant", .number = 1, .low = 1, .high = 1, .times = 1, .price = constant});
}

/* ---- Solving ---------------------------------------------------------------------------- */

typedef struct {
  const GlpkProgram *lp;
  int milliseconds;
  gboolean rational;
  guint n_values, n_prices;
  double *values, *prices; /* of the first columns and rows: the result */
} Task;

/* Runs under the guard: owns nothing but the GLPK problem. */
static void
solve (gpointer data)
{
  Task *task = data;
  glp_prob *lp = glpk_program_load (task->lp);
  glp_smcp parameters;
  glp_init_smcp (&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tm_lim = task->milliseconds;
  glp_simplex (lp, &parameters);
  if (task->rational)
    glp_exact (lp, &parameters);
  for (guint i = 0; i < task->n_values; i++)
    task->values[i] = glp_get_col_prim (lp, (int)i + 1);
  for (guint i = 0; i < task->n_prices; i++)
    task->prices[i] = glp_get_row_dual (lp, (int)i + 1);
  glp_delete_prob (lp);
}

/* Rounds the values to shifts of the draws. */
static void
judge (const WalkProgram *program, const Task *task, gint8 *shifts, WalkAnswer *answer)
{
  for (guint i = 0; i < task->n_values; i++) {
    CoupletShifts left = couplet_path_draw (program->path, i)->shifts;
    shifts[i] = (gint8)CLAMP (rint (task->values[i]), couplet_shifts_least (left),
                              couplet_shifts_greatest (left));
  }
  answer->cost = walk_program_cost (program, shifts);
  answer->proven = answer->cost != COUPLET_COST_INFINITE &&
                   walk_program_proves (program, task->lp->scale, task->prices, answer->cost);
}

/* Those of each part, from the shifts of the draws. */
static gint8 *
shifts_of_parts (const WalkProgram *program, const gint8 *shifts)
{
  gint8 *taken = g_new (gint8, program->samples->len + 1);
  for (guint i = 0; i < program->samples->len; i++)
    taken[i] = shifts[g_array_index (program->samples, guint32, i)];
  return taken;
}

gboolean
walk_program_solve (const WalkProgram *program, const GlpkProgram *lp, CoupletContext *context,
                    WalkAnswer *answer)
{
  guint n_values = program->path->draws->len, n_prices = program->path->rows->len;
  g_autofree double *values = g_new0 (double, n_values);
  g_autofree double *prices = g_new0 (double, n_prices);
  g_autofree gint8 *shifts = g_new0 (gint8, n_values + 1);
  Task task = {
      .lp = lp, .values = values, .n_values = n_values, .prices = prices, .n_prices = n_prices};
  *answer = (WalkAnswer){NULL, 0, FALSE};
  for (int attempt = 0; attempt < 2 && !answer->proven; attempt++) {
    if (attempt > 0 && couplet_context_should_stop (context))
      break;
    task.rational = attempt > 0;
    task.milliseconds = glpk_milliseconds (couplet_context_seconds_left (context));
    if (!glpk_guarded (solve, &task))
      return FALSE;
    judge (program, &task, shifts, answer);
  }
  answer->shifts = shifts_of_parts (program, shifts);
  return TRUE;
}
