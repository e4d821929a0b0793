/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "macro_step.h"

MacroStep *
macro_step_new (const CoupletAutomaton *automaton)
{
  MacroStep *step = g_new0 (MacroStep, 1);
  step->bounds = g_array_new (FALSE, FALSE, sizeof (MacroBound));
  step->samples = g_array_new (FALSE, FALSE, sizeof (MacroSample));
  step->literals = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  step->assigned = g_array_new (FALSE, FALSE, sizeof (guint32));
  step->constants = g_array_new (FALSE, FALSE, sizeof (MacroConstant));
  step->room = g_new (CoupletSample, couplet_n_slots (automaton));
  step->settled = g_new (gint8, couplet_n_slots (automaton));
  return step;
}

void
macro_step_free (MacroStep *step)
{
  if (step == NULL)
    return;
  g_array_unref (step->bounds);
  g_array_unref (step->samples);
  g_array_unref (step->literals);
  g_array_unref (step->assigned);
  g_array_unref (step->constants);
  g_free (step->room);
  g_free (step->settled);
  g_free (step);
}

int
macro_sample_cheapest (const MacroSample *sample, CoupletShifts among)
{
  for (int g = -1; g <= 1; g++)
    if (g < sample->low || g > sample->high)
      among &= (CoupletShifts)~couplet_shift (g);
  return couplet_cheapest_shift (sample->fee, among);
}

CoupletCost
macro_sample_cost (const MacroSample *sample, CoupletUnit *unit, int g)
{
  return couplet_cost_of_fee (unit, sample->fee[g + 1], sample->d);
}

/* The shifts and fees of a sample that do not depend on free thresholds. FALSE when none
 * is left. */
static gboolean
load_shifts (MacroSample *sample, const CoupletSample *raw, const gint8 *known, gint8 difference)
{
  couplet_sample_fees (raw, difference, sample->fee);
  CoupletShifts left = couplet_shifts_with_fee (sample->fee);
  for (guint32 i = 0; i < raw->n_literals; i++) {
    gint8 shift = known[raw->literals[i].threshold];
    if (shift != SHIFT_FREE)
      left &= couplet_shifts_beside (raw->literals[i].comparison, shift);
  }
  sample->d = raw->d;
  sample->low = (gint8)couplet_shifts_least (left);
  sample->high = (gint8)couplet_shifts_greatest (left);
  return left != 0;
}

/* Adds the literals on free thresholds and the assignments that matter. */
static void
load_ties (MacroStep *step, MacroSample *sample, const CoupletSample *raw, const gint8 *known,
           const MacroGraph *graph, guint32 target)
{
  sample->first_literal = step->literals->len;
  sample->first_assigned = step->assigned->len;
  for (guint32 i = 0; i < raw->n_literals; i++)
    if (known[raw->literals[i].threshold] == SHIFT_FREE)
      g_array_append_val (step->literals, raw->literals[i]);
  for (guint32 i = 0; i < raw->n_assigned; i++)
    if (macro_graph_place (graph, target, raw->assigned[i]) != COUPLET_NONE)
      g_array_append_val (step->assigned, raw->assigned[i]);
  sample->n_literals = step->literals->len - sample->first_literal;
  sample->n_assigned = step->assigned->len - sample->first_assigned;
}

/* Turns what a sample with shift g asks into bounds and constants. */
static void
fix_sample (MacroStep *step, const MacroSample *sample, gint8 g)
{
  for (guint32 i = 0; i < sample->n_literals; i++) {
    const CoupletLiteral *literal = &macro_sample_literals (step, sample)[i];
    CoupletShifts left = couplet_thresholds_beside (literal->comparison, g);
    MacroBound bound = {literal->threshold, (gint8)couplet_shifts_least (left),
                        (gint8)couplet_shifts_greatest (left)};
    g_array_append_val (step->bounds, bound);
  }
  for (guint32 i = 0; i < sample->n_assigned; i++) {
    MacroConstant constant = {macro_sample_assigned (step, sample)[i], g};
    g_array_append_val (step->constants, constant);
  }
  g_array_set_size (step->literals, sample->first_literal);
  g_array_set_size (step->assigned, sample->first_assigned);
}

/* Keeps a sample whose shift can be chosen and matters; takes the cheapest shift
 * of one that matters to nothing, and fixes one that has no choice. */
static void
add_sample (MacroStep *step, const MacroSample *sample, CoupletUnit *unit)
{
  gint8 g = SHIFT_FREE;
  if (sample->low < sample->high && (sample->n_literals > 0 || sample->n_assigned > 0)) {
    g_array_append_val (step->samples, *sample);
  } else {
    g = (gint8)macro_sample_cheapest (sample, COUPLET_ALL_SHIFTS);
    fix_sample (step, sample, g);
    step->constant = couplet_cost_add (unit, step->constant, macro_sample_cost (sample, unit, g));
  }
  step->settled[step->n_used++] = g;
}

static void
load_constants (MacroStep *step, const MacroGraph *graph, const gint8 *known, guint32 target,
                const CoupletAssignment *assignment)
{
  for (guint32 i = 0; i < graph->nodes[target].n_live; i++) {
    guint32 threshold = macro_graph_intervals (graph, target)[i].threshold;
    gboolean assigned = FALSE;
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      assigned |= assignment->thresholds[j] == threshold;
    MacroConstant constant = {threshold, known[threshold]};
    if (!assigned && constant.shift != SHIFT_FREE)
      g_array_append_val (step->constants, constant);
  }
}

void
macro_step_load (MacroStep *step, const MacroGraph *graph, guint32 vertex, guint32 edge,
                 gint8 difference)
{
  guint32 transition = g_array_index (graph->product->edges, ProductEdge, edge).transition;
  guint32 target =
      macro_graph_node_of (graph, g_array_index (graph->product->target, guint32, edge));
  const gint8 *known = shift_product_known (graph->product, vertex);
  guint32 n = couplet_samples_load (step->room, graph->automaton, graph->components, graph->unit,
                                    transition);
  g_array_set_size (step->bounds, 0);
  g_array_set_size (step->samples, 0);
  g_array_set_size (step->literals, 0);
  g_array_set_size (step->assigned, 0);
  g_array_set_size (step->constants, 0);
  step->n_used = 0;
  step->difference = difference;
  step->constant =
      couplet_fresh_cost (graph->automaton, graph->components, graph->unit, transition, difference);
  step->impossible = step->constant == COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < n; i++) {
    const CoupletSample *raw = &step->room[i];
    MacroSample sample;
    if (!load_shifts (&sample, raw, known, difference)) {
      step->impossible = TRUE;
      sample = (MacroSample){0}; /* free of charge: nothing depends on it any more */
    }
    load_ties (step, &sample, raw, known, graph, target);
    add_sample (step, &sample, graph->unit);
  }
  load_constants (step, graph, known, target, couplet_assignment_of (graph->automaton, transition));
}

ShiftOrigin
macro_step_origin (const MacroStep *step, guint32 threshold, gint32 *which)
{
  for (guint s = 0; s < step->samples->len; s++) {
    const MacroSample *sample = macro_step_sample (step, s);
    for (guint32 i = 0; i < sample->n_assigned; i++)
      if (macro_sample_assigned (step, sample)[i] == threshold) {
        *which = (gint32)s;
        return SHIFT_TAKEN;
      }
  }
  for (guint i = 0; i < step->constants->len; i++) {
    const MacroConstant *constant = &g_array_index (step->constants, MacroConstant, i);
    if (constant->threshold == threshold) {
      *which = constant->shift;
      return SHIFT_KNOWN;
    }
  }
  return SHIFT_KEPT;
}
