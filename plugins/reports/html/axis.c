/* SPDX-License-Identifier: Apache-2.0 */
#include "axis.h"

#include <math.h>

/* 1, 2 or 5 times a power of ten: not below value. */
static double
round_up (double value)
{
  double power = pow (10, floor (log10 (value)));
  for (guint i = 0; i < 3; i++) {
    static const double factors[] = {1, 2, 5};
    if (factors[i] * power >= value * (1 - 1e-9))
      return factors[i] * power;
  }
  return 10 * power;
}

Axis
axis_linear (double greatest, double begin, double end)
{
  Axis axis = {FALSE, 0, 1, begin, end, 0, {0}};
  double step = greatest > 0 && isfinite (greatest) ? round_up (greatest / 8) : 0.2;
  double n = greatest > 0 && isfinite (greatest) ? ceil (greatest / step) : 5;
  axis.greatest = n * step;
  for (guint i = 0; i <= n && axis.n_ticks < MOST_TICKS; i++)
    axis.ticks[axis.n_ticks++] = i * step;
  return axis;
}

Axis
axis_between (double least, double greatest, double begin, double end)
{
  if (least >= 0 && 2 * least <= greatest)
    return axis_linear (greatest, begin, end);
  double size = MAX (fabs (least), fabs (greatest));
  double step = round_up (MAX (greatest - least, size * 1e-6) / 8);
  double first = floor (least / step + 1e-9);
  double last = MAX (ceil (greatest / step - 1e-9), first + 1);
  Axis axis = {FALSE, first * step, last * step, begin, end, 0, {0}};
  for (guint i = 0; first + i <= last && axis.n_ticks < MOST_TICKS; i++)
    axis.ticks[axis.n_ticks++] = (first + i) * step;
  return axis;
}

Axis
axis_logarithmic (double least, double greatest, double begin, double end)
{
  double first = floor (log10 (least)), last = MAX (ceil (log10 (greatest)), first + 1);
  Axis axis = {TRUE, pow (10, first), pow (10, last), begin, end, 0, {0}};
  for (guint i = 0; first + i <= last && axis.n_ticks < MOST_TICKS; i++)
    axis.ticks[axis.n_ticks++] = pow (10, first + i);
  return axis;
}

double
axis_place (const Axis *axis, double value)
{
  double part = axis->logarithmic ? log (value / axis->least) / log (axis->greatest / axis->least)
                                  : (value - axis->least) / (axis->greatest - axis->least);
  return axis->begin + part * (axis->end - axis->begin);
}
