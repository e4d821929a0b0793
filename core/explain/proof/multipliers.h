/* SPDX-License-Identifier: Apache-2.0 */
/* Why no shifts of a walk cost less than the cheapest ones: multipliers of its conditions, the dual
 * of the linear program whose unknowns are the shifts (docs/theory.md section 5, Theorem 4). */
#ifndef COUPLET_EXPLAIN_MULTIPLIERS_H
#define COUPLET_EXPLAIN_MULTIPLIERS_H

#include "walk_samples.h"

/* Each row of the walk's path, that one shift is at most another, counts with a multiplier that is
 * not negative; that an output's shift is 0 counts with one of any sign. They add up to a weight
 * for each sample: the multipliers of the rows where its shift is the greater one, less those where
 * it is the lesser, and its output's. The cost is at least the sum of -weight * D. */
typedef struct {
  guint n_rows, n_samples;
  CoupletRational *rows;    /* per row */
  CoupletRational *outputs; /* per sample: what makes up its weight beside the rows */
  CoupletRational *weights; /* per sample: in size at most what its shift pays for 1, times turns */
  CoupletRational *rates;   /* per sample: that; 0 without noise, where any weight will do */
  guint *turns; /* per sample: on a cycle the turns that are enough for its weight, else 1 */
  CoupletRational least; /* the sum */
} Multipliers;

/* samples have the cheapest shifts. NULL: there are none, as the shifts are not, or as many turns
 * would have to change a threshold that is compared. The caller frees it. */
Multipliers *multipliers_new (const WalkSamples *samples);
void multipliers_free (Multipliers *multipliers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Multipliers, multipliers_free)

/* Sets *rate to what sample pays for a shift that is 1 from D. */
void walk_sample_rate (const WalkSamples *samples, const WalkSample *sample, CoupletRational *rate);

#endif
