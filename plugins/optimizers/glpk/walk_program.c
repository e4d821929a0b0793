/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_program.h"

#include "cost_scale.h"

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
    graph_step_load (step, graph, walk_graph_edge (graph, edges[i]));
    take_step (program, graph, step);
    for (guint32 f = 0; f < graph->nodes[step->node].n_free; f++) {
      FreeShift shift = walk_graph_free_shifts (graph, step->node)[f];
      couplet_path_draw (program->path, program->path->value[shift.threshold])->shifts &=
          shift.left;
    }
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
    CoupletCost cost = couplet_cost_of_fee (program->unit, walk_program_fee (draw, shifts[i]),
                                            walk_program_d (draw));
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
    mpz_addmul_ui (cost, d, (unsigned long)walk_program_fee (draw, g));
    if (none || mpz_cmp (cost, least) < 0)
      mpz_set (least, cost);
    none = FALSE;
  }
  mpz_add (sum, sum, least);
  mpz_clears (least, cost, NULL);
}

/* What a row's price adds to the weights of its two draws. */
static mpz_t *
sum_weights (const WalkProgram *program, const mpz_t *prices)
{
  mpz_t *weights = g_new (mpz_t, program->path->draws->len);
  for (guint i = 0; i < program->path->draws->len; i++)
    mpz_init (weights[i]);
  for (guint i = 0; i < program->path->rows->len; i++) {
    const CoupletPathRow *row = couplet_path_row (program->path, i);
    mpz_ptr below = weights[couplet_path_below (row)], above = weights[couplet_path_above (row)];
    mpz_add (below, below, prices[i]);
    mpz_sub (above, above, prices[i]);
  }
  return weights;
}

gboolean
walk_program_proves (const WalkProgram *program, const mpz_t *prices, CoupletCost cost)
{
  g_autofree mpz_t *weights = sum_weights (program, prices);
  gboolean sound = TRUE;
  mpz_t bound, number;
  mpz_inits (bound, number, NULL);
  for (guint i = 0; i < program->path->rows->len; i++)
    sound &= mpz_sgn (prices[i]) >= 0;
  exact_cost_set (bound, program->unit, program->constant);
  for (guint i = 0; i < program->path->draws->len; i++) {
    const CoupletPathDraw *draw = couplet_path_draw (program->path, i);
    exact_cost_set (number, program->unit, walk_program_d (draw));
    add_least (bound, draw, number, weights[i]);
    mpz_clear (weights[i]);
  }
  exact_cost_set (number, program->unit, cost);
  sound &= mpz_cmp (bound, number) >= 0;
  mpz_clears (bound, number, NULL);
  return sound;
}
