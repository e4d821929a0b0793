/* SPDX-License-Identifier: Apache-2.0 */
/* Answers that cannot all be true are found, and others are not. */
#include "answers.h"

#include <string.h>

#include "unit.h"

static void
set_number (CoupletRational *number, const char *text)
{
  couplet_rational_init (number);
  if (text != NULL)
    assert_true (couplet_rational_parse (number, text, strlen (text), NULL));
}

/* cost: NULL = none, `infinite`. */
static CoupletStageResult
stage (const char *name, CoupletVerdict verdict, const char *cost, CoupletGuarantee guarantee)
{
  CoupletStageResult result = {.stage = name,
                               .ran = TRUE,
                               .verdict = verdict,
                               .has_cost = cost != NULL,
                               .guarantee = guarantee};
  result.cost_is_infinite = g_strcmp0 (cost, "infinite") == 0;
  set_number (&result.cost, result.cost_is_infinite ? NULL : cost);
  return result;
}

#define PRIVATE COUPLET_VERDICT_PRIVATE
#define NOT_PRIVATE COUPLET_VERDICT_NOT_PRIVATE
#define UNKNOWN COUPLET_VERDICT_UNKNOWN
#define EXACT COUPLET_GUARANTEE_EXACT
#define UPPER COUPLET_GUARANTEE_UPPER_BOUND
#define LOWER COUPLET_GUARANTEE_LOWER_BOUND

static void
free_stage (CoupletStageResult *result)
{
  couplet_rational_clear (&result->cost);
}

/* NULL = no fault expected. */
static void
check_pair (CoupletStageResult a, CoupletStageResult b, const char *expected)
{
  CoupletStageResult both[] = {a, b}, swapped[] = {b, a};
  g_autofree char *fault = answers_fault (&(CoupletResult){.n_stages = 2, .stages = both});
  g_autofree char *other = answers_fault (&(CoupletResult){.n_stages = 2, .stages = swapped});
  if (expected == NULL && (fault != NULL || other != NULL))
    fail_msg ("%s", fault != NULL ? fault : other);
  else if (expected != NULL) {
    assert_non_null (fault);
    assert_non_null (other);
    assert_non_null (strstr (fault, expected));
    assert_non_null (strstr (other, expected));
  }
  free_stage (&a);
  free_stage (&b);
}

static void
test_answers_that_can_be (void **state)
{
  (void)state;
  check_pair (stage ("a", PRIVATE, "2", EXACT), stage ("b", PRIVATE, "4/2", EXACT), NULL);
  check_pair (stage ("a", PRIVATE, "2", EXACT), stage ("b", UNKNOWN, "infinite", UPPER), NULL);
  check_pair (stage ("a", PRIVATE, "2", LOWER), stage ("b", PRIVATE, "3", UPPER), NULL);
  check_pair (stage ("a", NOT_PRIVATE, NULL, 0), stage ("b", UNKNOWN, NULL, 0), NULL);
  check_pair (stage ("a", NOT_PRIVATE, "infinite", EXACT), stage ("b", UNKNOWN, "7", LOWER), NULL);
}

static void
test_answers_that_contradict_each_other (void **state)
{
  (void)state;
  check_pair (stage ("a", PRIVATE, NULL, 0), stage ("b", NOT_PRIVATE, NULL, 0), "verdicts");
  check_pair (stage ("a", PRIVATE, "2", EXACT), stage ("b", PRIVATE, "3", EXACT), "costs differ");
  check_pair (stage ("a", UNKNOWN, "2", EXACT), stage ("b", UNKNOWN, "infinite", EXACT), "differ");
  check_pair (stage ("a", PRIVATE, "2", UPPER), stage ("b", PRIVATE, "3", EXACT), "below");
  check_pair (stage ("a", PRIVATE, "2", EXACT), stage ("b", PRIVATE, "3", LOWER), "below");
}

static void
test_a_stage_that_fails (void **state)
{
  (void)state;
  CoupletStageResult failed = stage ("a", UNKNOWN, NULL, 0);
  failed.failed = TRUE;
  failed.reason = "it broke";
  check_pair (failed, stage ("b", PRIVATE, NULL, 0), "a fails: it broke");
}

/* ---- Relations --------------------------------------------------------------------------- */

/* Whether costs of first and changed, of one stage, are at fault. */
static gboolean
is_fault (Effect effect, int factor, const char *first, const char *changed,
          CoupletGuarantee guarantee)
{
  Relation relation = {"change", NULL, effect, factor};
  CoupletStageResult a = stage ("a", PRIVATE, first, guarantee);
  CoupletStageResult b = stage ("a", PRIVATE, changed, guarantee);
  CoupletResult before = {.n_stages = 1, .stages = &a, .verdict = PRIVATE};
  CoupletResult after = {.n_stages = 1, .stages = &b, .verdict = PRIVATE};
  g_autofree char *fault = relation_fault (&relation, &before, &after);
  free_stage (&a);
  free_stage (&b);
  return fault != NULL;
}

static void
test_exact_costs_of_relations (void **state)
{
  (void)state;
  assert_false (is_fault (COSTS_EQUAL, 3, "2", "6", EXACT));
  assert_true (is_fault (COSTS_EQUAL, 3, "2", "5", EXACT));
  assert_true (is_fault (COSTS_EQUAL, 1, "2", "infinite", EXACT));
  assert_false (is_fault (COSTS_AT_MOST, 1, "2", "1", EXACT));
  assert_true (is_fault (COSTS_AT_MOST, 1, "2", "3", EXACT));
  assert_false (is_fault (COSTS_AT_LEAST, 1, "2", "infinite", EXACT));
  assert_true (is_fault (COSTS_AT_LEAST, 1, "2", "1", EXACT));
  assert_false (is_fault (LEAST_EQUAL, 1, "2", "3", EXACT));
  assert_true (is_fault (LEAST_AT_MOST, 1, "2", "3", EXACT));
}

static void
test_bounds_of_relations (void **state)
{
  (void)state;
  assert_false (is_fault (COSTS_EQUAL, 1, "2", "3", UPPER));
  assert_true (is_fault (BOUNDS_EQUAL, 1, "2", "3", UPPER));
  assert_false (is_fault (BOUNDS_EQUAL, 2, "2", "4", UPPER));
}

static gboolean
verdicts_fault (Effect effect, CoupletVerdict first, CoupletVerdict changed)
{
  Relation relation = {"change", NULL, effect, 1};
  g_autofree char *fault = relation_fault (&relation, &(CoupletResult){.verdict = first},
                                           &(CoupletResult){.verdict = changed});
  return fault != NULL;
}

static void
test_verdicts_of_relations (void **state)
{
  (void)state;
  assert_true (verdicts_fault (LEAST_EQUAL, PRIVATE, NOT_PRIVATE));
  assert_true (verdicts_fault (LEAST_EQUAL, NOT_PRIVATE, PRIVATE));
  assert_true (verdicts_fault (COSTS_AT_MOST, PRIVATE, NOT_PRIVATE));
  assert_false (verdicts_fault (COSTS_AT_MOST, NOT_PRIVATE, PRIVATE));
  assert_true (verdicts_fault (COSTS_AT_LEAST, NOT_PRIVATE, PRIVATE));
  assert_false (verdicts_fault (COSTS_AT_LEAST, PRIVATE, NOT_PRIVATE));
  assert_false (verdicts_fault (COSTS_EQUAL, PRIVATE, UNKNOWN));
}

static void
test_what_is_necessary (void **state)
{
  (void)state;
  CoupletRational upper, lower;
  CoupletResult result = {.bounds = {.upper = &upper, .lower = &lower}};
  set_number (&upper, "2");
  set_number (&lower, "2");
  assert_null (answers_fault (&result));
  mpq_set_ui (lower.value, 3, 1);
  g_autofree char *fault = answers_fault (&result);
  assert_non_null (fault);
  couplet_rational_clear (&upper);
  couplet_rational_clear (&lower);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_answers_that_can_be),
      cmocka_unit_test (test_answers_that_contradict_each_other),
      cmocka_unit_test (test_a_stage_that_fails),
      cmocka_unit_test (test_exact_costs_of_relations),
      cmocka_unit_test (test_bounds_of_relations),
      cmocka_unit_test (test_verdicts_of_relations),
      cmocka_unit_test (test_what_is_necessary),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
