/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton without cycles, for any number of thresholds.
 *
 * A node is a strongly connected part of the product (shift_product.h). The
 * adversary goes round in it as often as he likes, which costs nothing and
 * bounds the shifts that are still free there, each by itself: an interval per
 * threshold holds all of it. An edge takes a transition from one node to the
 * next with one input difference; macro_step.h says what that asks for. */
#ifndef COUPLET_MACRO_GRAPH_H
#define COUPLET_MACRO_GRAPH_H

#include "shift_product.h"

#include <couplet/cost.h>
#include <couplet/live.h>

typedef struct {
  guint32 first_live, n_live; /* in MacroGraph.live */
  guint32 first_edge, n_edges;
  guint32
      impossible; /* a product edge inside the node that no strategy survives, or COUPLET_NONE */
} MacroNode;

/* A threshold whose shift is free in a node, and the interval left to it, which
 * may be empty. */
typedef struct {
  guint32 threshold;
  gint8 low, high;
} MacroInterval;

typedef struct {
  guint32 source, target; /* nodes; target > source */
  guint32 vertex;         /* of the product, in source */
  guint32 edge;           /* of the product */
  gint8 difference;
} MacroEdge;

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components; /* of the automaton */
  CoupletUnit *unit;
  CoupletLive *live;
  ShiftProduct *product;
  CoupletComponents *parts; /* of the product */
  guint32 n_nodes;          /* node 0 is where walks begin */
  MacroNode *nodes;
  GArray *intervals; /* MacroInterval, by node and threshold */
  GArray *edges;     /* MacroEdge, by source */
} MacroGraph;

/* The macro graph of automaton; NULL when it would be larger than limit, or
 * pace is over. All but the last argument must outlive it. The
 * caller frees it. */
MacroGraph *macro_graph_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                             CoupletUnit *unit, guint64 limit, CoupletPace *pace);
void macro_graph_free (MacroGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MacroGraph, macro_graph_free)

static inline const MacroEdge *
macro_graph_edge (const MacroGraph *graph, guint32 edge)
{
  return &g_array_index (graph->edges, MacroEdge, edge);
}

/* The free thresholds of a node. */
static inline MacroInterval *
macro_graph_intervals (const MacroGraph *graph, guint32 node)
{
  return &g_array_index (graph->intervals, MacroInterval, graph->nodes[node].first_live);
}

/* The node that a vertex of the product lies in. */
static inline guint32
macro_graph_node_of (const MacroGraph *graph, guint32 vertex)
{
  return graph->n_nodes - 1 - graph->parts->component[vertex];
}

/* The place of threshold among the free ones of node, COUPLET_NONE when it is
 * not free there. */
guint32 macro_graph_place (const MacroGraph *graph, guint32 node, guint32 threshold);

#endif
