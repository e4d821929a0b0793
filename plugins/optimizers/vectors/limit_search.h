/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors with limits: what an adversary may force at the states of a component whose cycles
 * assign, where the rule that cycles must be free asks for too much (docs/theory.md section 5).
 */
#ifndef COUPLET_LIMIT_SEARCH_H
#define COUPLET_LIMIT_SEARCH_H

#include "vector_sets.h"

/* Raises the vector of node, which is about to be kept at state, to its limits: where the walk
 * from an ancestor at state, whose vector is below, can be repeated without end. The loops taken
 * become part of its history. FALSE with sets->stopped set when that takes too much. */
gboolean limit_raise (VectorSets *sets, Node *node, guint32 state);

/* What evaluates nested words of sets' automaton; arena must outlive it. */
NestedTurns limit_turns (const VectorSets *sets, CoupletArena *arena);

/* Appends the nested word from an ancestor to node (which descends from it) to word. */
void limit_append_word (const VectorSets *sets, guint32 ancestor, const Node *node, GArray *word);

#endif
