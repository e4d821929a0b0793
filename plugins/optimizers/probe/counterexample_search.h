/* SPDX-License-Identifier: Apache-2.0 */
/* Two adjacent inputs on which a walk's probabilities differ by a certified factor. */
#ifndef COUPLET_COUNTEREXAMPLE_SEARCH_H
#define COUPLET_COUNTEREXAMPLE_SEARCH_H

#include "path_probability.h"

#include <couplet/evidence.h>

typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletWalkStep *steps;
  guint n_steps;
  const CoupletRational *epsilon;    /* > 0 */
  const CoupletRational *claim;      /* the loss looked for, in multiples of epsilon */
  const CoupletRational *low, *high; /* all inputs lie between them; NULL = anywhere */
  CoupletContext *context;           /* may be NULL */
} CounterexampleQuestion;

/* Arrays have an entry for each step. The first run is the more likely one. */
typedef struct {
  fmpq *inputs, *adjacent, *outputs;
  guint n_steps;
  arb_t probability, adjacent_probability; /* or densities, of real outputs */
  arb_t loss;                              /* in multiples of epsilon */
  gboolean found;                          /* inputs whose probabilities are known */
  gboolean proven;                         /* the loss is above the claim */
  const char *obstacle;                    /* why nothing was found, NULL = none */
} Counterexample;

void counterexample_init (Counterexample *counterexample, guint n_steps);
void counterexample_clear (Counterexample *counterexample);

/* Tries pairs of inputs u + k*D, u + (k + 1)*D and stops at a pair with a loss above the
 * claim, with k as small as was found; else gives the pair with the largest loss. */
void counterexample_search (const CounterexampleQuestion *question, Counterexample *result);

#endif
