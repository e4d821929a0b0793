/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_program.h"

#include "linear_program.h"

#include <math.h>

/* ---- Building -------------------------------------------------------------------------- */

/* Takes the step, whose thresholds have values from cycles before it. */
static void
take_step (WalkProgram *program, const WalkGraph *graph, const GraphStep *step)
{
  CoupletPath *path = program->path;
  guint32 n_thresholds = graph->automaton->n_thresholds;
  for (guint32 v = 0; v < n_thresholds; v++)
    if (step->known[v] != SHIFT_FREE)
      couplet_path_set (path, v, couplet_shift (step->known[v]));
  for (guint32 p = 0; p < step->letter->n_parts; p++) {
    guint32 draw = couplet_path_take (path, &step->letter->parts[p], step->shifts[p]);
    if (!graph_step_chooses (step, p))
      couplet_path_draw (path, draw)->part = NULL;
    g_array_append_val (program->samples, draw);
  }
  for (guint32 v = 0; v < n_thresholds; v++)
    if (walk_graph_is_free (graph, step->node, v))
      couplet_path_draw (path, path->value[v])->shifts &= *walk_graph_left (graph, step->node, v);
}

WalkProgram *
walk_program_new (const WalkGraph *graph, const GArray *walk)
{
  WalkProgram *program = g_new (WalkProgram, 1);
  g_autoptr (GraphStep) step = graph_step_new (graph);
  *program =
      (WalkProgram){graph->unit, graph->step, couplet_path_new (graph->automaton->n_thresholds), 0,
                    g_array_new (FALSE, FALSE, sizeof (guint32))};
  for (guint i = 0; i < walk->len; i++) {
    const GraphEdge *edge = walk_graph_edge (graph, g_array_index (walk, guint32, i));
    graph_step_load (step, graph, edge->leg);
    program->constant = couplet_cost_add (graph->unit, program->constant, edge->fixed);
    take_step (program, graph, step);
  }
  return program;
}

void
walk_program_free (WalkProgram *program)
{
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

static CoupletCost
d_of (const CoupletPathDraw *draw)
{
  return draw->part != NULL ? draw->part->sample.d : 0;
}

/* ---- Judging ---------------------------------------------------------------------------- */

CoupletCost
walk_program_cost (const WalkProgram *program, const gint8 *shifts)
{
  const CoupletPath *path = program->path;
  CoupletCost sum = program->constant;
  for (guint i = 0; i < path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (path, i);
    if (shifts[couplet_path_below (row)] > shifts[couplet_path_above (row)])
      return COUPLET_COST_INFINITE;
  }
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (path, i);
    if (!couplet_shifts_have (draw->shifts, shifts[i]))
      return COUPLET_COST_INFINITE;
    CoupletCost cost = couplet_cost_of_fee (program->unit, fee_of (draw, shifts[i]), d_of (draw));
    sum = couplet_cost_add (program->unit, sum, cost);
  }
  return sum;
}

/* Adds the least of d * fee(g) + weight * g over the draw's integers to sum: all breakpoints are
 * integers. least, cost: room. */
static void
add_least (mpq_t sum, const CoupletPathDraw *draw, mpq_srcptr d, mpq_srcptr weight, mpq_t least,
           mpq_t cost)
{
  gboolean none = TRUE;
  if (draw->part == NULL && mpq_sgn (weight) == 0)
    return;
  for (int g = -1; g <= 1; g++) {
    if (!couplet_shifts_have (draw->shifts, g))
      continue;
    mpq_set_ui (cost, 0, 1);
    for (int fee = fee_of (draw, g); fee > 0; fee--)
      mpq_add (cost, cost, d);
    if (g > 0)
      mpq_add (cost, cost, weight);
    else if (g < 0)
      mpq_sub (cost, cost, weight);
    if (none || mpq_cmp (cost, least) < 0)
      mpq_set (least, cost);
    none = FALSE;
  }
  mpq_add (sum, sum, least);
}

/* What a row's price adds to the weights of its two draws. Prices are rounded to multiples of
 * step; what is no price counts for nothing. */
static mpq_t *
sum_weights (const WalkProgram *program, const double *prices)
{
  mpq_t price, *weights = linear_numbers_new (program->path->draws->len);
  mpq_init (price);
  for (guint i = 0; i < program->path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (program->path, i);
    mpq_ptr below = weights[couplet_path_below (row)], above = weights[couplet_path_above (row)];
    if (!isfinite (prices[i]) || prices[i] < 0.5)
      continue;
    mpq_set_d (price, rint (prices[i]));
    mpq_mul (price, price, program->step);
    mpq_add (below, below, price);
    mpq_sub (above, above, price);
  }
  mpq_clear (price);
  return weights;
}

gboolean
walk_program_proves (const WalkProgram *program, const double *prices, CoupletCost cost)
{
  guint n = program->path->draws->len;
  mpq_t *weights = sum_weights (program, prices);
  mpq_t least, room;
  g_auto (CoupletRational) bound, number;
  mpq_inits (least, room, NULL);
  couplet_rational_init (&bound);
  couplet_rational_init (&number);
  couplet_cost_to_rational (program->unit, program->constant, &bound);
  for (guint i = 0; i < n; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (program->path, i);
    couplet_cost_to_rational (program->unit, d_of (draw), &number);
    add_least (bound.value, draw, number.value, weights[i], least, room);
  }
  couplet_cost_to_rational (program->unit, cost, &number);
  linear_numbers_free (weights, n);
  mpq_clears (least, room, NULL);
  return couplet_rational_compare (&bound, &number) >= 0;
}

/* ---- The program for GLPK --------------------------------------------------------------- */

/* Adds a column that costs times price. */
static int
add_column (const WalkProgram *program, GlpkProgram *lp, ProgramColumn column, int times,
            CoupletCost price)
{
  int number = glpk_program_add_column (lp, column);
  CoupletRational *cost = glpk_program_cost (lp, number);
  if (times == 0 || price == 0)
    return number;
  couplet_cost_to_rational (program->unit, price, cost);
  mpz_mul_si (mpq_numref (cost->value), mpq_numref (cost->value), times);
  mpq_canonicalize (cost->value);
  return number;
}

/* price * |g|, for a shift that may have either sign: a column p >= g, p >= -g. */
static void
add_distance (const WalkProgram *program, GlpkProgram *lp, int shift, CoupletCost price)
{
  ProgramColumn distance = {.name = "distance", .number = (guint64)shift, .high = 1};
  int column = add_column (program, lp, distance, 1, price);
  for (int sign = -1; sign <= 1; sign += 2) {
    int row = glpk_program_add_row (lp, GLP_LO);
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
walk_program_write (const WalkProgram *program, GlpkProgram *lp)
{
  const CoupletPath *path = program->path;
  CoupletCost constant = program->constant;
  int slope, at_zero;
  glpk_program_init (lp, GLP_MIN);
  mpq_set (lp->one.value, program->step);
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (path, i);
    gboolean straight = is_straight (draw, &slope, &at_zero);
    ProgramColumn shift = {.name = "shift",
                           .number = (guint64)i + 1,
                           .low = couplet_shifts_least (draw->shifts),
                           .high = couplet_shifts_greatest (draw->shifts)};
    add_column (program, lp, shift, straight ? slope : 0, d_of (draw));
    if (straight)
      constant = couplet_cost_add (program->unit, constant,
                                   couplet_cost_of_fee (program->unit, at_zero, d_of (draw)));
  }
  for (guint i = 0; i < path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (path, i);
    int number = glpk_program_add_row (lp, GLP_LO);
    glpk_program_add_term (lp, number, (int)couplet_path_above (row) + 1, 1);
    glpk_program_add_term (lp, number, (int)couplet_path_below (row) + 1, -1);
  }
  for (guint i = 0; i < path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (path, i);
    if (!is_straight (draw, &slope, &at_zero) && d_of (draw) > 0)
      add_distance (program, lp, (int)i + 1, d_of (draw));
  }
  /* a column, as not all readers of texts know constants */
  add_column (program, lp, (ProgramColumn){.name = "constant", .number = 1, .low = 1, .high = 1}, 1,
              constant);
}

/* ---- Solving ---------------------------------------------------------------------------- */

/* Rounds the values to shifts of the draws. */
static void
judge (const WalkProgram *program, const GlpkSolution *solution, gint8 *shifts, WalkAnswer *answer)
{
  for (guint i = 0; i < program->path->draws->len; i++) {
    CoupletShifts left = couplet_path_draw (program->path, i)->shifts;
    shifts[i] = (gint8)CLAMP (rint (solution->values[i]), couplet_shifts_least (left),
                              couplet_shifts_greatest (left));
  }
  answer->cost = walk_program_cost (program, shifts);
  answer->proven = answer->cost != COUPLET_COST_INFINITE &&
                   walk_program_proves (program, solution->prices, answer->cost);
}

gboolean
walk_program_solve (const WalkProgram *program, const GlpkProgram *lp, CoupletContext *context,
                    WalkAnswer *answer)
{
  g_autofree gint8 *shifts = g_new (gint8, program->path->draws->len + 1);
  *answer = (WalkAnswer){NULL, 0, FALSE};
  for (GlpkMethod method = GLPK_FLOATING; method <= GLPK_RATIONAL && !answer->proven; method++) {
    g_auto (GlpkSolution) solution;
    if (method == GLPK_RATIONAL && couplet_context_should_stop (context))
      break;
    if (!glpk_program_solve (lp, method, context, INFINITY, &solution))
      return FALSE;
    judge (program, &solution, shifts, answer);
  }
  answer->shifts = g_new (gint8, program->samples->len + 1);
  for (guint i = 0; i < program->samples->len; i++)
    answer->shifts[i] = shifts[g_array_index (program->samples, guint32, i)];
  return TRUE;
}
