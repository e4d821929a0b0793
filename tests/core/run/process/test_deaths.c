/* SPDX-License-Identifier: Apache-2.0 */
/* A file on which a process ends is run once more as it is, then without what ends processes. */
#include "deaths.h"

#include "unit.h"

#define FILE_1 1
#define OTHER 2

static void
test_nothing_is_known_at_first (void **state)
{
  (void)state;
  Deaths *deaths = deaths_new (2);
  assert_null (deaths_failures (deaths, FILE_1));
  assert_null (deaths_reason (deaths, FILE_1));
  deaths_free (deaths);
  deaths_free (NULL);
}

static void
test_each_stage_is_left_out_once (void **state)
{
  (void)state;
  Deaths *deaths = deaths_new (2);
  assert_true (deaths_note (deaths, FILE_1, 1, FALSE, "first"));
  assert_null (deaths_failures (deaths, FILE_1)[0]);
  assert_null (deaths_failures (deaths, FILE_1)[1]);
  assert_true (deaths_note (deaths, FILE_1, 1, FALSE, "second"));
  assert_string_equal (deaths_failures (deaths, FILE_1)[1], "its process second");
  assert_true (deaths_note (deaths, FILE_1, 0, FALSE, "third"));
  assert_string_equal (deaths_failures (deaths, FILE_1)[0], "its process third");
  assert_false (deaths_note (deaths, FILE_1, 0, FALSE, "fourth"));
  assert_string_equal (deaths_reason (deaths, FILE_1), "fourth");
  assert_null (deaths_failures (deaths, OTHER));
  deaths_free (deaths);
}

static void
test_without_a_stage_it_is_given_up (void **state)
{
  (void)state;
  Deaths *deaths = deaths_new (1);
  assert_true (deaths_note (deaths, FILE_1, -1, FALSE, "first"));
  assert_false (deaths_note (deaths, FILE_1, -1, FALSE, "second"));
  deaths_free (deaths);
}

static void
test_who_overran_is_not_run_again (void **state)
{
  (void)state;
  Deaths *deaths = deaths_new (1);
  assert_true (deaths_note (deaths, FILE_1, 0, TRUE, "overran"));
  assert_string_equal (deaths_failures (deaths, FILE_1)[0], "its process overran");
  assert_true (deaths_note (deaths, FILE_1, -1, FALSE, "crashed"));
  assert_false (deaths_note (deaths, FILE_1, -1, FALSE, "crashed again"));
  deaths_free (deaths);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_nothing_is_known_at_first),
      cmocka_unit_test (test_each_stage_is_left_out_once),
      cmocka_unit_test (test_without_a_stage_it_is_given_up),
      cmocka_unit_test (test_who_overran_is_not_run_again),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
