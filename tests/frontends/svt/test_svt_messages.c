/* SPDX-License-Identifier: Apache-2.0 */
/* Every message about a program: each file of a folder triggers those in the
 * file of the same name that ends in .err. With COUPLET_TEST_UPDATE set the
 * texts are written anew: read what changed. */
#include "svt_golden.h"
#include "svt_text.h"

#include <stdio.h>

#include "unit.h"

static const char *folder;

/* The messages about text, as in an .err file. */
static char *
messages_about (const char *text, gsize length)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) parameters = parameters_in_comments (text, kept);
  g_autoptr (CoupletAutomaton) automaton = read_svt (text, length, parameters, diagnostics);
  guint errors = couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR);
  assert_int_equal (automaton == NULL, errors > 0);
  return describe_diagnostics (diagnostics);
}

static void
test_every_message_has_a_file (void **state)
{
  (void)state;
  check_svt_folder (folder, "err", messages_about, 100);
}

/* Fails unless some message about text has the words. */
static void
says (const GString *text, const char *words)
{
  g_autofree char *messages = messages_about (text->str, text->len);
  if (strstr (messages, words) == NULL)
    fail_msg ("expected '%s' in:\n%.2000s", words, messages);
}

static void
test_a_program_of_too_many_bytes (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_set_size (text, (64 << 20) + 1);
  memset (text->str, ' ', text->len);
  says (text, "1:1: error: a program of more than 64 MiB");
}

static void
test_too_many_thresholds (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() {\n");
  for (guint i = 0; i <= 4096; i++)
    g_string_append_printf (text, "threshold x%u = public + lap(1/eps);\n", i);
  g_string_append (text, "}\n");
  says (text, "4098:11: error: more than 4096 thresholds");
}

/* Each of n comparisons may turn out either way. */
static GString *
program_of_comparisons (guint n, const char *word)
{
  GString *text = g_string_new ("mechanism m() {\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "threshold x%u = public + lap(1/eps);\n", i);
  g_string_append (text, "q = private + lap(1/eps);\nif ");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%sq < x%u%s", i > 0 ? word : "",
                            i % 2 == 0 && i + 1 < n ? "(" : "", i, i % 2 == 1 ? ")" : "");
  g_string_append (text, " { output a; } else { output b; }\n}\n");
  return text;
}

static void
test_too_many_ways (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() {\n");
  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "threshold x%u = public + lap(1/eps);\n", i);
  g_string_append (text, "q = private + lap(1/eps);\noutput a;\n");
  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "if q < x%u { }\n", i);
  g_string_append (text, "}\n");
  says (text, "14:1: error: more than 1000 ways lead on from this reading");
}

static void
test_too_many_alternatives (void **state)
{
  (void)state;
  g_autoptr (GString) text = program_of_comparisons (300, " or ");
  says (text, "its condition has more than 256 alternatives when written out");
}

/* Where the reading is skipped, all rounds are gone through without one. */
static void
test_too_many_steps (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() {\nthreshold x = public + lap(1/eps);\n"
                                           "q = private + lap(1/eps);\noutput a;\n");
  for (guint i = 0; i < 22; i++)
    g_string_append (text, "repeat 2 {\n");
  g_string_append (text, "if q < x {\nq = private + lap(1/eps);\noutput b;\n}\n");
  for (guint i = 0; i < 22; i++)
    g_string_append (text, "}\n");
  g_string_append (text, "}\n");
  says (text, "1:11: error: unrolling the program takes more than 1000000000 steps");
}

/* What stands after a word decides whether it is one of the language: it is looked at once, not
 * again for each of the words after it. */
static void
test_words_in_their_place_without_end (void **state)
{
  (void)state;
  static const char *const words[] = {"q = again ", "output argmax(", "output snap(again + "};
  for (guint w = 0; w < G_N_ELEMENTS (words); w++) {
    g_autoptr (GString) text = g_string_new ("mechanism m() {\n");
    for (guint i = 0; i < 3000000 / strlen (words[w]); i++)
      g_string_append (text, words[w]);
    says (text, "error: ");
  }
}

static void
test_of_thousands_of_errors_the_first_hundred_are_kept (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() {\n");
  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "output ;\n");
  g_string_append (text, "}\n");
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  assert_null (read_svt (text->str, text->len, NULL, diagnostics));
  guint kept;
  couplet_diagnostics_get (diagnostics, &kept);
  assert_int_equal (kept, 100);
  assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR), 5000);
}

int
main (int argc, char **argv)
{
  assert_int_equal (argc, 2);
  folder = argv[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_every_message_has_a_file),
      cmocka_unit_test (test_a_program_of_too_many_bytes),
      cmocka_unit_test (test_too_many_thresholds),
      cmocka_unit_test (test_too_many_ways),
      cmocka_unit_test (test_too_many_alternatives),
      cmocka_unit_test (test_too_many_steps),
      cmocka_unit_test (test_words_in_their_place_without_end),
      cmocka_unit_test (test_of_thousands_of_errors_the_first_hundred_are_kept),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
