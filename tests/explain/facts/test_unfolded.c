/* SPDX-License-Identifier: Apache-2.0 */
/* Unfolded automata in the terms of those that were read. */
#include "text_automaton.h"

#include "unfolded.h"

#include "unit.h"

/* After the second transition v is at most u, so that the third is never taken. */
static const char *const LINES[] = {
    "state a public 1/4",  "state b public 1/4", "state c private 1/4",
    "state end private 1", "a b true first u",   "b c >=u second v",
    "c end <u&>=v third",  "c end >=u fourth",   NULL};

static void
test_names_and_transitions_lead_back (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) read = text_automaton (COUPLET_SHARED, "u v", LINES);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (read, NULL, NULL);
  assert_non_null (unfolded);
  assert_ptr_equal (input_automaton (unfolded), read);
  for (guint32 t = 0; t < unfolded->n_transitions; t++) {
    guint32 there = couplet_folded_transition (unfolded, t);
    assert_string_equal (couplet_output_of (unfolded, t)->name,
                         couplet_output_of (read, there)->name);
    assert_string_equal (state_name (unfolded, unfolded->source[t]),
                         read->states[read->source[there]].name);
  }
  assert_int_equal (couplet_folded_transition (unfolded, COUPLET_NONE), COUPLET_NONE);
}

static void
test_an_automaton_that_is_not_unfolded_is_its_own_input (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) read = text_automaton (COUPLET_SHARED, "u v", LINES);
  assert_ptr_equal (input_automaton (read), read);
  assert_int_equal (couplet_folded_transition (read, 2), 2);
  assert_string_equal (state_name (read, 1), read->states[1].name);
}

static void
test_transitions_that_the_order_rules_out (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) read = text_automaton (COUPLET_SHARED, "u v", LINES);
  g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (read, NULL, NULL);
  guint32 third = transition_with_output (read, "third");
  guint32 fourth = transition_with_output (read, "fourth");
  guint n = 0;
  for (guint32 q = 0; q < unfolded->n_states; q++) {
    if (!g_str_equal (state_name (unfolded, q), "c"))
      continue;
    assert_false (is_kept (unfolded, q, third));
    assert_true (is_kept (unfolded, q, fourth));
    n++;
  }
  assert_true (n > 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_names_and_transitions_lead_back),
      cmocka_unit_test (test_an_automaton_that_is_not_unfolded_is_its_own_input),
      cmocka_unit_test (test_transitions_that_the_order_rules_out),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
