/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk_evidence.h"

typedef struct {
  const MacroGraph *graph;
  CoupletEvidence *evidence;
  MacroStep *step;
  guint32 vertex; /* where the walk has come to */
  guint n_steps;  /* taken so far */
  gboolean shows; /* a strategy: each sample's shift is given */
} Trip;

/* An edge of the product that leaves vertex, taken with difference. */
typedef struct {
  guint32 vertex, edge;
  gint8 difference;
} Leg;

static guint32
product_target (const MacroGraph *graph, guint32 edge)
{
  return g_array_index (graph->product->target, guint32, edge);
}

static const ProductEdge *
product_edge (const MacroGraph *graph, guint32 edge)
{
  return &g_array_index (graph->product->edges, ProductEdge, edge);
}

/* ---- Steps ---------------------------------------------------------------------------- */

/* Takes an edge. shifts: of the step's samples; NULL = no strategy to show. */
static void
take (Trip *trip, const Leg *leg, const gint8 *shifts)
{
  const MacroStep *step = trip->step;
  CoupletWalkStep walked = {product_edge (trip->graph, leg->edge)->transition, leg->difference,
                            COUPLET_SHIFT_UNUSED};
  macro_step_load (trip->step, trip->graph, leg->vertex, leg->edge, leg->difference);
  couplet_evidence_add_step (trip->evidence, walked);
  for (guint32 i = 0; trip->shows && i < step->letter->n_parts; i++) {
    gint8 shift = step->settled[i];
    if (shift == SHIFT_FREE)
      shift = (gint8)(shifts != NULL ? *shifts++ : COUPLET_SHIFT_UNUSED);
    couplet_evidence_set_shift (trip->evidence, trip->n_steps, step->letter->parts[i].sample.slot,
                                shift);
  }
  trip->n_steps++;
  trip->vertex = product_target (trip->graph, leg->edge);
}

/* ---- Going round ------------------------------------------------------------------------ */

/* The first difference that edge may be taken with. */
static gint8
any_difference (const ProductEdge *edge)
{
  gint8 difference = -1;
  while ((edge->differences >> (difference + 1) & 1) == 0)
    difference++;
  return difference;
}

/* Adds the legs from vertex to vertices of its node that were not met before. */
static void
spread (const Trip *trip, GArray *legs, GArray *parents, GHashTable *met, guint32 vertex,
        guint32 parent)
{
  const ShiftProduct *product = trip->graph->product;
  guint32 node = macro_graph_node_of (trip->graph, vertex);
  for (guint32 e = g_array_index (product->row, guint32, vertex);
       e < g_array_index (product->row, guint32, vertex + 1); e++) {
    guint32 target = product_target (trip->graph, e);
    Leg leg = {vertex, e, any_difference (product_edge (trip->graph, e))};
    if (macro_graph_node_of (trip->graph, target) != node ||
        !g_hash_table_add (met, GUINT_TO_POINTER (target)))
      continue;
    g_array_append_val (legs, leg);
    g_array_append_val (parents, parent);
  }
}

/* Walks to goal inside the node, by as few edges as possible: breadth first. */
static void
go_to (Trip *trip, guint32 goal)
{
  g_autoptr (GHashTable) met = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) legs = g_array_new (FALSE, FALSE, sizeof (Leg));
  g_autoptr (GArray) parents = g_array_new (FALSE, FALSE, sizeof (guint32)); /* of legs */
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (Leg));
  if (trip->vertex == goal)
    return;
  g_hash_table_add (met, GUINT_TO_POINTER (trip->vertex));
  spread (trip, legs, parents, met, trip->vertex, COUPLET_NONE);
  guint32 last = 0;
  while (product_target (trip->graph, g_array_index (legs, Leg, last).edge) != goal) {
    spread (trip, legs, parents, met,
            product_target (trip->graph, g_array_index (legs, Leg, last).edge), last);
    last++;
  }
  for (; last != COUPLET_NONE; last = g_array_index (parents, guint32, last))
    g_array_append_val (way, g_array_index (legs, Leg, last));
  for (guint i = way->len; i-- > 0;)
    take (trip, &g_array_index (way, Leg, i), NULL);
}

/* Whether leg asks for a bound of node's intervals that shown, by place, has not
 * yet: low in bit 0, high in bit 1. Adds it. */
static gboolean
shows_bound (Trip *trip, guint32 node, const Leg *leg, guint8 *shown)
{
  const MacroInterval *intervals = macro_graph_intervals (trip->graph, node);
  const MacroStep *step = trip->step;
  gboolean new = FALSE;
  macro_step_load (trip->step, trip->graph, leg->vertex, leg->edge, leg->difference);
  for (guint i = 0; i < step->bounds->len; i++) {
    const MacroBound *bound = macro_step_bound (step, i);
    guint32 place = macro_graph_place (trip->graph, node, bound->threshold);
    guint8 bounds = 0;
    if (bound->low > -1 && intervals[place].low == bound->low)
      bounds |= 1;
    if (bound->high < 1 && intervals[place].high == bound->high)
      bounds |= 2;
    new |= (bounds & ~shown[place]) != 0;
    shown[place] |= bounds;
  }
  return new;
}

/* The edges inside node that show its intervals. */
static GArray *
find_stops (Trip *trip, guint32 node)
{
  const MacroGraph *graph = trip->graph;
  GArray *stops = g_array_new (FALSE, FALSE, sizeof (Leg));
  guint32 part = graph->n_nodes - 1 - node;
  g_autofree guint8 *shown = g_malloc0 ((gsize)graph->nodes[node].n_live + 1);
  for (guint32 i = graph->parts->first[part]; i < graph->parts->first[part + 1]; i++) {
    guint32 vertex = graph->parts->members[i];
    for (guint32 e = g_array_index (graph->product->row, guint32, vertex);
         e < g_array_index (graph->product->row, guint32, vertex + 1); e++)
      for (gint8 difference = -1; difference <= 1; difference++) {
        Leg leg = {vertex, e, difference};
        if ((product_edge (graph, e)->differences >> (difference + 1) & 1) != 0 &&
            macro_graph_node_of (graph, product_target (graph, e)) == node &&
            shows_bound (trip, node, &leg, shown))
          g_array_append_val (stops, leg);
      }
  }
  return stops;
}

static void
go_round (Trip *trip)
{
  g_autoptr (GArray) stops = find_stops (trip, macro_graph_node_of (trip->graph, trip->vertex));
  for (guint i = 0; i < stops->len; i++) {
    const Leg *stop = &g_array_index (stops, Leg, i);
    go_to (trip, stop->vertex);
    take (trip, stop, NULL);
  }
}

/* ---- All of it ---------------------------------------------------------------------------- */

CoupletEvidence *
walk_evidence_new (const MacroGraph *graph, const guint32 *edges, guint n,
                   const WalkProgram *program, const gint8 *shifts)
{
  g_autoptr (MacroStep) step = macro_step_new (graph->automaton);
  g_autofree gint8 *taken = program != NULL ? g_new0 (gint8, program->samples->len) : NULL;
  Trip trip = {graph, couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, graph->automaton),
               step,  0,
               0,     program != NULL};
  for (guint i = 0; program != NULL && i < program->samples->len; i++)
    taken[i] = shifts[g_array_index (program->samples, guint32, i)];
  guint done = 0;
  for (guint i = 0; i < n; i++) {
    const MacroEdge *edge = macro_graph_edge (graph, edges[i]);
    Leg leg = {edge->vertex, edge->edge, edge->difference};
    go_round (&trip);
    go_to (&trip, edge->vertex);
    take (&trip, &leg, taken != NULL ? taken + done : NULL);
    done += step->samples->len;
  }
  go_round (&trip);
  return trip.evidence;
}
