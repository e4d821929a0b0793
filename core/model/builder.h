/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder has collected, shared between collecting (builder.c),
 * resolving names (resolve.c) and checking well-posedness (wellposed.c). */
#ifndef COUPLET_CORE_BUILDER_H
#define COUPLET_CORE_BUILDER_H

#include "automaton.h"
#include "names.h"

/* A state as collected; name is a number in CoupletBuilder.state_names. */
typedef struct {
  guint32 name;
  guint32 noise; /* in CoupletBuilder.noise_texts; COUPLET_NONE: an error was reported */
  CoupletInput input;
  CoupletPlace place;
} CollectedState;

/* A transition as collected: every field but place is the number of a text. */
typedef struct {
  guint32 from, to; /* in state_names */
  guint32 guard;    /* in guard_texts */
  guint32 output;   /* in output_texts; COUPLET_NONE: an error was reported */
  guint32 assign;   /* in assign_texts; likewise */
  CoupletPlace place;
} CollectedTransition;

struct CoupletBuilder {
  CoupletDiagnostics *diagnostics;
  CoupletArena *arena; /* handed over to the automaton */
  char *name;
  CoupletSampling sampling;
  CoupletRational sensitivity;

  CoupletNames *thresholds;
  CoupletNames *state_names;
  CoupletNames *noise_texts; /* the fields of a state, joined by SEPARATORs */
  CoupletNames *guard_texts;
  CoupletNames *output_texts;
  CoupletNames *assign_texts; /* names joined by SEPARATORs */

  guint32 *state_of_name; /* COUPLET_NONE: named but not declared */
  guint32 n_state_of_name, state_of_name_room;

  guint32 initial_name; /* COUPLET_NONE until set */
  CoupletPlace initial_place;

  CollectedState *states;
  guint32 n_states, states_room;
  CollectedTransition *transitions;
  guint32 n_transitions, transitions_room;
  GString *key;     /* scratch */
  gboolean full;    /* the limit on states or transitions was reported */
  gboolean dropped; /* a transition whose ends have no usable names */
  guint n_errors;   /* reported by the builder; the frontend may have reported more */
};

/* Joins several texts into one key; cannot stand in any text that is accepted. */
#define SEPARATOR '\x1f'

#define LONGEST_NAME 1024

/* Reports an error at place. */
#define builder_error(builder, place, ...)                                                         \
  ((builder)->n_errors++,                                                                          \
   couplet_diagnostics_add ((builder)->diagnostics, COUPLET_SEVERITY_ERROR, (place), __VA_ARGS__))
#define builder_warning(builder, place, ...)                                                       \
  couplet_diagnostics_add ((builder)->diagnostics, COUPLET_SEVERITY_WARNING, (place), __VA_ARGS__)

/* TRUE when the frontend reported no error of its own: what was given to the builder
 * is what stands in the file. */
gboolean couplet_builder_has_all (const CoupletBuilder *builder);

/* `transition 'q1' -> 'q2'`, for messages. The caller frees it. */
char *couplet_builder_describe (const CoupletBuilder *builder, guint32 from, guint32 to);

/* Turns what was collected into owned (empty, with arena set); reports every
 * unknown name and malformed text, and leaves out the transitions that have one: a
 * state whose noise has none is COUPLET_NONE. FALSE when a transition is missing. */
gboolean couplet_resolve (CoupletBuilder *builder, OwnedAutomaton *owned);

/* Reports every violation of well-posedness (docs/theory.md section 1), and
 * sets reachable and what may be concluded. complete: no transition is missing; else
 * what only a missing one could explain is not reported. FALSE when any error was
 * reported, here or before. */
gboolean couplet_check_well_posed (CoupletDiagnostics *diagnostics, OwnedAutomaton *owned,
                                   gboolean complete);

#endif
