/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/shift.h>

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
shifts_shown (CoupletOutputKind output)
{
  return output == COUPLET_INSAMPLE ? couplet_shift (0) : COUPLET_ALL_SHIFTS;
}

guint32
couplet_differences (const CoupletAutomaton *automaton, guint32 transition,
                     gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  guint32 n = 0;
  if (automaton->differences == NULL) {
    gboolean private = couplet_source_state (automaton, transition)->input == COUPLET_PRIVATE;
    differences[0] = private ? -1 : 0;
    differences[1] = 1;
    return private ? 2 : 1;
  }
  for (int difference = -1; difference <= 1; difference++)
    if (couplet_shifts_have (automaton->differences[transition], difference))
      differences[n++] = (gint8)difference;
  return n;
}

gboolean
couplet_may_differ (const CoupletAutomaton *automaton, guint32 transition)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES] = {0};
  guint32 n = couplet_differences (automaton, transition, differences);
  return n > 1 || differences[0] != 0;
}
