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

/* The same with factors of thresholds that some walk to the state has tied, where letters that tie
 * too many cannot be taken. NULL when pace is over. */
CoupletVectors *couplet_vectors_new_by_walks (const CoupletAutomaton *automaton,
                                              const CoupletComponents *free_cycles,
                                              CoupletUnit *unit, CoupletPace *pace);

/* The same where other components must be free: with the automaton, the unit and the layouts of
 * other, which ties no fewer thresholds. */
CoupletVectors *couplet_vectors_new_like (const CoupletVectors *other,
                                          const CoupletComponents *free_cycles);

/* Live thresholds that are tied at a state, and the entries of its vectors that are about
 * them: size = 3 to the n from number first on. */
typedef struct {
  guint32 n;
  const guint32 *thresholds;
  gsize first, size;
} CoupletVectorFactor;

/* What vectors at a state look like: size entries, of which those from 1 on belong to factors. */
typedef struct {
  gsize size;
  guint32 n_factors;
  const CoupletVectorFactor *factors;
} CoupletVectorLayout;

const CoupletVectorLayout *couplet_vectors_layout (const CoupletVectors *vectors, guint32 state);

/* The entries of a vector at the reachable state that has most. */
gsize couplet_vectors_most (const CoupletVectors *vectors);

/* As couplet_vectors_take() where each sample pays what is the most over n differences, which leave
 * it the same shifts. FALSE where that cannot be taken. */
gboolean couplet_vectors_take_worst (CoupletVectors *vectors, guint32 transition,
                                     const gint8 *differences, guint32 n, const CoupletCost *before,
                                     CoupletCost *after);

/* Sets the differences of walk (CoupletWalkStep, from the initial state) to those at which its
 * cheapest shifts cost most; of an unfolded automaton also the transitions to those that stand for
 * the same ones of the input and are taken with them. FALSE when that is too much work. */
gboolean couplet_walk_worst_differences (CoupletVectors *vectors, GArray *walk);

/* The letters that they are made of, which belong to vectors. */
CoupletMoves *couplet_vectors_moves (const CoupletVectors *vectors);

/* ---- The cheapest shifts of a walk ----------------------------------------------------------- */

/* They are shortest paths from place to place, for each cluster of thresholds by itself. A place is
 * a state with a shift in {-1, 0, 1} of each live threshold of one cluster; a letter leads from
 * place to place, at the fees of its samples (docs/theory.md section 3). */

/* Sets shifts, of couplet_n_slots() for each of the n steps, to the least shifts of the samples
 * with which the walk from the initial state costs least, COUPLET_SHIFT_UNUSED where a step has no
 * sample, and *cost to that. FALSE when it leaves no shifts, has differences that its transitions
 * do not have or too many places, or pace is over. vectors: of couplet_vectors_new(). */
gboolean couplet_walk_shifts (CoupletVectors *vectors, const CoupletWalkStep *walk, guint n,
                              CoupletPace *pace, gint8 *shifts, CoupletCost *cost);

#pragma GCC visibility pop
G_END_DECLS

#endif
