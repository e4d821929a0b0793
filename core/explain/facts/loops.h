/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of the automaton through a given transition. */
#ifndef COUPLET_EXPLAIN_LOOPS_H
#define COUPLET_EXPLAIN_LOOPS_H

#include <couplet/internal/graph.h>

/* Appends to walk (guint32) the transitions of a shortest walk between two
 * states; through assignments only when there is no other. FALSE when there is
 * no walk at all. */
gboolean shortest_walk (const CoupletAutomaton *automaton, guint32 from, guint32 to, GArray *walk);

/* The transitions (guint32) of a shortest cycle that begins with transition,
 * which is on one. The caller frees it. */
GArray *loop_through (const CoupletAutomaton *automaton, guint32 transition);

#endif
