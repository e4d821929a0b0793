/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/text.h>

#include <string.h>

#include "unit.h"

static void
test_what_is_visible_moves_no_cursor (void **state)
{
  (void)state;
  g_autofree char *visible =
      couplet_make_visible ("a\nb\033[31m\xe9\xe6\xbc\xa2\xc2\x9b\xe2\x80\xae\xe2\x80\xa8z");
  assert_string_equal (visible, "a?b?[31m\xef\xbf\xbd\xe6\xbc\xa2???z");
}

static void
expect_quoted (const char *text, gssize length, const char *expected)
{
  g_autofree char *quoted = couplet_quote (text, length);
  assert_string_equal (quoted, expected);
}

static void
test_quoted_text_stands_between_apostrophes (void **state)
{
  (void)state;
  expect_quoted ("q1", -1, "'q1'");
  expect_quoted ("", -1, "''");
  expect_quoted ("q1 and more", 2, "'q1'");
  expect_quoted ("\xe6\xbc\xa2", -1, "'\xe6\xbc\xa2'");
}

static void
test_quoted_text_moves_no_cursor (void **state)
{
  (void)state;
  expect_quoted ("a\nb", -1, "'a\\x0Ab'");
  expect_quoted ("a\0b", 3, "'a\\x00b'");
  expect_quoted ("\x7f\xe9", -1, "'\\x7F\\xE9'");
  expect_quoted ("\xe2\x80\xae!", -1, "'\\xE2\\x80\\xAE!'"); /* turns the direction */
  expect_quoted ("\xe6\xbc", -1, "'\\xE6\\xBC'");            /* cut */
}

static void
test_long_text_is_cut_between_characters (void **state)
{
  (void)state;
  g_autofree char *longer = g_strnfill (100, 'a');
  g_autofree char *quoted = couplet_quote (longer, -1);
  assert_int_equal (strlen (quoted), 60 + strlen ("...'"));
  assert_true (g_str_has_suffix (quoted, "a...'"));
  memset (longer, '\xc3', 100);
  for (guint i = 1; i < 100; i += 2)
    longer[i] = '\xa9';
  g_free (quoted);
  quoted = couplet_quote (longer, -1);
  assert_true (g_utf8_validate (quoted, -1, NULL));
}

static void
expect_nearest (const char *text, const char *expected)
{
  static const char *const names[] = {"frontier", "segment", "weight", "x", NULL};
  const char *nearest = couplet_nearest (text, names);
  if (expected == NULL)
    assert_null (nearest);
  else
    assert_string_equal (nearest, expected);
}

static void
test_the_nearest_name_needs_the_fewest_changes (void **state)
{
  (void)state;
  expect_nearest ("frontir", "frontier");
  expect_nearest ("SEGMENT", "segment");
  expect_nearest ("wieght", "weight");
  expect_nearest ("z3", "x"); /* two changes are near even for two letters */
  expect_nearest ("completely", NULL);
}

static void
test_names_too_long_to_compare_have_none_near (void **state)
{
  (void)state;
  g_autofree char *longer = g_strnfill (65, 'a');
  const char *const names[] = {longer, NULL};
  assert_null (couplet_nearest (longer, names));
  assert_null (couplet_nearest ("a", names));
}

static void
test_a_suggestion_stands_behind_a_message (void **state)
{
  (void)state;
  static const char *const names[] = {"graph", "g\033", NULL};
  g_autofree char *near = couplet_did_you_mean ("grph", names);
  assert_string_equal (near, "; did you mean 'graph'?");
  g_autofree char *far = couplet_did_you_mean ("something", names);
  assert_string_equal (far, "");
  g_autofree char *none = couplet_suggest (NULL);
  assert_string_equal (none, "");
  g_autofree char *quoted = couplet_suggest (names[1]);
  assert_string_equal (quoted, "; did you mean 'g\\x1B'?");
}

static const char *
count_call (guint *calls)
{
  (*calls)++;
  return "text";
}

static void
test_the_argument_of_a_text_is_evaluated_once (void **state)
{
  static const CoupletText WORD = COUPLET_TEXT_LITERAL ("word");
  guint calls = 0;
  CoupletText text = COUPLET_TEXT (count_call (&calls));
  (void)state;
  assert_int_equal (calls, 1);
  assert_int_equal (text.length, 4);
  assert_true (couplet_text_is (WORD, "word"));
  assert_null (COUPLET_TEXT_LEFT_OUT.text);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_is_visible_moves_no_cursor),
      cmocka_unit_test (test_quoted_text_stands_between_apostrophes),
      cmocka_unit_test (test_quoted_text_moves_no_cursor),
      cmocka_unit_test (test_long_text_is_cut_between_characters),
      cmocka_unit_test (test_the_nearest_name_needs_the_fewest_changes),
      cmocka_unit_test (test_names_too_long_to_compare_have_none_near),
      cmocka_unit_test (test_a_suggestion_stands_behind_a_message),
      cmocka_unit_test (test_the_argument_of_a_text_is_evaluated_once),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
