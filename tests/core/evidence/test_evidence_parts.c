/* SPDX-License-Identifier: Apache-2.0 */
/* Parts that name what there is not are left out, and the evidence is broken. */
#include "text_automaton.h"

#include <couplet/evidence.h>
#include <couplet/host/evidence.h>

#include "unit.h"

#define MANY "a b c d e f g h i j k l m n o p q r s"
#define N_MANY 19u

static CoupletAutomaton *
automaton_over (const char *thresholds)
{
  static const char *const lines[] = {"state i public 1", "i q true s a", "state q private 1",
                                      "q q <a below", NULL};
  return text_automaton (COUPLET_INDEPENDENT, thresholds, lines);
}

/* Over the n thresholds from first on, all of whose values are the only number. */
static void
add_factor (CoupletEvidence *evidence, guint32 first, guint32 n)
{
  guint32 over[COUPLET_FACTOR_MAX];
  for (guint32 i = 0; i < n; i++)
    over[i] = first + i;
  g_autofree guint32 *values = g_new0 (guint32, couplet_factor_size (n));
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){n, over, values});
}

static CoupletEvidence *
bound_of (const CoupletAutomaton *automaton)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton);
  g_auto (CoupletRational) zero;
  couplet_rational_init (&zero);
  couplet_evidence_set_cost (evidence, &zero);
  couplet_evidence_add_number (evidence, &zero);
  couplet_evidence_begin_entry (evidence, automaton->initial);
  couplet_evidence_begin_vector (evidence);
  return evidence;
}

static void
test_factors_of_one_vector_share_no_threshold (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = automaton_over (MANY);
  g_autoptr (CoupletEvidence) evidence = bound_of (automaton);
  add_factor (evidence, 0, COUPLET_FACTOR_MAX);
  assert_false (couplet_evidence_is_broken (evidence));
  add_factor (evidence, COUPLET_FACTOR_MAX - 1, N_MANY - COUPLET_FACTOR_MAX + 1);
  assert_true (couplet_evidence_is_broken (evidence));
  assert_int_equal (couplet_evidence_n_factors (evidence, 0), 1);
}

static void
test_factors_of_two_vectors_may_share_thresholds (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = automaton_over (MANY);
  g_autoptr (CoupletEvidence) evidence = bound_of (automaton);
  for (guint i = 0; i < 2; i++) {
    add_factor (evidence, 0, 2);
    add_factor (evidence, 2, 1);
    couplet_evidence_begin_entry (evidence, automaton->initial);
    couplet_evidence_begin_vector (evidence);
  }
  assert_false (couplet_evidence_is_broken (evidence));
}

static void
test_a_factor_is_over_distinct_thresholds (void **state)
{
  (void)state;
  static const guint32 twice[] = {0, 1, 0}, values[27] = {0};
  g_autoptr (CoupletAutomaton) automaton = automaton_over (MANY);
  g_autoptr (CoupletEvidence) evidence = bound_of (automaton);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){3, twice, values});
  assert_true (couplet_evidence_is_broken (evidence));
  assert_int_equal (couplet_evidence_n_factors (evidence, 0), 0);
}

static void
test_a_factor_names_thresholds_and_numbers_that_there_are (void **state)
{
  (void)state;
  static const guint32 there = 0, beyond = 1, values[] = {0, COUPLET_NUMBER_INFINITE, 0},
                       unknown[] = {0, 1, 0};
  g_autoptr (CoupletAutomaton) automaton = automaton_over ("a");
  for (guint i = 0; i < 3; i++) {
    g_autoptr (CoupletEvidence) evidence = bound_of (automaton);
    couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){1, i == 1 ? &beyond : &there,
                                                                    i == 2 ? unknown : values});
    assert_int_equal (couplet_evidence_is_broken (evidence), i > 0);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_factors_of_one_vector_share_no_threshold),
      cmocka_unit_test (test_factors_of_two_vectors_may_share_thresholds),
      cmocka_unit_test (test_a_factor_is_over_distinct_thresholds),
      cmocka_unit_test (test_a_factor_names_thresholds_and_numbers_that_there_are),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
