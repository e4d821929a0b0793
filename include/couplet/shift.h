/* SPDX-License-Identifier: Apache-2.0 */
/* The relation of guards and shifts (docs/theory.md sections 2 and 3): what a shift
 * g in {-1, 0, 1} of one draw pays when the inputs differ by D in {-1, 0, 1}, and
 * which shifts literals and outputs allow. Everything else about shifts is derived
 * from these functions by trying all g, x and D; core/check alone has a copy of its own,
 * so that it shares no fault.
 */
#ifndef COUPLET_SHIFT_H
#define COUPLET_SHIFT_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A set of shifts or differences: bit g + 1 stands for g. */
typedef guint8 CoupletShifts;

#define COUPLET_ALL_SHIFTS 7
/* How many sets there are; all are smaller numbers. */
#define COUPLET_N_SHIFT_SETS 8

/* Room for the differences of a transition. */
#define COUPLET_MOST_DIFFERENCES 2

/* Instead of a fee, and above any: the noise cannot make up for this shift. */
#define COUPLET_NO_FEE 127

/* The set of g alone. */
static inline CoupletShifts
couplet_shift (int g)
{
  return (CoupletShifts)(1 << (g + 1));
}

static inline gboolean
couplet_shifts_have (CoupletShifts shifts, int g)
{
  return (shifts >> (g + 1) & 1) != 0;
}

/* TRUE when shifts has one member or none. */
static inline gboolean
couplet_shifts_are_single (CoupletShifts shifts)
{
  return (shifts & (shifts - 1)) == 0;
}

/* The least and the greatest member of shifts, which is not empty. */
static inline int
couplet_shifts_least (CoupletShifts shifts)
{
  return (shifts & 1) != 0 ? -1 : (shifts & 2) != 0 ? 0 : 1;
}

static inline int
couplet_shifts_greatest (CoupletShifts shifts)
{
  return (shifts & 4) != 0 ? 1 : (shifts & 2) != 0 ? 0 : -1;
}

/* The least of the fees of -1, 0 and 1 for a shift that is among shifts; COUPLET_NO_FEE when none
 * of them has one. */
static inline int
couplet_least_fee (const gint8 fees[3], CoupletShifts among)
{
  int least = COUPLET_NO_FEE;
  for (int g = -1; g <= 1; g++)
    if (couplet_shifts_have (among, g) && fees[g + 1] < least)
      least = fees[g + 1];
  return least;
}

/* Those of -1, 0 and 1 that have a fee. */
static inline CoupletShifts
couplet_shifts_with_fee (const gint8 fees[3])
{
  return (CoupletShifts)((fees[0] != COUPLET_NO_FEE) | (fees[1] != COUPLET_NO_FEE) << 1 |
                         (fees[2] != COUPLET_NO_FEE) << 2);
}

/* The first shift with that fee; there is one. */
static inline int
couplet_cheapest_shift (const gint8 fees[3], CoupletShifts among)
{
  int least = couplet_least_fee (fees, among), g = -1;
  while (g < 1 && !(couplet_shifts_have (among, g) && fees[g + 1] == least))
    g++;
  return g;
}

/* The shifts g of a draw that keep comparisons (a union of CoupletComparison, 0 = none)
 * with a threshold of shift x true: g <= x, g >= x or both. */
CoupletShifts couplet_shifts_beside (guint32 comparisons, int x);

/* The same seen from the draw: the shifts x of the threshold when it has shift g. */
CoupletShifts couplet_thresholds_beside (guint32 comparisons, int g);

/* The same as an inequality: TRUE when comparisons ask that g is at most x, or at least. */
gboolean couplet_asks_at_most (guint32 comparisons);
gboolean couplet_asks_at_least (guint32 comparisons);

/* The input differences that transition, of an automaton that is unfolded where it has to be,
 * may be taken with and that matter: where earlier inputs leave all of them, -1 and 1 at a
 * private state, 0 at a public one. Returns their number, at least 1. */
guint32 couplet_differences (const CoupletAutomaton *automaton, guint32 transition,
                             gint8 differences[COUPLET_MOST_DIFFERENCES]);

/* TRUE when one of them is not 0. */
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
