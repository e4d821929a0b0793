/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of segments, and where the checker says that they fail. */
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "text_automaton.h"

#include "unit.h"

/* Adds a class of segments of threshold that begin with the transition of that output, shift by
 * number shift, which is 1, and end nowhere. */
static void
add_class (CoupletEvidence *evidence, const CoupletAutomaton *a, guint32 threshold,
           const char *output, guint32 shift)
{
  couplet_evidence_add_class (evidence,
                              (CoupletShiftClass){.threshold = threshold,
                                                  .assignment = transition_with_output (a, output),
                                                  .next = COUPLET_NONE,
                                                  .difference = COUPLET_SHIFT_UNUSED,
                                                  .left = 1 << 2,
                                                  .shift = shift});
}

/* The sample for v is output again and again before v is assigned. */
static void
test_a_sample_that_no_class_is_about_is_named (void **state)
{
  (void)state;
  const char *const lines[] = {"state q0 public 1",
                               "state q1 private 1",
                               "state q2 private 1",
                               "q0 q1 true a u",
                               "q1 q1 <u insample(v)",
                               "q1 q2 >=u b v",
                               NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "u v", lines);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_STRATEGY, a);
  g_auto (CoupletRational) one;
  g_autofree char *why = NULL;
  couplet_rational_init (&one);
  mpq_set_ui (one.value, 1, 1);
  guint32 shift = couplet_evidence_add_number (evidence, &one);
  add_class (evidence, a, 0, "a", shift);
  add_class (evidence, a, 1, "b", shift);
  assert_false (couplet_evidence_is_broken (evidence));
  assert_int_equal (couplet_evidence_check (evidence, NULL, &why), COUPLET_EVIDENCE_REJECTED);
  assert_string_equal (why, "state q1, transition 'q1 -> q1 on insample < u, output insample(v)': "
                            "no shift obeys the rules for every D");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_sample_that_no_class_is_about_is_named),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
