/* SPDX-License-Identifier: Apache-2.0 */
/* Every method heeds the clock: it is asked often, and whenever it says stop, nothing wrong
 * is claimed. The clock is a host that counts how often it is asked. */
#include "environment.h"
#include "methods.h"
#include "random_automata.h"
#include "random_many.h"
#include "small_automata.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/host.h>
#include <couplet/host/unfold.h>

#include "unit.h"

#define DEFAULT_AUTOMATA 50
#define DEFAULT_SEED 20261121
#define NEVER G_MAXUINT
/* Of more looks than this, some of the first and as many of the last are tried. */
#define MOST_LOOKS 20
#define LONG_CHAIN 200000

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};

/* A user who cancels at the look of that number. */
typedef struct {
  guint cancel_at;
  int looks; /* atomic */
} User;

static gboolean
look (gpointer data)
{
  User *user = data;
  return (guint)g_atomic_int_add (&user->looks, 1) >= user->cancel_at;
}

/* What method says when the user cancels at that look; *looks: how many there were. */
static CoupletOutcome *
run_until (Method method, const CoupletAutomaton *automaton, guint cancel_at, guint *looks)
{
  User user = {cancel_at, 0};
  const CoupletHost host = {
      .data = &user, .should_cancel = look, .wants_evidence = TRUE, .evidence_limit = 1000};
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
  CoupletOutcome *outcome = couplet_outcome_new ("test", &PLUGIN);
  g_autoptr (GError) error = NULL;
  couplet_context_start (context, 0);
  assert_true (run_method (method, context, automaton, outcome, &error));
  assert_null (error);
  *looks = (guint)user.looks;
  return outcome;
}

static gboolean
says_nothing (CoupletOutcome *outcome)
{
  return !couplet_outcome_result (outcome)->has_cost &&
         couplet_outcome_found (outcome) == COUPLET_FOUND_NOTHING;
}

static void
assert_not_above (const CoupletRational *a, const CoupletRational *b)
{
  assert_true (couplet_rational_compare (a, b) <= 0);
}

/* by_rule: a walk shows what costs by the rule that cycles must be free, which asks for too much
 * here. */
static void
check_shown (const CoupletEvidence *evidence, gboolean by_rule)
{
  g_autofree char *why = NULL;
  CoupletEvidenceKind kind = couplet_evidence_kind (evidence);
  if (by_rule && (kind == COUPLET_EVIDENCE_ATTAINED || kind == COUPLET_EVIDENCE_VIOLATION))
    return; /* the host drops it */
  couplet_evidence_check (evidence, NULL, &why);
  assert_null (why);
}

/* truth: the exact cost. */
static void
check_claims (CoupletOutcome *outcome, const CoupletStageResult *truth, gboolean by_rule)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  for (guint i = 0; i < result->n_evidence; i++)
    check_shown (result->evidence[i], by_rule);
  if (couplet_outcome_found (outcome) != COUPLET_FOUND_NOTHING)
    assert_int_equal (couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY,
                      !truth->cost_is_infinite);
  if (result->has_cost)
    assert_int_equal (result->cost_is_infinite, truth->cost_is_infinite);
  if (truth->cost_is_infinite)
    return;
  if (result->has_cost)
    assert_not_above (&truth->cost, &result->cost);
  if (result->has_cost && result->guarantee == COUPLET_GUARANTEE_EXACT)
    assert_not_above (&result->cost, &truth->cost);
  if (result->has_lower)
    assert_not_above (&result->lower, &truth->cost);
  if (result->has_upper)
    assert_not_above (&truth->cost, &result->upper);
}

/* That cycles must be free. */
static gboolean
keeps_rule (Method method)
{
  return method != FRONTIER && method != FRONTIER_PRUNED;
}

/* Cancels method at each of its looks at the clock. */
static void
check_method (Method method, const CoupletAutomaton *automaton, const CoupletStageResult *truth)
{
  guint looks, again;
  g_autoptr (CoupletOutcome) whole = run_until (method, automaton, NEVER, &looks);
  assert_true (looks > 0);
  for (guint i = 0; i < MIN (looks, MOST_LOOKS); i++) {
    guint at = i < MOST_LOOKS / 2 ? i : MAX (looks, MOST_LOOKS) - MOST_LOOKS + i;
    g_autoptr (CoupletOutcome) outcome = run_until (method, automaton, at, &again);
    assert_true (again <= at + 1); /* who was told does not ask again */
    check_claims (outcome, truth, keeps_rule (method) && rule_may_be_too_strict (automaton));
    assert_true (at > 0 || says_nothing (outcome));
    if (says_nothing (outcome) && !says_nothing (whole))
      assert_string_equal (couplet_outcome_result (outcome)->reason, "cancelled");
  }
}

static void
check_automaton (const CoupletAutomaton *automaton)
{
  guint looks;
  g_autoptr (CoupletOutcome) exact = run_until (FRONTIER, automaton, NEVER, &looks);
  const CoupletStageResult *truth = couplet_outcome_result (exact);
  assert_true (truth->has_cost && truth->guarantee == COUPLET_GUARANTEE_EXACT);
  for (Method method = 0; method < N_METHODS; method++)
    /* a weight is a bound of what is private, and of one threshold */
    if (method != WEIGHT || (automaton->n_thresholds == 1 && !truth->cost_is_infinite))
      check_method (method, automaton, truth);
}

static void
test_one_threshold (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  const RandomShape shape = {8, TRUE, FALSE, TRUE};
  for (guint i = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA); i > 0; i--) {
    PlainAutomaton plain;
    random_automaton (&plain, random, &shape);
    g_autoptr (CoupletAutomaton) automaton = build_plain (&plain, "q");
    check_automaton (automaton);
  }
}

static void
test_several_thresholds (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  for (guint i = environment_number ("COUPLET_TEST_AUTOMATA", DEFAULT_AUTOMATA); i > 0; i--) {
    ManyAutomaton many;
    random_many (&many, random, i % 2 == 0, FALSE);
    g_autoptr (CoupletAutomaton) folded = build_many (&many);
    g_autoptr (CoupletAutomaton) automaton = couplet_unfold (folded, NULL, NULL);
    check_automaton (automaton != NULL ? automaton : folded);
  }
}

/* ---- Often enough --------------------------------------------------------------------- */

static CoupletAutomaton *
chain (guint n)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (lines, g_strdup ("0 1 true s x"));
  for (guint i = 1; i < n; i++)
    g_ptr_array_add (lines, g_strdup_printf ("%u %u < s", i, i + 1));
  g_ptr_array_add (lines, NULL);
  return small_automaton ("1", (const char *const *)lines->pdata);
}

/* Methods that take time for each transition, and no more. */
static void
test_long_chain (void **state)
{
  (void)state;
  static const Method methods[] = {GRAPH,    WEIGHT,          ADAPTIVE,     FIXED,
                                   FRONTIER, FRONTIER_PRUNED, Z3_STRATEGIES};
  g_autoptr (CoupletAutomaton) automaton = chain (LONG_CHAIN);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++) {
    guint looks, again;
    g_autoptr (CoupletOutcome) whole = run_until (methods[i], automaton, NEVER, &looks);
    assert_false (says_nothing (whole));
    assert_true (looks >= 2 * LONG_CHAIN / COUPLET_PACE);
    for (guint part = 0; part < 4; part++) {
      g_autoptr (CoupletOutcome) outcome =
          run_until (methods[i], automaton, looks * part / 4, &again);
      if (methods[i] == GRAPH || methods[i] == WEIGHT || methods[i] == ADAPTIVE)
        assert_true (says_nothing (outcome));
    }
  }
}

/* ---- The host's own work ------------------------------------------------------------------ */

static void
test_unfolding (void **state)
{
  (void)state;
  g_autoptr (GRand) random = g_rand_new_with_seed (DEFAULT_SEED);
  guint unfolded = 0;
  for (guint i = 0; i < 100; i++) {
    ManyAutomaton many;
    random_many (&many, random, TRUE, FALSE);
    g_autoptr (CoupletAutomaton) automaton = build_many (&many);
    g_autoptr (CoupletAutomaton) whole = couplet_unfold (automaton, NULL, NULL);
    User user = {0, 0};
    const CoupletHost host = {.data = &user, .should_cancel = look};
    g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &host, "test");
    g_autoptr (GError) error = NULL;
    couplet_context_start (context, 0);
    unfolded += whole != NULL;
    if (many.n_thresholds == 1)
      continue;
    assert_null (couplet_unfold_within (automaton, context, NULL, &error));
    assert_non_null (error);
    assert_true (g_str_has_prefix (error->message, "cancelled while the orders of the"));
    assert_int_equal (user.looks, 1);
  }
  assert_true (unfolded > 10);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_one_threshold),
      cmocka_unit_test (test_several_thresholds),
      cmocka_unit_test (test_long_chain),
      cmocka_unit_test (test_unfolding),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
