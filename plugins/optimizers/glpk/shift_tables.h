/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over the shift vectors of a node, in rationals: the least cost so far
 * (F of docs/theory.md section 4), and bounds on the cost to go.
 *
 * A node has 3^j vectors for each cluster of thresholds that are tied by costs, j of which are free
 * there; vector number i has the base-3 digit x + 1 for each of their shifts x, the
 * first threshold's lowest. */
#ifndef COUPLET_SHIFT_TABLES_H
#define COUPLET_SHIFT_TABLES_H

#include "walk_graph.h"

typedef struct {
  const WalkGraph *graph;
  const CoupletClusters *clusters;
  guint64 *first; /* per node and cluster, and one more: the number of its vector 0 */
} ShiftTables;

/* The tables of graph; NULL when they have more than limit vectors in all. The arguments must
 * outlive them. The caller frees them. */
ShiftTables *shift_tables_new (const WalkGraph *graph, const CoupletClusters *clusters,
                               guint64 limit);
void shift_tables_free (ShiftTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftTables, shift_tables_free)

/* The number of vector 0 of a node's cluster; those of a node are consecutive. */
static inline guint64
shift_tables_first (const ShiftTables *tables, guint32 node, guint32 cluster)
{
  return tables->first[(gsize)node * tables->clusters->n_clusters + cluster];
}

/* The number behind that of its last vector. */
static inline guint64
shift_tables_end (const ShiftTables *tables, guint32 node, guint32 cluster)
{
  return tables->first[(gsize)node * tables->clusters->n_clusters + cluster + 1];
}

/* How many vectors a node has, in all clusters. */
static inline guint64
shift_tables_size (const ShiftTables *tables, guint32 node)
{
  return shift_tables_first (tables, node + 1, 0) - shift_tables_first (tables, node, 0);
}

/* How many vectors there are in all. */
static inline guint64
shift_tables_total (const ShiftTables *tables)
{
  return tables->first[(gsize)tables->graph->n_nodes * tables->clusters->n_clusters];
}

/* An arc: one way for a cluster's shifts along an edge, from one vector of its source to one of its
 * target (numbers in all tables), at that cost. */
typedef void (*ShiftArc) (gpointer data, guint64 from, guint64 to, CoupletCost cost);

/* Calls arc for every one of cluster along step, which leaves the node source. */
void shift_tables_arcs (const ShiftTables *tables, guint32 source, const GraphStep *step,
                        guint32 cluster, ShiftArc arc, gpointer data);

/* The least cost at each vector of edge's target (after, shift_tables_size()
 * entries, in order) from those at its source (before). What the step costs whatever the shifts are
 * is in the entries of cluster 0, so that the minima of all clusters add up. */
void shift_tables_apply (const ShiftTables *tables, guint32 edge, GraphStep *step,
                         const CoupletCost *before, CoupletCost *after);

/* The sum over the clusters of the least entry of costs, a table of node. */
CoupletCost shift_tables_min (const ShiftTables *tables, guint32 node, const CoupletCost *costs);

/* For each vector an upper bound on the cost to go, where the strategy chooses
 * each shift not knowing what follows; NULL when pace is over. The
 * caller frees it. */
CoupletCost *shift_tables_cost_to_go (const ShiftTables *tables, CoupletPace *pace);

#endif
