/* SPDX-License-Identifier: Apache-2.0 */
/* Page formats: papers, both ways up, and sizes in millimetres. */
#include "page_format.h"

#include "unit.h"

static void
check (const char *text, guint width, guint height)
{
  PageFormat page = {0};
  assert_true (page_format_parse (text, &page));
  assert_int_equal (page.width, width);
  assert_int_equal (page.height, height);
}

static void
test_papers_lose_their_margins (void **state)
{
  (void)state;
  check ("a4", 170, 257);
  check ("a4-landscape", 257, 170);
  check ("a5", 108, 170);
  check ("letter-landscape", 239, 176);
}

static void
test_sizes_are_taken_as_they_are (void **state)
{
  (void)state;
  check ("120x80", 120, 80);
  check ("20x2000", 20, 2000);
}

static void
test_what_is_no_page_is_refused (void **state)
{
  static const char *const wrong[] = {
      "",    "a3",     "a4-",      "a4landscape", "A4",       "x",       "120x",
      "x80", "19x100", "100x2001", "-20x80",      "120x80x3", "12.5x80", "99999999999999999999x80"};
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    PageFormat page;
    assert_false (page_format_parse (wrong[i], &page));
  }
  (void)state;
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_papers_lose_their_margins),
      cmocka_unit_test (test_sizes_are_taken_as_they_are),
      cmocka_unit_test (test_what_is_no_page_is_refused),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
