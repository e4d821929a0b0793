/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence for the polynomial upper bound, docs/evidence.md. */
#ifndef COUPLET_SEGMENT_EVIDENCE_H
#define COUPLET_SEGMENT_EVIDENCE_H

#include "segment_costs.h"

#include <couplet/plugin.h>

/* Adds `bound` for cost, which is finite and that of the first assignment, to outcome,
 * unless none is wanted; says that it is left out when it is too large. */
void segment_give_bound (const SegmentCosts *costs, CoupletCost cost, CoupletOutcome *outcome);

/* Adds `violation` to outcome, and the walk's words as its reason, unless none is wanted or
 * the work has to end. */
void segment_give_violation (const SegmentCosts *costs, CoupletOutcome *outcome);

#endif
