/* SPDX-License-Identifier: Apache-2.0 */
/* What is drawn of an automaton: its states and transitions or, of a large one, one of each kind
 * for the equal rounds of a loop that was unrolled. */
#ifndef COUPLET_EXPLAIN_ROUNDS_H
#define COUPLET_EXPLAIN_ROUNDS_H

#include <couplet/internal/automaton.h>

/* States that have the same name but for the number of the round, ` #2`, and read alike. */
typedef struct {
  guint32 state; /* the first of them */
  guint32 count;
  guint32 loops;   /* the drawn transitions from it to itself */
  guint32 leaving; /* and those from it to others */
} DrawnState;

/* Transitions between the same drawn states with the same guard, output and assignment. */
typedef struct {
  guint32 from, to;   /* drawn states */
  guint32 transition; /* the first of them */
  guint32 count;
} DrawnTransition;

typedef struct {
  GArray *states;         /* DrawnState, in the order of the automaton */
  GArray *transitions;    /* DrawnTransition, likewise */
  guint32 *state_of;      /* per state, the drawn one */
  guint32 *transition_of; /* per transition, the drawn one */
} Rounds;

/* Folds the rounds of an automaton with more than most states; automaton must outlive the
 * result, which the caller frees. */
Rounds *rounds_new (const CoupletAutomaton *automaton, guint32 most);
void rounds_free (Rounds *rounds);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rounds, rounds_free)

static inline const DrawnState *
drawn_state (const Rounds *rounds, guint32 index)
{
  return &g_array_index (rounds->states, DrawnState, index);
}

static inline const DrawnTransition *
drawn_transition (const Rounds *rounds, guint32 index)
{
  return &g_array_index (rounds->transitions, DrawnTransition, index);
}

/* How long the name of state is without the number of its round. */
gsize rounds_name_length (const char *name);

#endif
