/* SPDX-License-Identifier: Apache-2.0 */
/* Exact guesses where a curve through points meets a bound. */
#ifndef COUPLET_CORE_CURVE_H
#define COUPLET_CORE_CURVE_H

#include <couplet/model.h>

typedef struct {
  const CoupletRational *x, *y;
} CurvePoint;

/* Sets *x to where y is bound on the curve y = a + b*x through two points. FALSE: nowhere. */
gboolean curve_line (const CurvePoint *points, const CoupletRational *bound, CoupletRational *x);

/* Likewise on y = a + b/x, whose points are not at 0. */
gboolean curve_reciprocal (const CurvePoint *points, const CoupletRational *bound,
                           CoupletRational *x);

/* Likewise on y = (a + b*x) / (c + d*x) through three points: sums of constants and one 1/(c + d*x)
 * are of this form. */
gboolean curve_homographic (const CurvePoint *points, const CoupletRational *bound,
                            CoupletRational *x);

#endif
