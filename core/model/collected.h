/* SPDX-License-Identifier: Apache-2.0 */
/* What a builder has collected, whose names are resolved when all is there. */
#ifndef COUPLET_CORE_COLLECTED_H
#define COUPLET_CORE_COLLECTED_H

#include "names.h"

#include <couplet/host/model.h>

/* A state as collected; name is a number in CoupletBuilder.state_names. */
typedef struct {
  guint32 name;
  guint32 noise;   /* in CoupletBuilder.noise_texts; COUPLET_NONE: an error was reported */
  guint32 reading; /* in CoupletBuilder.readings; COUPLET_NONE: it has no name */
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
  CoupletAdjacency adjacency;
  CoupletRational sensitivity;
  CoupletRational claim; /* 0 = none */

  Names *thresholds;
  Names *state_names;
  Names *readings;
  Names *noise_texts; /* the fields of a state, joined by SEPARATORs */
  Names *guard_texts;
  Names *output_texts;
  Names *assign_texts; /* names joined by SEPARATORs */

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
  GString *linear;  /* the JSON form of a linear mechanism, which is all there is then; or NULL */
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

/* Sets *number to that of text among words, which NULL ends. A message about what, which the
 * caller frees, when it is none of them. */
char *collected_find_word (const char *what, CoupletText text, const char *const *words,
                           guint *number);

/* TRUE when the frontend reported no error of its own: what was given to the builder
 * is what stands in the file. */
gboolean collected_has_all (const CoupletBuilder *builder);

/* `transition 'q1' -> 'q2'`, for messages. The caller frees it. */
char *collected_describe (const CoupletBuilder *builder, guint32 from, guint32 to);

#endif
