/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/json.h>

#include "unit.h"

/* text as JSON has it; the caller frees it. */
static char *
written (const char *text)
{
  GString *out = g_string_new (NULL);
  couplet_json_string (&(CoupletJson){out, FALSE}, NULL, text);
  return g_string_free (out, FALSE);
}

static void
test_strings_are_escaped (void **state)
{
  (void)state;
  g_autofree char *text = written ("a\"b\\c\nd\te\033f\x7f\xe9\xe6\xbc\xa2");
  g_autofree char *null = written (NULL);
  assert_string_equal (text, "\"a\\\"b\\\\c\\nd\\u0009e\\u001bf\\u007f\xef\xbf\xbd\xe6\xbc\xa2\"");
  assert_string_equal (null, "null");
}

static void
test_what_a_terminal_obeys_is_written_by_its_number (void **state)
{
  (void)state;
  g_autofree char *text = written ("\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xf0\x9f\x98\x80");
  assert_string_equal (text, "\"\\u009b\\u202e\\u2028\xf0\x9f\x98\x80\"");
}

/* One value of each kind, in objects and lists. */
static void
put_all (const CoupletJson *json)
{
  g_auto (CoupletRational) half;
  couplet_rational_init (&half);
  mpq_set_ui (half.value, 1, 2);
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "a\"", "{[:,");
  couplet_json_rational (json, "b", &half);
  couplet_json_rational (json, "c", NULL);
  couplet_json_open (json, "d", '[');
  couplet_json_integer (json, NULL, G_MININT64);
  couplet_json_unsigned (json, NULL, G_MAXUINT64);
  couplet_json_open (json, NULL, '[');
  couplet_json_close (json, ']');
  couplet_json_open (json, NULL, '{');
  couplet_json_boolean (json, "e", TRUE);
  couplet_json_close (json, '}');
  couplet_json_close (json, ']');
  couplet_json_boolean (json, "f", FALSE);
  couplet_json_null (json, "g");
  couplet_json_double (json, "h", 0.5);
  couplet_json_close (json, '}');
}

static void
test_commas_stand_between_values_only (void **state)
{
  (void)state;
  g_autoptr (GString) out = g_string_new (NULL);
  put_all (&(CoupletJson){out, FALSE});
  assert_string_equal (out->str,
                       "{\"a\\\"\":\"{[:,\",\"b\":\"1/2\",\"c\":null,"
                       "\"d\":[-9223372036854775808,18446744073709551615,[],{\"e\":true}],"
                       "\"f\":false,\"g\":null,\"h\":0.500000000}");
}

static void
test_spaces_stand_behind_commas_and_colons (void **state)
{
  (void)state;
  g_autoptr (GString) out = g_string_new (NULL);
  const CoupletJson json = {out, TRUE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "a", "b");
  couplet_json_open (&json, "c", '[');
  couplet_json_null (&json, NULL);
  couplet_json_null (&json, NULL);
  couplet_json_close (&json, ']');
  couplet_json_close (&json, '}');
  assert_string_equal (out->str, "{\"a\": \"b\", \"c\": [null, null]}");
}

static void
test_lines_begin_behind_their_comma (void **state)
{
  (void)state;
  g_autoptr (GString) out = g_string_new (NULL);
  const CoupletJson json = {out, TRUE};
  couplet_json_open (&json, NULL, '[');
  for (guint i = 0; i < 2; i++) {
    couplet_json_line (&json, 2);
    couplet_json_unsigned (&json, NULL, i);
  }
  couplet_json_close (&json, ']');
  assert_string_equal (out->str, "[\n  0,\n  1]");
}

static void
test_a_value_may_follow_what_others_wrote (void **state)
{
  (void)state;
  g_autoptr (GString) out = g_string_new ("[1,");
  couplet_json_null (&(CoupletJson){out, FALSE}, NULL);
  assert_string_equal (out->str, "[1,null");
  g_string_assign (out, "{}\n");
  couplet_json_null (&(CoupletJson){out, FALSE}, NULL);
  assert_string_equal (out->str, "{}\nnull");
}

static void
test_fractions_have_nine_places (void **state)
{
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0, "0.000000000"},
               {1e-9, "0.000000001"},
               {0.9999999996, "1.000000000"},
               {12.000000025, "12.000000025"},
               {999999.5, "999999.500000000"},
               {1e6, "1000000.000000000"},
               {1e20, "100000000000000000000.000000000"},
               {-0.25, "-0.250000000"}};
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GString) out = g_string_new (NULL);
    couplet_json_double (&(CoupletJson){out, FALSE}, NULL, cases[i].value);
    assert_string_equal (out->str, cases[i].text);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_strings_are_escaped),
      cmocka_unit_test (test_what_a_terminal_obeys_is_written_by_its_number),
      cmocka_unit_test (test_commas_stand_between_values_only),
      cmocka_unit_test (test_spaces_stand_behind_commas_and_colons),
      cmocka_unit_test (test_lines_begin_behind_their_comma),
      cmocka_unit_test (test_a_value_may_follow_what_others_wrote),
      cmocka_unit_test (test_fractions_have_nine_places),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
