/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/model.h>

#include <string.h>

#include "unit.h"

static char *
reprint (const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  return couplet_rational_parse (&value, text, strlen (text), NULL)
             ? couplet_rational_to_string (&value)
             : g_strdup ("refused");
}

static void
test_notations_are_read_exactly (void **state)
{
  static const char *const cases[][2] = {
      {"3", "3"},
      {"1/4", "1/4"},
      {"0.25", "1/4"},
      {"2.5e-1", "1/4"},
      {"10/4", "5/2"},
      {"-3/6", "-1/2"},
      {"0.10", "1/10"},
      {"1E2", "100"},
      {"1e+2", "100"},
      {"0", "0"},
      {"-0", "0"},
      {"007", "7"},
      {"0/5", "0"},
      {"1e-3", "1/1000"},
      {"12.5e1", "125"},
      {"18446744073709551617/3", "18446744073709551617/3"},
      /* as many digits as a word surely has, and one more */
      {"999999999999999999/999999999999999998", "999999999999999999/999999999999999998"},
      {"9999999999999999999/3", "3333333333333333333"},
      {"3/9999999999999999999", "1/3333333333333333333"},
      {"-999999999/999999998", "-999999999/999999998"},
      {"0000000000000000000000006/4", "3/2"},
  };
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = reprint (cases[i][0]);
    assert_string_equal (text, cases[i][1]);
  }
}

static void
test_other_texts_are_refused (void **state)
{
  static const char *const cases[] = {"",
                                      "-",
                                      "1/0",
                                      "1/",
                                      "/2",
                                      "1.",
                                      ".5",
                                      "1e",
                                      "nan",
                                      "inf",
                                      "1/-2",
                                      "1 ",
                                      " 1",
                                      "1/2/3",
                                      "0x1",
                                      "1e10001",
                                      "+1",
                                      "1/2e3",
                                      "1.5/2",
                                      "--1",
                                      "0/0",
                                      "1/0000000000000000000000",
                                      "12345678901234567890/"};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = reprint (cases[i]);
    assert_string_equal (text, "refused");
  }
}

static void
test_a_number_of_too_many_digits_is_refused (void **state)
{
  (void)state;
  g_autofree char *digits = g_strnfill (COUPLET_RATIONAL_MAX_LENGTH + 1, '1');
  g_autofree char *text = reprint (digits);
  assert_string_equal (text, "refused");
}

/* 10001 digits, and 1/10000...0: what is read can be read again once it is written. */
static void
test_a_number_that_is_written_too_long_is_refused (void **state)
{
  static const char *const cases[] = {"1e10000", "-1e9999", "1e-10000", "0.5e-9998"};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = reprint (cases[i]);
    assert_string_equal (text, "refused");
  }
  g_autofree char *longest = reprint ("1e9999"), *smallest = reprint ("1e-9997");
  assert_int_equal (strlen (longest), COUPLET_RATIONAL_MAX_LENGTH);
  assert_int_equal (strlen (smallest), COUPLET_RATIONAL_MAX_LENGTH);
}

static void
test_decimals_are_exact_or_marked (void **state)
{
  static const struct {
    const char *value;
    unsigned digits;
    const char *decimal;
  } cases[] = {{"5/4", 4, "1.25"}, {"5/6", 4, "~0.8333"}, {"2/3", 4, "~0.6667"}, {"3", 4, "3"},
               {"1/3", 0, "~0"},   {"-1/4", 2, "-0.25"},  {"1/1000", 2, "~0.00"}};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (CoupletRational) value;
    couplet_rational_init (&value);
    assert_true (couplet_rational_parse (&value, cases[i].value, strlen (cases[i].value), NULL));
    g_autofree char *decimal = couplet_rational_to_decimal (&value, cases[i].digits);
    assert_string_equal (decimal, cases[i].decimal);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_notations_are_read_exactly),
      cmocka_unit_test (test_other_texts_are_refused),
      cmocka_unit_test (test_a_number_of_too_many_digits_is_refused),
      cmocka_unit_test (test_a_number_that_is_written_too_long_is_refused),
      cmocka_unit_test (test_decimals_are_exact_or_marked),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
