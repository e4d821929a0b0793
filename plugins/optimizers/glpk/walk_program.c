/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_program.h"

#include "cost_scale.h"

/* ---- Building -------------------------------------------------------------------------- */

/* A walk that is translated into a program, edge by edge. */
typedef struct {
  WalkProgram *program;
  const MacroGraph *graph;
  MacroStep *step;
  guint32 *shift_of; /* per threshold: the number of its shift where it is free */
} Translation;

static guint32
add_shift (WalkProgram *program, const WalkShift *shift)
{
  g_array_append_val (program->shifts, *shift);
  return program->shifts->len - 1;
}

static void
add_order (WalkProgram *program, guint32 below, guint32 above)
{
  WalkOrder order = {below, above};
  g_array_append_val (program->orders, order);
}

static void
add_sample (Translation *translation, const MacroSample *sample)
{
  const CoupletLiteral *literals = macro_sample_literals (translation->step, sample);
  WalkShift own = {.low = sample->low, .high = sample->high, .d = sample->part->sample.d};
  memcpy (own.fee, sample->part->fees, sizeof own.fee);
  guint32 g = add_shift (translation->program, &own);
  for (guint32 i = 0; i < sample->n_literals; i++) {
    guint32 x = translation->shift_of[literals[i].threshold];
    if (couplet_asks_at_most (literals[i].comparison))
      add_order (translation->program, g, x);
    if (couplet_asks_at_least (literals[i].comparison))
      add_order (translation->program, x, g);
  }
  g_array_append_val (translation->program->samples, g);
}

static void
narrow (Translation *translation, guint32 shift, gint8 low, gint8 high)
{
  WalkShift *bounds = &g_array_index (translation->program->shifts, WalkShift, shift);
  bounds->low = MAX (bounds->low, low);
  bounds->high = MIN (bounds->high, high);
}

/* Gives the thresholds their shifts behind the step, in the intervals of node. */
static void
enter_node (Translation *translation, guint32 node, guint32 first_sample)
{
  const MacroInterval *intervals = macro_graph_intervals (translation->graph, node);
  for (guint32 i = 0; i < translation->graph->nodes[node].n_live; i++) {
    guint32 *shift = &translation->shift_of[intervals[i].threshold];
    gint32 which = 0;
    ShiftOrigin origin = macro_step_origin (translation->step, intervals[i].threshold, &which);
    if (origin == SHIFT_TAKEN)
      *shift = first_sample + (guint32)which;
    else if (origin == SHIFT_KNOWN)
      *shift =
          add_shift (translation->program, &(WalkShift){.low = (gint8)which, .high = (gint8)which});
    narrow (translation, *shift, intervals[i].low, intervals[i].high);
  }
}

WalkProgram *
walk_program_new (const MacroGraph *graph, const guint32 *edges, guint n)
{
  WalkProgram *program = g_new0 (WalkProgram, 1);
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  g_autofree guint32 *shift_of = g_new0 (guint32, graph->automaton->n_thresholds);
  program->unit = graph->unit;
  program->shifts = g_array_new (FALSE, FALSE, sizeof (WalkShift));
  program->orders = g_array_new (FALSE, FALSE, sizeof (WalkOrder));
  program->samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  Translation translation = {program, graph, step, shift_of};
  for (guint i = 0; i < n; i++) {
    guint32 first = program->shifts->len;
    macro_step_load_edge (step, graph, edges[i]);
    for (guint b = 0; b < step->bounds->len; b++) {
      const MacroBound *bound = macro_step_bound (step, b);
      narrow (&translation, shift_of[bound->threshold], bound->low, bound->high);
    }
    for (guint s = 0; s < step->samples->len; s++)
      add_sample (&translation, macro_step_sample (step, s));
    program->constant = couplet_cost_add (graph->unit, program->constant, step->constant);
    enter_node (&translation, macro_graph_edge (graph, edges[i])->target, first);
  }
  return program;
}

void
walk_program_free (WalkProgram *program)
{
  if (program == NULL)
    return;
  g_array_unref (program->shifts);
  g_array_unref (program->orders);
  g_array_unref (program->samples);
  g_free (program);
}

/* ---- Judging ---------------------------------------------------------------------------- */

static gboolean
meets_all (const WalkProgram *program, const gint8 *shifts)
{
  for (guint i = 0; i < program->shifts->len; i++)
    if (shifts[i] < walk_program_shift (program, i)->low ||
        shifts[i] > walk_program_shift (program, i)->high)
      return FALSE;
  for (guint i = 0; i < program->orders->len; i++)
    if (shifts[walk_program_order (program, i)->below] >
        shifts[walk_program_order (program, i)->above])
      return FALSE;
  return TRUE;
}

CoupletCost
walk_program_cost (const WalkProgram *program, const gint8 *shifts)
{
  CoupletCost sum = program->constant;
  if (!meets_all (program, shifts))
    return COUPLET_COST_INFINITE;
  for (guint i = 0; i < program->shifts->len; i++) {
    const WalkShift *shift = walk_program_shift (program, i);
    CoupletCost cost = couplet_cost_of_fee (program->unit, shift->fee[shifts[i] + 1], shift->d);
    sum = couplet_cost_add (program->unit, sum, cost);
  }
  return sum;
}

/* Adds the least of d * fee(g) + weight * g over the shift's integers to sum:
 * all breakpoints are integers. */
static void
add_least (mpz_t sum, const WalkShift *shift, const mpz_t d, const mpz_t weight)
{
  mpz_t least, cost;
  mpz_inits (least, cost, NULL);
  for (int g = shift->low; g <= shift->high; g++) {
    mpz_mul_si (cost, weight, g);
    mpz_addmul_ui (cost, d, (unsigned long)shift->fee[g + 1]);
    if (g == shift->low || mpz_cmp (cost, least) < 0)
      mpz_set (least, cost);
  }
  mpz_add (sum, sum, least);
  mpz_clears (least, cost, NULL);
}

/* What an order's price adds to the weights of its two shifts. */
static mpz_t *
sum_weights (const WalkProgram *program, const mpz_t *prices)
{
  mpz_t *weights = g_new (mpz_t, program->shifts->len);
  for (guint i = 0; i < program->shifts->len; i++)
    mpz_init (weights[i]);
  for (guint i = 0; i < program->orders->len; i++) {
    const WalkOrder *order = walk_program_order (program, i);
    mpz_add (weights[order->below], weights[order->below], prices[i]);
    mpz_sub (weights[order->above], weights[order->above], prices[i]);
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
  for (guint i = 0; i < program->orders->len; i++)
    sound &= mpz_sgn (prices[i]) >= 0;
  exact_cost_set (bound, program->unit, program->constant);
  for (guint i = 0; i < program->shifts->len; i++) {
    exact_cost_set (number, program->unit, walk_program_shift (program, i)->d);
    add_least (bound, walk_program_shift (program, i), number, weights[i]);
    mpz_clear (weights[i]);
  }
  exact_cost_set (number, program->unit, cost);
  sound &= mpz_cmp (bound, number) >= 0;
  mpz_clears (bound, number, NULL);
  return sound;
}
