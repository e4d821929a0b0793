/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence of a walk of the adversary's, which ends with the best vector that a search found. */
#ifndef COUPLET_VECTOR_WALK_H
#define COUPLET_VECTOR_WALK_H

#include "vector_sets.h"

/* The walk to the best vector of sets: `violation` when it leaves no shifts, else `attained`, with
 * the shifts of a best answer, unless they have too many places, and the *cost of the walk in the
 * unit of exact, which may be finer than that of the search. The caller owns it. NULL when the
 * stage is overdue. */
CoupletEvidence *vector_walk_trace (const VectorSets *sets, const VectorSpace *exact,
                                    CoupletCost *cost);

/* Makes of a walk that leaves no shifts, evidence `violation`, the outcome's reason. */
void vector_walk_tell (const CoupletEvidence *violation, CoupletOutcome *outcome);

#endif
