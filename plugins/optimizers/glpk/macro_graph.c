/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "macro_graph.h"

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_VERTEX 200

/* The graph that the product is condensed to: a node for each strongly connected component. */
typedef struct {
  MacroGraph *graph;
  MacroStep *step;
  guint64 limit;
  CoupletPace *pace;
} Condensation;

guint32
macro_graph_place (const MacroGraph *graph, guint32 node, guint32 threshold)
{
  const MacroInterval *intervals = macro_graph_intervals (graph, node);
  guint32 low = 0, high = graph->nodes[node].n_live;
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (intervals[middle].threshold < threshold)
      low = middle + 1;
    else
      high = middle;
  }
  return low < graph->nodes[node].n_live && intervals[low].threshold == threshold ? low
                                                                                  : COUPLET_NONE;
}

/* The vertices of node: members[*first] .. members[*end - 1] of the parts. */
static const guint32 *
vertices_of (const MacroGraph *graph, guint32 node, guint32 *n)
{
  guint32 part = graph->n_nodes - 1 - node;
  *n = graph->parts->first[part + 1] - graph->parts->first[part];
  return graph->parts->members + graph->parts->first[part];
}

/* ---- Nodes ------------------------------------------------------------------------ */

/* What is free and read later is the same at all vertices of a node: going
 * round brings each of them to each other, and what is assigned is not free. */
static void
add_intervals (MacroGraph *graph, guint32 node)
{
  guint32 n, vertex = vertices_of (graph, node, &n)[0];
  guint32 state = g_array_index (graph->product->vertices, ProductVertex, vertex).state;
  const gint8 *known = shift_product_known (graph->product, vertex);
  graph->nodes[node].first_live = graph->intervals->len;
  for (guint32 v = 0; v < graph->automaton->n_thresholds; v++) {
    MacroInterval interval = {v, -1, 1};
    if (known[v] == SHIFT_FREE && couplet_is_live (graph->live, state, v))
      g_array_append_val (graph->intervals, interval);
  }
  graph->nodes[node].n_live = graph->intervals->len - graph->nodes[node].first_live;
}

/* Bounds the free shifts by what going along an edge inside node asks. Its
 * samples shift by the difference. */
static void
restrict_node (Condensation *condensation, guint32 node, guint32 vertex, guint32 edge,
               gint8 difference)
{
  MacroGraph *graph = condensation->graph;
  const MacroStep *step = condensation->step;
  macro_step_load (condensation->step, graph, vertex, edge, difference);
  for (guint i = 0; i < step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (step, i);
    MacroInterval *interval =
        macro_graph_intervals (graph, node) + macro_graph_place (graph, node, bound->threshold);
    interval->low = MAX (interval->low, bound->low);
    interval->high = MIN (interval->high, bound->high);
  }
}

/* ---- Edges ------------------------------------------------------------------------ */

/* Of the differences that lead along the same edge, those that none of the
 * others makes worse whatever the shifts are. */
static guint8
worst_differences (Condensation *condensation, guint32 target, const ProductEdge *edge)
{
  const MacroGraph *graph = condensation->graph;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  guint8 worst = 0;
  const CoupletLetter *letter;
  couplet_moves_letters (graph->moves, edge->transition, &letter);
  guint32 n = letter->n_parts;
  g_autofree CoupletSample *samples = g_new (CoupletSample, n);
  for (guint32 i = 0; i < n; i++) {
    gboolean matters = FALSE;
    samples[i] = letter->parts[i].sample;
    for (guint32 j = 0; j < samples[i].n_assigned; j++)
      matters |= macro_graph_place (graph, target, samples[i].assigned[j]) != COUPLET_NONE;
    samples[i].n_assigned = matters ? samples[i].n_assigned : 0;
  }
  n = couplet_worst_differences (graph->automaton, graph->components, edge->transition, samples, n,
                                 differences);
  for (guint32 i = 0; i < n; i++)
    worst |= couplet_shift (differences[i]);
  return (edge->differences & worst) == worst ? worst : edge->differences;
}

/* A description of the loaded step: equal ones cost and ask for the same. */
static GBytes *
describe_step (const MacroStep *step, guint32 target)
{
  GByteArray *bytes = g_byte_array_new ();
#define ADD(value) g_byte_array_append (bytes, (const guint8 *)&(value), sizeof (value))
  ADD (target);
  ADD (step->constant);
  if (step->samples->len > 0)
    ADD (step->letter->difference);
  ADD (step->bounds->len);
  ADD (step->constants->len);
  for (guint i = 0; i < step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (step, i);
    ADD (bound->threshold);
    ADD (bound->low);
    ADD (bound->high);
  }
  for (guint i = 0; i < step->samples->len; i++) {
    const MacroSample *sample = macro_step_sample (step, i);
    ADD (sample->low);
    ADD (sample->high);
    ADD (sample->part->fees);
    ADD (sample->part->sample.d);
    ADD (sample->n_literals);
    ADD (sample->n_assigned);
  }
  for (guint i = 0; i < step->literals->len; i++)
    ADD (g_array_index (step->literals, CoupletLiteral, i));
  for (guint i = 0; i < step->assigned->len; i++)
    ADD (g_array_index (step->assigned, guint32, i));
  for (guint i = 0; i < step->constants->len; i++) {
    const MacroConstant *constant = &g_array_index (step->constants, MacroConstant, i);
    ADD (constant->threshold);
    ADD (constant->shift);
  }
#undef ADD
  return g_byte_array_free_to_bytes (bytes);
}

static void
add_macro_edge (Condensation *condensation, GHashTable *seen, const MacroEdge *edge)
{
  macro_step_load (condensation->step, condensation->graph, edge->vertex, edge->edge,
                   edge->difference);
  if (g_hash_table_add (seen, describe_step (condensation->step, edge->target)))
    g_array_append_val (condensation->graph->edges, *edge);
}

static void
add_edges_of (Condensation *condensation, guint32 node, guint32 vertex, GHashTable *seen)
{
  const ShiftProduct *product = condensation->graph->product;
  for (guint32 e = g_array_index (product->row, guint32, vertex);
       e < g_array_index (product->row, guint32, vertex + 1); e++) {
    guint32 target =
        macro_graph_node_of (condensation->graph, g_array_index (product->target, guint32, e));
    const ProductEdge *edge = &g_array_index (product->edges, ProductEdge, e);
    guint8 differences =
        target == node ? edge->differences : worst_differences (condensation, target, edge);
    for (gint8 difference = -1; difference <= 1; difference++) {
      MacroEdge macro = {node, target, vertex, e, difference};
      if ((differences >> (difference + 1) & 1) == 0)
        continue;
      if (target == node)
        restrict_node (condensation, node, vertex, e, difference);
      else
        add_macro_edge (condensation, seen, &macro);
    }
  }
}

static gboolean
add_edges (Condensation *condensation, guint32 node)
{
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  guint32 n;
  const guint32 *vertices = vertices_of (condensation->graph, node, &n);
  condensation->graph->nodes[node].first_edge = condensation->graph->edges->len;
  for (guint32 i = 0; i < n; i++) {
    if (couplet_pace_over (condensation->pace, STEPS_PER_VERTEX) ||
        condensation->graph->edges->len > condensation->limit)
      return FALSE;
    add_edges_of (condensation, node, vertices[i], seen);
  }
  condensation->graph->nodes[node].n_edges =
      condensation->graph->edges->len - condensation->graph->nodes[node].first_edge;
  return TRUE;
}

/* ---- All of it ---------------------------------------------------------------------- */

static gboolean
add_nodes (Condensation *condensation)
{
  MacroGraph *graph = condensation->graph;
  graph->parts = couplet_components_of_rows (
      graph->product->vertices->len, (const guint32 *)(gpointer)graph->product->row->data,
      (const guint32 *)(gpointer)graph->product->target->data, 0);
  graph->n_nodes = graph->parts->n_components;
  graph->nodes = g_new0 (MacroNode, graph->n_nodes);
  for (guint32 node = 0; node < graph->n_nodes; node++) {
    if (couplet_pace_over (condensation->pace, STEPS_PER_VERTEX))
      return FALSE;
    add_intervals (graph, node);
  }
  for (guint32 node = 0; node < graph->n_nodes; node++)
    if (!add_edges (condensation, node))
      return FALSE;
  return TRUE;
}

MacroGraph *
macro_graph_new (CoupletMoves *moves, const CoupletComponents *components, CoupletUnit *unit,
                 guint64 limit, CoupletPace *pace)
{
  const CoupletAutomaton *automaton = couplet_moves_automaton (moves);
  g_autoptr (MacroGraph) graph = g_new0 (MacroGraph, 1);
  g_autoptr (MacroStep) step = macro_step_new (automaton);
  graph->automaton = automaton;
  graph->moves = moves;
  graph->components = components;
  graph->unit = unit;
  graph->live = couplet_live_new (automaton, graph->components);
  graph->intervals = g_array_new (FALSE, FALSE, sizeof (MacroInterval));
  graph->edges = g_array_new (FALSE, FALSE, sizeof (MacroEdge));
  graph->product = shift_product_new (automaton, components, graph->live, limit, pace);
  Condensation condensation = {graph, step, limit, pace};
  if (graph->product == NULL || !add_nodes (&condensation))
    return NULL;
  return g_steal_pointer (&graph);
}

void
macro_graph_free (MacroGraph *graph)
{
  if (graph == NULL)
    return;
  couplet_live_free (graph->live);
  shift_product_free (graph->product);
  couplet_components_free (graph->parts);
  g_free (graph->nodes);
  g_array_unref (graph->intervals);
  g_array_unref (graph->edges);
  g_free (graph);
}

/* ---- Steps ---- */

MacroStep *
macro_step_new (const CoupletAutomaton *automaton)
{
  MacroStep *step = g_new0 (MacroStep, 1);
  step->bounds = g_array_new (FALSE, FALSE, sizeof (MacroBound));
  step->samples = g_array_new (FALSE, FALSE, sizeof (MacroSample));
  step->literals = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  step->assigned = g_array_new (FALSE, FALSE, sizeof (guint32));
  step->constants = g_array_new (FALSE, FALSE, sizeof (MacroConstant));
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
  g_free (step->settled);
  g_free (step);
}

int
macro_sample_cheapest (const MacroSample *sample, CoupletShifts among)
{
  for (int g = -1; g <= 1; g++)
    if (g < sample->low || g > sample->high)
      among &= (CoupletShifts)~couplet_shift (g);
  return couplet_cheapest_shift (sample->part->fees, among);
}

CoupletCost
macro_sample_cost (const MacroSample *sample, CoupletUnit *unit, int g)
{
  return couplet_cost_of_fee (unit, sample->part->fees[g + 1], sample->part->sample.d);
}

/* The shifts and fees of a sample that do not depend on free thresholds. */
static void
load_shifts (MacroSample *sample, const CoupletLetterPart *part, const gint8 *known)
{
  sample->part = part;
  CoupletShifts left = couplet_part_left (part, known);
  sample->low = (gint8)couplet_shifts_least (left);
  sample->high = (gint8)couplet_shifts_greatest (left);
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
    MacroBound bound = {literal->threshold, couplet_asks_at_most (literal->comparison) ? g : -1,
                        couplet_asks_at_least (literal->comparison) ? g : 1};
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
add_sample (MacroStep *step, const MacroSample *sample, guint32 part, CoupletUnit *unit)
{
  gint8 g = SHIFT_FREE;
  if (sample->low < sample->high && (sample->n_literals > 0 || sample->n_assigned > 0)) {
    g_array_append_val (step->samples, *sample);
  } else {
    g = (gint8)macro_sample_cheapest (sample, COUPLET_ALL_SHIFTS);
    fix_sample (step, sample, g);
    step->constant = couplet_cost_add (unit, step->constant, macro_sample_cost (sample, unit, g));
  }
  step->settled[part] = g;
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
  g_array_set_size (step->bounds, 0);
  g_array_set_size (step->samples, 0);
  g_array_set_size (step->literals, 0);
  g_array_set_size (step->assigned, 0);
  g_array_set_size (step->constants, 0);
  step->letter = couplet_moves_letter (graph->moves, transition, difference);
  step->constant =
      couplet_fresh_cost (graph->automaton, graph->components, graph->unit, transition, difference);
  for (guint32 i = 0; i < step->letter->n_parts; i++) {
    const CoupletLetterPart *part = &step->letter->parts[i];
    MacroSample sample;
    load_shifts (&sample, part, known);
    load_ties (step, &sample, &part->sample, known, graph, target);
    add_sample (step, &sample, i, graph->unit);
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
