/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of JSON are read as the shortest decimal of their double. */
#include "json_object.h"

#include "unit.h"

static void
test_reals_are_their_shortest_decimal (void **state)
{
  static const char *const cases[][2] = {
      {"0.25", "0.25"},
      {"12345678901234567890123", "12345678901234567890123"},
      {"0.1000000000000000055511151231257827", "1e-01"},
      {"0.30000000000000004", "3.0000000000000004e-01"},
      {"1e2", "1e+02"},
      {"5.684341886080802e-14", "5.684341886080802e-14"}, /* 2^-44: not the nearest of 16 digits */
      {"5.6843418860808015e-14", "5.684341886080802e-14"},
      {"-7.120236347223045e-307", "-7.120236347223045e-307"},
      {"9007199254740993.0", "9.007199254740992e+15"},
      {"4.9e-324", "5e-324"},
      {"1.7976931348623157e308", "1.7976931348623157e+308"},
      {"0.0e0", "0e+00"},
  };
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    CoupletText decimal = json_number_to_decimal (COUPLET_TEXT (cases[i][0]), arena);
    assert_int_equal (decimal.length, strlen (cases[i][1]));
    assert_memory_equal (decimal.text, cases[i][1], decimal.length);
  }
  assert_null (json_number_to_decimal (COUPLET_TEXT ("1e999"), arena).text);
  assert_null (json_number_to_decimal (COUPLET_TEXT ("1e-999"), arena).text);
}

/* Whatever is read is as short as any decimal that means the same double. */
static void
test_random_reals_keep_their_double (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  for (guint i = 0; i < 20000; i++) {
    char written[40], shorter[40];
    int digits = g_rand_int_range (random, 1, 18);
    g_snprintf (written, sizeof written, "%d.%0*de%d", g_rand_int_range (random, 1, 10), digits,
                g_rand_int_range (random, 0, G_MAXINT), g_rand_int_range (random, -300, 300));
    CoupletText decimal = json_number_to_decimal (COUPLET_TEXT (written), arena);
    g_autofree char *read = g_strndup (decimal.text, decimal.length);
    double value = g_ascii_strtod (written, NULL);
    assert_true (g_ascii_strtod (read, NULL) == value);
    g_ascii_formatd (shorter, sizeof shorter, "%.16e", value);
    assert_true (decimal.length <= strlen (shorter));
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_reals_are_their_shortest_decimal),
      cmocka_unit_test (test_random_reals_keep_their_double),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
