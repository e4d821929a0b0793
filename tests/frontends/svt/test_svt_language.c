/* SPDX-License-Identifier: Apache-2.0 */
/* What each construct means: each file of a folder gives the automaton described
 * in the file of the same name that ends in .txt, and each is laid out as in the
 * one that ends in .fmt. With COUPLET_TEST_UPDATE set these are written anew:
 * read what changed. */
#include "svt_golden.h"
#include "svt_keywords.h"
#include "svt_reader.h"
#include "svt_text.h"

#include <couplet/host.h>

#include <stdio.h>

#include "unit.h"

static const char *folder;

static char *
describe (const char *text, gsize length)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) parameters = parameters_in_comments (text, kept);
  g_autoptr (CoupletAutomaton) automaton = read_svt (text, length, parameters, diagnostics);
  g_autofree char *messages = describe_diagnostics (diagnostics);
  g_autofree char *words =
      automaton != NULL ? describe_automaton (automaton, TRUE) : g_strdup ("no automaton\n");
  for (guint i = 0; i < parameters->len; i++)
    assert_true (g_array_index (parameters, CoupletParameter, i).used);
  return g_strconcat (words, messages, NULL);
}

static char *
lay_out (const char *text, gsize length)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  char *formatted = format_svt (text, length, diagnostics);
  return formatted != NULL ? formatted : describe_diagnostics (diagnostics);
}

static void
test_automata_of_all_constructs (void **state)
{
  (void)state;
  check_svt_folder (folder, "txt", describe, 40);
}

static void
test_layout_of_all_constructs (void **state)
{
  (void)state;
  check_svt_folder (folder, "fmt", lay_out, 40);
}

/* The automaton of a program that must be well-formed. */
static CoupletAutomaton *
read_program (const char *text)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  CoupletAutomaton *automaton = read_svt (text, strlen (text), NULL, diagnostics);
  g_autofree char *messages = describe_diagnostics (diagnostics);
  if (automaton == NULL)
    fail_msg ("%s", messages);
  return automaton;
}

static void
test_a_million_rounds (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton =
      read_program ("mechanism m(c = 1000000) { threshold x = public + lap(2/eps); repeat c {\n"
                    "q = private + lap(4*c/eps);\nif q >= x { output top; } else { output bot; }"
                    "} }");
  assert_int_equal (automaton->n_states, 1000002);
  assert_int_equal (automaton->n_transitions, 2000001);
  assert_string_equal (automaton->states[1].name, "line 2 #1");
  assert_string_equal (automaton->states[1000000].name, "line 2 #1000000");
}

static void
test_two_hundred_blocks_inside_each_other (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() { threshold x = public + lap(2/eps);");
  for (guint i = 0; i < 199; i++)
    g_string_append (text, "repeat 1 {");
  /* parentheses count as well, and would be one too many here */
  g_string_truncate (text, text->len - strlen ("repeat 1 {"));
  g_string_append (text, "q = private + lap(2/eps); output a;");
  for (guint i = 0; i < 199; i++)
    g_string_append (text, "}");
  g_autoptr (CoupletAutomaton) automaton = read_program (text->str);
  assert_int_equal (automaton->n_states, 3);
}

static void
test_a_condition_of_a_hundred_thousand_comparisons (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() { threshold x = public + lap(2/eps);"
                                           "q = private + lap(2/eps); if q < x");
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, i % 2 == 0 ? " and q < x" : " or q < x");
  g_string_append (text, "{ output a; } else { output b; } }");
  g_autoptr (CoupletAutomaton) automaton = read_program (text->str);
  assert_int_equal (automaton->n_transitions, 3);
}

static void
test_a_sum_of_a_hundred_thousand_numbers (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() { threshold x = public + lap((0");
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, " + 1/4");
  g_string_append (text, ")/eps); }");
  g_autoptr (CoupletAutomaton) automaton = read_program (text->str);
  g_autofree char *d = couplet_number_to_string (automaton, automaton->noises[0].d[0]);
  assert_string_equal (d, "1/25000");
}

static void
test_ten_thousand_branches_of_an_if (void **state)
{
  (void)state;
  g_autoptr (GString) text = g_string_new ("mechanism m() { threshold x = public + lap(2/eps);"
                                           "q = private + lap(2/eps); if q < x { output a; }");
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, " else if q < x { output b; }");
  g_string_append (text, " else { output c; } }");
  g_autoptr (CoupletAutomaton) automaton = read_program (text->str);
  assert_int_equal (automaton->n_transitions, 3);
}

static void
test_a_run_that_was_cancelled_says_so (void **state)
{
  (void)state;
  int cancelled = 1;
  CoupletHost host = {.cancelled = &cancelled};
  const char *text = "mechanism m() { threshold x = public + lap(2/eps); }";
  g_autoptr (CoupletContext) context = couplet_context_new (NULL, NULL, &host, "");
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("program");
  g_autoptr (CoupletBuilder) builder = couplet_builder_new (diagnostics);
  CoupletSource source = {"program", text, strlen (text)};
  assert_false (svt_read_automaton (context, &source, builder, diagnostics));
  g_autofree char *messages = describe_diagnostics (diagnostics);
  assert_non_null (strstr (messages, "unrolling the program was given up: cancelled"));
}

static void
test_keywords_are_found_and_sorted (void **state)
{
  (void)state;
  guint n;
  const SvtKeyword *keywords = svt_keywords (&n);
  for (guint i = 0; i < n; i++) {
    gsize length = strlen (keywords[i].word);
    assert_ptr_equal (svt_keyword_find (keywords[i].word, length), &keywords[i]);
    assert_true (i == 0 || strcmp (keywords[i - 1].word, keywords[i].word) < 0);
  }
  assert_null (svt_keyword_find ("loo", 3));
  assert_null (svt_keyword_find ("loops", 5));
  assert_null (svt_keyword_find ("", 0));
}

int
main (int argc, char **argv)
{
  assert_int_equal (argc, 2);
  folder = argv[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_automata_of_all_constructs),
      cmocka_unit_test (test_layout_of_all_constructs),
      cmocka_unit_test (test_a_million_rounds),
      cmocka_unit_test (test_two_hundred_blocks_inside_each_other),
      cmocka_unit_test (test_a_condition_of_a_hundred_thousand_comparisons),
      cmocka_unit_test (test_a_sum_of_a_hundred_thousand_numbers),
      cmocka_unit_test (test_ten_thousand_branches_of_an_if),
      cmocka_unit_test (test_a_run_that_was_cancelled_says_so),
      cmocka_unit_test (test_keywords_are_found_and_sorted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
