/* SPDX-License-Identifier: Apache-2.0 */
/* States and transitions of an automaton, some of them several times and others not at all: what
 * an unfolding and a choice of runs are made of. */
#ifndef COUPLET_CORE_COPIES_H
#define COUPLET_CORE_COPIES_H

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* Arrays of guint32, but for the last. */
typedef struct {
  GArray *state;       /* per copy of a state: the state; the first one is initial */
  GArray *row;         /* per copy of a state, and one more: its first transition */
  GArray *target;      /* per copy of a transition: the copy that it leads to */
  GArray *transition;  /* per copy of a transition: the transition */
  GArray *differences; /* guint8, beside these: goes with them; NULL = nothing does */
} AutomatonCopies;

/* Leaves the copies of states that are kept (NULL = all), and those of transitions that lead to
 * one. */
void copies_restrict (const AutomatonCopies *copies, const guint8 *kept);

/* The automaton of these copies, all of which runs reach. It is not told to be unfolded, and knows
 * no orders and memories. states: the copies of states, in arena, which it owns from now on. What
 * else it has is automaton's, which must outlive it. The caller frees it. */
CoupletAutomaton *automaton_of_copies (const CoupletAutomaton *automaton,
                                       const AutomatonCopies *copies, const CoupletState *states,
                                       CoupletArena *arena);

/* A copy of array in arena. */
gpointer copies_keep (CoupletArena *arena, const GArray *array);

#endif
