/* SPDX-License-Identifier: Apache-2.0 */
/* What a check needs of orders and cycles. */
#ifndef COUPLET_CHECK_GRAPH_H
#define COUPLET_CHECK_GRAPH_H

#include <couplet/check.h>

/* What is known of two thresholds u, v in an order, at [u * n_thresholds + v]. */
enum { UNRELATED, EQUAL, LESS };

/* The bytes of an order; 0 when a has none: one threshold or independent sampling. */
gsize check_order_size (const CoupletAutomaton *a);

/* Adds what follows from what order says. */
void check_order_close (const CoupletAutomaton *a, guint8 *order);

/* Whether transition's guard contradicts order. */
gboolean check_order_contradicts (const CoupletAutomaton *a, const guint8 *order,
                                  guint32 transition);

/* Makes order (closed, not contradicted) what is known after transition. */
void check_order_advance (const CoupletAutomaton *a, guint8 *order, guint32 transition);

/* Nodes, each a state; for each of its transitions in turn a pair, numbered from
 * first_pair of the node; and the edges of each pair. */
typedef struct {
  guint32 n_nodes;
  guint32 start;      /* the node where walks begin */
  GArray *state;      /* per node */
  GArray *first_pair; /* per node, and one more */
  GArray *first_edge; /* per pair, and one more */
  GArray *target;     /* per edge: a node */
  guint32 *component; /* per node: of its strongly connected component */
} Graph;

void check_graph_init (Graph *graph);
void check_graph_clear (Graph *graph);

/* Fills graph with the pairs of a state and an order that walks from the initial state
 * can reach (without orders: with all states). FALSE when they are too many. */
gboolean check_graph_explore (Graph *graph, const CoupletAutomaton *a);

/* Once all edges are there. */
void check_graph_find_components (Graph *graph);

static inline guint32
check_graph_pair (const Graph *graph, const CoupletAutomaton *a, guint32 node, guint32 transition)
{
  return g_array_index (graph->first_pair, guint32, node) + transition -
         a->row[g_array_index (graph->state, guint32, node)];
}

/* Whether an edge of the pair of node and transition stays in node's component. */
gboolean check_graph_on_cycle (const Graph *graph, const CoupletAutomaton *a, guint32 node,
                               guint32 transition);

#endif
