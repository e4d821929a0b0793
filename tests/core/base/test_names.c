/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include "unit.h"

#define MANY 100000u

static void
test_a_name_keeps_the_number_of_its_first_appearance (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (Names) names = names_new (arena);
  assert_int_equal (names_intern (names, COUPLET_TEXT ("q1")), 0);
  assert_int_equal (names_intern (names, COUPLET_TEXT ("q2")), 1);
  assert_int_equal (names_intern (names, COUPLET_TEXT ("q1")), 0);
  assert_int_equal (names_count (names), 2);
  assert_string_equal (names_text (names, 1), "q2");
}

static void
test_finding_adds_nothing (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (Names) names = names_new (arena);
  assert_int_equal (names_find (names, COUPLET_TEXT ("q1")), COUPLET_NONE);
  assert_int_equal (names_count (names), 0);
  names_intern (names, COUPLET_TEXT ("q1"));
  assert_int_equal (names_find (names, COUPLET_TEXT ("q1")), 0);
}

static void
test_texts_are_slices_of_any_bytes (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (Names) names = names_new (arena);
  const CoupletText slice = {"q12", 2}, nul = {"q1\0", 3};
  assert_int_equal (names_intern (names, slice), 0);
  assert_int_equal (names_find (names, COUPLET_TEXT ("q1")), 0);
  assert_string_equal (names_text (names, 0), "q1");
  assert_int_equal (names_intern (names, nul), 1);
  assert_int_equal (names_length (names, 1), 3);
  assert_int_equal (names_intern (names, COUPLET_TEXT ("")), 2);
  assert_int_equal (names_length (names, 2), 0);
}

/* Many more than the table has room for at first; lengths around a word's. */
static void
test_many_names_are_all_found_again (void **state)
{
  (void)state;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (Names) names = names_new (arena);
  for (guint32 i = 0; i < MANY; i++) {
    g_autofree char *text = g_strdup_printf ("%.*s%u", (int)(i % 12), "longer names", i);
    assert_int_equal (names_intern (names, COUPLET_TEXT (text)), i);
  }
  for (guint32 i = 0; i < MANY; i++) {
    g_autofree char *text = g_strdup_printf ("%.*s%u", (int)(i % 12), "longer names", i);
    assert_int_equal (names_find (names, COUPLET_TEXT (text)), i);
    assert_string_equal (names_text (names, i), text);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_name_keeps_the_number_of_its_first_appearance),
      cmocka_unit_test (test_finding_adds_nothing),
      cmocka_unit_test (test_texts_are_slices_of_any_bytes),
      cmocka_unit_test (test_many_names_are_all_found_again),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
