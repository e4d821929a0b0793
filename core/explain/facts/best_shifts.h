/* SPDX-License-Identifier: Apache-2.0 */
/* The cheapest valid shifts of a walk whose input differences are known, for any
 * number of thresholds.
 *
 * A shift in {-1, 0, 1} is two yes-or-no questions, `at least 0` and `at least 1`;
 * a condition g <= h says that each question answered yes for g is for h; the
 * cost is a sum over the questions, since it is convex. So this is a minimum cut,
 * found by augmenting shortest paths (Edmonds and Karp, J. ACM 19(2), 1972) in
 * exact rationals.
 */
#ifndef COUPLET_EXPLAIN_BEST_SHIFTS_H
#define COUPLET_EXPLAIN_BEST_SHIFTS_H

#include "walk_samples.h"

/* Sets every sample's shift. FALSE, and nothing set, when no shifts are valid. */
gboolean best_shifts (WalkSamples *samples);

#endif
