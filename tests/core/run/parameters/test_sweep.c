/* SPDX-License-Identifier: Apache-2.0 */
/* What -D gives becomes points, in order; what is unclear is refused with its reason. */
#include <couplet/host.h>

#include <string.h>

#include "unit.h"

/* The points as text: `c=1,d=2;c=1,d=3;`. The caller frees it. */
static char *
points_of (const char *const *definitions)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (definitions, &error);
  GString *text = g_string_new (NULL);
  guint n;
  assert_null (error);
  const CoupletPoint *points = couplet_sweep_points (sweep, &n);
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < points[i].n_parameters; j++)
      g_string_append_printf (text, "%s%s=%s", j > 0 ? "," : "", points[i].parameters[j].name,
                              points[i].parameters[j].value);
    g_string_append_c (text, ';');
  }
  return g_string_free (text, FALSE);
}

static void
expect_points (const char *definition, const char *expected)
{
  const char *const definitions[] = {definition, NULL};
  g_autofree char *points = points_of (definitions);
  assert_string_equal (points, expected);
}

static void
expect_error (const char *first, const char *second, const char *expected)
{
  const char *const definitions[] = {first, second, NULL};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (definitions, &error);
  assert_null (sweep);
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_USAGE));
  assert_non_null (strstr (error->message, expected));
}

static void
test_one_value_is_one_point (void **state)
{
  (void)state;
  g_autofree char *none = points_of (NULL);
  assert_string_equal (none, ";");
  expect_points ("c=3", "c=3;");
  expect_points ("c=", "c=;");
  expect_points ("c=a=b", "c=a=b;");
  expect_points ("c=0.5", "c=0.5;");
}

static void
test_lists_and_ranges (void **state)
{
  (void)state;
  expect_points ("c=1,2,5", "c=1;c=2;c=5;");
  expect_points ("c=1..4", "c=1;c=2;c=3;c=4;");
  expect_points ("c=-1..1", "c=-1;c=0;c=1;");
  expect_points ("c=2..2", "c=2;");
  expect_points ("c=1/2..2..1/4", "c=1/2;c=3/4;c=1;c=5/4;c=3/2;c=7/4;c=2;");
  expect_points ("c=0.5..1..0.2", "c=1/2;c=7/10;c=9/10;");
  expect_points ("c=1..3,10,1/2", "c=1;c=2;c=3;c=10;c=1/2;");
  expect_points ("mechanism=leaky,numeric", "mechanism=leaky;mechanism=numeric;");
}

static void
test_several_are_the_product (void **state)
{
  (void)state;
  const char *const definitions[] = {"c=1..2", "name=x", "d=3,4", NULL};
  g_autofree char *points = points_of (definitions);
  assert_string_equal (points, "c=1,name=x,d=3;c=1,name=x,d=4;c=2,name=x,d=3;c=2,name=x,d=4;");
}

static void
test_only_lists_and_ranges_are_swept (void **state)
{
  (void)state;
  const char *const definitions[] = {"c=1..2", "name=x", "d=4..4", NULL};
  g_autoptr (CoupletSweep) sweep = couplet_sweep_new (definitions, NULL);
  guint n;
  const CoupletPoint *points = couplet_sweep_points (sweep, &n);
  assert_int_equal (n, 2);
  assert_int_equal (points[1].n_swept, 2);
  assert_string_equal (points[1].swept[0].name, "c");
  assert_string_equal (points[1].swept[0].value, "2");
  assert_string_equal (points[1].swept[1].name, "d");
}

static void
test_what_is_unclear_is_refused (void **state)
{
  (void)state;
  expect_error ("c", NULL, "-D c: expected NAME=VALUE");
  expect_error ("=1", NULL, "-D =1: expected NAME=VALUE");
  expect_error ("c=1", "c=2", "-D c is given twice");
  expect_error ("c=1,2,1", NULL, "the value 1 is given twice");
  expect_error ("c=1/2,0.5", NULL, "the value 0.5 is given twice");
  expect_error ("c=1..3,2", NULL, "the value 2 is given twice");
  expect_error ("c=x,x", NULL, "the value x is given twice");
  expect_error ("c=1,,2", NULL, "a value is missing beside a comma");
  expect_error ("c=1,", NULL, "a value is missing beside a comma");
  expect_error ("c=1..x", NULL, "'1..x' is not a range");
  expect_error ("c=..5", NULL, "'..5' is not a range");
  expect_error ("c=1..2..3..4", NULL, "'1..2..3..4' is not a range");
  expect_error ("c=1/2..2", NULL, "the range '1/2..2' is not of whole numbers");
  expect_error ("c=5..1", NULL, "the range '5..1' ends before it begins");
  expect_error ("c=1..5..0", NULL, "the step of the range '1..5..0' is not positive");
  expect_error ("c=1..5..-1", NULL, "the step of the range '1..5..-1' is not positive");
}

static void
test_too_many_points (void **state)
{
  (void)state;
  expect_error ("c=1..1000001", NULL, "the range '1..1000001' has more than 1000000 values");
  expect_error ("c=1..1e9999", NULL, "has more than 1000000 values");
  expect_error ("c=1..1001", "d=1..1000", "the product of all values has more than 1000000");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_value_is_one_point),
      cmocka_unit_test (test_lists_and_ranges),
      cmocka_unit_test (test_several_are_the_product),
      cmocka_unit_test (test_only_lists_and_ranges_are_swept),
      cmocka_unit_test (test_what_is_unclear_is_refused),
      cmocka_unit_test (test_too_many_points),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
