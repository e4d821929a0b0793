/* SPDX-License-Identifier: Apache-2.0 */
/* The walk of a pair of inputs, as it is put together: steps, turns of loops, and the two ends
 * of the conflict. */
#ifndef COUPLET_EXPLAIN_PAIR_WALK_H
#define COUPLET_EXPLAIN_PAIR_WALK_H

#include "walk_samples.h"

/* One transition taken. The first run's draw has its centre at half * s / 2 (s:
 * the sensitivity), the second one's at minus that. centred: the fresh draw is
 * the one meant. event: a real output counts when it is at least (1) or at most
 * (-1) event_half * s / 2, or always (0). level: both draws are moved by that
 * many L. */
typedef struct {
  guint32 transition;
  int half;
  gboolean centred_fresh;
  int event, event_half;
  int level;
} PairStep;

/* The steps from begin up to end are done k times. */
typedef struct {
  guint begin, end;
} PairTurn;

typedef struct {
  const CoupletAutomaton *automaton;
  GArray *steps;       /* PairStep */
  GArray *turns;       /* PairTurn, disjoint, by begin */
  int drift;           /* turn j, from 0, is moved by drift * j * L */
  gboolean far;        /* some level is not 0, and turns do not drift: c holds in the limit of L */
  guint32 bound;       /* the d of c above, into numbers; NONE = no formula */
  gboolean shown;      /* every turn outputs its draw: c = exp(d s eps) */
  gboolean impossible; /* the second run never has these outputs; no turns */
} InputPair;

/* One end of the chain: its place on the walk, and how the first run's draw
 * moves so that the end is met more easily: down (-1) for the lower end. */
typedef struct {
  const WalkSample *sample;
  guint32 transition;
  int side;
} PairEnd;

/* The end that is sample number index of the walk. */
PairEnd pair_end_of (const WalkSamples *samples, guint index, int side);
gboolean pair_end_is_silent (const PairEnd *end);

gboolean pair_assigns (const CoupletAutomaton *automaton, guint32 transition);
gboolean is_on_private_input (const CoupletAutomaton *automaton, guint32 transition);
/* With the only threshold: a union of CoupletComparison. */
guint32 comparisons_of (const CoupletAutomaton *automaton, guint32 transition);
/* Whether the shortest loop through transition assigns. */
gboolean loop_assigns (const CoupletAutomaton *automaton, guint32 transition);

/* Append a step; one with equal inputs; such ones for the walk's steps from begin up to end. */
void pair_add_step (InputPair *pair, PairStep step);
void pair_add_plain (InputPair *pair, guint32 transition);
void pair_add_walk (InputPair *pair, const WalkSamples *samples, guint begin, guint end);

/* What is appended between these is done k times. */
void pair_begin_turn (InputPair *pair);
void pair_end_turn (InputPair *pair);

/* Appends the walk with the loops of its ends turned where it takes them. places[i]
 * receives the index of what step i became; may be NULL. */
void pair_add_ends (InputPair *pair, const WalkSamples *samples, const PairEnd *ends, guint n,
                    guint *places);

/* Makes every turn output its draw. */
void pair_show_turns (InputPair *pair);

#endif
