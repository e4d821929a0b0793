/* SPDX-License-Identifier: Apache-2.0 */
/* Where the entries of a bound must begin. */
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_an_entry_that_remembers_something_does_not_cover_the_start),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
