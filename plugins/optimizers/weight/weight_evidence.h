/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for the component bound, docs/evidence.md. */
#ifndef COUPLET_WEIGHT_EVIDENCE_H
#define COUPLET_WEIGHT_EVIDENCE_H

#include <couplet/cost.h>
#include <couplet/graph.h>
#include <couplet/plugin.h>

/* heaviest: per component, the weight of the heaviest path from it. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const CoupletCost *heaviest;
} Weights;

/* Adds `bound` for weight, which is finite and that of the heaviest path of all, to outcome,
 * unless none is wanted or some walk leaves no shifts; says that it is left out when it is
 * too large. */
void weight_give_bound (const Weights *weights, CoupletCost weight, CoupletOutcome *outcome);

#endif
