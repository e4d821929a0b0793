/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton together with the shifts that its cycles fix.
 *
 * A transition on a cycle shifts its samples by D, so that the thresholds it
 * assigns have known shifts from then on. A vertex is a state with what is
 * known in this way since its component was entered; leaving the component
 * makes the knowledge part of the step (macro_graph.h) and forgets it. */
#ifndef COUPLET_SHIFT_PRODUCT_H
#define COUPLET_SHIFT_PRODUCT_H

#include <couplet/live.h>
#include <couplet/graph.h>

/* In place of a shift: not known, or never read again. */
#define SHIFT_FREE 2

typedef struct {
  guint32 state;
  guint32 known; /* index of the shifts known; 0 = none is */
} ProductVertex;

/* Along transition with any of the differences (bit D + 1). */
typedef struct {
  guint32 transition;
  guint8 differences;
} ProductEdge;

/* Vertex 0 is the initial state. The edges of vertex i, in the order of their
 * transitions, are row[i] .. row[i + 1] - 1; all vertices can be reached. */
typedef struct {
  guint32 n_thresholds;
  GArray *vertices; /* ProductVertex */
  GArray *row;      /* guint32 */
  GArray *edges;    /* ProductEdge */
  GArray *target;   /* guint32, per edge: a vertex */
  GPtrArray *known; /* gint8 [n_thresholds] each */
} ShiftProduct;

/* The product of automaton; NULL when it would have more vertices than limit or
 * pace is over. The caller frees it. */
ShiftProduct *shift_product_new (const CoupletAutomaton *automaton,
                                 const CoupletComponents *components, const CoupletLive *live,
                                 guint64 limit, CoupletPace *pace);
void shift_product_free (ShiftProduct *product);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShiftProduct, shift_product_free)

/* The known shifts at a vertex, SHIFT_FREE elsewhere, by threshold. */
static inline const gint8 *
shift_product_known (const ShiftProduct *product, guint32 vertex)
{
  guint32 known = g_array_index (product->vertices, ProductVertex, vertex).known;
  return g_ptr_array_index (product->known, known);
}

#endif
