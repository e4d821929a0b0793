/* SPDX-License-Identifier: Apache-2.0 */
/* Components of other graphs, and within a time limit. */
#ifndef COUPLET_INTERNAL_GRAPH_H
#define COUPLET_INTERNAL_GRAPH_H

#include <couplet/internal/plugin.h>
#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* couplet_components_new(), or NULL when the stage should stop. */
CoupletComponents *couplet_components_new_within (const CoupletAutomaton *automaton,
                                                  CoupletContext *context);

/* The components of any graph in compressed rows, of the states reachable from
 * initial: those that state q leads to are target[row[q]] .. target[row[q + 1] - 1]. */
CoupletComponents *couplet_components_of_rows (guint32 n_states, const guint32 *row,
                                               const guint32 *target, guint32 initial);

/* The components of automaton, for the cycles on which each turn has to be free (docs/theory.md
 * section 5, "Cycles may be paid for"): in them states whose cycles may be paid for stand in none.
 * The caller frees them. */
CoupletComponents *couplet_free_cycles (const CoupletAutomaton *automaton);

#pragma GCC visibility pop
G_END_DECLS

#endif
