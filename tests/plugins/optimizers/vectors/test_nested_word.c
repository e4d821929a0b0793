/* SPDX-License-Identifier: Apache-2.0 */
#include "nested_word.h"

#include "unit.h"

static GArray *
word_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (NestedToken));
}

static guint
depth_of (const GArray *word)
{
  return nested_depth ((const NestedToken *)(gpointer)word->data, word->len);
}

/* A word that is one loop, which takes word over. */
static GArray *
loop_of (GArray *word)
{
  GArray *loop = word_new ();
  nested_add_loop (loop, (const NestedToken *)(gpointer)word->data, word->len);
  g_array_unref (word);
  return loop;
}

static void
test_letters_have_no_depth (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  assert_int_equal (depth_of (word), 0);
  nested_add_letter (word, 0, 1);
  nested_add_letter (word, 1, 0);
  assert_int_equal (depth_of (word), 0);
}

static void
test_each_loop_around_a_word_adds_one (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  nested_add_letter (word, 0, 1);
  for (guint depth = 1; depth <= NESTED_MOST_DEPTH; depth++) {
    word = loop_of (g_steal_pointer (&word));
    assert_int_equal (depth_of (word), depth);
  }
}

static void
test_loops_behind_each_other_add_nothing (void **state)
{
  (void)state;
  g_autoptr (GArray) word = word_new ();
  const NestedToken letter = {0, 1, 0};
  for (guint i = 0; i < 2 * NESTED_MOST_DEPTH; i++) {
    nested_add_loop (word, &letter, 1);
    assert_int_equal (depth_of (word), 1);
  }
  word = loop_of (g_steal_pointer (&word));
  assert_int_equal (depth_of (word), 2);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_letters_have_no_depth),
      cmocka_unit_test (test_each_loop_around_a_word_adds_one),
      cmocka_unit_test (test_loops_behind_each_other_add_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
