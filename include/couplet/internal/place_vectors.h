/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors (<couplet/solve.h>) as the library makes and asks them. */
#ifndef COUPLET_INTERNAL_PLACE_VECTORS_H
#define COUPLET_INTERNAL_PLACE_VECTORS_H

#include <couplet/internal/moves.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The vectors of automaton; free_cycles: as in couplet_moves_new(). NULL when pace is over, or a
 * cluster has too many live thresholds. The arguments but pace must outlive the result, which the
 * caller frees. */
CoupletVectors *couplet_vectors_new (const CoupletAutomaton *automaton,
                                     const CoupletComponents *free_cycles, CoupletUnit *unit,
                                     CoupletPace *pace);

/* The entries of a vector at the reachable state that has most. */
gsize couplet_vectors_most (const CoupletVectors *vectors);

/* Sets thresholds to those of cluster that a vector at state is about, and returns how many;
 * COUPLET_NONE = there are not so many clusters. */
guint32 couplet_vectors_factor (const CoupletVectors *vectors, guint32 state, guint32 cluster,
                                guint32 thresholds[COUPLET_VECTOR_THRESHOLDS]);

/* Sets the differences of walk (CoupletWalkStep, from the initial state) to those at which its
 * cheapest shifts cost most; of an unfolded automaton also the transitions to those that stand for
 * the same ones of the input and are taken with them. FALSE when that is too much work. */
gboolean couplet_walk_worst_differences (CoupletVectors *vectors, GArray *walk);

/* The letters that they are made of, which belong to vectors. */
CoupletMoves *couplet_vectors_moves (const CoupletVectors *vectors);

/* ---- The cheapest shifts of a walk ------------------------------------------------------------
 */

/* They are shortest paths from place to place, for each cluster of thresholds by itself. A place is
 * a state with a shift in {-1, 0, 1} of each live threshold of one cluster; a letter leads from
 * place to place, at the fees of its samples (docs/theory.md section 3). */

/* Sets shifts, of couplet_n_slots() for each of the n steps, to the least shifts of the samples
 * with which the walk from the initial state costs least, COUPLET_SHIFT_UNUSED where a step has no
 * sample, and *cost to that. FALSE when it leaves no shifts, has differences that make no walk
 * worse or too many places, or pace is over. */
gboolean couplet_walk_shifts (CoupletVectors *vectors, const CoupletWalkStep *walk, guint n,
                              CoupletPace *pace, gint8 *shifts, CoupletCost *cost);

#pragma GCC visibility pop
G_END_DECLS

#endif
