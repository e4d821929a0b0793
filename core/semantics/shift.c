/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/shift.h>

#include "fees.h"

#define NONE COUPLET_NO_FEE

/* By difference and shift, from -1 to 1. */
typedef gint8 FeeTable[3][3];

/* |g - D| for Laplace noise; g - D for exponential noise, which cannot be less; without noise
 * the shift is the difference. */
static const FeeTable FEES[] = {
    [COUPLET_NOISELESS] = {{0, NONE, NONE}, {NONE, 0, NONE}, {NONE, NONE, 0}},
    [COUPLET_LAPLACE] = {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}},
    [COUPLET_DISCRETE_LAPLACE] = {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}},
    [COUPLET_EXPONENTIAL] = {{0, 1, 2}, {NONE, 0, 1}, {NONE, NONE, 0}},
};

enum { MINUS = 1, ZERO = 2, PLUS = 4 };

/* By the shift of the threshold: g <= x for `<`, g >= x for `>=`. */
static const CoupletShifts BESIDE[][3] = {
    [0] = {COUPLET_ALL_SHIFTS, COUPLET_ALL_SHIFTS, COUPLET_ALL_SHIFTS},
    [COUPLET_LESS] = {MINUS, MINUS | ZERO, MINUS | ZERO | PLUS},
    [COUPLET_GREATER_EQUAL] = {MINUS | ZERO | PLUS, ZERO | PLUS, PLUS},
    [COUPLET_LESS | COUPLET_GREATER_EQUAL] = {MINUS, ZERO, PLUS},
};

const gint8 *
shift_fees (CoupletNoiseKind noise, int difference)
{
  return FEES[noise][difference + 1];
}

CoupletShifts
couplet_shifts_beside (guint32 comparisons, int x)
{
  return BESIDE[comparisons][x + 1];
}

CoupletShifts
couplet_thresholds_beside (guint32 comparisons, int g)
{
  /* g <= x is x >= g */
  guint32 turned = ((comparisons & COUPLET_LESS) != 0 ? COUPLET_GREATER_EQUAL : 0) |
                   ((comparisons & COUPLET_GREATER_EQUAL) != 0 ? COUPLET_LESS : 0);
  return BESIDE[turned][g + 1];
}

gboolean
couplet_asks_at_most (guint32 comparisons)
{
  return (comparisons & COUPLET_LESS) != 0;
}

gboolean
couplet_asks_at_least (guint32 comparisons)
{
  return (comparisons & COUPLET_GREATER_EQUAL) != 0;
}

CoupletShifts
difference_set (const CoupletAutomaton *automaton, guint32 transition)
{
  if (automaton->differences != NULL)
    return automaton->differences[transition];
  return couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE ? MINUS | PLUS
                                                                                : ZERO;
}

guint32
couplet_differences (const CoupletAutomaton *automaton, guint32 transition,
                     gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  CoupletShifts set = difference_set (automaton, transition);
  guint32 n = 0;
  for (int difference = -1; difference <= 1; difference++)
    if (couplet_shifts_have (set, difference))
      differences[n++] = (gint8)difference;
  return n;
}

gboolean
couplet_may_differ (const CoupletAutomaton *automaton, guint32 transition)
{
  return difference_set (automaton, transition) != ZERO;
}
