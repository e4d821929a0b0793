/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton as a graph: reachability and strongly connected components.
 * Iterative and linear in states and transitions.
 */
#ifndef COUPLET_GRAPH_H
#define COUPLET_GRAPH_H

#include <couplet/context.h>
#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Strongly connected components of the states reachable from the initial one,
 * numbered so that a transition never leads to a higher number: descending
 * numbers are a topological order. */
typedef struct {
  guint32 n_components;
  guint32 *component; /* per state; COUPLET_NONE when unreachable */
  guint32 *first;     /* n_components + 1: where its states begin in members */
  guint32 *members;   /* the reachable states, by component */
} CoupletComponents;

/* The components of automaton. The caller frees them. */
CoupletComponents *couplet_components_new (const CoupletAutomaton *automaton);

/* The same, or NULL when the stage should stop. */
CoupletComponents *couplet_components_new_within (const CoupletAutomaton *automaton,
                                                  CoupletContext *context);

/* The components of any graph in compressed rows, of the states reachable from
 * initial: those that state q leads to are target[row[q]] .. target[row[q + 1] - 1]. */
CoupletComponents *couplet_components_of_rows (guint32 n_states, const guint32 *row,
                                               const guint32 *target, guint32 initial);
void couplet_components_free (CoupletComponents *components);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletComponents, couplet_components_free)

/* True when transition lies on a cycle: it may repeat without bound. */
static inline gboolean
couplet_on_cycle (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  guint32 transition)
{
  guint32 c = components->component[automaton->source[transition]];
  return c != COUPLET_NONE && c == components->component[automaton->target[transition]];
}

#pragma GCC visibility pop
G_END_DECLS

#endif
