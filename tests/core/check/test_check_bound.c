/* SPDX-License-Identifier: Apache-2.0 */
/* Where the entries of a bound must begin, and what ties too many thresholds there. */
#include "text_automaton.h"
#include "text_evidence.h"

#include "unit.h"

/* Nothing is remembered at the start. */
static void
test_an_entry_that_remembers_something_does_not_cover_the_start (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p private 1", "state q again 1", "state e private 1",
                                      "p q true start x",  "q e <x low",      NULL};
  static const char bound[] =
      "{\"couplet_evidence\": 1, \"kind\": \"bound\", \"cost\": \"4\", \"entries\": ["
      "{\"state\": \"p\", %s\"vectors\": [[]]},"
      "{\"state\": \"q\", \"vectors\": [[{\"over\": [\"x\"], \"values\": [2, 2, 2]}]]},"
      "{\"state\": \"e\", \"vectors\": [[{\"over\": [], \"values\": [4]}]]}]}";
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree char *nothing = g_strdup_printf (bound, "");
  g_autofree char *last = g_strdup_printf (bound, "\"last\": 1, ");
  g_autofree char *good = text_evidence_complaint (automaton, nothing),
                  *why = text_evidence_complaint (automaton, last);
  assert_null (good);
  assert_string_equal (why, "the initial state has no entry without order whose vectors cover the "
                            "start, which costs nothing and mentions no threshold");
}

/* ---- Tables that share thresholds ------------------------------------------------------------ */

#define N_THRESHOLDS 12
#define TOO_MANY "it ties more thresholds than a factor may have"

/* Thresholds that are assigned one after another, then a read, with that guard, output and perhaps
 * an assignment. */
static CoupletAutomaton *
many_then (const char *read)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  for (int i = 0; i <= N_THRESHOLDS; i++)
    g_ptr_array_add (lines, g_strdup_printf ("state s%d public 1", i));
  for (int i = 0; i < N_THRESHOLDS; i++) {
    g_string_append_printf (names, "%sx%d", i == 0 ? "" : " ", i);
    g_ptr_array_add (lines, g_strdup_printf ("s%d s%d true set%d x%d", i, i + 1, i, i));
  }
  g_ptr_array_add (lines, g_strdup ("state end public 1"));
  g_ptr_array_add (lines, g_strdup_printf ("s%d end %s", N_THRESHOLDS, read));
  g_ptr_array_add (lines, NULL);
  return text_automaton (COUPLET_SHARED, names->str, (const char *const *)lines->pdata);
}

/* A table over thresholds number first on, before end, with that value everywhere. */
static void
put_table (GString *text, int first, int end, int value)
{
  gsize size = 1;
  g_string_append (text, g_str_has_suffix (text->str, "}") ? ", {\"over\": [" : "{\"over\": [");
  for (int i = first; i < end; i++, size *= 3)
    g_string_append_printf (text, "%s\"x%d\"", i == first ? "" : ", ", i);
  g_string_append (text, "], \"values\": [");
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (text, "%s%d", i == 0 ? "" : ", ", value);
  g_string_append (text, "]}");
}

/* A bound of that automaton: after the last assignment two tables of six thresholds each; at the
 * end the same without the first so many of each. */
static char *
bound_without (int dropped)
{
  GString *text = g_string_new ("{\"couplet_evidence\": 1, \"kind\": \"bound\", \"cost\": \"100\", "
                                "\"entries\": [{\"state\": \"s0\", \"vectors\": [[]]}");
  for (int i = 1; i < N_THRESHOLDS; i++) {
    g_string_append_printf (text, ", {\"state\": \"s%d\", \"vectors\": [[", i);
    for (int v = 0; v < i; v++)
      put_table (text, v, v + 1, 1);
    g_string_append (text, "]]}");
  }
  g_string_append_printf (text, ", {\"state\": \"s%d\", \"vectors\": [[", N_THRESHOLDS);
  put_table (text, 0, 6, 6);
  put_table (text, 6, N_THRESHOLDS, 6);
  g_string_append (text, "]]}, {\"state\": \"end\", \"vectors\": [[");
  put_table (text, dropped, 6, 10);
  put_table (text, 6 + dropped, N_THRESHOLDS, 10);
  g_string_append (text, "]]}]}");
  return g_string_free (text, FALSE);
}

/* Where x0 and x6 are minimised out of the tables and of what the read costs. */
static void
test_what_ties_too_many_thresholds_is_given_up (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = many_then ("<x0&<x6 both");
  g_autofree char *all = bound_without (5), *most = bound_without (1);
  g_autofree char *good = text_evidence_complaint (automaton, all),
                  *why = text_evidence_complaint (automaton, most);
  assert_null (good);
  assert_non_null (why);
  assert_true (g_str_has_suffix (why, TOO_MANY));
}

static void
test_a_read_that_compares_with_too_many_thresholds_is_given_up (void **state)
{
  (void)state;
  g_autoptr (GString) read = g_string_new ("<x0");
  for (int i = 1; i <= COUPLET_FACTOR_MAX; i++)
    g_string_append_printf (read, "&<x%d", i);
  g_string_append (read, " all x0");
  g_autoptr (CoupletAutomaton) automaton = many_then (read->str);
  g_autofree char *bound = bound_without (5);
  g_autofree char *why = text_evidence_complaint (automaton, bound);
  assert_non_null (why);
  assert_true (g_str_has_suffix (why, TOO_MANY));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_entry_that_remembers_something_does_not_cover_the_start),
      cmocka_unit_test (test_what_ties_too_many_thresholds_is_given_up),
      cmocka_unit_test (test_a_read_that_compares_with_too_many_thresholds_is_given_up),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
