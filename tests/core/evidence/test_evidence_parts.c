/* SPDX-License-Identifier: Apache-2.0 */
/* Parts that name what there is not are left out, and the evidence is broken. */
#include "text_automaton.h"

#include <couplet/host/evidence_parts.h>
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

/* An empty walk with step after each of n loops begun and before each of them ended. */
static CoupletEvidence *
loops_of (const CoupletAutomaton *automaton, guint n_begun, guint n_steps, guint n_ended)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_UNBOUNDED, automaton);
  for (guint i = 0; i < n_begun; i++)
    couplet_evidence_begin_loop (evidence);
  for (guint i = 0; i < n_steps; i++)
    couplet_evidence_add_step (evidence, (CoupletWalkStep){1, 1, COUPLET_SHIFT_UNUSED});
  for (guint i = 0; i < n_ended; i++)
    couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
  return evidence;
}

static void
test_loops_are_ended_and_not_empty_and_not_too_deep (void **state)
{
  (void)state;
  static const struct {
    guint begun, steps, ended;
    gboolean good;
  } cases[] = {{1, 1, 1, TRUE},
               {2, 1, 2, TRUE},
               {COUPLET_LOOP_DEPTH_MAX, 1, COUPLET_LOOP_DEPTH_MAX, TRUE},
               {COUPLET_LOOP_DEPTH_MAX + 1, 1, COUPLET_LOOP_DEPTH_MAX, FALSE},
               {1, 1, 0, FALSE},
               {1, 0, 1, FALSE},
               {0, 1, 1, FALSE}};
  g_autoptr (CoupletAutomaton) automaton = automaton_over ("a");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (CoupletEvidence) evidence =
        loops_of (automaton, cases[i].begun, cases[i].steps, cases[i].ended);
    assert_int_equal (couplet_evidence_is_broken (evidence), !cases[i].good);
  }
}

static void
test_loops_stand_where_they_begin_outer_ones_first (void **state)
{
  (void)state;
  guint n;
  g_autoptr (CoupletAutomaton) automaton = automaton_over ("a");
  g_autoptr (CoupletEvidence) evidence = loops_of (automaton, 1, 2, 0);
  couplet_evidence_begin_loop (evidence);
  couplet_evidence_add_step (evidence, (CoupletWalkStep){1, -1, COUPLET_SHIFT_UNUSED});
  couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
  couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
  const CoupletEvidenceLoop *loops = couplet_evidence_loops (evidence, &n);
  assert_int_equal (n, 2);
  assert_true (loops[0].first == 0 && loops[0].end == 3);
  assert_true (loops[1].first == 2 && loops[1].end == 3);
  couplet_evidence_begin_loop (evidence);
  couplet_evidence_add_step (evidence, (CoupletWalkStep){1, 1, COUPLET_SHIFT_UNUSED});
  couplet_evidence_end_loop (evidence, 0); /* there is no number */
  assert_true (couplet_evidence_is_broken (evidence));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_factors_of_one_vector_share_no_threshold),
      cmocka_unit_test (test_factors_of_two_vectors_may_share_thresholds),
      cmocka_unit_test (test_a_factor_is_over_distinct_thresholds),
      cmocka_unit_test (test_a_factor_names_thresholds_and_numbers_that_there_are),
      cmocka_unit_test (test_loops_are_ended_and_not_empty_and_not_too_deep),
      cmocka_unit_test (test_loops_stand_where_they_begin_outer_ones_first),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
