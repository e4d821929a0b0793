/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of vectors of which none is below another: what an adversary keeps, who
 * picks one of them and pays its least entry (docs/theory.md section 4).
 */
#ifndef COUPLET_ANTICHAIN_H
#define COUPLET_ANTICHAIN_H

#include <couplet/internal/context.h>
#include <couplet/internal/step.h>

G_BEGIN_DECLS

/* A vector of a set, with a number of the caller's that it came with. */
typedef struct {
  CoupletVector vector;
  guint32 tag;
} Candidate;

/* Moves the candidates that are not below another to the front (of equal ones
 * one remains) and returns how many they are; what is after them is undefined.
 * n log n comparisons, and moves in proportion to the result. When the context (NULL =
 * no limits) says to stop, a large set is left in disorder, with all it has, and n
 * returned. */
guint antichain_reduce (Candidate *candidates, guint n, CoupletContext *context);

/* What may have been paid before, given what may follow and what all of it may cost: appends to
 * allowances (of CoupletVector) the vectors F such that for each of the n rests
 * some shift x has F(x) + rest(x) at most cost, and no greater F does; F(x) is infinite where no
 * rest is to be met by x. Of rests, which it sorts, none is below another. In time n log n, but
 * for moves. FALSE when the pace is over. */
gboolean allowances_append (GArray *allowances, Candidate *rests, guint n, CoupletCost cost,
                            CoupletUnit *unit, CoupletPace *pace);

G_END_DECLS

#endif
