/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton without cycles, for any number of thresholds.
 *
 * A transition on a cycle shifts its samples by D, so that the thresholds it assigns have known
 * shifts from then on. A vertex is a state with what is known in this way since its component was
 * entered. A node is a strongly connected part of the vertices: going round in it costs nothing,
 * and leaves each threshold that is still free some of its shifts. An edge leads from one node to
 * another by a letter; GraphStep says what that asks for. */
#ifndef COUPLET_WALK_GRAPH_H
#define COUPLET_WALK_GRAPH_H

#include <couplet/internal/moves.h>

/* In place of a shift: not known, or never read again. */
#define SHIFT_FREE 2

typedef struct {
  guint32 state;
  const gint8 *known; /* per threshold; it belongs to WalkGraph.vertex_of */
} GraphVertex;

/* A letter from one vertex to another, which is in WalkGraph.targets. */
typedef struct {
  guint32 source, transition;
  gint8 difference;
} GraphLeg;

/* In place of the shifts that are left: the threshold's is known, or never read again. */
#define NOT_FREE G_MAXUINT8

typedef struct {
  guint32 first_edge, n_edges;
  guint32 first_stop, n_stops;
} GraphNode;

/* A leg from one node to another. */
typedef struct {
  guint32 leg, from, to;
  CoupletCost fixed; /* what it costs whatever the shifts are */
  CoupletCost most;  /* when each sample costs all it can */
} GraphEdge;

/* Numbers are guint32. The legs of a vertex stand in the order of the transitions; all vertices
 * can be reached. */
typedef struct {
  const CoupletAutomaton *automaton;
  CoupletMoves *moves; /* cycles free */
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletLive *live;
  GHashTable *vertex_of; /* GBytes: what vertices know, and their state; to the vertex + 1 */
  GArray *vertices;      /* GraphVertex; the first is the initial state */
  GArray *rows;          /* per vertex and one more: the number of its first leg */
  GArray *legs;          /* GraphLeg */
  GArray *targets;       /* per leg */
  CoupletComponents *parts;
  guint32 n_nodes; /* walks begin at node 0, and lead to higher numbers */
  GraphNode *nodes;
  CoupletShifts *left; /* per node and threshold: NOT_FREE, or the shifts that are left to it */
  GArray *edges;       /* GraphEdge, node by node */
  GArray *stops;       /* legs inside nodes that take shifts from what is free, node by node */
  mpq_t step;          /* the greatest common divisor of all costs, so that for most automata
                          floating point has them exactly, as small whole multiples */
  gboolean exact;      /* it has them; else step is larger */
} WalkGraph;

/* The graph for moves, where the cycles of components must be free and some strategy is valid on
 * each walk. NULL when it would be larger than limit, or pace is over. All but the last argument
 * must outlive it. The caller frees it. */
WalkGraph *walk_graph_new (CoupletMoves *moves, const CoupletComponents *components,
                           CoupletUnit *unit, guint64 limit, CoupletPace *pace);
void walk_graph_free (WalkGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkGraph, walk_graph_free)

/* The dearest walk, when every sample costs all it can. */
CoupletCost walk_graph_most (const WalkGraph *graph);

static inline const GraphVertex *
walk_graph_vertex (const WalkGraph *graph, guint32 vertex)
{
  return &g_array_index (graph->vertices, GraphVertex, vertex);
}

static inline const GraphLeg *
walk_graph_leg (const WalkGraph *graph, guint32 leg)
{
  return &g_array_index (graph->legs, GraphLeg, leg);
}

/* The vertex that leg leads to. */
static inline guint32
walk_graph_target (const WalkGraph *graph, guint32 leg)
{
  return g_array_index (graph->targets, guint32, leg);
}

/* The node that vertex lies in. */
static inline guint32
walk_graph_node_of (const WalkGraph *graph, guint32 vertex)
{
  return graph->n_nodes - 1 - graph->parts->component[vertex];
}

static inline const GraphEdge *
walk_graph_edge (const WalkGraph *graph, guint32 edge)
{
  return &g_array_index (graph->edges, GraphEdge, edge);
}

/* The shifts that are left to threshold at node, or NOT_FREE. */
static inline CoupletShifts *
walk_graph_left (const WalkGraph *graph, guint32 node, guint32 threshold)
{
  return &graph->left[(gsize)node * graph->automaton->n_thresholds + threshold];
}

static inline gboolean
walk_graph_is_free (const WalkGraph *graph, guint32 node, guint32 threshold)
{
  return *walk_graph_left (graph, node, threshold) != NOT_FREE;
}

/* What a leg asks of the shifts, and costs. */
typedef struct {
  const CoupletLetter *letter;
  const gint8 *known;    /* at its source */
  guint32 node;          /* of its target */
  CoupletCost fixed;     /* of fresh outputs, and of samples that have one shift */
  CoupletShifts *shifts; /* per part of letter: those of its sample. One that has to do with nothing
                            that is free has its cheapest alone */
} GraphStep;

/* Room for a step of graph. The caller frees it. */
GraphStep *graph_step_new (const WalkGraph *graph);
void graph_step_free (GraphStep *step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GraphStep, graph_step_free)

void graph_step_load (GraphStep *step, const WalkGraph *graph, guint32 leg);

/* Whether sample, one of the step's, assigns what is free after it. */
gboolean graph_step_keeps (const GraphStep *step, const WalkGraph *graph,
                           const CoupletSample *sample);

/* TRUE when the shift of the sample can be chosen, so that its cost is not in fixed. */
static inline gboolean
graph_step_chooses (const GraphStep *step, guint32 part)
{
  return !couplet_shifts_are_single (step->shifts[part]);
}

/* What shift g of part's sample costs. */
static inline CoupletCost
graph_part_cost (const WalkGraph *graph, const CoupletLetterPart *part, int g)
{
  return couplet_cost_of_fee (graph->unit, part->fees[g + 1], part->sample.d);
}

#endif
