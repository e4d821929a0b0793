/* SPDX-License-Identifier: Apache-2.0 */
/* What walks cost by place, step by step (<couplet/walk_shifts.h>).
 *
 * A vector at a state is an array: the fees that no place changes, and then, for each cluster, an
 * entry for each of its places: the least cost with which a walk leads there. It costs the sum of
 * the first entry and of each cluster's least one. The shifts of a cluster's thresholds count up
 * with its entries, those of the last one fastest.
 */
#ifndef COUPLET_HOST_PLACE_VECTORS_H
#define COUPLET_HOST_PLACE_VECTORS_H

#include <couplet/walk_shifts.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The letters that they are made of, which belong to vectors. */
CoupletMoves *couplet_place_vectors_moves (const CoupletPlaceVectors *vectors);

/* Of a threshold that is not of the entry at hand. */
#define COUPLET_NO_SHIFT 2

/* Sets x, per threshold, to the shifts of that entry of vectors at state, from 1 on. */
void couplet_place_vectors_shifts (const CoupletPlaceVectors *vectors, guint32 state, gsize entry,
                                   gint8 *x);

/* The entries of a vector at state; at the reachable state that has most. */
gsize couplet_place_vectors_size (const CoupletPlaceVectors *vectors, guint32 state);
gsize couplet_place_vectors_most (const CoupletPlaceVectors *vectors);

/* Sets *after to what before, at transition's source, becomes at its target. difference: one of
 * transition's. */
void couplet_place_vectors_take (CoupletPlaceVectors *vectors, guint32 transition, int difference,
                                 const CoupletCost *before, CoupletCost *after);

/* What vector costs; infinite = no shifts are left. */
CoupletCost couplet_place_vectors_least (const CoupletPlaceVectors *vectors, guint32 state,
                                         const CoupletCost *vector);

/* Whether nothing that follows low, at state, costs more than after high. */
gboolean couplet_place_vectors_below (const CoupletPlaceVectors *vectors, guint32 state,
                                      const CoupletCost *low, const CoupletCost *high);

/* Sets the differences of walk (CoupletWalkStep, from the initial state) to those at which its
 * cheapest shifts cost most; of an unfolded automaton also the transitions to those that stand for
 * the same ones of the input and are taken with them. FALSE when that is too much work. */
gboolean couplet_walk_worst_differences (CoupletPlaceVectors *vectors, GArray *walk);

#pragma GCC visibility pop
G_END_DECLS

#endif
