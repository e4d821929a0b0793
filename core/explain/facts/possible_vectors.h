/* SPDX-License-Identifier: Apache-2.0 */
/* Which shifts of the thresholds are possible together at a state. */
#ifndef COUPLET_EXPLAIN_POSSIBLE_VECTORS_H
#define COUPLET_EXPLAIN_POSSIBLE_VECTORS_H

#include <couplet/moves.h>

#define POSSIBLE_THRESHOLDS 3 /* at most */

/* Sets of vectors of shifts: bit n stands for the vector whose shift of threshold
 * v is digit v of n, to the base of 3, less 1; with one threshold they are CoupletShifts. */
typedef guint32 VectorSet;

static inline int
vector_shift (guint number, guint32 threshold)
{
  for (; threshold > 0; threshold--)
    number /= 3;
  return (int)(number % 3) - 1;
}

/* The vectors that those of from may become over a transition whose inputs
 * differ by difference. moves: where the cycles of components must be free. On a cycle a vector is
 * lost when some difference leaves a draw no shift. */
VectorSet vectors_after (CoupletMoves *moves, const CoupletComponents *components,
                         guint32 transition, int difference, VectorSet from);

/* For each state the vectors with which some walk, under some inputs, leads there
 * at a finite cost. NULL for more than POSSIBLE_THRESHOLDS. The caller frees it. */
VectorSet *possible_vectors (CoupletMoves *moves, const CoupletComponents *components);

#endif
