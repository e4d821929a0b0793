/* SPDX-License-Identifier: Apache-2.0 */
/* Which attributes a graph has: those that an automaton is read of, Graphviz's own, and others. */
#ifndef COUPLET_DOT_ATTRIBUTES_H
#define COUPLET_DOT_ATTRIBUTES_H

#include <couplet/internal/plugin.h>

#include <graphviz/cgraph.h>

/* The names that mean something here; they end in NULL. */
typedef struct {
  const char *const *graph, *const *node, *const *edge;
} DotAttributes;

/* Reports each attribute of graph that is none of known and none of Graphviz's own: an error where
 * it is near one of known, else a warning. source: what the graph was read from, to find its line
 * in. */
void dot_check_attributes (Agraph_t *graph, const DotAttributes *known, const CoupletSource *source,
                           CoupletDiagnostics *diagnostics);

#endif
