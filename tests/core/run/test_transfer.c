/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes and results reach another process as they were; what is cut off or changed on the
 * way is refused or means something. */
#include "small_automata.h"

#include "transfer.h"

#include <string.h>

#include "unit.h"

static const CoupletPlugin PLUGIN = {.name = "plugin", .kind = COUPLET_KIND_OPTIMIZER};

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", "b c >= top", NULL};
  return small_automaton ("1/4", lines);
}

static void
set_rational (CoupletRational *rational, const char *text)
{
  couplet_rational_init (rational);
  assert_true (couplet_rational_parse (rational, text, strlen (text), NULL));
}

/* An outcome in which everything is set. */
static CoupletOutcome *
full_outcome (const CoupletAutomaton *automaton)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", &PLUGIN);
  CoupletEvidence *walk = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  g_auto (CoupletRational) cost;
  g_auto (CoupletRational) lower;
  set_rational (&cost, "123456789012345678901234567890/7");
  set_rational (&lower, "1/3");
  couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_bounds (outcome, &lower, &cost);
  couplet_outcome_set_certified (outcome, FALSE);
  couplet_outcome_set_structure (outcome, "leaking pair");
  couplet_outcome_set_reason (outcome, "because");
  couplet_outcome_set_statistic (outcome, "vectors", 12);
  couplet_outcome_set_statistic (outcome, "programs", G_MAXUINT64);
  couplet_outcome_leave_out_evidence (outcome, 77);
  couplet_evidence_add_step (walk,
                             (CoupletWalkStep){.transition = 0, .shift = COUPLET_SHIFT_UNUSED});
  couplet_outcome_take_evidence (outcome, walk);
  return outcome;
}

static CoupletOutcome *
empty_outcome (void)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", &PLUGIN);
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  return outcome;
}

static GByteArray *
put_outcome (CoupletOutcome *outcome)
{
  GByteArray *out = g_byte_array_new ();
  wire_put_outcome (out, outcome);
  return out;
}

static void
assert_same_bytes (const GByteArray *a, const GByteArray *b)
{
  assert_int_equal (a->len, b->len);
  assert_memory_equal (a->data, b->data, a->len);
}

static void
test_outcomes_make_the_round_trip (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint full = 0; full < 2; full++) {
    g_autoptr (CoupletOutcome) sent = full ? full_outcome (automaton) : empty_outcome ();
    g_autoptr (CoupletOutcome) received = couplet_outcome_new ("stage", &PLUGIN);
    g_autoptr (GByteArray) bytes = put_outcome (sent);
    Wire wire = {bytes->data, bytes->len, 0, FALSE};
    assert_true (wire_take_outcome (&wire, automaton, received, NULL));
    assert_int_equal (wire.at, wire.length);
    assert_int_equal (couplet_outcome_result (received)->n_evidence, full);
    g_autoptr (GByteArray) again = put_outcome (received);
    assert_same_bytes (again, bytes);
  }
}

/* Takes an outcome from a copy of length bytes of data, one of them changed. */
static void
take_damaged_outcome (const CoupletAutomaton *automaton, const GByteArray *bytes, gsize length,
                      gsize at, guint8 change)
{
  g_autofree guint8 *copy = g_memdup2 (bytes->data, MAX (length, 1));
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("stage", &PLUGIN);
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
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = full_outcome (automaton);
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
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = empty_outcome ();
  g_autoptr (GByteArray) bytes = put_outcome (outcome);
  g_autoptr (GError) error = NULL;
  Wire wire = {bytes->data, bytes->len - 8, 0, FALSE};
  assert_false (wire_take_outcome (&wire, automaton, outcome, &error));
  assert_true (g_error_matches (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER));
  assert_string_equal (error->message, "its process gave no whole answer");
}

/* ---- Results ---------------------------------------------------------------------------- */

/* Puts the result of a file with two stages and messages of both kinds. */
static GByteArray *
put_result (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletOutcome) first = full_outcome (automaton);
  g_autoptr (CoupletOutcome) second = empty_outcome ();
  CoupletStageResult stages[] = {*couplet_outcome_result (first), *couplet_outcome_result (second)};
  const CoupletDiagnostic diagnostics[] = {{COUPLET_SEVERITY_WARNING, "file", {3, 4}, "beware"},
                                           {COUPLET_SEVERITY_ERROR, "file", {0, 0}, "it is wrong"}};
  static const CoupletCounterexampleStep steps[] = {{0, "0", "0", NULL}, {1, "0", "1", "1/2"}};
  static const CoupletCounterexample shown = {
      .claim = "1/2", .is_density = TRUE, .refutes = TRUE, .n_steps = 2, .steps = steps};
  CoupletFileResult result = {.file = "file",
                              .name = "an automaton",
                              .verdict = COUPLET_VERDICT_PRIVATE,
                              .has_cost = TRUE,
                              .reason = "why",
                              .disagreement = TRUE,
                              .disagreement_text = "they differ",
                              .rejected = TRUE,
                              .n_stages = 2,
                              .stages = stages,
                              .n_diagnostics = 2,
                              .diagnostics = diagnostics,
                              .read_seconds = 0.25,
                              .seconds = 1.5,
                              .n_errors = 5,
                              .n_warnings = 6,
                              .sampling = "shared",
                              .epsilon = "8 <= epsilon < 16",
                              .claim_verdict = COUPLET_CLAIM_FAILS,
                              .claim_reason = "the least d is 2/3",
                              .claim_path = "start,bot",
                              .claim_counterexample = &shown};
  stages[0].claimed = stages[1].failed = stages[0].ran = TRUE;
  stages[0].seconds = 0.125;
  set_rational (&result.cost, "2/3");
  set_rational (&result.claim, "1/2");
  GByteArray *out = g_byte_array_new ();
  wire_put_result (out, &result, automaton != NULL);
  couplet_rational_clear (&result.cost);
  couplet_rational_clear (&result.claim);
  return out;
}

static void
test_results_make_the_round_trip (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (GByteArray) bytes = put_result (automaton), again = g_byte_array_new ();
  g_auto (ReceivedResult) received;
  received_init (&received);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_result (&wire, "file", automaton, &received));
  assert_int_equal (wire.at, wire.length);
  assert_string_equal (received.result.file, "file");
  assert_int_equal (received.result.stages[0].n_evidence, 1);
  assert_string_equal (received.result.stages[0].statistics[1].name, "programs");
  wire_put_result (again, &received.result, TRUE);
  assert_same_bytes (again, bytes);
}

static void
test_without_the_automaton_there_is_no_evidence (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (GByteArray) bytes = put_result (automaton);
  g_auto (ReceivedResult) received;
  received_init (&received);
  Wire wire = {bytes->data, bytes->len, 0, FALSE};
  assert_true (wire_take_result (&wire, "file", NULL, &received));
  assert_int_equal (received.result.stages[0].n_evidence, 0);
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
  gboolean good = wire_take_result (&wire, "file", automaton, &received);
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
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
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
  assert_false (wire_take_result (&wire, "file", NULL, &received));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_outcomes_make_the_round_trip),
      cmocka_unit_test (test_damaged_outcomes),
      cmocka_unit_test (test_outcomes_name_what_is_wrong),
      cmocka_unit_test (test_results_make_the_round_trip),
      cmocka_unit_test (test_without_the_automaton_there_is_no_evidence),
      cmocka_unit_test (test_damaged_results),
      cmocka_unit_test (test_a_wire_of_ones),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
