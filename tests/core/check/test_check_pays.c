/* SPDX-License-Identifier: Apache-2.0 */
/* In which components the checker asks nothing of cycles. */
#include "pays.h"

#include "text_automaton.h"

#include "unit.h"

/* Whether the component of state q, the third one, may be paid for. */
static gboolean
pays_at_q (CoupletSampling sampling, const char *thresholds, const char *const *lines)
{
  g_autoptr (CoupletAutomaton) a = text_automaton (sampling, thresholds, lines);
  g_autoptr (CoupletEvidence) evidence = couplet_evidence_new (COUPLET_EVIDENCE_UNBOUNDED, a);
  Check check;
  gboolean pays = FALSE;
  check_init (&check, evidence);
  assert_true (check_explore (&check));
  check_find_pays (&check);
  for (guint32 node = 0; node < check.nodes->len; node++)
    pays |= NODE (&check, node)->state == 2 && check.pays[check.component[node]] != 0;
  check_clear_graph (&check);
  check_clear (&check);
  return pays;
}

static void
test_a_cycle_that_assigns_what_is_compared_later_may_be_paid_for (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1",  "state j public 1", "state q private 1",
                               "state e private 1", "i j true s x",     "j q true u y",
                               "q q <x low y",      "q e >=x&<y end",   NULL};
  assert_true (pays_at_q (COUPLET_INDEPENDENT, "x y", lines));
}

static void
test_one_that_assigns_what_is_always_drawn_anew_may_not (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1",  "state j public 1",
                               "state q private 1", "state e private 1",
                               "i j true s x",      "j q true u y",
                               "q q <x low y",      "q e >=x new y",
                               "e e <y small",      NULL};
  assert_false (pays_at_q (COUPLET_INDEPENDENT, "x y", lines));
}

/* The states of the cycle are numbered against the way that the comparison reaches them. */
static void
test_what_is_compared_a_turn_later_counts (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1",
                               "state j public 1",
                               "state q private 1",
                               "state r private 1",
                               "state t private 1",
                               "i j true s x",
                               "j q true u y",
                               "q r <x low",
                               "r t true new x",
                               "t q true back",
                               NULL};
  assert_true (pays_at_q (COUPLET_INDEPENDENT, "x y", lines));
}

static void
test_with_one_threshold_only_some_comparisons_matter (void **state)
{
  (void)state;
  const char *const private[] = {"state i public 1",
                                 "state j public 1",
                                 "state q private 1",
                                 "i j true s x",
                                 "j q true u x",
                                 "q j <x low x",
                                 NULL};
  const char *const public[] = {"state i public 1",
                                "state j private 1",
                                "state q public 1",
                                "i j true s x",
                                "j q true u x",
                                "q j <x low",
                                NULL};
  const char *const exponential[] = {"state i public 1",
                                     "state j public 1",
                                     "state q private 1 exponential",
                                     "i j true s x",
                                     "j q true u x",
                                     "q j <x low",
                                     NULL};
  const char *const gap[] = {"state i public 1",
                             "state j public 1",
                             "state q private 1",
                             "i j true s x",
                             "j q true u x",
                             "q j >=x gap",
                             NULL};
  assert_false (pays_at_q (COUPLET_INDEPENDENT, "x", private));
  assert_true (pays_at_q (COUPLET_INDEPENDENT, "x", public));
  assert_true (pays_at_q (COUPLET_INDEPENDENT, "x", exponential));
  assert_true (pays_at_q (COUPLET_INDEPENDENT, "x", gap));
}

static void
test_a_transition_on_no_cycle_is_none_to_pay_for (void **state)
{
  (void)state;
  const char *const lines[] = {"state i public 1",  "state j public 1", "state q private 1",
                               "state e private 1", "i j true s x",     "j q true u y",
                               "q e <x low y",      "e e <y end",       NULL};
  assert_false (pays_at_q (COUPLET_INDEPENDENT, "x y", lines));
  assert_false (pays_at_q (COUPLET_SHARED, "x y", lines));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_a_cycle_that_assigns_what_is_compared_later_may_be_paid_for),
      cmocka_unit_test (test_one_that_assigns_what_is_always_drawn_anew_may_not),
      cmocka_unit_test (test_what_is_compared_a_turn_later_counts),
      cmocka_unit_test (test_with_one_threshold_only_some_comparisons_matter),
      cmocka_unit_test (test_a_transition_on_no_cycle_is_none_to_pay_for),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
