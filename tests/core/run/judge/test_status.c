/* SPDX-License-Identifier: Apache-2.0 */
/* Exit statuses: which of two is worse, and which a result calls for. */
#include "unit.h"

#include "status.h"

#include <couplet/host/run.h>

static void
test_the_worse_of_two (void **state)
{
  (void)state;
  static const int order[] = {7, 6, 5, 4, 3, 2, 10, 11, 0};
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < G_N_ELEMENTS (order); j++)
      assert_int_equal (couplet_worse_status (order[i], order[j]), order[MIN (i, j)]);
}

static void
test_errors_without_verdicts (void **state)
{
  (void)state;
  static const int statuses[][2] = {{0, 0}, {2, 2}, {3, 3},  {4, 4}, {5, 5},
                                    {6, 6}, {7, 7}, {10, 0}, {11, 0}};
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    assert_int_equal (couplet_status_of_errors (statuses[i][0]), statuses[i][1]);
}

static void
test_errors (void **state)
{
  (void)state;
  static const struct {
    CoupletError code;
    int status;
  } rows[] = {{COUPLET_ERROR_USAGE, 2},
              {COUPLET_ERROR_CONFIGURATION, 3},
              {COUPLET_ERROR_INPUT, 4},
              {COUPLET_ERROR_PLUGIN, 5},
              {COUPLET_ERROR_SOLVER, 6}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = g_error_new_literal (COUPLET_ERROR, (gint)rows[i].code, "x");
    assert_int_equal (couplet_error_status (error), rows[i].status);
  }
  g_autoptr (GError) foreign = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "x");
  assert_int_equal (couplet_error_status (foreign), 2);
}

static void
test_results (void **state)
{
  (void)state;
  static const CoupletStageResult failed = {.failed = TRUE}, good = {.failed = FALSE};
  static const struct {
    CoupletVerdict verdict;
    CoupletClaimVerdict claim;
    gboolean disagreement;
    const CoupletStageResult *stage;
    int status;
  } rows[] = {
      {COUPLET_VERDICT_PRIVATE, COUPLET_CLAIM_NONE, FALSE, &good, 0},
      {COUPLET_VERDICT_NOT_PRIVATE, COUPLET_CLAIM_NONE, FALSE, &good, 10},
      {COUPLET_VERDICT_UNKNOWN, COUPLET_CLAIM_NONE, FALSE, &good, 11},
      {COUPLET_VERDICT_ERROR, COUPLET_CLAIM_NONE, FALSE, &good, 4},
      {COUPLET_VERDICT_PRIVATE, COUPLET_CLAIM_HOLDS, FALSE, &good, 0},
      {COUPLET_VERDICT_PRIVATE, COUPLET_CLAIM_FAILS, FALSE, &good, 10},
      {COUPLET_VERDICT_PRIVATE, COUPLET_CLAIM_OPEN, FALSE, &good, 11},
      {COUPLET_VERDICT_PRIVATE, COUPLET_CLAIM_NONE, FALSE, &failed, 6},
      {COUPLET_VERDICT_NOT_PRIVATE, COUPLET_CLAIM_FAILS, FALSE, &failed, 6},
      {COUPLET_VERDICT_UNKNOWN, COUPLET_CLAIM_OPEN, TRUE, &failed, 7},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const CoupletResult result = {.verdict = rows[i].verdict,
                                  .claim_verdict = rows[i].claim,
                                  .disagreement = rows[i].disagreement,
                                  .n_stages = 1,
                                  .stages = rows[i].stage};
    assert_int_equal (status_of_result (&result), rows[i].status);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_the_worse_of_two),
      cmocka_unit_test (test_errors),
      cmocka_unit_test (test_errors_without_verdicts),
      cmocka_unit_test (test_results),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
