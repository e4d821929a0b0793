/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes and results reach another process as they were, field by field; what is cut off or
 * changed on the way is refused or means something. */
#include "full_results.h"

#include "transfer.h"

#include <string.h>

#include "unit.h"

static GByteArray *
put_outcome (CoupletOutcome *outcome)
{
  GByteArray *out = g_byte_array_new ();
  wire_put_outcome (out, outcome);
  return out;
}

/* ---- Outcomes ----------------------------------------------------------------------------- */

static void
send_outcome (const CoupletAutomaton *automaton, CoupletOutcome *sent)
{
  g_autoptr (CoupletOutcome) received = couplet_outcome_new ("stage", &FULL_PLUGIN);
  g_autoptr (GByteArray) bytes = put_outcome (sent);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_outcome (&wire, automaton, received, NULL));
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
  gboolean good = wire_take_outcome (&wire, automaton, outcome, &error);
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
  assert_false (wire_take_outcome (&wire, automaton, outcome, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  assert_string_equal (error->message, "its process gave no whole answer");
}

/* ---- Results ---------------------------------------------------------------------------- */

static GByteArray *
put_result (const CoupletAutomaton *automaton)
{
  g_auto (FullResult) sent;
  full_init (&sent, automaton);
  GByteArray *out = g_byte_array_new ();
  wire_put_result (out, &sent.result, TRUE);
  return out;
}

static void
test_results_make_the_round_trip (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (GByteArray) bytes = put_result (automaton);
  g_auto (FullResult) sent;
  g_auto (ReceivedResult) received;
  received_init (&received);
  full_init (&sent, automaton);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_result (&wire, "file", automaton, &FULL_RUN, &received));
  assert_int_equal (wire.at, wire.length);
  assert_int_equal (received.result.stages[0].n_evidence, 1);
  assert_same_result (&received.result, &sent.result);
}

/* A file of which nothing is known but that it has one message. */
static void
test_an_empty_result_makes_the_round_trip (void **state)
{
  (void)state;
  const CoupletDiagnostic diagnostic = {COUPLET_SEVERITY_ERROR, "file", {7, 8}, "it is empty"};
  const CoupletFileResult sent = {.file = "file",
                                  .verdict = COUPLET_VERDICT_ERROR,
                                  .n_diagnostics = 1,
                                  .diagnostics = &diagnostic,
                                  .n_errors = 1};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (ReceivedResult) received;
  received_init (&received);
  wire_put_result (bytes, &sent, TRUE);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_result (&wire, "file", NULL, NULL, &received));
  assert_same_result (&received.result, &sent);
}

static void
test_evidence_is_left_out_on_either_side (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) sent;
  full_init (&sent, automaton);
  for (guint with = 0; with < 2; with++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_auto (ReceivedResult) received;
    received_init (&received);
    wire_put_result (bytes, &sent.result, with);
    Wire wire = {bytes->data, bytes->len, 0, FALSE};
    assert_true (wire_take_result (&wire, "file", with ? NULL : automaton, &FULL_RUN, &received));
    assert_int_equal (wire.at, wire.length);
    assert_int_equal (received.result.stages[0].n_evidence, 0);
  }
}

static void
take_damaged_result (const CoupletAutomaton *automaton, const GByteArray *bytes, gsize length,
                     gsize at, guint8 change)
{
  g_autofree guint8 *copy = g_memdup2 (bytes->data, MAX (length, 1));
  g_auto (ReceivedResult) received;
  received_init (&received);
  copy[at] ^= change;
  Wire wire = {copy, length, 0, FALSE};
  gboolean good = wire_take_result (&wire, "file", automaton, &FULL_RUN, &received);
  if (length < bytes->len)
    assert_false (good);
  if (!good)
    return;
  assert_in_range (received.result.verdict, 0, COUPLET_VERDICT_ERROR);
  assert_in_range (received.result.claim_verdict, 0, COUPLET_CLAIM_OPEN);
  if (received.result.claim_verdict != COUPLET_CLAIM_NONE)
    assert_non_null (received.result.claim_reason);
  for (guint i = 0; i < received.result.n_stages; i++) {
    const CoupletStageResult *stage = &received.result.stages[i];
    assert_in_range (stage->verdict, 0, COUPLET_VERDICT_ERROR);
    assert_in_range (stage->guarantee, 0, COUPLET_GUARANTEE_LOWER_BOUND);
    assert_true (stage->stage != NULL && stage->plugin != NULL && stage->kind != NULL);
    for (guint j = 0; j < stage->n_statistics; j++)
      assert_non_null (stage->statistics[j].name);
  }
  for (guint i = 0; i < received.result.n_diagnostics; i++) {
    assert_in_range (received.result.diagnostics[i].severity, 0, COUPLET_SEVERITY_ERROR);
    assert_non_null (received.result.diagnostics[i].message);
  }
}

static void
test_damaged_results (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_autoptr (GByteArray) bytes = put_result (automaton);
  for (gsize at = 0; at < bytes->len; at++) {
    take_damaged_result (automaton, bytes, at, 0, 0);
    for (guint bit = 0; bit < 8; bit++)
      take_damaged_result (automaton, bytes, bytes->len, at, (guint8)(1u << bit));
  }
}

/* A wire of nothing but ones: lengths that mean NULL, counts that never end. */
static void
test_a_wire_of_ones (void **state)
{
  (void)state;
  guint8 ones[256];
  memset (ones, 0xff, sizeof ones);
  g_auto (ReceivedResult) received;
  received_init (&received);
  Wire wire = {ones, sizeof ones, 0, FALSE};
  assert_false (wire_take_result (&wire, "file", NULL, NULL, &received));
}

/* ---- Diagnostics ---------------------------------------------------------------------------- */

/* Another process may say that there were any number, of which it sends none. */
static void
test_any_number_of_diagnostics_is_counted_at_once (void **state)
{
  (void)state;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new ("file");
  wire_put_number (bytes, 0);
  wire_put_number (bytes, 7);
  wire_put_number (bytes, G_MAXUINT64);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_diagnostics (&wire, diagnostics));
  assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_WARNING), 7);
  assert_int_equal (couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR), G_MAXINT32);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_outcomes_make_the_round_trip),
      cmocka_unit_test (test_damaged_outcomes),
      cmocka_unit_test (test_outcomes_name_what_is_wrong),
      cmocka_unit_test (test_results_make_the_round_trip),
      cmocka_unit_test (test_an_empty_result_makes_the_round_trip),
      cmocka_unit_test (test_evidence_is_left_out_on_either_side),
      cmocka_unit_test (test_damaged_results),
      cmocka_unit_test (test_a_wire_of_ones),
      cmocka_unit_test (test_any_number_of_diagnostics_is_counted_at_once),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
