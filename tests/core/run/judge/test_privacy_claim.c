/* SPDX-License-Identifier: Apache-2.0 */
/* What is proven of a claim, for all that may be known of an automaton. */
#include "text_automaton.h"

#include "privacy_claim.h"

#include "unit.h"

#include <couplet/internal/plugin.h>

static const char *const LINES[] = {"state draw public 1/4",
                                    "state ask private 1/2",
                                    "draw ask true start x",
                                    "ask ask <x bot",
                                    "ask end >=x top",
                                    "state end private 1",
                                    NULL};

static const CoupletPlugin OPTIMIZER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                        .name = "solver"};

/* What is known of the automaton, and what is claimed of it. */
typedef struct {
  gboolean is_trusted; /* the stage */
  CoupletAutomaton *automaton;
  CoupletOutcome *outcome;
  CoupletStageResult stage;
  CoupletRational upper, lower; /* of result */
  CoupletResult result;
} Case;

static void
case_clear (Case *one)
{
  g_free ((char *)one->result.claim_reason);
  g_free ((char *)one->result.claim_path);
  couplet_counterexample_free ((CoupletCounterexample *)one->result.claim_counterexample);
  couplet_rational_clear (&one->result.claim);
  couplet_rational_clear (&one->upper);
  couplet_rational_clear (&one->lower);
  couplet_outcome_free (one->outcome);
  couplet_automaton_free (one->automaton);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static void
set_rational (CoupletRational *rational, const char *text)
{
  assert_true (couplet_rational_parse (rational, text, strlen (text), NULL));
}

/* An automaton of which claim is claimed (NULL = nothing), with that verdict, at most cost
 * (NULL = not known), by a stage whose figure it is with that guarantee. */
static void
case_init (Case *one, const char *claim, CoupletVerdict verdict, const char *cost,
           CoupletGuarantee guarantee)
{
  *one = (Case){.automaton = text_automaton (COUPLET_INDEPENDENT, "x", LINES),
                .outcome = couplet_outcome_new ("solver", &OPTIMIZER),
                .result = {.verdict = verdict,
                           .bounds = {.is_finite = verdict == COUPLET_VERDICT_PRIVATE,
                                      .is_infinite = verdict == COUPLET_VERDICT_NOT_PRIVATE}}};
  couplet_rational_init (&one->result.claim);
  couplet_rational_init (&one->upper);
  couplet_rational_init (&one->lower);
  one->result.automaton = one->automaton;
  if (claim != NULL)
    set_rational (&one->automaton->claim, claim);
  if (cost != NULL) {
    set_rational (&one->upper, cost);
    couplet_outcome_set_cost (one->outcome, &one->upper, guarantee);
    set_rational (&one->lower, cost);
    one->result.bounds.upper = &one->upper;
    one->result.bounds.lower = guarantee == COUPLET_GUARANTEE_EXACT ? &one->lower : NULL;
  }
}

static void
conclude (Case *one)
{
  one->stage = *couplet_outcome_result (one->outcome);
  one->result.n_stages = 1;
  one->result.stages = &one->stage;
  const StageOutcome outcome = {
      .plugin = &OPTIMIZER, .outcome = one->outcome, .trusted = one->is_trusted};
  Question question;
  question_init (&question, one->automaton);
  conclude_claim (&one->result, &question, &outcome, 1);
}

static void
test_truth_table (void **state)
{
  (void)state;
  static const struct {
    const char *claim;
    CoupletVerdict verdict;
    const char *cost;
    CoupletGuarantee guarantee;
    CoupletClaimVerdict expected;
    const char *reason;
  } rows[] = {
      {"1", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_FAILS,
       "the least d is 7/4 (1.75)"},
      {"7/4", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_HOLDS,
       "the least d is 7/4 (1.75)"},
      {"2", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_HOLDS,
       "the least d is 7/4 (1.75)"},
      {"1/1000000000000000000000", COUPLET_VERDICT_PRIVATE, "0", COUPLET_GUARANTEE_EXACT,
       COUPLET_CLAIM_HOLDS, "the least d is 0"},
      {"1", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_UPPER_BOUND, COUPLET_CLAIM_OPEN,
       "the least d is at most 7/4 (1.75)"},
      {"2", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_UPPER_BOUND, COUPLET_CLAIM_HOLDS,
       "the least d is at most 7/4 (1.75)"},
      {"2", COUPLET_VERDICT_PRIVATE, NULL, COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_OPEN,
       "it is private, but no method that was run bounds d"},
      {"100", COUPLET_VERDICT_NOT_PRIVATE, NULL, COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_FAILS,
       "it is not private for any d"},
      {"100", COUPLET_VERDICT_UNKNOWN, NULL, COUPLET_GUARANTEE_EXACT, COUPLET_CLAIM_OPEN,
       "no d is proven"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (Case) one;
    case_init (&one, rows[i].claim, rows[i].verdict, rows[i].cost, rows[i].guarantee);
    conclude (&one);
    assert_int_equal (one.result.claim_verdict, rows[i].expected);
    assert_string_equal (one.result.claim_reason, rows[i].reason);
  }
}

/* What exact arithmetic needs refutes nothing of floating point. */
static void
test_floating_snaps_have_upper_bounds_only (void **state)
{
  (void)state;
  static const struct {
    const char *claim;
    CoupletClaimVerdict expected;
  } rows[] = {{"1", COUPLET_CLAIM_OPEN}, {"7/4", COUPLET_CLAIM_OPEN}, {"2", COUPLET_CLAIM_HOLDS}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (Case) one;
    case_init (&one, rows[i].claim, COUPLET_VERDICT_PRIVATE, "2", COUPLET_GUARANTEE_UPPER_BOUND);
    one.result.epsilon = "8 <= epsilon < 16";
    set_rational (&one.lower, "7/4");
    one.result.beside = &one.lower;
    conclude (&one);
    assert_int_equal (one.result.claim_verdict, rows[i].expected);
    assert_string_equal (one.result.claim_reason,
                         "the least d is at most 2, for 8 <= epsilon < 16; in exact arithmetic it "
                         "is at least 7/4 (1.75)");
  }
}

static void
test_nothing_is_said_where_nothing_is_claimed (void **state)
{
  (void)state;
  g_auto (Case) one;
  case_init (&one, NULL, COUPLET_VERDICT_NOT_PRIVATE, NULL, COUPLET_GUARANTEE_EXACT);
  conclude (&one);
  assert_int_equal (one.result.claim_verdict, COUPLET_CLAIM_NONE);
  assert_null (one.result.claim_reason);
}

static void
test_stages_that_disagree_leave_it_open (void **state)
{
  (void)state;
  g_auto (Case) one;
  case_init (&one, "1", COUPLET_VERDICT_UNKNOWN, "7/4", COUPLET_GUARANTEE_EXACT);
  one.result.disagreement = TRUE;
  one.result.bounds = (CoupletBounds){0};
  conclude (&one);
  assert_int_equal (one.result.claim_verdict, COUPLET_CLAIM_OPEN);
}

static void
test_a_claim_between_the_bounds_is_open (void **state)
{
  (void)state;
  g_auto (Case) one;
  case_init (&one, "1", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
  set_rational (&one.lower, "1/2");
  conclude (&one);
  assert_int_equal (one.result.claim_verdict, COUPLET_CLAIM_OPEN);
  assert_string_equal (one.result.claim_reason, "the least d is between 1/2 (0.5) and 7/4 (1.75)");
}

/* Evidence that a walk of bots and a top costs `cost`. */
static CoupletEvidence *
walk_of (const CoupletAutomaton *automaton, guint bots, const char *cost)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, automaton);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  set_rational (&value, cost);
  couplet_evidence_set_cost (evidence, &value);
  couplet_evidence_add_step (
      evidence, (CoupletWalkStep){.transition = transition_with_output (automaton, "start")});
  for (guint i = 0; i < bots; i++)
    couplet_evidence_add_step (
        evidence, (CoupletWalkStep){.transition = transition_with_output (automaton, "bot")});
  couplet_evidence_add_step (
      evidence, (CoupletWalkStep){.transition = transition_with_output (automaton, "top")});
  return evidence;
}

static void
test_the_walk_that_costs_most_is_its_path (void **state)
{
  (void)state;
  g_auto (Case) one;
  case_init (&one, "5/4", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
  couplet_outcome_take_evidence (one.outcome, walk_of (one.automaton, 1, "3/2"));
  couplet_outcome_take_evidence (one.outcome, walk_of (one.automaton, 3, "7/4"));
  couplet_outcome_take_evidence (one.outcome, walk_of (one.automaton, 0, "3/2"));
  conclude (&one);
  assert_null (one.result.claim_counterexample);
  assert_string_equal (one.result.claim_path, "start,bot*3,top");
}

static void
test_no_walk_is_shown_for_what_holds_or_costs_no_more (void **state)
{
  (void)state;
  static const char *const claims[] = {"7/4", "3/2"};
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++) {
    g_auto (Case) one;
    case_init (&one, claims[i], COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
    couplet_outcome_take_evidence (one.outcome, walk_of (one.automaton, 1, "3/2"));
    conclude (&one);
    assert_null (one.result.claim_path);
  }
}

/* `bot 0 1, top 0 -1`: what both runs read at each transition. */
static char *
inputs_of (const CoupletResult *result)
{
  const CoupletCounterexample *shown = result->claim_counterexample;
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 i = 0; shown != NULL && i < shown->n_steps; i++)
    g_string_append_printf (text, "%s%s %s %s", i > 0 ? ", " : "",
                            couplet_output_of (result->automaton, shown->steps[i].transition)->name,
                            shown->steps[i].input, shown->steps[i].adjacent);
  return g_strdup (text->str);
}

/* Without evidence the shortest walk that loses more is looked for. */
static void
test_what_fails_has_inputs (void **state)
{
  (void)state;
  static const char *const rows[][2] = {{"3/2", "start 0 0, bot 0 1, top 0 -1"},
                                        {"1/2", "start 0 0, bot 0 1, top 0 -1"},
                                        {"1/8", "start 0 0, bot 0 1"}};
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (Case) one;
    case_init (&one, rows[i][0], COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
    conclude (&one);
    g_autofree char *inputs = inputs_of (&one.result);
    if (i == 0) /* no walk of this automaton costs so much */
      assert_null (one.result.claim_counterexample);
    else
      assert_string_equal (inputs, rows[i][1]);
  }
}

/* What a stage found is shown if the stage is trusted. */
static void
test_inputs_of_a_trusted_stage_come_first (void **state)
{
  (void)state;
  static const CoupletCounterexampleStep steps[] = {{0, "7", "7", NULL}, {1, "1/2", "3/2", NULL}};
  const CoupletCounterexample given = {
      .claim = "1/2", .refutes = TRUE, .n_steps = 2, .steps = steps};
  for (int trusted = 0; trusted <= 1; trusted++) {
    g_auto (Case) one;
    case_init (&one, "1/2", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_counterexample (one.outcome, &given);
    one.is_trusted = trusted;
    conclude (&one);
    g_autofree char *inputs = inputs_of (&one.result);
    assert_string_equal (inputs,
                         trusted ? "start 7 7, bot 1/2 3/2" : "start 0 0, bot 0 1, top 0 -1");
    assert_string_equal (one.result.claim_path, trusted ? "start,bot" : "start,bot,top");
  }
}

/* What was found for a claim of less does not refute this one. */
static void
test_inputs_that_refute_less_are_not_shown (void **state)
{
  (void)state;
  static const CoupletCounterexampleStep step = {0, "7", "7", NULL};
  const CoupletCounterexample given = {
      .claim = "1/4", .refutes = TRUE, .n_steps = 1, .steps = &step};
  g_auto (Case) one;
  case_init (&one, "1/2", COUPLET_VERDICT_PRIVATE, "7/4", COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_counterexample (one.outcome, &given);
  one.is_trusted = TRUE;
  conclude (&one);
  g_autofree char *inputs = inputs_of (&one.result);
  assert_string_equal (inputs, "start 0 0, bot 0 1, top 0 -1");
}

/* What the theorem says of exact arithmetic, or a stage of some inputs, is not shown of outputs
 * that are computed in floating point. */
static void
test_floating_snaps_have_no_inputs (void **state)
{
  (void)state;
  static const CoupletCounterexampleStep step = {0, "7", "7", NULL};
  const CoupletCounterexample given = {
      .claim = "1/8", .refutes = TRUE, .n_steps = 1, .steps = &step};
  for (int found = 0; found <= 1; found++) {
    g_auto (Case) one;
    case_init (&one, NULL, COUPLET_VERDICT_NOT_PRIVATE, NULL, COUPLET_GUARANTEE_EXACT);
    couplet_automaton_free (one.automaton);
    one.result.automaton = one.automaton = text_automaton_floating (LINES, "end");
    set_rational (&one.automaton->claim, "1/8");
    couplet_outcome_set_counterexample (one.outcome, found ? &given : NULL);
    one.is_trusted = TRUE;
    conclude (&one);
    assert_int_equal (one.result.claim_verdict, COUPLET_CLAIM_FAILS);
    assert_null (one.result.claim_counterexample);
  }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_truth_table),
      cmocka_unit_test (test_floating_snaps_have_upper_bounds_only),
      cmocka_unit_test (test_nothing_is_said_where_nothing_is_claimed),
      cmocka_unit_test (test_stages_that_disagree_leave_it_open),
      cmocka_unit_test (test_a_claim_between_the_bounds_is_open),
      cmocka_unit_test (test_the_walk_that_costs_most_is_its_path),
      cmocka_unit_test (test_no_walk_is_shown_for_what_holds_or_costs_no_more),
      cmocka_unit_test (test_what_fails_has_inputs),
      cmocka_unit_test (test_inputs_of_a_trusted_stage_come_first),
      cmocka_unit_test (test_inputs_that_refute_less_are_not_shown),
      cmocka_unit_test (test_floating_snaps_have_no_inputs),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
