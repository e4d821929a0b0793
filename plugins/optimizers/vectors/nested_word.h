/* SPDX-License-Identifier: Apache-2.0 */
/* Walks with loops that are repeated without end, and what they make of a vector
 * (docs/theory.md section 5, "Vectors with limits").
 *
 * A letter is a transition with one input difference. A nested word is a sequence of letters
 * and loops; a loop is a nested word that leads from a state back to it and stands for more
 * and more turns of it.
 */
#ifndef COUPLET_NESTED_WORD_H
#define COUPLET_NESTED_WORD_H

#include "vector_tables.h"

G_BEGIN_DECLS

/* Loops within loops, deeper than any that a search should need. */
#define NESTED_MOST_DEPTH 12

/* A letter, or with partner != 0 a bracket: the loop between begins at partner's place below
 * this one (negative) or ends at partner's above it (positive). */
typedef struct {
  guint32 transition;
  gint8 difference;
  gint32 partner;
} NestedToken;

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

G_END_DECLS

#endif
