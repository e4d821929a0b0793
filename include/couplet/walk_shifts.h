/* SPDX-License-Identifier: Apache-2.0 */
/* The cheapest shifts of a walk: shortest paths from place to place, for each cluster of thresholds
 * (<couplet/moves.h>) by itself. A place is a state with a shift in {-1, 0, 1} of each live
 * threshold of one cluster; a letter leads from place to place, at the fees of its samples
 * (docs/theory.md section 3).
 */
#ifndef COUPLET_WALK_SHIFTS_H
#define COUPLET_WALK_SHIFTS_H

#include <couplet/moves.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Live thresholds of one cluster: at most. */
#define COUPLET_PLACE_THRESHOLDS 10

/* Vectors of costs by place, of one automaton. */
typedef struct CoupletPlaceVectors CoupletPlaceVectors;

/* free_cycles: as in couplet_samples_load(). NULL when pace is over, or a cluster has too many live
 * thresholds. The arguments but pace must outlive the result, which the caller frees. */
CoupletPlaceVectors *couplet_place_vectors_new (const CoupletAutomaton *automaton,
                                                const CoupletComponents *free_cycles,
                                                CoupletUnit *unit, CoupletPace *pace);
void couplet_place_vectors_free (CoupletPlaceVectors *vectors);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletPlaceVectors, couplet_place_vectors_free)

/* Sets shifts, of couplet_n_slots() for each of the n steps, to the least shifts of the samples
 * with which the walk from the initial state costs least, COUPLET_SHIFT_UNUSED where a step has no
 * sample, and *cost to that. FALSE when it leaves no shifts, has differences that make no walk
 * worse or too many places, or pace is over. */
gboolean couplet_walk_shifts (CoupletPlaceVectors *vectors, const CoupletWalkStep *walk, guint n,
                              CoupletPace *pace, gint8 *shifts, CoupletCost *cost);

#pragma GCC visibility pop
G_END_DECLS

#endif
