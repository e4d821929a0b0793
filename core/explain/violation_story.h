/* SPDX-License-Identifier: Apache-2.0 */
/* A walk on which no strategy is valid: its conditions, the loops, and inputs
 * whose loss grows with the turns. */
#ifndef COUPLET_EXPLAIN_VIOLATION_STORY_H
#define COUPLET_EXPLAIN_VIOLATION_STORY_H

#include "conflict.h"
#include "document.h"
#include "input_pair.h"

/* The conditions that contradict each other. */
void tell_conflict (Document *document, const WalkSamples *samples, const ShiftConflict *conflict);

/* The loops that the conflict comes from. */
void tell_conflict_loops (Document *document, const WalkSamples *samples,
                          const ShiftConflict *conflict);

/* The inputs, and how the loss grows. */
void tell_input_pair (Document *document, const InputPair *pair);

#endif
