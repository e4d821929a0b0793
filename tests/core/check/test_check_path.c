/* SPDX-License-Identifier: Apache-2.0 */
/* Strategies that give a shift for each draw of one path. */
#include "text_automaton.h"
#include "text_evidence.h"

#include <string.h>

#include "unit.h"

/* The threshold costs 1, the draw beside it nothing, and what is output of a draw of its own 1. */
static void
test_a_fresh_draw_is_paid_for (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p public 1", "state q private 1", "state e private 1",
                                      "p q true start x", "q e <x fresh",      NULL};
  static const char path[] =
      "{\"couplet_evidence\": 1, \"kind\": \"strategy\", \"cost\": \"%s\", \"path\": ["
      "{\"output\": \"start\", \"shift\": 1}, {\"output\": \"fresh\", \"shift\": \"D\"}]}";
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree char *less = g_strdup_printf (path, "1"), *all = g_strdup_printf (path, "2");
  g_autofree char *why = text_evidence_complaint (automaton, less);
  assert_string_equal (why, "the strategy is valid, but costs 2");
  assert_null (text_evidence_complaint (automaton, all));
}

static void
test_a_fresh_draw_without_noise_is_refused (void **state)
{
  (void)state;
  static const char *const lines[] = {"state p public 1",  "state q private none",
                                      "state e private 1", "p q true start x",
                                      "q e true fresh",    NULL};
  static const char path[] = "{\"couplet_evidence\": 1, \"kind\": \"strategy\", \"path\": ["
                             "{\"output\": \"start\", \"shift\": 1}, {\"output\": \"fresh\"}]}";
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autofree char *why = text_evidence_complaint (automaton, path);
  assert_non_null (strstr (why, "it outputs a private input without noise"));
}

/* No draw is below u and not below v once u < v. */
static void
test_a_path_that_its_order_makes_impossible_is_refused (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1",    "state b public 1",
                                      "state c private 1",   "state e private 1",
                                      "state end private 1", "a b true first u",
                                      "b c true second v",   "c e >=u&<v inside",
                                      "e end >=v&<u never",  NULL};
  static const char path[] =
      "{\"couplet_evidence\": 1, \"kind\": \"strategy\", \"path\": ["
      "{\"output\": \"first\", \"shift\": -1}, {\"output\": \"second\", \"shift\": 1},"
      "{\"output\": \"inside\", \"shift\": \"D\"}, {\"output\": \"never\", \"shift\": \"D\"}]}";
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_SHARED, "u v", lines);
  g_autofree char *why = text_evidence_complaint (automaton, path);
  assert_non_null (strstr (why, "what comes before makes it impossible: it contradicts the order "
                                "of the thresholds"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_fresh_draw_is_paid_for),
      cmocka_unit_test (test_a_fresh_draw_without_noise_is_refused),
      cmocka_unit_test (test_a_path_that_its_order_makes_impossible_is_refused),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
