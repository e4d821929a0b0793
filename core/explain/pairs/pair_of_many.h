/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs of inputs where there are several thresholds. */
#ifndef COUPLET_EXPLAIN_PAIR_OF_MANY_H
#define COUPLET_EXPLAIN_PAIR_OF_MANY_H

#include "pair_walk.h"

/* Fills an empty pair by the conflict. FALSE when the conflict has another shape. */
gboolean fill_pair_of_many (InputPair *pair, const WalkSamples *samples,
                            const ShiftConflict *conflict);

#endif
