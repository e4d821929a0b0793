/* SPDX-License-Identifier: Apache-2.0 */
/* Methods lp and milp: the evidence they give, their limits, their brackets. */
#include "glpk_run.h"
#include "random_automata.h"
#include "random_many.h"
#include "small_automata.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/host.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/live.h>

#include <math.h>

#include "unit.h"

#define AUTOMATA 400

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
static const CoupletHost HOST = {0};
static const volatile int CANCELLED = 1;

static CoupletOutcome *
run (const CoupletHost *host, const CoupletAutomaton *automaton, const GlpkOptions *options)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, host, "test");
  CoupletOutcome *outcome = couplet_outcome_new ("test", &PLUGIN);
  couplet_context_start (context, 0);
  assert_true (glpk_run (context, automaton, options, outcome, NULL));
  return outcome;
}

/* The evidence for what result says: that its cost is attained, or a violation. */
static const CoupletEvidence *
find_evidence (const CoupletStageResult *result)
{
  CoupletEvidenceKind kind =
      result->cost_is_infinite ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED;
  for (guint i = 0; i < result->n_evidence; i++)
    if (couplet_evidence_kind (result->evidence[i]) == kind)
      return result->evidence[i];
  return NULL;
}

/* Whether the rule that cycles must be free, which glpk keeps, asks for too much. */
static gboolean
cycles_may_be_paid_for (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  return pays != NULL;
}

/* The evidence shows the cost, the checker accepts it, and no higher figure. */
static void
check_evidence (const CoupletAutomaton *automaton, gboolean milp)
{
  if (cycles_may_be_paid_for (automaton))
    return; /* the host drops walks that cost so much by that rule only */
  GlpkOptions options = {milp, 1000000, 1000000, ""};
  g_autoptr (CoupletOutcome) outcome = run (&HOST, automaton, &options);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_true (result->has_cost);
  const CoupletEvidence *evidence = find_evidence (result);
  if (evidence == NULL) { /* nothing can be walked but cycles that cost nothing */
    assert_true (!result->cost_is_infinite && mpq_sgn (result->cost.value) == 0);
    return;
  }
  g_autofree char *objection = NULL;
  if (couplet_evidence_check (evidence, NULL, &objection) != COUPLET_EVIDENCE_ACCEPTED)
    fail_msg ("%s", objection);
  if (!result->cost_is_infinite)
    assert_int_equal (couplet_rational_compare (couplet_evidence_cost (evidence), &result->cost),
                      0);
}

static void
test_evidence_with_one_threshold (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  for (guint i = 0; i < AUTOMATA; i++) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &(RandomShape){6, i % 2 == 0, i % 4 == 0, FALSE});
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    check_evidence (automaton, i % 5 == 0);
  }
}

static void
test_evidence_with_several_thresholds (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  for (guint i = 0; i < AUTOMATA; i++) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, i % 4 == 0);
    g_autoptr (CoupletAutomaton) original = build_many (&many);
    g_autoptr (CoupletAutomaton) unfolded = couplet_unfold (original, NULL, NULL);
    check_evidence (unfolded != NULL ? unfolded : original, i % 5 == 0);
  }
}

static CoupletAutomaton *
two_branches (void)
{
  return small_automaton ("1", (const char *const[]){"s q true a assign", "q p < b", "q r >= c",
                                                     "p e >= d", "r e < e", NULL});
}

static void
test_cancelling_gives_a_reason_and_no_cost (void **state)
{
  (void)state;
  CoupletHost host = {.cancelled = &CANCELLED};
  g_autoptr (CoupletAutomaton) automaton = two_branches ();
  for (int milp = 0; milp < 2; milp++) {
    GlpkOptions options = {milp != 0, 1000, 1000, ""};
    g_autoptr (CoupletOutcome) outcome = run (&host, automaton, &options);
    assert_false (couplet_outcome_result (outcome)->has_cost);
    assert_string_equal (couplet_outcome_result (outcome)->reason, "cancelled");
  }
}

/* With every limit the answer is exact, a bracket around the cost, or neither,
 * and says why. */
static void
test_size_limits_give_sound_brackets (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = two_branches ();
  GlpkOptions free = {FALSE, 1000, 1000, ""};
  g_autoptr (CoupletOutcome) full = run (&HOST, automaton, &free);
  const CoupletRational *cost = &couplet_outcome_result (full)->cost;
  guint brackets = 0, exact = 0;
  for (guint64 limit = 1; limit < 60; limit++)
    for (int milp = 0; milp < 2; milp++) {
      GlpkOptions options = {milp != 0, 1000, limit, ""};
      g_autoptr (CoupletOutcome) outcome = run (&HOST, automaton, &options);
      const CoupletStageResult *result = couplet_outcome_result (outcome);
      exact += result->has_cost;
      brackets += result->has_upper && !result->has_cost;
      assert_true (result->has_cost || result->reason != NULL);
      assert_true (!result->has_cost || couplet_rational_compare (&result->cost, cost) == 0);
      assert_true (!result->has_lower || couplet_rational_compare (&result->lower, cost) <= 0);
      assert_true (!result->has_upper || couplet_rational_compare (&result->upper, cost) >= 0);
    }
  assert_in_range (brackets, 1, 60);
  assert_in_range (exact, 40, 110);
}

static void
test_a_bracket_that_closes_is_exact (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = two_branches ();
  g_autoptr (CoupletUnit) unit = couplet_unit_new (automaton, NULL);
  const Walks walks = {.unit = unit};
  for (CoupletCost upper = 5; upper <= 6; upper++) {
    g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
    GlpkWork work = {.walks = &walks, .outcome = outcome};
    glpk_answer_bracket (&work, 5, upper, "a limit");
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_int_equal (result->has_cost, upper == 5);
    assert_int_equal (result->reason != NULL, upper == 6);
    assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_STRATEGY);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_evidence_with_one_threshold),
      cmocka_unit_test (test_evidence_with_several_thresholds),
      cmocka_unit_test (test_cancelling_gives_a_reason_and_no_cost),
      cmocka_unit_test (test_size_limits_give_sound_brackets),
      cmocka_unit_test (test_a_bracket_that_closes_is_exact),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
