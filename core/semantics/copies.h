/* SPDX-License-Identifier: Apache-2.0 */
/* States and transitions of an automaton, some of them several times and others not at all: what
 * an unfolding and a choice of runs are made of. */
#ifndef COUPLET_CORE_COPIES_H
#define COUPLET_CORE_COPIES_H

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* What tells a copy of a state from others; number is for whoever makes them. */
typedef struct {
  guint32 state, number;
  CoupletMemory memory;
} StateCopy;

typedef struct {
  const CoupletAutomaton *automaton;
  CoupletArena *arena; /* of the automaton that is made */
  GHashTable *numbers; /* StateCopy -> its place in states */
  GArray *states;      /* StateCopy; the first one is initial */
  GArray *row;         /* guint32, per copy of a state, and one more: its first transition */
  GArray *target;      /* guint32, per copy of a transition: the copy that it leads to */
  GArray *transition;  /* guint32, beside these: the transition */
  GArray *differences; /* guint8, beside these: what the inputs may differ by */
} Copies;

void copies_init (Copies *copies, const CoupletAutomaton *automaton);
void copies_clear (Copies *copies);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Copies, copies_clear)

static inline const StateCopy *
copies_at (const Copies *copies, guint32 i)
{
  return &g_array_index (copies->states, StateCopy, i);
}

/* The place of the copy, which is added if it is not there. */
guint32 copies_find (Copies *copies, guint32 state, guint32 number, CoupletMemory memory);

/* Begins the transitions of the next state. */
void copies_begin (Copies *copies);

void copies_add (Copies *copies, guint32 target, guint32 transition, guint8 differences);

/* Leaves the copies of states that are kept (NULL = all), and those of transitions that lead to
 * one; a state without a beginning has none. */
void copies_restrict (Copies *copies, const guint8 *kept);

/* The automaton of these copies, all of which runs reach. It does not say that it is unfolded, and
 * has no orders and memories. states: the copies of states, in the arena, which it owns from now
 * on. What else it has is automaton's, which must outlive it. The caller frees it. */
CoupletAutomaton *copies_automaton (Copies *copies, const CoupletState *states);

#endif
