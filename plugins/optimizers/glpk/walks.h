/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton without cycles, as a min-plus automaton (docs/theory.md sections 3 and 7), for any
 * number of thresholds.
 *
 * A transition on a cycle shifts its samples by D, so that the thresholds it assigns have known
 * shifts from then on. A vertex is a state with what is known in this way since its component was
 * entered; a leg leads from vertex to vertex by a letter. A node is a strongly connected part of
 * the vertices: going round in it costs nothing, and leaves each threshold that is still free some
 * of its shifts. An edge is a leg from one node to another. A place is a node with shifts of the
 * free thresholds of one cluster; an arc of an edge leads from place to place. */
#ifndef COUPLET_WALKS_H
#define COUPLET_WALKS_H

#include <couplet/internal/place_vectors.h>

/* In place of a shift: not known, or never read again. */
#define SHIFT_FREE COUPLET_NO_SHIFT

typedef struct {
  guint32 source, transition; /* source: a vertex, as its target, which is in Walks.targets */
  gint8 difference;
} WalkLeg;

typedef struct {
  guint32 first_edge, n_edges;
  guint32 first_stop, n_stops;
} WalkNode;

typedef struct {
  guint32 from, to; /* places */
  CoupletCost fee;
} WalkArc;

typedef struct {
  guint32 leg, from, to;
  CoupletCost fixed; /* what it costs whatever the shifts are */
  guint32 first_arc, n_arcs;
} WalkEdge;

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletVectors *vectors; /* cycles free */
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletLive *live;
  GHashTable *vertex_of; /* GBytes: what vertices know, and their state; to the vertex + 1 */
  GPtrArray *vertices;   /* the data of these; the first is that of the initial state */
  GArray *rows;          /* guint32, per vertex and one more: the number of its first leg */
  GArray *legs;          /* WalkLeg */
  GArray *targets;       /* guint32, per leg */
  CoupletComponents *parts;
  guint32 n_nodes; /* walks begin at node 0, and lead to higher numbers */
  WalkNode *nodes;
  CoupletShifts *left; /* per node and threshold: the shifts that are left to it; 0 = it is known,
                          or never read again */
  guint32 n_clusters;
  GArray *first;          /* guint32, per node and cluster, and one more: its first place */
  GArray *edges;          /* WalkEdge, node by node */
  GArray *arcs;           /* WalkArc, edge by edge */
  GArray *stops;          /* guint32: legs inside nodes that take shifts from what is free */
  mpq_t step;             /* the greatest common divisor of all costs, so that for most automata
                             floating point has them exactly, as small whole multiples */
  CoupletCost *potential; /* per place at least fee and potential after on some arc of each edge,
                             so that no walk from there costs more */
  CoupletCost upper;      /* no walk costs more; finite */
} Walks;

/* The walks for vectors, where the cycles of components must be free and some strategy is valid on
 * each walk. NULL when there would be more vertices, edges or places than limit, or far more arcs,
 * or pace is over. All but the last two arguments must outlive it. The caller frees it. */
Walks *walks_new (CoupletVectors *vectors, const CoupletComponents *components, CoupletUnit *unit,
                  guint64 limit, CoupletPace *pace);
void walks_free (Walks *walks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Walks, walks_free)

/* The shifts that vertex knows, per threshold. */
static inline const gint8 *
walks_known (const Walks *walks, guint32 vertex)
{
  return g_ptr_array_index (walks->vertices, vertex);
}

static inline const WalkLeg *
walks_leg (const Walks *walks, guint32 leg)
{
  return &g_array_index (walks->legs, WalkLeg, leg);
}

static inline const WalkEdge *
walks_edge (const Walks *walks, guint32 edge)
{
  return &g_array_index (walks->edges, WalkEdge, edge);
}

static inline const WalkArc *
walks_arc (const Walks *walks, guint32 arc)
{
  return &g_array_index (walks->arcs, WalkArc, arc);
}

static inline CoupletShifts *
walks_left (const Walks *walks, guint32 node, guint32 threshold)
{
  return &walks->left[(gsize)node * walks->automaton->n_thresholds + threshold];
}

/* The first place of a node's cluster, which end where those of the next cluster, or node, begin.
 */
static inline guint32
walks_first (const Walks *walks, guint32 node, guint32 cluster)
{
  return g_array_index (walks->first, guint32, (gsize)node * walks->n_clusters + cluster);
}

/* How many places a node has. */
static inline guint32
walks_size (const Walks *walks, guint32 node)
{
  return walks_first (walks, node + 1, 0) - walks_first (walks, node, 0);
}

/* The least cost at each place of edge's target (after, in order) from those at its source
 * (before). What the edge costs in any case is in the entries of cluster 0, so that the minima of
 * all clusters add up. */
void walks_take (const Walks *walks, guint32 edge, const CoupletCost *before, CoupletCost *after);

/* What walks to node cost at most where they end, if costs (NULL = nothing) are the least so far at
 * its places: by the potential, and exact where they cannot go on. */
CoupletCost walks_most (const Walks *walks, guint32 node, const CoupletCost *costs);

/* Appends the steps (CoupletWalkStep) of walk, a list of edges from node 0, and between them ways
 * round in the nodes that leave no other shifts than the nodes do. */
void walks_append_steps (const Walks *walks, const GArray *walk, GArray *steps);

#endif
