/* SPDX-License-Identifier: Apache-2.0 */
/* An axis of a plot: which values it shows, where, and at which of them a figure stands. */
#ifndef COUPLET_HTML_AXIS_H
#define COUPLET_HTML_AXIS_H

#include <glib.h>

#define MOST_TICKS 16

typedef struct {
  gboolean logarithmic;
  double least, greatest; /* values at the ends */
  double begin, end;      /* their places, in pixels */
  guint n_ticks;
  double ticks[MOST_TICKS];
} Axis;

/* An axis from 0 to greatest at least, with round figures. */
Axis axis_linear (double greatest, double begin, double end);

/* An axis from least to greatest at least, with round figures; from 0 where that is near. */
Axis axis_between (double least, double greatest, double begin, double end);

/* An axis over decades that has least and greatest, both above 0. */
Axis axis_logarithmic (double least, double greatest, double begin, double end);

/* Where value stands. */
double axis_place (const Axis *axis, double value);

#endif
