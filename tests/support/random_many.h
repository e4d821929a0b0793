/* SPDX-License-Identifier: Apache-2.0 */
/* Random well-posed automata with several thresholds, as plain numbers, so that
 * they can be built and judged by brute force. */
#ifndef COUPLET_TESTS_RANDOM_MANY_H
#define COUPLET_TESTS_RANDOM_MANY_H

#include <couplet/internal/automaton.h>

#define MANY_THRESHOLDS 4
#define MANY_STATES 14
#define MANY_TRANSITIONS 56
#define MANY_ALTERNATIVES 2
/* What random_many() and those built on it make: brute force can go through no more. */
#define MANY_FEW_THRESHOLDS 3
#define MANY_FEW_STATES 7
/* Noise parameters are multiples of 1 / MANY_UNIT, or MANY_NO_NOISE. */
#define MANY_UNIT 12
#define MANY_NO_NOISE (-1)
/* What a floating snap pays, in noise parameters: its bound is 2^49. All have the same d_fresh. */
#define MANY_FLOATING_FEE 2

/* kind, kind_fresh: COUPLET_NOISELESS = the usual ones. Every parameter is multiplied by ten to the
 * power of tens. */
typedef struct {
  gboolean is_public, is_again;
  int d[MANY_THRESHOLDS]; /* shared: the first for all */
  int d_fresh;
  int tens;
  int mu, mu_fresh;
  CoupletNoiseKind kind, kind_fresh;
  enum { MANY_NO_SNAP, MANY_SNAP, MANY_FLOATING } snap;
} ManyState;

/* comparison[i][v]: of alternative i with threshold v, 0 = none. */
typedef struct {
  int from, to;
  int n_alternatives;
  guint32 comparison[MANY_ALTERNATIVES][MANY_THRESHOLDS];
  CoupletOutputKind output;
  int shown;          /* independent sampling: whose sample INSAMPLE shows; the threshold of GAP */
  int symbol;         /* of a SYMBOL that others may have, too, from 1; 0 = one of its own */
  gboolean is_silent; /* of a SYMBOL */
  gboolean assigns[MANY_THRESHOLDS];
} ManyTransition;

typedef struct {
  gboolean shared;
  CoupletAdjacency adjacency;
  const char *sensitivity; /* a constant; NULL = 1 */
  const char *prefix;      /* of all names, a constant; NULL = none */
  gboolean roundabout;     /* guards are written in another way */
  int n_thresholds, n_states, n_transitions;
  ManyState states[MANY_STATES];
  ManyTransition transitions[MANY_TRANSITIONS];
} ManyAutomaton;

void random_many (ManyAutomaton *many, GRand *random, gboolean shared, gboolean no_noise);

/* One with the sampling and the number of thresholds that many has. */
void random_sized (ManyAutomaton *many, GRand *random, gboolean no_noise, int most_states);

/* Gives many few different noises, and its loops assignments. */
void random_assignments (ManyAutomaton *many, GRand *random);

/* One with loops that assign: n thresholds (1 to MANY_THRESHOLDS) and few different noises,
 * so that brute force finds few different sums. */
void random_looping (ManyAutomaton *many, GRand *random, gboolean shared, int n);

/* Gives many an adjacency, kinds of noise, inputs that are read again, gaps and snaps at random. */
void random_kinds (ManyAutomaton *many, GRand *random);

/* Takes the noise of about one draw in so many at random. */
void random_noiseless (ManyAutomaton *many, GRand *random, int in);

/* Takes the snaps away again. */
void random_no_snaps (ManyAutomaton *many);

/* Makes n automata one after another, by random numbers of that seed, and checks each; number
 * counts them from 0. */
typedef void (*ManyMaker) (ManyAutomaton *many, GRand *random, guint number);
typedef void (*ManyCheck) (const ManyAutomaton *many, guint number);
void each_random_many (guint n, guint seed, ManyMaker make, ManyCheck check);

/* A ManyMaker: both samplings and all numbers of thresholds in turn, and all that random_kinds()
 * gives. */
void random_looping_kinds (ManyAutomaton *many, GRand *random, guint number);
/* The same without what random_kinds() gives. */
void random_looping_plain (ManyAutomaton *many, GRand *random, guint number);

/* Gives all draws noise of that kind; takes away what is for Laplace noise only. */
void many_set_noise (ManyAutomaton *many, CoupletNoiseKind kind);

/* Multiplies all noise parameters. */
void many_scale (ManyAutomaton *many, int factor);

/* Adds a state from which runs go on as from another, and to which every other transition to that
 * one leads. FALSE when there is no room for it. */
gboolean many_copy_state (ManyAutomaton *many, guint number);

/* Adds a state from which runs go on as from state, and to which the transitions to state lead that
 * are in the set incoming (transition i: bit i). FALSE when there is no room for it. */
gboolean many_split_state (ManyAutomaton *many, int state, guint64 incoming);

/* The automaton, through the builder; fails the test when it is refused. The
 * caller frees it. */
CoupletAutomaton *build_many (const ManyAutomaton *many);
/* The same; NULL, with *why, which the caller frees, where it is refused. */
CoupletAutomaton *try_many (const ManyAutomaton *many, char **why);

#endif
