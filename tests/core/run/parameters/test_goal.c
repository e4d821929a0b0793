/* SPDX-License-Identifier: Apache-2.0 */
/* A parameter that is looked for comes last, and its range says where to look. */
#include "goal.h"

#include <couplet/host.h>

#include <string.h>

#include "unit.h"

/* The sweep of definitions in which c is looked for; NULL with error set. */
static CoupletSweep *
sweep_for_c (const char *const *definitions, GError **error)
{
  g_auto (CoupletRational) at_most;
  couplet_rational_init (&at_most);
  mpq_set_ui (at_most.value, 3, 2);
  return couplet_sweep_new_with_goal (definitions, "c", &at_most, error);
}

static void
expect_range (const char *definition, RangeKind kind, const char *first, const char *last,
              const char *step)
{
  const char *const definitions[] = {definition, NULL};
  g_autoptr (CoupletSweep) sweep = sweep_for_c (definitions, NULL);
  guint n;
  const CoupletGoal *goal = couplet_sweep_points (sweep, &n)[0].goal;
  g_autofree char *is_first = couplet_rational_to_string (&goal->range.first);
  g_autofree char *is_last = couplet_rational_to_string (&goal->range.last);
  g_autofree char *is_step = couplet_rational_to_string (&goal->range.step);
  assert_int_equal (goal->range.kind, kind);
  assert_string_equal (is_first, first);
  assert_string_equal (is_last, last);
  assert_string_equal (is_step, step);
}

static void
test_ranges (void **state)
{
  (void)state;
  expect_range ("c=1..100", RANGE_STEPS, "1", "100", "1");
  expect_range ("c=1..1000000000000000000000", RANGE_STEPS, "1", "1000000000000000000000", "1");
  expect_range ("c=1..100..7", RANGE_STEPS, "1", "99", "7");
  expect_range ("c=1/2..2..1/4", RANGE_STEPS, "1/2", "2", "1/4");
  expect_range ("c=1/2..20", RANGE_INTERVAL, "1/2", "20", "1");
  expect_range ("c=1.0..20", RANGE_INTERVAL, "1", "20", "1");
}

static void
test_it_comes_last (void **state)
{
  (void)state;
  const char *const definitions[] = {"c=1..3", "k=1,2", "m=7", NULL};
  g_autoptr (CoupletSweep) sweep = sweep_for_c (definitions, NULL);
  guint n;
  const CoupletPoint *points = couplet_sweep_points (sweep, &n);
  assert_int_equal (n, 2);
  assert_int_equal (points[1].n_parameters, 3);
  assert_string_equal (points[1].parameters[2].name, "c");
  assert_int_equal (points[1].n_swept, 2);
  assert_string_equal (points[1].swept[0].value, "2");
  assert_string_equal (points[1].swept[1].name, "c");
  assert_ptr_equal (points[0].goal, points[1].goal);
  assert_int_equal (mpq_cmp_ui (points[0].goal->at_most.value, 3, 2), 0);
}

static void
test_without_a_range_it_is_free (void **state)
{
  (void)state;
  g_autoptr (CoupletSweep) sweep = sweep_for_c (NULL, NULL);
  guint n;
  assert_int_equal (couplet_sweep_points (sweep, &n)[0].goal->range.kind, RANGE_FREE);
  assert_int_equal (n, 1);
}

static void
expect_error (const char *first, const char *second, const char *expected)
{
  const char *const definitions[] = {first, second, NULL};
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletSweep) sweep = sweep_for_c (definitions, &error);
  assert_null (sweep);
  assert_non_null (strstr (error->message, expected));
}

static void
test_what_is_no_range (void **state)
{
  (void)state;
  expect_error ("c=3", NULL, "-D c=3: c is looked for; expected where, a range");
  expect_error ("c=1,2", NULL, "c is looked for");
  expect_error ("c=1..5,7", NULL, "c is looked for");
  expect_error ("c=1..x", NULL, "'1..x' is not a range");
  expect_error ("c=1..2", "c=1..3", "-D c=1..3: it is given twice");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_ranges),
      cmocka_unit_test (test_it_comes_last),
      cmocka_unit_test (test_without_a_range_it_is_free),
      cmocka_unit_test (test_what_is_no_range),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
