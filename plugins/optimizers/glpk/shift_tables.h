/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over the shift vectors of a node, in rationals: the least cost so far
 * (F of docs/theory.md section 4), and bounds on the cost to go.
 *
 * A node has 3^j vectors for each group, j of whose thresholds are free there;
 * vector number i has the base-3 digit x + 1 for each of their shifts x, the
 * first threshold's lowest. */
#ifndef COUPLET_SHIFT_TABLES_H
#define COUPLET_SHIFT_TABLES_H

#include "walk_graph.h"

typedef struct {
  const WalkGraph *graph;
  guint32 n_groups;        /* at least 1 */
  const guint32 *group_of; /* per threshold; NULL = there is one group */
  guint64 *first;          /* per node and group, and one more: the number of its vector 0 */
} ShiftTables;

/* The tables of graph for clusters, which are tied by costs, as groups (NULL: all thresholds are in
 * one); NULL when they have more than limit vectors in all. The arguments must outlive them. The
 * caller frees them. */
ShiftTables *shift_tables_new (const WalkGraph *graph, const CoupletClusters *clusters,
                               guint64 limit);
void shift_tables_free (ShiftTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftTables, shift_tables_free)

static inline guint32
shift_tables_group (const ShiftTables *tables, guint32 threshold)
{
  return tables->group_of != NULL ? tables->group_of[threshold] : 0;
}

/* The number of vector 0 of a node's group; those of a node are consecutive. */
static inline guint64
shift_tables_first (const ShiftTables *tables, guint32 node, guint32 group)
{
  return tables->first[(gsize)node * tables->n_groups + group];
}

/* The number behind that of its last vector. */
static inline guint64
shift_tables_end (const ShiftTables *tables, guint32 node, guint32 group)
{
  return tables->first[(gsize)node * tables->n_groups + group + 1];
}

/* How many vectors a node has, in all groups. */
static inline guint64
shift_tables_size (const ShiftTables *tables, guint32 node)
{
  return shift_tables_end (tables, node, tables->n_groups - 1) -
         shift_tables_first (tables, node, 0);
}

/* How many vectors there are in all. */
static inline guint64
shift_tables_total (const ShiftTables *tables)
{
  return tables->first[(gsize)tables->graph->n_nodes * tables->n_groups];
}

/* An arc: one way for a group's shifts along an edge, from one vector of its source to one of its
 * target (numbers in all tables), at that cost. */
typedef void (*ShiftArc) (gpointer data, guint64 from, guint64 to, CoupletCost cost);

/* Calls arc for every one of group along step, which leaves the node source. */
void shift_tables_arcs (const ShiftTables *tables, guint32 source, const GraphStep *step,
                        guint32 group, ShiftArc arc, gpointer data);

/* The least cost at each vector of edge's target (after, shift_tables_size()
 * entries, in order) from those at its source (before). What the step costs whatever the shifts are
 * is in the entries of group 0, so that the minima of all groups add up. */
void shift_tables_apply (const ShiftTables *tables, guint32 edge, GraphStep *step,
                         const CoupletCost *before, CoupletCost *after);

/* The sum over the groups of the least entry of costs, a table of node. */
CoupletCost shift_tables_min (const ShiftTables *tables, guint32 node, const CoupletCost *costs);

/* For each vector an upper bound on the cost to go, where the strategy chooses
 * each shift not knowing what follows; NULL when pace is over. The
 * caller frees it. */
CoupletCost *shift_tables_cost_to_go (const ShiftTables *tables, CoupletPace *pace);

#endif
