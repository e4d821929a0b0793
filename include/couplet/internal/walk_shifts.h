/* SPDX-License-Identifier: Apache-2.0 */
/* The cheapest shifts of a walk: shortest paths from place to place, for each cluster of thresholds
 * (<couplet/internal/moves.h>) by itself. A place is a state with a shift in {-1, 0, 1} of each
 * live threshold of one cluster; a letter leads from place to place, at the fees of its samples
 * (docs/theory.md section 3).
 */
#ifndef COUPLET_INTERNAL_WALK_SHIFTS_H
#define COUPLET_INTERNAL_WALK_SHIFTS_H

#include <couplet/internal/place_vectors.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Sets shifts, of couplet_n_slots() for each of the n steps, to the least shifts of the samples
 * with which the walk from the initial state costs least, COUPLET_SHIFT_UNUSED where a step has no
 * sample, and *cost to that. FALSE when it leaves no shifts, has differences that make no walk
 * worse or too many places, or pace is over. */
gboolean couplet_walk_shifts (CoupletVectors *vectors, const CoupletWalkStep *walk, guint n,
                              CoupletPace *pace, gint8 *shifts, CoupletCost *cost);

#pragma GCC visibility pop
G_END_DECLS

#endif
