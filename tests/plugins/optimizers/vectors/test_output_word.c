/* SPDX-License-Identifier: Apache-2.0 */
/* Words that are written out, loops within loops among them, and the paths with them. */
#include "output_letters.h"

#include "output_word.h"

#include "text_automaton.h"

#include <couplet/host/unfold.h>

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

/* ---- Paths ------------------------------------------------------------------------------------
 */

#define MANY_PLACES 100

/* A word of so many letters at most: what is seen, and the differences. */
typedef struct {
  guint n;
  struct {
    guint32 output;
    int difference;
  } letters[2];
} Seen;

static guint32
letter_of (const OutputLetters *letters, guint32 output, int difference)
{
  guint32 i = 0;
  const OutputLetter *letter = g_ptr_array_index (letters->letters, i);
  while (letter->output != output || letter->difference != difference)
    letter = g_ptr_array_index (letters->letters, ++i);
  return i;
}

/* The transitions of a path with the word, as text, and what it costs at least; `none`. The last
 * n_left_out transitions are not counted. */
static char *
path_text (const char *const *lines, const Seen *seen, guint32 n_left_out)
{
  g_autoptr (CoupletAutomaton) written = text_automaton (COUPLET_SHARED, "x", lines);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (written, NULL, NULL);
  const CoupletAutomaton *automaton = unfolded != NULL ? unfolded : written;
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autoptr (OutputLetters) letters = output_letters_new (automaton, live, unit, MANY_PLACES);
  g_autoptr (GArray) word = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < seen->n; i++) {
    guint32 letter = letter_of (letters, seen->letters[i].output, seen->letters[i].difference);
    g_array_append_val (word, letter);
  }
  CoupletCost cost = 0; /* is overwritten */
  CoupletAutomaton shorter = *automaton;
  shorter.n_transitions -= n_left_out;
  letters->automaton = &shorter;
  g_autoptr (GArray) path = output_word_path (letters, unit, word, &cost);
  if (path == NULL)
    return g_strdup ("none");
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < path->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (path, CoupletWalkStep, i).transition);
  g_string_append_printf (text, "for %u", (guint)cost);
  return g_string_free (text, FALSE);
}

static void
expect_path (const char *const *lines, const Seen *seen, const char *expected)
{
  g_autofree char *text = path_text (lines, seen, 0);
  assert_string_equal (text, expected);
}

/* Of two transitions alike the later one is taken, unless it stands behind all that count. */
static void
test_the_last_transition_is_the_last_taken (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p public 1",
                                      "state q private 1",
                                      "state e private 1",
                                      "p q true go x",
                                      "q e <x a",
                                      "q e >=x a",
                                      NULL};
  const Seen seen = {2, {{1, 0}, {2, 1}}};
  g_autofree char *whole = path_text (lines, &seen, 0), *shorter = path_text (lines, &seen, 1);
  assert_string_equal (whole, "0 2 for 0");
  assert_string_equal (shorter, "0 1 for 0");
}

/* Nobody is at p again after `go`. */
static void
test_a_word_that_no_run_sees_has_no_path (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p public 1", "state q public 1", "p q true go x",
                                      "q q <x a", NULL};
  const Seen seen = {2, {{1, 0}, {1, 0}}};
  expect_path (lines, &seen, "none");
}

/* With D = 1 the answer is not below x for nothing, and below it for 1. */
static void
test_a_path_ends_where_runs_pay_least (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state p public 1", "state q private 1", "state e private 1", "state f private 1",
      "p q true go x",    "q e <x a",          "q f >=x a",         NULL};
  const Seen seen = {2, {{1, 0}, {2, 1}}};
  expect_path (lines, &seen, "0 2 for 0");
}

static void
test_a_path_of_real_values (void **state)
{
  (void)state;
  static const char *const lines[] = {"state q private 1", "q q true insample x", NULL};
  const Seen seen = {2, {{0, 1}, {0, -1}}};
  expect_path (lines, &seen, "0 0 for 2");
}

static void
test_no_path_is_shown_where_steps_are_silent (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state p private 1",     "state q again 1", "state e private 1", "state f private 1",
      "p q true silent(go) x", "q e <x a",        "q f >=x a",         NULL};
  const Seen seen = {1, {{1, 1}}};
  expect_path (lines, &seen, "none");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_way_without_loops),
      cmocka_unit_test (test_a_loop_is_taken_so_many_turns_more),
      cmocka_unit_test (test_a_loop_around_all),
      cmocka_unit_test (test_loops_within_loops),
      cmocka_unit_test (test_a_path_ends_where_runs_pay_least),
      cmocka_unit_test (test_a_path_of_real_values),
      cmocka_unit_test (test_the_last_transition_is_the_last_taken),
      cmocka_unit_test (test_a_word_that_no_run_sees_has_no_path),
      cmocka_unit_test (test_no_path_is_shown_where_steps_are_silent),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
