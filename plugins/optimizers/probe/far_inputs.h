/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that refute a claim by the theorem of docs/theory.md section 5 (the least d), where
 * probabilities are not computed: run k reads u + k*D, and within a number of neighbours k, k + 1
 * that is proven here one pair loses more than the claim on the outputs of a path.
 */
#ifndef COUPLET_FAR_INPUTS_H
#define COUPLET_FAR_INPUTS_H

#include "exact.h"

#include <couplet/internal/context.h>
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

/* Why nothing is proven of a path that seems impossible. */
#define FAR_INPUTS_NONE "no inputs are known at which the path is possible"

/* Sets inputs (n_steps of them) to u and *pairs to the number of pairs of neighbours, k from 0 on.
 * Real outputs are 0. FALSE with *obstacle set to a constant sentence when this proves nothing. */
gboolean far_inputs_find (const FarQuestion *question, fmpq *inputs, fmpz_t pairs,
                          const char **obstacle);

#endif
