/* SPDX-License-Identifier: Apache-2.0 */
/* How messages name transitions. */
#include "text_automaton.h"

#include "unit.h"

/* n thresholds assigned at once, then compared with at once. */
static CoupletAutomaton *
joint (int n)
{
  g_autoptr (GString) names = g_string_new ("v0");
  g_autoptr (GString) assigned = g_string_new ("v0");
  g_autoptr (GString) guard = g_string_new ("<v0");
  for (int v = 1; v < n; v++) {
    g_string_append_printf (names, " v%d", v);
    g_string_append_printf (assigned, ",v%d", v);
    g_string_append_printf (guard, "&<v%d", v);
  }
  g_autofree char *first = g_strdup_printf ("a b true first %s", assigned->str);
  g_autofree char *below = g_strdup_printf ("b b %s below", guard->str);
  const char *const lines[] = {"state a public 1", "state b private 1", first, below, NULL};
  return text_automaton (COUPLET_SHARED, names->str, lines);
}

static void
expect_words (int n, const char *symbol, const char *expected)
{
  g_autoptr (CoupletAutomaton) automaton = joint (n);
  g_autofree char *text =
      couplet_transition_to_string (automaton, transition_with_output (automaton, symbol));
  assert_string_equal (text, expected);
}

static void
test_a_transition_in_words (void **state)
{
  (void)state;
  expect_words (2, "first", "a -> b on true, output first, v0 := insample, v1 := insample");
  expect_words (2, "below", "b -> b on insample < v0 && insample < v1, output below");
}

static void
test_long_guards_and_assignments_are_cut (void **state)
{
  (void)state;
  expect_words (8, "first",
                "a -> b on true, output first, v0 := insample, v1 := insample, v2 := insample, "
                "v3 := insample, v4 := insample, v5 := insample, v6 := insample, v7 := insample");
  expect_words (1000, "first",
                "a -> b on true, output first, v0 := insample, v1 := insample, v2 := insample, "
                "v3 := insample, v4 := insample, v5 := insample, v6 := insample, v7 := insample, "
                "and 992 more := insample");
  expect_words (1000, "below",
                "b -> b on insample < v0 && insample < v1 && insample < v2 && insample < v3 && "
                "insample < v4 && insample < v5 && insample < v6 && insample < v7 && insample < v8 "
                "&& insample < v9 && insample < v10 && insample < v11 && insample < v12 && "
                "insample < v13 && insample < v14 && insample < v15 && ..., "
                "output below");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_transition_in_words),
      cmocka_unit_test (test_long_guards_and_assignments_are_cut),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
