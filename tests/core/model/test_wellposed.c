/* SPDX-License-Identifier: Apache-2.0 */
#include "collected_text.h"

#include "unit.h"
#include "wellposed.h"

/* Two states; more lines follow. */
#define BEGIN "state a public 1", "state b private 1", "a b true start u"

static gboolean
check (Resolved *resolved, CoupletSampling sampling, const char *const *lines, gboolean complete)
{
  resolved_init (resolved, sampling, "u v", lines);
  return check_well_posed (resolved->diagnostics, resolved->owned, complete);
}

/* All that is said of lines is one error with words. */
static void
expect_error (CoupletSampling sampling, const char *const *lines, const char *words)
{
  Resolved resolved;
  assert_false (check (&resolved, sampling, lines, TRUE));
  expect_message (&resolved, COUPLET_SEVERITY_ERROR, words);
  resolved_clear (&resolved);
}

static void
test_the_initial_state_assigns_and_nothing_else (void **state)
{
  (void)state;
  static const char *const none[] = {"state a public 1", NULL};
  static const char *const two[] = {BEGIN, "a a >=u more", NULL};
  static const char *const plain[] = {"state a public 1", "state b private 1", "a b true start",
                                      NULL};
  Resolved resolved;
  expect_error (
      COUPLET_INDEPENDENT, none,
      "state 'a': the initial state must have one transition, which assigns; it has none");
  assert_false (check (&resolved, COUPLET_INDEPENDENT, two, TRUE));
  resolved_clear (&resolved);
  expect_error (COUPLET_INDEPENDENT, plain,
                "transition 'a -> b on true, output start': the initial state's transition must "
                "assign a threshold");
}

static void
test_what_a_missing_transition_may_explain_is_not_said (void **state)
{
  (void)state;
  static const char *const none[] = {"state a public 1", NULL};
  Resolved resolved;
  assert_true (check (&resolved, COUPLET_INDEPENDENT, none, FALSE));
  expect_silence (&resolved);
  resolved_clear (&resolved);
}

static void
test_no_sample_takes_two_transitions (void **state)
{
  (void)state;
  static const char *const overlapping[] = {BEGIN, "b a <u one", "b b true two", NULL};
  expect_error (COUPLET_INDEPENDENT, overlapping,
                "transition 'b -> b on true, output two': its guard overlaps with 'insample < u' "
                "of another transition leaving the state");
}

static void
test_a_sample_that_is_used_has_noise (void **state)
{
  (void)state;
  static const char *const drawn[] = {"state a public 1", "state b private -", "a b true start u",
                                      "b a <u one", NULL};
  static const char *const unused[] = {"state a public 1", "state b private -", "a b true start u",
                                       "b a true one", NULL};
  Resolved resolved;
  expect_error (COUPLET_SHARED, drawn,
                "transition 'b -> a on insample < u, output one': it uses the sample, but its "
                "state has no noise parameter 'd' for it");
  assert_true (check (&resolved, COUPLET_SHARED, unused, TRUE));
  resolved_clear (&resolved);
}

static void
test_a_threshold_is_assigned_before_it_is_compared (void **state)
{
  (void)state;
  static const char *const early[] = {BEGIN, "b a <v one", NULL};
  static const char *const unreached[] = {BEGIN, "state c private 1", "c b <v one", NULL};
  Resolved resolved;
  expect_error (COUPLET_INDEPENDENT, early,
                "transition 'b -> a on insample < v, output one': it compares with threshold v, "
                "which some path to it has not assigned");
  assert_true (check (&resolved, COUPLET_INDEPENDENT, unreached, TRUE));
  assert_int_equal (resolved.owned->automaton.reachable[1], 1);
  assert_int_equal (resolved.owned->automaton.reachable[2], 0);
  resolved_clear (&resolved);
}

static void
test_equal_outputs_do_not_tell_transitions_apart (void **state)
{
  (void)state;
  static const char *const equal[] = {BEGIN, "b a <u one", "b b >=u one", NULL};
  static const char *const distinct[] = {BEGIN, "b a <u one", "b b >=u two", NULL};
  Resolved resolved;
  assert_true (check (&resolved, COUPLET_INDEPENDENT, equal, TRUE));
  assert_false (resolved.owned->automaton.output_distinct);
  resolved_clear (&resolved);
  assert_true (check (&resolved, COUPLET_INDEPENDENT, distinct, TRUE));
  assert_true (resolved.owned->automaton.output_distinct);
  expect_silence (&resolved);
  resolved_clear (&resolved);
}

static void
test_silent_steps_are_marked_and_not_told (void **state)
{
  (void)state;
  static const char *const silent[] = {BEGIN, "b a <u silent(one)", "b b >=u two", NULL};
  Resolved resolved;
  assert_true (check (&resolved, COUPLET_INDEPENDENT, silent, TRUE));
  const CoupletAutomaton *automaton = &resolved.owned->automaton;
  assert_false (automaton->output_distinct);
  assert_false (couplet_is_silent (automaton, 0));
  assert_true (couplet_is_silent (automaton, 1));
  assert_false (couplet_is_silent (automaton, 2));
  expect_silence (&resolved);
  resolved_clear (&resolved);
}

static void
test_public_comparisons_and_draws_without_noise_are_noted (void **state)
{
  (void)state;
  static const char *const usual[] = {BEGIN, "b a <u one", NULL};
  static const char *const other[] = {"state a public 1", "state b public none", "a b true start u",
                                      "b b <u one", NULL};
  Resolved resolved;
  assert_true (check (&resolved, COUPLET_INDEPENDENT, usual, TRUE));
  assert_false (resolved.owned->automaton.compares_otherwise);
  assert_true (resolved.owned->automaton.all_noise_finite);
  resolved_clear (&resolved);
  assert_true (check (&resolved, COUPLET_INDEPENDENT, other, TRUE));
  assert_true (resolved.owned->automaton.compares_otherwise);
  assert_false (resolved.owned->automaton.all_noise_finite);
  resolved_clear (&resolved);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_initial_state_assigns_and_nothing_else),
      cmocka_unit_test (test_what_a_missing_transition_may_explain_is_not_said),
      cmocka_unit_test (test_no_sample_takes_two_transitions),
      cmocka_unit_test (test_a_sample_that_is_used_has_noise),
      cmocka_unit_test (test_a_threshold_is_assigned_before_it_is_compared),
      cmocka_unit_test (test_silent_steps_are_marked_and_not_told),
      cmocka_unit_test (test_equal_outputs_do_not_tell_transitions_apart),
      cmocka_unit_test (test_public_comparisons_and_draws_without_noise_are_noted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
