/* SPDX-License-Identifier: Apache-2.0 */
/* Curves through points meet a bound where they should; the simplest rational is found. */
#include "curve.h"

#include <couplet/host/model.h>

#include <string.h>

#include "unit.h"

static void
set (CoupletRational *number, const char *text)
{
  couplet_rational_init (number);
  assert_true (couplet_rational_parse (number, text, strlen (text), NULL));
}

typedef gboolean (*Curve) (const CurvePoint *, const CoupletRational *, CoupletRational *);

/* points: x and y of three points in turn; expected: where y is bound, NULL = nowhere. */
static void
expect (Curve curve, const char *const *points, const char *bound, const char *expected)
{
  CoupletRational numbers[6], at, x;
  CurvePoint curve_points[3];
  for (guint i = 0; i < 6; i++)
    set (&numbers[i], points[i]);
  for (guint i = 0; i < 3; i++)
    curve_points[i] = (CurvePoint){&numbers[2 * i], &numbers[2 * i + 1]};
  set (&at, bound);
  couplet_rational_init (&x);
  gboolean found = curve (curve_points, &at, &x);
  assert_int_equal (found, expected != NULL);
  g_autofree char *text = couplet_rational_to_string (&x);
  if (found)
    assert_string_equal (text, expected);
  for (guint i = 0; i < 6; i++)
    couplet_rational_clear (&numbers[i]);
  couplet_rational_clear (&at);
  couplet_rational_clear (&x);
}

/* y = 2x + 1 */
static const char *const LINE[] = {"1", "3", "2", "5", "5", "11"};
/* y = 1/4 + 3/(2x) */
static const char *const RECIPROCAL[] = {"1", "7/4", "2", "1", "3", "3/4"};
/* y = 2 + 1/(3x + 1) */
static const char *const SHIFTED[] = {"0", "3", "1", "9/4", "2", "15/7"};
static const char *const FLAT[] = {"1", "2", "3", "2", "5", "2"};
static const char *const FROM_ZERO[] = {"0", "1", "1", "2", "2", "3"};

static void
test_curves_meet_the_bound (void **state)
{
  (void)state;
  expect (curve_line, LINE, "22", "21/2");
  expect (curve_reciprocal, RECIPROCAL, "1/3", "18");
  expect (curve_homographic, LINE, "22", "21/2");
  expect (curve_homographic, RECIPROCAL, "1/3", "18");
  expect (curve_homographic, SHIFTED, "41/20", "19/3");
}

static void
test_curves_that_do_not (void **state)
{
  (void)state;
  expect (curve_line, FLAT, "3", NULL);
  expect (curve_reciprocal, FLAT, "3", NULL);
  expect (curve_homographic, FLAT, "3", NULL);
  expect (curve_reciprocal, FROM_ZERO, "3", NULL);
  expect (curve_reciprocal, RECIPROCAL, "1/4", NULL);
  expect (curve_homographic, RECIPROCAL, "1/4", NULL);
  expect (curve_homographic, RECIPROCAL, "3/4", NULL); /* that of the third point */
}

static void
expect_simplest (const char *low, const char *high, const char *expected)
{
  CoupletRational from, to, simple;
  set (&from, low);
  set (&to, high);
  couplet_rational_init (&simple);
  couplet_rational_simplest (&from, &to, &simple);
  g_autofree char *text = couplet_rational_to_string (&simple);
  assert_string_equal (text, expected);
  couplet_rational_clear (&from);
  couplet_rational_clear (&to);
  couplet_rational_clear (&simple);
}

static void
test_the_simplest_rational (void **state)
{
  (void)state;
  expect_simplest ("1/3", "1/2", "1/2");
  expect_simplest ("3/10", "4/10", "1/3");
  expect_simplest ("314/100", "315/100", "22/7");
  expect_simplest ("5/2", "7/2", "3");
  expect_simplest ("7/3", "7/3", "7/3");
  expect_simplest ("-1/2", "1/2", "0");
  expect_simplest ("-4/10", "-3/10", "-1/3");
  expect_simplest ("3141592/1000000", "3141593/1000000", "355/113");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_curves_meet_the_bound),
      cmocka_unit_test (test_curves_that_do_not),
      cmocka_unit_test (test_the_simplest_rational),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
