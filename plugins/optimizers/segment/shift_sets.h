/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of shifts: bit x + 1 stands for x. */
#ifndef COUPLET_SEGMENT_SHIFT_SETS_H
#define COUPLET_SEGMENT_SHIFT_SETS_H

#include <couplet/step.h>

#define ALL_SHIFTS 7u
#define N_SHIFT_SETS 8u

/* The shifts of the threshold that a transition which does not assign allows. */
static inline guint32
shifts_allowed (const CoupletStep *step)
{
  guint32 shifts = 0;
  for (guint32 x = 0; x < 3; x++)
    if (step->pay[0][x] != COUPLET_COST_INFINITE)
      shifts |= 1u << x;
  return shifts;
}

/* True when shifts has one member. */
static inline gboolean
shifts_single (guint32 shifts)
{
  return (shifts & (shifts - 1)) == 0;
}

#endif
