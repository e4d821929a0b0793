/* SPDX-License-Identifier: Apache-2.0 */
/* Answers about the same file: alike, contrary, or one that says more. */
#include "full_results.h"

#include "compare_answers.h"

#include <string.h>

#include "unit.h"

/* NULL = none. */
static CoupletRational *
number_of (const char *text)
{
  if (text == NULL)
    return NULL;
  CoupletRational *number = g_new (CoupletRational, 1);
  couplet_rational_init (number);
  assert_true (couplet_rational_parse (number, text, strlen (text), NULL));
  return number;
}

/* An answer with that verdict, cost and necessary d, NULL = none; clear its numbers. */
static CoupletResult
answer (CoupletVerdict verdict, const char *cost, const char *least)
{
  return (CoupletResult){.file = "f",
                         .verdict = verdict,
                         .bounds = {.upper = number_of (cost), .lower = number_of (least)}};
}

static void
clear (CoupletResult *result)
{
  const CoupletRational *numbers[] = {result->bounds.upper, result->bounds.lower, result->beside};
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (numbers[i] != NULL) {
      couplet_rational_clear ((CoupletRational *)numbers[i]);
      g_free ((CoupletRational *)numbers[i]);
    }
}

static gboolean
same_digest (const CoupletResult *a, const CoupletResult *b)
{
  guint8 of_a[DIGEST_BYTES], of_b[DIGEST_BYTES];
  answer_digest (a, of_a);
  answer_digest (b, of_b);
  return memcmp (of_a, of_b, DIGEST_BYTES) == 0;
}

/* Times, dates, places, statistics and evidence make no difference; all else does. */
static void
test_answers_are_alike_but_for_times (void **state)
{
  (void)state;
  static const CoupletPart part = {1, 2, 3, 4, NULL, NULL};
  g_autoptr (CoupletAutomaton) automaton = full_automaton ();
  g_auto (FullResult) full;
  full_init (&full, automaton);
  CoupletStageResult stages[2] = {full.stages[0], full.stages[1]};
  CoupletProvenance provenance = *full.result.origin->provenance;
  CoupletOrigin origin = *full.result.origin;
  CoupletResult other = full.result;
  other.stages = stages;
  other.seconds = 99;
  other.part = &part;
  stages[0].seconds = 77;
  stages[0].n_statistics = stages[0].n_evidence = 0;
  provenance.date = "another";
  origin.provenance = &provenance;
  other.origin = &origin;
  assert_true (same_digest (&full.result, &other));
  provenance.version = "another";
  assert_false (same_digest (&full.result, &other));
  other.origin = full.result.origin;
  stages[1].reason = "another";
  assert_false (same_digest (&full.result, &other));
}

static void
assert_contradiction (CoupletResult a, CoupletResult b, const char *expected)
{
  g_autofree char *why = answers_contradiction (&a, &b);
  if (expected == NULL)
    assert_null (why);
  else
    assert_string_equal (why, expected);
  clear (&a);
  clear (&b);
}

static void
test_contradictions (void **state)
{
  (void)state;
  assert_contradiction (answer (COUPLET_VERDICT_PRIVATE, "2", NULL),
                        answer (COUPLET_VERDICT_PRIVATE, "3/2", "3/2"), NULL);
  assert_contradiction (answer (COUPLET_VERDICT_PRIVATE, NULL, NULL),
                        answer (COUPLET_VERDICT_UNKNOWN, NULL, "7"), NULL);
  assert_contradiction (answer (COUPLET_VERDICT_ERROR, NULL, NULL),
                        answer (COUPLET_VERDICT_NOT_PRIVATE, NULL, NULL), NULL);
  assert_contradiction (answer (COUPLET_VERDICT_NOT_PRIVATE, NULL, NULL),
                        answer (COUPLET_VERDICT_PRIVATE, NULL, NULL), "not-private and private");
  assert_contradiction (answer (COUPLET_VERDICT_PRIVATE, "2", "2"),
                        answer (COUPLET_VERDICT_PRIVATE, "3/2", NULL),
                        "d = 2 is necessary, and d = 3/2 is enough");
  assert_contradiction (answer (COUPLET_VERDICT_PRIVATE, "3/2", NULL),
                        answer (COUPLET_VERDICT_PRIVATE, "2", "2"),
                        "d = 3/2 is enough, and d = 2 is necessary");
}

/* What exact arithmetic needs is no contradiction to what floating point is proven to have. */
static void
test_floating_point_is_not_compared_with_exact_arithmetic (void **state)
{
  (void)state;
  CoupletResult floating = answer (COUPLET_VERDICT_PRIVATE, "3", NULL);
  floating.epsilon = "8 <= epsilon < 16";
  floating.beside = number_of ("2");
  assert_contradiction (floating, answer (COUPLET_VERDICT_PRIVATE, "1", NULL), NULL);
}

static void
assert_says_more (CoupletResult a, CoupletResult b, gboolean expected)
{
  assert_int_equal (answer_says_more (&a, &b), expected);
  clear (&a);
  clear (&b);
}

static void
test_which_says_more (void **state)
{
  (void)state;
  assert_says_more (answer (COUPLET_VERDICT_ERROR, NULL, NULL),
                    answer (COUPLET_VERDICT_UNKNOWN, NULL, NULL), TRUE);
  assert_says_more (answer (COUPLET_VERDICT_UNKNOWN, NULL, NULL),
                    answer (COUPLET_VERDICT_ERROR, NULL, NULL), FALSE);
  assert_says_more (answer (COUPLET_VERDICT_UNKNOWN, NULL, NULL),
                    answer (COUPLET_VERDICT_PRIVATE, NULL, NULL), TRUE);
  assert_says_more (answer (COUPLET_VERDICT_PRIVATE, NULL, NULL),
                    answer (COUPLET_VERDICT_UNKNOWN, "1", NULL), FALSE);
  assert_says_more (answer (COUPLET_VERDICT_PRIVATE, "2", NULL),
                    answer (COUPLET_VERDICT_PRIVATE, "1", NULL), TRUE);
  assert_says_more (answer (COUPLET_VERDICT_PRIVATE, "1", NULL),
                    answer (COUPLET_VERDICT_PRIVATE, "1", NULL), FALSE);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_answers_are_alike_but_for_times),
      cmocka_unit_test (test_contradictions),
      cmocka_unit_test (test_floating_point_is_not_compared_with_exact_arithmetic),
      cmocka_unit_test (test_which_says_more),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
