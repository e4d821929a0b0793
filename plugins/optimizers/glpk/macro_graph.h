/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton without cycles: an edge goes round the cycles of a component as
 * the adversary likes, which is free, and then takes one transition out of it.
 *
 * What happens to the threshold's shift on an edge is a matrix: cost[x][y] is
 * the least cost of coming from shift x to shift y (x, y in 0, 1, 2 for -1, 0,
 * 1), infinite when the conditions of docs/theory.md section 2 forbid it. */
#ifndef COUPLET_MACRO_GRAPH_H
#define COUPLET_MACRO_GRAPH_H

#include <couplet/step.h>

typedef struct {
  guint32 source, target; /* states at which a component is entered */
  guint32 transition;     /* the one taken out of the component; COUPLET_NONE: the walk ends
                             inside, and target is source */
  gint8 difference;       /* its input difference */
  CoupletCost cost[3][3];
} MacroEdge;

typedef struct {
  GArray *edges;     /* MacroEdge, by source in topological order, sources first */
  guint32 *first;    /* per state: its first edge in edges ... */
  guint32 *n;        /* ... and how many */
  gboolean violated; /* some walk leaves no shift: the cost is infinite */
} MacroGraph;

/* The macro graph of automaton (one threshold). The caller frees it. */
MacroGraph *macro_graph_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                             CoupletUnit *unit);
void macro_graph_free (MacroGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MacroGraph, macro_graph_free)

/* The vector after an edge. */
CoupletVector macro_edge_apply (const MacroEdge *edge, CoupletUnit *unit,
                                const CoupletVector *before);

#endif
