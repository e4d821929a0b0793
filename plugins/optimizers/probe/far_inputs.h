/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that refute a claim by the theorem of docs/theory.md section 5 (the least d), where
 * probabilities are not computed: run k reads u + k*D, and within a number of neighbours k, k + 1
 * that is proven here one pair loses more than the claim on the outputs of a path.
 */
#ifndef COUPLET_FAR_INPUTS_H
#define COUPLET_FAR_INPUTS_H

#include "exact.h"

#include <couplet/host/evidence_parts.h>

/* steps: a path and the differences D. All paths with its outputs cost at least loss. */
typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletWalkStep *steps;
  guint n_steps;
  const CoupletRational *epsilon; /* > 0 */
  const CoupletRational *claim;
  const CoupletRational *loss; /* > claim, in multiples of epsilon */
} FarQuestion;

/* Sets pairs to the number of pairs of neighbours, k from 0 on; u is couplet_path_inputs(), and
 * real outputs are 0. Returns NULL, or why this proves nothing, a constant sentence. */
const char *far_inputs_find (const FarQuestion *question, fmpz_t pairs);

/* Sets *log_floor to a ball that is not above the logarithm of the probability of line, a walk, or
 * of the density of its outputs, at the places of its inputs (couplet_line_places()): each draw is
 * confined to an interval of its own rank, so that all comparisons hold. FALSE when that gives no
 * bound: all draws need Laplace noise and be centred at 0, unless they are output, and what is
 * output has to be 0. */
gboolean far_inputs_floor (const CoupletLine *line, const GArray *places,
                           const CoupletRational *epsilon, arb_t log_floor);

#endif
