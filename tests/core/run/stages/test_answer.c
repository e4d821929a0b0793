/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes reach another process as they were, field by field; what is cut off or changed on the
 * way is refused or means something. */
#include "full_results.h"

#include "answer.h"

#include <string.h>

#include "unit.h"

static GByteArray *
put_outcome (CoupletOutcome *outcome)
{
  GByteArray *out = g_byte_array_new ();
  outcome_put (out, outcome);
  return out;
}

static void
send_outcome (const CoupletAutomaton *automaton, CoupletOutcome *sent)
{
  g_autoptr (CoupletOutcome) received = couplet_outcome_new ("stage", &FULL_PLUGIN);
  g_autoptr (GByteArray) bytes = put_outcome (sent);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (outcome_take (&wire, automaton, received, NULL));
  assert_int_equal (wire.at, wire.length);
  assert_int_equal (couplet_outcome_found (received), couplet_outcome_found (sent));
  assert_same_answer (couplet_outcome_result (received), couplet_outcome_result (sent));
}

static void
test_outcomes_make_the_round_trip (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (CoupletOutcome) empty = empty_outcome ();
  send_outcome (automaton, empty);
  for (guint i = 0; i < N_FULL_COUNTEREXAMPLES; i++) {
    g_autoptr (CoupletOutcome) full = full_outcome (automaton, &FULL_COUNTEREXAMPLES[i]);
    assert_same_counterexample (couplet_outcome_result (full)->counterexample,
                                &FULL_COUNTEREXAMPLES[i]);
    send_outcome (automaton, full);
  }
}

/* Takes an outcome from a copy of length bytes of data, one of them changed. */
static void
take_damaged_outcome (const CoupletAutomaton *automaton, const GByteArray *bytes, gsize length,
                      gsize at, guint8 change)
{
  g_autofree guint8 *copy = g_memdup2 (bytes->data, MAX (length, 1));
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &FULL_PLUGIN);
  g_autoptr (GError) error = NULL;
  copy[at] ^= change;
  Wire wire = {copy, length, 0, FALSE};
  gboolean good = outcome_take (&wire, automaton, outcome, &error);
  assert_int_equal (good, error == NULL);
  if (length < bytes->len)
    assert_false (good);
  if (good)
    assert_in_range (couplet_outcome_result (outcome)->guarantee, 0, COUPLET_GUARANTEE_LOWER_BOUND);
}

static void
test_damaged_outcomes (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (CoupletOutcome) outcome = full_outcome (automaton, FULL_COUNTEREXAMPLES);
  g_autoptr (GByteArray) bytes = put_outcome (outcome);
  for (gsize at = 0; at < bytes->len; at++) {
    take_damaged_outcome (automaton, bytes, at, 0, 0);
    for (guint bit = 0; bit < 8; bit++)
      take_damaged_outcome (automaton, bytes, bytes->len, at, (guint8)(1u << bit));
  }
}

static void
test_outcomes_name_what_is_wrong (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (CoupletOutcome) outcome = empty_outcome ();
  g_autoptr (GByteArray) bytes = put_outcome (outcome);
  g_autoptr (GError) error = NULL;
  Wire wire = {bytes->data, bytes->len - 8, 0, FALSE};
  assert_false (outcome_take (&wire, automaton, outcome, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  assert_string_equal (error->message, "its process gave no whole answer");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_outcomes_make_the_round_trip),
      cmocka_unit_test (test_damaged_outcomes),
      cmocka_unit_test (test_outcomes_name_what_is_wrong),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
