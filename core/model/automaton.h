/* SPDX-License-Identifier: Apache-2.0 */
/* What a CoupletAutomaton owns: the public structure is its first member. */
#ifndef COUPLET_CORE_AUTOMATON_H
#define COUPLET_CORE_AUTOMATON_H

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

typedef struct {
  CoupletAutomaton automaton;
  CoupletArena *arena;
  CoupletRational *numbers;  /* NULL when they are another automaton's */
  guint32 *transition_block; /* all arrays with an entry per transition */
} OwnedAutomaton;

/* The words of formats, NULL at the end: by CoupletSampling, CoupletAdjacency, CoupletInput, and
 * by CoupletNoiseKind less COUPLET_LAPLACE. */
extern const char *const sampling_words[];
extern const char *const adjacency_words[];
extern const char *const input_words[];
extern const char *const noise_words[];
/* `false` and `true`, by their number. */
extern const char *const truth_words[];

#endif
