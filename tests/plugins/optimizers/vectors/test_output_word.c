/* SPDX-License-Identifier: Apache-2.0 */
/* Words that are written out, loops within loops among them. */
#include "output_letters.h"

#include "output_word.h"

#include "unit.h"

#define MOST_LINKS 5

/* A set reached by letter from parent, then by the loops back to ancestors, which end in
 * OUTPUT_WORD_START. */
typedef struct {
  guint32 parent, letter, ancestors[3];
} Step;

/* What is written of the way to the last of n steps, as text; NULL when it is too long. */
static char *
written (const Step *steps, guint n, guint turns, guint most)
{
  OutputLink links[MOST_LINKS];
  const OutputLink *pointers[MOST_LINKS];
  for (guint i = 0; i < n; i++) {
    links[i] = (OutputLink){steps[i].parent, steps[i].letter,
                            g_array_new (FALSE, FALSE, sizeof (guint32))};
    for (guint l = 0; steps[i].ancestors[l] != OUTPUT_WORD_START; l++)
      g_array_append_val (links[i].loops, steps[i].ancestors[l]);
    pointers[i] = &links[i];
  }
  g_autoptr (GArray) word = output_word_write (pointers, n - 1, turns, most);
  for (guint i = 0; i < n; i++)
    g_array_unref (links[i].loops);
  if (word == NULL)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < word->len; i++)
    g_string_append_c (text, (char)g_array_index (word, guint32, i));
  return g_string_free (text, FALSE);
}

static void
expect_word (const Step *steps, guint n, guint turns, const char *expected)
{
  guint length = (guint)strlen (expected);
  g_autofree char *text = written (steps, n, turns, length);
  assert_non_null (text);
  assert_string_equal (text, expected);
  assert_null (written (steps, n, turns, length - 1));
}

#define START OUTPUT_WORD_START
#define NO_LOOP                                                                                    \
  {                                                                                                \
    START                                                                                          \
  }

static void
test_a_way_without_loops (void **state)
{
  (void)state;
  const Step steps[] = {
      {START, 0, NO_LOOP}, {0, 'a', NO_LOOP}, {0, 'x', NO_LOOP}, {1, 'b', NO_LOOP}};
  expect_word (steps, G_N_ELEMENTS (steps), 3, "ab");
}

static void
test_a_loop_is_taken_so_many_turns_more (void **state)
{
  (void)state;
  const Step steps[] = {{START, 0, NO_LOOP},
                        {0, 'a', NO_LOOP},
                        {1, 'b', NO_LOOP},
                        {2, 'c', {1, START}},
                        {3, 'd', NO_LOOP}};
  expect_word (steps, G_N_ELEMENTS (steps), 0, "abcd");
  expect_word (steps, G_N_ELEMENTS (steps), 2, "abcbcbcd");
}

/* From the start itself: all letters are in the loop. */
static void
test_a_loop_around_all (void **state)
{
  (void)state;
  const Step steps[] = {{START, 0, NO_LOOP}, {0, 'a', NO_LOOP}, {1, 'b', {0, START}}};
  expect_word (steps, G_N_ELEMENTS (steps), 1, "abab");
}

/* The second loop has the first in it. */
static void
test_loops_within_loops (void **state)
{
  (void)state;
  const Step steps[] = {
      {START, 0, NO_LOOP}, {0, 'a', NO_LOOP}, {1, 'b', {1, START}}, {2, 'c', {2, 1, START}}};
  expect_word (steps, G_N_ELEMENTS (steps), 1, "abbccbbcc");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_way_without_loops),
      cmocka_unit_test (test_a_loop_is_taken_so_many_turns_more),
      cmocka_unit_test (test_a_loop_around_all),
      cmocka_unit_test (test_loops_within_loops),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
