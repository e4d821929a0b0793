/* SPDX-License-Identifier: Apache-2.0 */
/* What else follows from the relation of guards and shifts. */
#ifndef COUPLET_INTERNAL_SHIFT_H
#define COUPLET_INTERNAL_SHIFT_H

#include <couplet/internal/automaton.h>
#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* couplet_shifts_beside() seen from the draw: the shifts x of the threshold when it has shift g. */
CoupletShifts couplet_thresholds_beside (guint32 comparisons, int g);

/* couplet_shifts_beside() as an inequality: TRUE when comparisons ask that g is at most x, or at
 * least. */
gboolean couplet_asks_at_most (guint32 comparisons);
gboolean couplet_asks_at_least (guint32 comparisons);

/* TRUE when one of couplet_differences() is not 0. */
gboolean couplet_may_differ (const CoupletAutomaton *automaton, guint32 transition);

/* The noise of a draw whose parameter is numbers[d] of the automaton, of that kind if it has
 * any. */
static inline CoupletNoiseKind
couplet_noise_of (guint32 d, CoupletNoiseKind kind)
{
  return d == COUPLET_NO_NOISE ? COUPLET_NOISELESS : kind;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
