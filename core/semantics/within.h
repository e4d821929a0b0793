/* SPDX-License-Identifier: Apache-2.0 */
/* What takes long on large automata, ended early when a clock says so. The functions of
 * <couplet/internal/graph.h>, internal/cost.h, internal/live.h and <couplet/host/unfold.h> without
 * a clock in their name are these with none; those that take a context are in plugin/within.c. */
#ifndef COUPLET_CORE_WITHIN_H
#define COUPLET_CORE_WITHIN_H

#include "clock.h"

#include <couplet/internal/cost.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/live.h>
#include <couplet/host/unfold.h>

/* couplet_components_new() or NULL when stopped. clock may be NULL, here and below. */
CoupletComponents *components_new_by (const CoupletAutomaton *automaton, Clock *clock);

/* Marks, too, the states of a graph in compressed rows that lead to marked ones over states that
 * are not closed (NULL = none is). */
void mark_sources (guint32 n_states, const guint32 *row, const guint32 *target,
                   const guint8 *closed, guint8 *marks);

/* couplet_live_new() of comparisons of some kinds, a union of CoupletComparison, or NULL when
 * stopped. */
CoupletLive *live_new_by (const CoupletAutomaton *automaton, const CoupletComponents *components,
                          guint comparisons, Clock *clock);

/* couplet_unit_new() or NULL without an error when stopped. */
CoupletUnit *unit_new_by (const CoupletAutomaton *automaton, Clock *clock, GError **error);

/* How much of an automaton is unfolded. */
typedef enum {
  UNFOLD_ALL,
  /* Orders that no later guard tells apart made one: the result has the same walks, more of its
   * transitions are on cycles, and what is known at its states is what matters there. */
  UNFOLD_MERGED,
  /* Of merged orders that are too many those that are soon known: walks and cycles of the part are
   * walks and cycles of the whole, so that what its walks cost is a lower bound. */
  UNFOLD_PART,
  /* No orders: walks that no values take are among those of the result, so that what these cost is
   * an upper bound. */
  UNFOLD_NO_ORDERS
} UnfoldExtent;

/* The automaton unfolded to that extent, with at most so many states; NULL without error when there
 * is nothing to unfold, and with error set (SOLVER) when the result would be too large or it was
 * stopped. With a PART and NO_ORDERS there are no diagnostics; a PART is never NULL without error,
 * and ends where it is too large. */
CoupletAutomaton *unfold_by (const CoupletAutomaton *automaton, UnfoldExtent extent,
                             guint32 most_states, Clock *clock, CoupletDiagnostics *diagnostics,
                             GError **error);

/* The same to the extent ALL; where that would be too large, or is large and has many times as many
 * states as MERGED, to that. *merged (may be NULL): whether it is MERGED. */
CoupletAutomaton *unfold_whole_by (const CoupletAutomaton *automaton, Clock *clock,
                                   CoupletDiagnostics *diagnostics, gboolean *merged,
                                   GError **error);

#endif
