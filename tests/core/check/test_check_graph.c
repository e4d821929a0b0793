/* SPDX-License-Identifier: Apache-2.0 */
/* Where the entries of a bound lead. */
#include <couplet/host/check.h>
#include <couplet/host/evidence.h>

#include "text_automaton.h"

#include "unit.h"

/* State q, the second one, leads to two states without entry; inputs are remembered there. */
static void
test_the_first_transition_without_entry_is_named (void **state)
{
  (void)state;
  const char *const lines[] = {
      "state i private 1", "state q again 1", "state e private 1", "state h private 1",
      "i q true first x",  "q e <x low",      "q h >=x high",      NULL};
  g_autoptr (CoupletAutomaton) a = text_automaton (COUPLET_INDEPENDENT, "x", lines);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, a);
  g_auto (CoupletRational) cost;
  g_autofree char *why = NULL;
  couplet_rational_init (&cost);
  couplet_evidence_set_cost (evidence, &cost);
  for (guint32 q = 0; q < 2; q++)
    couplet_evidence_begin_entry (evidence, q);
  assert_false (couplet_evidence_is_broken (evidence));
  assert_int_equal (couplet_evidence_check (evidence, NULL, &why), COUPLET_EVIDENCE_REJECTED);
  assert_string_equal (why, "entry 2 (state q, transition 'q -> e on insample < x, output low'): "
                            "state e has no entry for what is known there");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_first_transition_without_entry_is_named),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
