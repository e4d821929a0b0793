/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton without cycles, for any number of thresholds.
 *
 * A node is a strongly connected part of the product (shift_product.h). The
 * adversary goes round in it as often as he likes, which costs nothing and
 * bounds the shifts that are still free there, each by itself: an interval per
 * threshold holds all of it. An edge takes a transition from one node to the
 * next with one input difference; MacroStep says what that asks for. */
#ifndef COUPLET_MACRO_GRAPH_H
#define COUPLET_MACRO_GRAPH_H

#include "shift_product.h"

#include <couplet/cost.h>
#include <couplet/moves.h>

typedef struct {
  guint32 first_live, n_live; /* in MacroGraph.live */
  guint32 first_edge, n_edges;
} MacroNode;

/* A threshold whose shift is free in a node, and the interval left to it. */
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
  CoupletMoves *moves;                 /* its letters, cycles free */
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

/* The macro graph of the automaton of moves, where the cycles of components must be free and some
 * strategy is valid on each walk; NULL when it would be
 * larger than limit, or pace is over. All but the last argument must outlive it. The caller frees
 * it. */
MacroGraph *macro_graph_new (CoupletMoves *moves, const CoupletComponents *components,
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

/* What a transition of the macro graph asks of the shifts and costs: the one
 * description that the linear programs, the integer program and the exact
 * tables are made from. */

/* A sample whose shift g can be chosen and matters to others: low <= g <= high,
 * low < high, g related to the shift of each literal's threshold, at the cost
 * that its part says. */
typedef struct {
  const CoupletLetterPart *part;
  gint8 low, high;
  guint32 first_literal, n_literals;  /* in MacroStep.literals: free in the source */
  guint32 first_assigned, n_assigned; /* in MacroStep.assigned: free in the target */
} MacroSample;

/* What samples whose shift is fixed ask of a threshold that is free in the
 * source: low <= x <= high. Several may speak of the same threshold. */
typedef MacroInterval MacroBound;

/* A fixed shift, for a threshold that is free in the target. */
typedef struct {
  guint32 threshold;
  gint8 shift;
} MacroConstant;

typedef struct {
  CoupletCost constant; /* of fresh outputs and samples that have no choice */
  GArray *bounds;       /* MacroBound */
  GArray *samples;      /* MacroSample */
  GArray *literals;     /* CoupletLiteral */
  GArray *assigned;     /* guint32 */
  GArray *constants;    /* MacroConstant */
  const CoupletLetter *letter;
  /* of all parts of the letter: the shift where it is fixed or matters to none,
   * SHIFT_FREE for those in samples, which are in the same order */
  gint8 *settled;
} MacroStep;

/* Room for a step of automaton. The caller frees it. */
MacroStep *macro_step_new (const CoupletAutomaton *automaton);
void macro_step_free (MacroStep *step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MacroStep, macro_step_free)

/* Loads what the product's edge, which leaves vertex, does with difference. */
void macro_step_load (MacroStep *step, const MacroGraph *graph, guint32 vertex, guint32 edge,
                      gint8 difference);

static inline void
macro_step_load_edge (MacroStep *step, const MacroGraph *graph, guint32 edge)
{
  const MacroEdge *e = macro_graph_edge (graph, edge);
  macro_step_load (step, graph, e->vertex, e->edge, e->difference);
}

static inline const MacroBound *
macro_step_bound (const MacroStep *step, guint i)
{
  return &g_array_index (step->bounds, MacroBound, i);
}

static inline const MacroSample *
macro_step_sample (const MacroStep *step, guint i)
{
  return &g_array_index (step->samples, MacroSample, i);
}

static inline const CoupletLiteral *
macro_sample_literals (const MacroStep *step, const MacroSample *sample)
{
  return &g_array_index (step->literals, CoupletLiteral, sample->first_literal);
}

static inline const guint32 *
macro_sample_assigned (const MacroStep *step, const MacroSample *sample)
{
  return &g_array_index (step->assigned, guint32, sample->first_assigned);
}

/* What shift g costs. */
CoupletCost macro_sample_cost (const MacroSample *sample, CoupletUnit *unit, int g);

/* The cheapest of sample's shifts that are in among, which one of them is. */
int macro_sample_cheapest (const MacroSample *sample, CoupletShifts among);

/* How a threshold that is free behind the step comes by its shift. */
typedef enum { SHIFT_KEPT, SHIFT_TAKEN, SHIFT_KNOWN } ShiftOrigin;

/* SHIFT_TAKEN: *which is the sample whose shift it takes; SHIFT_KNOWN: *which is
 * its shift. */
ShiftOrigin macro_step_origin (const MacroStep *step, guint32 threshold, gint32 *which);

#endif
