/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/format.h>

#include "unit.h"

static void
assert_duration (double seconds, const char *expected)
{
  g_autofree char *text = couplet_format_duration (seconds);
  assert_string_equal (text, expected);
}

static void
test_durations_take_the_unit_that_fits (void **state)
{
  (void)state;
  assert_duration (0, "0 us");
  assert_duration (17e-6, "17 us");
  assert_duration (0.0023, "2.3 ms");
  assert_duration (4.51, "4.51 s");
  assert_duration (723, "12 min 3 s");
}

static void
test_durations_round_into_the_next_unit (void **state)
{
  (void)state;
  assert_duration (999.4e-6, "999 us");
  assert_duration (999.7e-6, "1 ms");
  assert_duration (0.9994, "999 ms");
  assert_duration (0.9997, "1 s");
  assert_duration (59.4, "59.4 s");
  assert_duration (59.7, "1 min 0 s");
  assert_duration (119.4, "1 min 59 s");
  assert_duration (119.7, "2 min 0 s");
}

typedef char *(*FormatFunction) (const CoupletRational *cost);

static void
assert_formats (FormatFunction format, const char *cost, const char *expected)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  assert_true (couplet_rational_parse (&value, cost, strlen (cost), NULL));
  g_autofree char *text = format (&value);
  assert_string_equal (text, expected);
}

static void
assert_cost (const char *cost, const char *expected)
{
  assert_formats (couplet_format_cost, cost, expected);
}

static void
test_costs_have_a_decimal_beside_a_fraction (void **state)
{
  (void)state;
  assert_cost ("0", "0");
  assert_cost ("2", "2");
  assert_cost ("5/4", "5/4 (1.25)");
  assert_cost ("5/6", "5/6 (~0.8333)");
  assert_cost ("10/4", "5/2 (2.5)");
  assert_cost ("36893488147419103232", "36893488147419103232");
}

static void
test_long_fractions_are_told_by_their_length (void **state)
{
  (void)state;
  assert_cost ("12345678901234567891/1000000000000000000",
               "12345678901234567891/1000000000000000000 (~12.3457)");
  assert_cost ("123456789012345678901/10000000000000000000", "~12.3457 (21/20 digits)");
}

static void
test_huge_and_tiny_costs_are_told_by_a_power_of_ten (void **state)
{
  (void)state;
  assert_cost ("1e39", "1000000000000000000000000000000000000000");
  assert_cost ("1e40", "1e40 (41 digits)");
  assert_cost ("123456e300", "~1.2346e305 (306 digits)");
  assert_cost ("99999999e300", "~1.0000e308 (308 digits)");
  assert_cost ("1e400", "1e400 (401 digits)");
  assert_cost ("1e-50", "1e-50 (1/51 digits)");
  assert_cost ("3/100000", "3/100000 (3e-5)");
  assert_cost ("1/1000000", "1/1000000 (1e-6)");
  assert_cost ("125e300", "1.25e302 (303 digits)");
  assert_cost ("1/3000000", "1/3000000 (~3.3333e-7)");
  assert_cost ("1000000000000000000001/10000000000000000000000000000", "~1.0000e-7 (22/29 digits)");
}

static void
test_narrow_cells_get_a_decimal_where_the_fraction_is_long (void **state)
{
  (void)state;
  assert_formats (couplet_format_cost_briefly, "5/6", "5/6");
  assert_formats (couplet_format_cost_briefly, "36893488147419103232", "36893488147419103232");
  assert_formats (couplet_format_cost_briefly, "1234567890/10000000001", "~0.1235");
}

static gboolean
ratio (const char *cost, const char *exact, char **text)
{
  g_auto (CoupletRational) a, b, c;
  couplet_rational_init (&a);
  couplet_rational_init (&b);
  couplet_rational_init (&c);
  assert_true (couplet_rational_parse (&a, cost, strlen (cost), NULL));
  assert_true (couplet_rational_parse (&b, exact, strlen (exact), NULL));
  gboolean known = couplet_cost_ratio (&a, &b, &c);
  *text = couplet_rational_to_string (&c);
  return known;
}

static void
test_ratios_are_exact_and_know_zero (void **state)
{
  (void)state;
  g_autofree char *usual = NULL, *both = NULL, *none = NULL;
  assert_true (ratio ("5/3", "5/4", &usual));
  assert_string_equal (usual, "4/3");
  assert_true (ratio ("0", "0", &both));
  assert_string_equal (both, "1");
  assert_false (ratio ("1", "0", &none));
}

/* cost, at_least: NULL = not known; expected: NULL = nothing is said. */
static void
assert_least_d (CoupletVerdict verdict, const char *cost, const char *at_least,
                const char *expected, const char *briefly)
{
  g_auto (CoupletRational) upper;
  g_auto (CoupletRational) lower;
  couplet_rational_init (&upper);
  couplet_rational_init (&lower);
  if (cost != NULL)
    assert_true (couplet_rational_parse (&upper, cost, strlen (cost), NULL));
  if (at_least != NULL)
    assert_true (couplet_rational_parse (&lower, at_least, strlen (at_least), NULL));
  const CoupletBounds bounds = {.is_infinite = verdict == COUPLET_VERDICT_NOT_PRIVATE,
                                .upper = cost != NULL ? &upper : NULL,
                                .lower = at_least != NULL ? &lower : NULL};
  g_autofree char *text = couplet_bounds_to_words (&bounds, FALSE);
  g_autofree char *brief = couplet_bounds_to_words (&bounds, TRUE);
  assert_int_equal (g_strcmp0 (text, expected), 0);
  assert_int_equal (g_strcmp0 (brief, briefly), 0);
}

static void
test_least_d_is_known_or_bounded (void **state)
{
  (void)state;
  assert_least_d (COUPLET_VERDICT_PRIVATE, "7/4", "7/4", "least d 7/4 (1.75)", "7/4");
  assert_least_d (COUPLET_VERDICT_PRIVATE, "0", "0", "least d 0", "0");
  assert_least_d (COUPLET_VERDICT_PRIVATE, "3/2", "1", "d between 1 and 3/2", "1..3/2");
  assert_least_d (COUPLET_VERDICT_PRIVATE, "70368744177789/70368744177664", "1",
                  "d between 1 and 70368744177789/70368744177664 (~1.0000)", "1..~1.0000");
  assert_least_d (COUPLET_VERDICT_PRIVATE, "3/2", NULL, "d at most 3/2 (1.5)", "<= 3/2");
  assert_least_d (COUPLET_VERDICT_PRIVATE, "3/2", "0", "d at most 3/2 (1.5)", "<= 3/2");
  assert_least_d (COUPLET_VERDICT_UNKNOWN, NULL, "3/2", "d at least 3/2 (1.5)", ">= 3/2");
}

static void
test_nothing_is_said_of_a_d_that_does_not_exist_or_is_not_known (void **state)
{
  (void)state;
  assert_least_d (COUPLET_VERDICT_NOT_PRIVATE, NULL, "100", NULL, NULL);
  assert_least_d (COUPLET_VERDICT_UNKNOWN, NULL, "0", NULL, NULL);
  assert_least_d (COUPLET_VERDICT_ERROR, NULL, NULL, NULL, NULL);
}

static void
test_numbers_are_rounded_to_six_places (void **state)
{
  (void)state;
  static const char *const rows[][2] = {
      {"0", "0"},
      {"2", "2"},
      {"7/4", "1.75"},
      {"5/3", "1.666667"},
      {"1/3", "0.333333"},
      {"-2/3", "-0.666667"},
      {"1/2000000", "0.000001"}, /* half up */
      {"1/3000000", "0.000000"},
      {"100000000000000000000000000001/3", "33333333333333333333333333333.666667"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (CoupletRational) value;
    couplet_rational_init (&value);
    assert_true (couplet_rational_parse (&value, rows[i][0], strlen (rows[i][0]), NULL));
    g_autofree char *decimal = couplet_format_decimal (&value);
    assert_string_equal (decimal, rows[i][1]);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_least_d_is_known_or_bounded),
      cmocka_unit_test (test_nothing_is_said_of_a_d_that_does_not_exist_or_is_not_known),
      cmocka_unit_test (test_durations_take_the_unit_that_fits),
      cmocka_unit_test (test_durations_round_into_the_next_unit),
      cmocka_unit_test (test_costs_have_a_decimal_beside_a_fraction),
      cmocka_unit_test (test_long_fractions_are_told_by_their_length),
      cmocka_unit_test (test_huge_and_tiny_costs_are_told_by_a_power_of_ten),
      cmocka_unit_test (test_narrow_cells_get_a_decimal_where_the_fraction_is_long),
      cmocka_unit_test (test_numbers_are_rounded_to_six_places),
      cmocka_unit_test (test_ratios_are_exact_and_know_zero),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
