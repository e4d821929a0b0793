/* SPDX-License-Identifier: Apache-2.0 */
#include "collected_text.h"

#include "unit.h"

#define ERROR COUPLET_SEVERITY_ERROR
#define WARNING COUPLET_SEVERITY_WARNING

static void
test_what_means_the_same_is_kept_once (void **state)
{
  (void)state;
  static const char *const lines[] = {
      "state a public 1/2", "state b private 2/4", "state c private 0.5",
      "a b true start u",   "b c <u&<v&<u both",   "b c <v&<u other",
      "c b <u|<u&<v one",   "c b <u one",          NULL};
  Resolved resolved;
  resolved_init (&resolved, COUPLET_INDEPENDENT, "u v", lines);
  const CoupletAutomaton *a = &resolved.owned->automaton;
  expect_silence (&resolved);
  assert_true (resolved.complete);
  assert_int_equal (a->n_transitions, 5);
  assert_int_equal (a->guard[1], a->guard[2]);
  assert_int_equal (a->guard[3], a->guard[4]);
  assert_int_not_equal (a->guard[1], a->guard[3]);
  assert_int_equal (a->n_guards, 3);
  assert_int_equal (a->n_outputs, 4);
  assert_int_equal (a->noises[a->states[0].noise].d[0], a->noises[a->states[1].noise].d[1]);
  assert_int_equal (a->noises[a->states[0].noise].d[0], a->noises[a->states[2].noise].d[0]);
  resolved_clear (&resolved);
}

static void
test_transitions_stand_by_source_in_the_order_of_the_input (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1", "state b private 1", "b a <x second",
                                      "a b true first x", "b b >=x third",     NULL};
  Resolved resolved;
  resolved_init (&resolved, COUPLET_INDEPENDENT, "x", lines);
  const CoupletAutomaton *a = &resolved.owned->automaton;
  static const char *const outputs[] = {"first", "second", "third"};
  for (guint32 t = 0; t < 3; t++)
    assert_string_equal (couplet_output_of (a, t)->name, outputs[t]);
  assert_int_equal (a->row[0], 0);
  assert_int_equal (a->row[1], 1);
  assert_int_equal (a->row[2], 3);
  resolved_clear (&resolved);
}

/* Resolves a second transition beside one that is right; the message it gives. */
static void
expect_left_out (const char *transition, gboolean complete, CoupletSeverity severity,
                 const char *words)
{
  const char *const lines[] = {"state first public 1", "state second private 1",
                               "first second true start x", transition, NULL};
  Resolved resolved;
  resolved_init (&resolved, COUPLET_INDEPENDENT, "x y", lines);
  expect_message (&resolved, severity, words);
  assert_int_equal (resolved.complete, complete);
  assert_int_equal (resolved.owned->automaton.n_transitions, 1);
  resolved_clear (&resolved);
}

static void
test_transitions_with_unknown_names_are_left_out (void **state)
{
  (void)state;
  expect_left_out ("second secnd <x o", FALSE, ERROR,
                   "transition 'second' -> 'secnd': its target is not a declared state; did you "
                   "mean 'second'?");
  expect_left_out ("elsewhere second <x o", FALSE, ERROR,
                   "transition 'elsewhere' -> 'second': its source is not a declared state");
  expect_left_out (
      "second first <x o xx", FALSE, ERROR,
      "transition 'second' -> 'first': assign: 'xx' is not a declared threshold; did you "
      "mean 'x'?");
}

static void
test_transitions_with_malformed_texts_are_left_out (void **state)
{
  (void)state;
  expect_left_out ("second first <z o", FALSE, ERROR,
                   "transition 'second' -> 'first': guard 'insample < z': 'z' is not a declared "
                   "threshold");
  expect_left_out ("second first <x o x,y", FALSE, ERROR,
                   "transition 'second' -> 'first': assign: several thresholds can take one sample "
                   "with shared sampling only");
}

static void
test_a_guard_that_never_holds_leaves_nothing_open (void **state)
{
  (void)state;
  expect_left_out ("second first <x&>=x o", TRUE, WARNING,
                   "transition 'second' -> 'first': its guard can never hold; left out");
}

static void
test_a_state_with_malformed_noise_stays_without (void **state)
{
  (void)state;
  static const char *const lines[] = {"state a public 1", "state b private 1/0", "a b true start x",
                                      NULL};
  Resolved resolved;
  resolved_init (&resolved, COUPLET_INDEPENDENT, "x", lines);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (resolved.diagnostics, &n);
  assert_int_equal (n, 2); /* of d and d_fresh */
  for (guint i = 0; i < n; i++)
    assert_true (g_str_has_prefix (messages[i].message, "state 'b': d"));
  assert_int_equal (resolved.owned->automaton.states[1].noise, COUPLET_NONE);
  assert_true (resolved.complete);
  resolved_clear (&resolved);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_means_the_same_is_kept_once),
      cmocka_unit_test (test_transitions_stand_by_source_in_the_order_of_the_input),
      cmocka_unit_test (test_transitions_with_unknown_names_are_left_out),
      cmocka_unit_test (test_transitions_with_malformed_texts_are_left_out),
      cmocka_unit_test (test_a_guard_that_never_holds_leaves_nothing_open),
      cmocka_unit_test (test_a_state_with_malformed_noise_stays_without),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
