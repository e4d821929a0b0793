/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places of a graph of walks, and the arcs of its edges: a min-plus automaton (docs/theory.md
 * section 3). A place is a node with a shift in {-1, 0, 1} of each free threshold of one cluster;
 * an arc of an edge leads from place to place of a cluster, at the fee of the sample that has to do
 * with it. */
#ifndef COUPLET_WALK_PLACES_H
#define COUPLET_WALK_PLACES_H

#include "walk_graph.h"

typedef struct {
  guint32 from, to; /* places */
  CoupletCost fee;
} PlaceArc;

typedef struct {
  const WalkGraph *graph;
  guint32 n_clusters;
  guint32 *first;         /* per node and cluster, and one more: its first place */
  GArray *arcs;           /* PlaceArc: edge by edge, cluster by cluster */
  guint32 *first_arc;     /* per edge, and one more */
  CoupletCost *potential; /* per place at least fee and potential after on some arc of each edge,
                             so that no walk from there costs more */
} WalkPlaces;

/* NULL when there are more than limit places, or far more arcs, or pace is over. graph must outlive
 * the places, which the caller frees. */
WalkPlaces *walk_places_new (const WalkGraph *graph, const CoupletClusters *clusters, guint64 limit,
                             CoupletPace *pace);
void walk_places_free (WalkPlaces *places);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkPlaces, walk_places_free)

/* The first place of a node's cluster; those of a node are consecutive. */
static inline guint32
walk_places_first (const WalkPlaces *places, guint32 node, guint32 cluster)
{
  return places->first[(gsize)node * places->n_clusters + cluster];
}

/* After its last place. */
static inline guint32
walk_places_end (const WalkPlaces *places, guint32 node, guint32 cluster)
{
  return places->first[(gsize)node * places->n_clusters + cluster + 1];
}

/* How many places a node has, in all clusters. */
static inline guint32
walk_places_size (const WalkPlaces *places, guint32 node)
{
  return walk_places_first (places, node + 1, 0) - walk_places_first (places, node, 0);
}

/* How many there are in all. */
static inline guint32
walk_places_total (const WalkPlaces *places)
{
  return walk_places_first (places, places->graph->n_nodes, 0);
}

/* The least cost at each place of edge's target (after, in order) from those at its source
 * (before). What the edge costs in any case is in the entries of cluster 0, so that the minima of
 * all clusters add up. */
void walk_places_take (const WalkPlaces *places, guint32 edge, const CoupletCost *before,
                       CoupletCost *after);

/* What walks to node cost at most where they end, if costs (NULL = nothing) are the least so far at
 * its places: by the potential, and exact where they cannot go on. */
CoupletCost walk_places_most (const WalkPlaces *places, guint32 node, const CoupletCost *costs);

/* What walk costs, a list of edges that goes as far as it can. */
CoupletCost walk_places_cost (const WalkPlaces *places, const GArray *walk);

#endif
