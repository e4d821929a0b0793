/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of an automaton that can be changed and built again. */
#ifndef COUPLET_EXPLAIN_DRAFT_H
#define COUPLET_EXPLAIN_DRAFT_H

#include <couplet/internal/automaton.h>

/* A state: its own name, its input and numbers those of a state of the
 * automaton. d_fresh, when not NULL, replaces that number. */
typedef struct {
  char *name;
  guint32 like;
  char *d_fresh;
} DraftState;

/* A transition between states of the draft, made from one of the automaton.
 * guard, output: in the notation of docs/formats.md. */
typedef struct {
  guint from, to;
  guint32 like;
  char *guard;
  char *output;
  guint32 assignment; /* of the automaton */
} DraftTransition;

typedef struct {
  const CoupletAutomaton *automaton;
  GArray *states;      /* DraftState */
  GArray *transitions; /* DraftTransition; of a copy: by the automaton's indices */
  guint initial;
  /* by draft_rate() of a state of the automaton and a sample of it: what replaces that noise
   * parameter; NULL = nothing. The array may be NULL, too. */
  GPtrArray *rates;
} Draft;

/* The index of a noise parameter of state: of sample slot (couplet_noise_slot()), or after those
 * of the fresh one. */
static inline guint
draft_rate (const CoupletAutomaton *automaton, guint32 state, guint32 slot)
{
  guint32 slots = automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds;
  return state * (slots + 1) + MIN (slot, slots);
}

/* As a slot: that of the fresh sample. */
#define DRAFT_FRESH G_MAXUINT32

/* A draft without states for changing automaton (not owned). */
Draft *draft_new (const CoupletAutomaton *automaton);
/* A draft that is all of automaton. */
Draft *draft_copy (const CoupletAutomaton *automaton);
void draft_free (Draft *draft);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Draft, draft_free)

/* Adds a state and returns its index. name is made unique. */
guint draft_add_state (Draft *draft, const char *name, guint32 like);
/* Adds a transition like one of the automaton between two states of the draft. */
void draft_add_transition (Draft *draft, guint from, guint to, guint32 like);

static inline DraftState *
draft_state (const Draft *draft, guint index)
{
  return &g_array_index (draft->states, DraftState, index);
}

static inline DraftTransition *
draft_transition (const Draft *draft, guint index)
{
  return &g_array_index (draft->transitions, DraftTransition, index);
}

/* The transition of the automaton that a transition of built, the result of
 * draft_build(), was made from. */
guint32 draft_origin (const Draft *draft, const CoupletAutomaton *built, guint32 transition);

/* A symbol like name that no transition outputs. The caller frees it. */
char *draft_new_symbol (const Draft *draft, const char *name);

/* The automaton of the draft, which the caller frees; NULL when it is not well-posed. */
CoupletAutomaton *draft_build (const Draft *draft);

#endif
