/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <couplet/host.h>
#include "summary.h"

#include <couplet/internal/format.h>

/* A file that an exact method and another one were run on. */
static void
add_file (Summary *summary, const char *exact, const CoupletStageResult *other,
          gboolean disagreement)
{
  CoupletStageResult stages[2] = {{.stage = "exact",
                                   .kind = "optimizer",
                                   .verdict = COUPLET_VERDICT_PRIVATE,
                                   .ran = TRUE,
                                   .has_cost = TRUE,
                                   .certified = TRUE,
                                   .guarantee = COUPLET_GUARANTEE_EXACT},
                                  *other};
  CoupletResult result = {.file = "f",
                          .verdict = COUPLET_VERDICT_PRIVATE,
                          .disagreement = disagreement,
                          .n_stages = 2,
                          .stages = stages};
  couplet_rational_init (&stages[0].cost);
  assert_true (couplet_rational_parse (&stages[0].cost, exact, strlen (exact), NULL));
  summary_add (summary, &result);
  couplet_rational_clear (&stages[0].cost);
}

static void
test_infinite_upper_bound_is_no_answer (void **state)
{
  (void)state;
  g_autoptr (Summary) summary = summary_new ();
  CoupletStageResult bound = {.stage = "bound",
                              .kind = "optimizer",
                              .has_cost = TRUE,
                              .cost_is_infinite = TRUE,
                              .guarantee = COUPLET_GUARANTEE_UPPER_BOUND};
  add_file (summary, "2", &bound, FALSE);
  assert_int_equal (summary->methods[0]->answered, 1);
  assert_int_equal (summary->methods[1]->answered, 0);
  bound.guarantee = COUPLET_GUARANTEE_EXACT;
  add_file (summary, "2", &bound, FALSE);
  assert_int_equal (summary->methods[1]->answered, 1);
}

static void
test_contradicting_figures_make_no_ratio (void **state)
{
  (void)state;
  g_autoptr (Summary) summary = summary_new ();
  CoupletStageResult bound = {.stage = "bound",
                              .kind = "optimizer",
                              .has_cost = TRUE,
                              .certified = TRUE,
                              .guarantee = COUPLET_GUARANTEE_UPPER_BOUND};
  couplet_rational_init (&bound.cost);
  assert_true (couplet_rational_parse (&bound.cost, "3", 1, NULL));
  add_file (summary, "2", &bound, FALSE);
  assert_int_equal (summary->methods[1]->ratios, 1);
  add_file (summary, "1/8", &bound, TRUE);
  assert_int_equal (summary->n_files, 2);
  assert_int_equal (summary->methods[1]->ratios, 1);
  couplet_rational_clear (&bound.cost);
}

static void
test_claim_is_no_exact_cost (void **state)
{
  (void)state;
  g_autoptr (Summary) summary = summary_new ();
  CoupletStageResult claim = {.stage = "claim",
                              .kind = "optimizer",
                              .has_cost = TRUE,
                              .certified = TRUE,
                              .claimed = TRUE,
                              .guarantee = COUPLET_GUARANTEE_EXACT};
  CoupletResult result = {.file = "f", .n_stages = 1, .stages = &claim};
  couplet_rational_init (&claim.cost);
  assert_null (couplet_exact_cost (&result));
  summary_add (summary, &result);
  assert_int_equal (summary->methods[0]->ratios, 0);
  couplet_rational_clear (&claim.cost);
}

static void
test_claim_of_a_decider_contradicts_nothing (void **state)
{
  (void)state;
  g_autoptr (Summary) summary = summary_new ();
  CoupletStageResult claim = {
      .stage = "claim", .kind = "decider", .verdict = COUPLET_VERDICT_PRIVATE, .claimed = TRUE};
  CoupletResult result = {
      .file = "f", .verdict = COUPLET_VERDICT_UNKNOWN, .n_stages = 1, .stages = &claim};
  summary_add (summary, &result);
  assert_int_equal (summary->methods[0]->agreeing, 1);
  result.disagreement = TRUE;
  summary_add (summary, &result);
  assert_int_equal (summary->methods[0]->answered, 2);
  assert_int_equal (summary->methods[0]->agreeing, 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_infinite_upper_bound_is_no_answer),
      cmocka_unit_test (test_contradicting_figures_make_no_ratio),
      cmocka_unit_test (test_claim_is_no_exact_cost),
      cmocka_unit_test (test_claim_of_a_decider_contradicts_nothing),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
