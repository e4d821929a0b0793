/* SPDX-License-Identifier: Apache-2.0 */
#include "curve.h"

gboolean
curve_line (const CurvePoint *points, const CoupletRational *bound, CoupletRational *x)
{
  g_auto (CoupletRational) rise;
  couplet_rational_init (&rise);
  mpq_sub (rise.value, points[1].y->value, points[0].y->value);
  if (mpq_sgn (rise.value) == 0)
    return FALSE;
  mpq_sub (x->value, bound->value, points[0].y->value);
  mpq_div (x->value, x->value, rise.value);
  mpq_sub (rise.value, points[1].x->value, points[0].x->value); /* the run */
  mpq_mul (x->value, x->value, rise.value);
  mpq_add (x->value, x->value, points[0].x->value);
  return TRUE;
}

gboolean
curve_reciprocal (const CurvePoint *points, const CoupletRational *bound, CoupletRational *x)
{
  g_auto (CoupletRational) first, second;
  couplet_rational_init (&first);
  couplet_rational_init (&second);
  if (mpq_sgn (points[0].x->value) == 0 || mpq_sgn (points[1].x->value) == 0)
    return FALSE;
  mpq_inv (first.value, points[0].x->value);
  mpq_inv (second.value, points[1].x->value);
  const CurvePoint line[] = {{&first, points[0].y}, {&second, points[1].y}};
  if (!curve_line (line, bound, x) || mpq_sgn (x->value) == 0)
    return FALSE;
  mpq_inv (x->value, x->value);
  return TRUE;
}

/* ratio = (to - a) * (b - c) / ((to - c) * (b - a)), a cross-ratio without one factor; FALSE where
 * that divides by 0. */
static gboolean
cross_ratio (const CoupletRational *to, const CoupletRational *a, const CoupletRational *b,
             const CoupletRational *c, CoupletRational *ratio)
{
  g_auto (CoupletRational) below, difference;
  couplet_rational_init (&below);
  couplet_rational_init (&difference);
  mpq_sub (ratio->value, to->value, a->value);
  mpq_sub (difference.value, b->value, c->value);
  mpq_mul (ratio->value, ratio->value, difference.value);
  mpq_sub (below.value, to->value, c->value);
  mpq_sub (difference.value, b->value, a->value);
  mpq_mul (below.value, below.value, difference.value);
  if (mpq_sgn (below.value) == 0)
    return FALSE;
  mpq_div (ratio->value, ratio->value, below.value);
  return TRUE;
}

/* Such curves keep cross-ratios: that of x is that of y = bound. */
gboolean
curve_homographic (const CurvePoint *points, const CoupletRational *bound, CoupletRational *x)
{
  const CoupletRational *a = points[0].x, *b = points[1].x, *c = points[2].x;
  g_auto (CoupletRational) ratio, scale, below;
  couplet_rational_init (&ratio);
  couplet_rational_init (&scale);
  couplet_rational_init (&below);
  if (!cross_ratio (bound, points[0].y, points[1].y, points[2].y, &ratio) ||
      mpq_equal (b->value, c->value))
    return FALSE;
  /* ratio = (x - a)(b - c) / ((x - c)(b - a)): with scale = ratio (b - a)/(b - c) it is
   * x - a = scale (x - c) */
  mpq_sub (scale.value, b->value, a->value);
  mpq_mul (scale.value, scale.value, ratio.value);
  mpq_sub (below.value, b->value, c->value);
  mpq_div (scale.value, scale.value, below.value);
  mpq_set_ui (below.value, 1, 1);
  mpq_sub (below.value, below.value, scale.value);
  if (mpq_sgn (below.value) == 0)
    return FALSE;
  mpq_mul (scale.value, scale.value, c->value);
  mpq_sub (x->value, a->value, scale.value);
  mpq_div (x->value, x->value, below.value);
  return TRUE;
}
