/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors with limits: what an adversary may force at the states of a component whose cycles
 * assign, where the rule that cycles must be free asks for too much (docs/theory.md section 5).
 * They are reached by walks with loops that are repeated without end, nested words: sequences of
 * letters (a transition with one input difference) and loops; a loop is a nested word that leads
 * from a state back to it and stands for more and more turns of it.
 */
#ifndef COUPLET_VECTOR_LIMITS_H
#define COUPLET_VECTOR_LIMITS_H

#include "vector_sets.h"

G_BEGIN_DECLS

/* Loops within loops, deeper than any that a search should need. */
#define NESTED_MOST_DEPTH 12

/* What evaluates nested words on the cycles of one automaton. */
typedef struct {
  VectorTables *tables;
  CoupletArena *arena; /* of the vectors made */
  guint32 most_turns;  /* so many turns of a loop reach all that a finite number reaches */
  CoupletPace pace;
} NestedTurns;

/* Appends letters or a whole word in loop brackets to word (NestedToken). */
void nested_add_letter (GArray *word, guint32 transition, gint8 difference);
void nested_add_loop (GArray *word, const NestedToken *loop, guint n);

/* How deep the loops of word are nested; 0 = none. */
guint nested_depth (const NestedToken *word, guint n);

/* The state that word, which is not empty, starts from. */
guint32 nested_source (const CoupletAutomaton *automaton, const NestedToken *word);

/* The limit of vector, at state, taken through more and more turns of loop: an entry stays finite
 * only on ways that pass a shift vector which a turn repeats free of charge. NULL when too
 * many thresholds are tied, or turns->pace is over. */
const CoupletCost *nested_limit (NestedTurns *turns, guint32 state, const CoupletCost *vector,
                                 const NestedToken *loop, guint n);

/* vector taken through word. NULL likewise. */
const CoupletCost *nested_apply (NestedTurns *turns, const CoupletCost *vector,
                                 const NestedToken *word, guint n);

/* Raises the vector of node, which is about to be kept at state, to its limits: where the walk
 * from an ancestor at state, whose vector is below, can be repeated without end. The loops taken
 * become part of its history. FALSE with sets->stopped set when that takes too much. */
gboolean limit_raise (VectorSets *sets, Node *node, guint32 state);

/* The walk to the best vector of a search with limits, with its loops (docs/evidence.md): UNBOUNDED
 * where no shifts are left there, else ATTAINED. NULL when it has more than most letters; *length
 * becomes how many they are. The caller owns it. */
CoupletEvidence *limit_evidence_new (const VectorSets *sets, gsize most, gsize *length);

G_END_DECLS

#endif
