/* SPDX-License-Identifier: Apache-2.0 */
/* The decimals beside exact numbers. */
#include "decimal.h"

#include <string.h>

#include "unit.h"

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
    g_autofree char *decimal = report_decimal (&value);
    assert_string_equal (decimal, rows[i][1]);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_numbers_are_rounded_to_six_places),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
