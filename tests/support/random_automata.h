/* SPDX-License-Identifier: Apache-2.0 */
/* Random well-posed automata with one threshold, as plain numbers, so that
 * they can be built, mirrored, and judged by brute force. */
#ifndef COUPLET_TESTS_RANDOM_AUTOMATA_H
#define COUPLET_TESTS_RANDOM_AUTOMATA_H

#include <couplet/internal/automaton.h>

#define MAX_STATES 8
#define MAX_TRANSITIONS 16
#define NO_NOISE_AT_ALL (-1)
/* Noise parameters are multiples of 1 / NOISE_UNIT: quarters, sevenths, others. */
#define NOISE_UNIT 84

typedef struct {
  gboolean is_public;
  int d, d_fresh; /* multiples of 1 / NOISE_UNIT, or NO_NOISE_AT_ALL */
  int mu;         /* thirds, of both draws: must not matter */
} PlainState;

typedef struct {
  int from, to;
  guint32 comparison; /* 0 = true, else a CoupletComparison */
  CoupletOutputKind output;
  int symbol; /* of a SYMBOL */
  gboolean assigns;
  gboolean roundabout; /* the guard is written in another way */
} PlainTransition;

typedef struct {
  int n_states, n_transitions;
  const char *sensitivity; /* a constant; with some, costs pass 2^63 */
  PlainState states[MAX_STATES];
  PlainTransition transitions[MAX_TRANSITIONS];
} PlainAutomaton;

/* What a random automaton may have besides private inputs and noise. */
typedef struct {
  int most_states;
  gboolean public_comparisons;
  gboolean no_noise;
  gboolean extreme_sensitivity; /* beyond what a double can take the place of */
} RandomShape;

void random_automaton (PlainAutomaton *plain, GRand *random, const RandomShape *shape);

/* Swaps `<` and `>=` everywhere. */
void mirror_automaton (PlainAutomaton *plain);

/* The automaton, through the builder; fails the test when it is refused.
 * prefix: of the states' names. The caller frees it. */
CoupletAutomaton *build_plain (const PlainAutomaton *plain, const char *prefix);

#endif
