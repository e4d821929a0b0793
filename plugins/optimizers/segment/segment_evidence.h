/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for the polynomial upper bound, docs/evidence.md. */
#ifndef COUPLET_SEGMENT_EVIDENCE_H
#define COUPLET_SEGMENT_EVIDENCE_H

#include <couplet/plugin.h>
#include <couplet/step.h>

/* What the costs from assignments on were found to be: worst[number[t]] of transition t,
 * whose entry x + 1 is the cost when the previous shift is x. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const guint32 *number;
  const CoupletVector *worst;
} SegmentCosts;

/* Adds `bound` for cost, which is finite and that of the first assignment, to outcome,
 * unless none is wanted; says that it is left out when it is too large. */
void segment_give_bound (const SegmentCosts *costs, CoupletCost cost, CoupletOutcome *outcome);

/* Adds `violation` to outcome, and the walk's words as its reason, unless none is wanted or
 * the work has to end. */
void segment_give_violation (const SegmentCosts *costs, CoupletOutcome *outcome);

#endif
