/* SPDX-License-Identifier: Apache-2.0 */
#include "laplace.h"

#include <math.h>

double
number_of (const CoupletAutomaton *a, guint32 index)
{
  return mpq_get_d (a->numbers[index].value);
}

/* P(centre + Lap <= x) */
static double
below (double x, double centre, double rate)
{
  double z = (x - centre) * rate;
  return z < 0 ? 0.5 * exp (z) : 1 - 0.5 * exp (-z);
}

/* P(low <= centre + Lap < high), without loss of digits far out. */
double
laplace_between (double low, double high, double centre, double rate)
{
  if (high <= low)
    return 0;
  if (low >= centre)
    return 0.5 * (exp ((centre - low) * rate) - exp ((centre - high) * rate));
  return below (high, centre, rate) - below (low, centre, rate);
}
