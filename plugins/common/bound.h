/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence `bound` (docs/evidence.md): for each state that is reached, the vectors of costs
 * that a method has for it. It is left out where it would be larger than what was asked for,
 * or when the stage is overdue. */
#ifndef COUPLET_BOUND_H
#define COUPLET_BOUND_H

#include <couplet/internal/cost.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/plugin.h>

/* What a method gives a bound from. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  const CoupletUnit *unit; /* the clock reckons with its numbers */
  gconstpointer data;
  /* adds the entry of state */
  void (*add) (gconstpointer data, CoupletEvidence *evidence, guint32 state);
} BoundSource;

/* Evidence that no path costs more than cost, which the caller frees; NULL when the stage is
 * overdue. */
CoupletEvidence *bound_new (const BoundSource *source, const CoupletRational *cost);

/* Adds a vector for one threshold: the numbers in evidence of the shifts -1, 0, 1. */
void bound_add_vector (CoupletEvidence *evidence, const guint32 values[3]);

/* Gives evidence to outcome, which frees it; where it is NULL, says that evidence of so many
 * vectors is left out. */
void bound_give (CoupletOutcome *outcome, CoupletEvidence *evidence, const CoupletUnit *unit,
                 guint64 n_vectors);

#endif
