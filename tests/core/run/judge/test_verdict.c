/* SPDX-License-Identifier: Apache-2.0 */
/* From what stages found to verdict, cost and reason: every combination of two stages. */
#include "text_automaton.h"
#include "text_examples.h"

#include "claim.h"
#include "verdict.h"

#include "unit.h"

#include <couplet/internal/plugin.h>

static const CoupletPlugin DECIDER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_DECIDER,
                                      .name = "decider",
                                      .capabilities = {.answers = COUPLET_COMPLETE}};
static const CoupletPlugin INCOMPLETE = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_DECIDER,
                                         .name = "incomplete"};
static const CoupletPlugin OPTIMIZER = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                        .name = "optimizer",
                                        .capabilities = {.answers = COUPLET_COMPLETE}};
static const CoupletPlugin DEPENDENT = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                        .name = "dependent",
                                        .capabilities = {.answers = COUPLET_NEEDS_PRIVATE}};

static const CoupletPlugin PAYING_OPTIMIZER = {
    COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER, .name = "paying",
    .capabilities = {.answers = COUPLET_COMPLETE | COUPLET_PAYS_ON_CYCLES}};

/* What one stage says: found, or for optimizers a cost with a guarantee (`infinite` = none). */
typedef struct {
  const CoupletPlugin *plugin;
  CoupletFound found;
  const char *cost;
  CoupletGuarantee guarantee;
  gboolean unproven; /* neither trusted nor shown */
} Answer;

static const Answer STRATEGY = {.plugin = &DECIDER, .found = COUPLET_FOUND_STRATEGY};
static const Answer NO_STRATEGY = {.plugin = &DECIDER, .found = COUPLET_FOUND_NO_STRATEGY};
static const Answer DISTINGUISHER = {.plugin = &DECIDER, .found = COUPLET_FOUND_DISTINGUISHER};
static const Answer NOTHING = {.plugin = &DECIDER, .found = COUPLET_FOUND_NOTHING};
static const Answer WEAK_NO = {.plugin = &INCOMPLETE, .found = COUPLET_FOUND_NO_STRATEGY};
static const Answer COST_1 = {.plugin = &OPTIMIZER, .cost = "1"};
static const Answer COST_2 = {.plugin = &OPTIMIZER, .cost = "2"};
static const Answer AT_MOST_2 = {
    .plugin = &OPTIMIZER, .cost = "2", .guarantee = COUPLET_GUARANTEE_UPPER_BOUND};
static const Answer AT_LEAST_1 = {
    .plugin = &OPTIMIZER, .cost = "1", .guarantee = COUPLET_GUARANTEE_LOWER_BOUND};
static const Answer AT_MOST_1 = {
    .plugin = &OPTIMIZER, .cost = "1", .guarantee = COUPLET_GUARANTEE_UPPER_BOUND};
static const Answer AT_LEAST_2 = {
    .plugin = &OPTIMIZER, .cost = "2", .guarantee = COUPLET_GUARANTEE_LOWER_BOUND};
static const Answer INFINITE = {.plugin = &OPTIMIZER, .cost = "infinite"};
static const Answer ONLY_IF_PRIVATE = {
    .plugin = &DEPENDENT, .cost = "3", .guarantee = COUPLET_GUARANTEE_UPPER_BOUND};
/* These look at all paths, without the rule that cycles must be free. */
static const Answer PAYS_3 = {.plugin = &PAYING_OPTIMIZER, .cost = "3"};
static const Answer PAYS_1 = {.plugin = &PAYING_OPTIMIZER, .cost = "1"};
static const Answer PAYS_INFINITE = {.plugin = &PAYING_OPTIMIZER, .cost = "infinite"};
static const Answer UNPROVEN = {
    .plugin = &DECIDER, .found = COUPLET_FOUND_STRATEGY, .unproven = TRUE};
static const Answer UNPROVEN_COST = {.plugin = &OPTIMIZER, .cost = "1", .unproven = TRUE};

static CoupletOutcome *
outcome_of (const Answer *answer)
{
  CoupletOutcome *outcome = couplet_outcome_new (answer->plugin->name, answer->plugin);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  if (answer->cost == NULL)
    couplet_outcome_set_found (outcome, answer->found);
  else if (couplet_rational_parse (&cost, answer->cost, strlen (answer->cost), NULL))
    couplet_outcome_set_cost (outcome, &cost, answer->guarantee);
  else
    couplet_outcome_set_infinite (outcome, answer->guarantee);
  return outcome;
}

typedef struct {
  CoupletResult result;
  StageOutcome stages[2];
} Conclusion;

static void
conclusion_clear (Conclusion *conclusion)
{
  for (guint i = 0; i < 2; i++)
    couplet_outcome_free (conclusion->stages[i].outcome);
  g_free ((char *)conclusion->result.reason);
  g_free ((char *)conclusion->result.disagreement_text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Conclusion, conclusion_clear)

static void
conclude (Conclusion *conclusion, const CoupletAutomaton *automaton, const Answer *first,
          const Answer *second)
{
  const Answer *answers[] = {first, second};
  *conclusion = (Conclusion){.result = {.verdict = COUPLET_VERDICT_ERROR}};
  for (guint i = 0; i < 2; i++)
    conclusion->stages[i] = (StageOutcome){.plugin = answers[i]->plugin,
                                           .outcome = outcome_of (answers[i]),
                                           .trusted = !answers[i]->unproven};
  Question question;
  question_init (&question, automaton);
  verdict_conclude (&conclusion->result, &question, conclusion->stages, 2, NULL);
}

/* The number as a text, `-` for none. The caller frees it. */
static char *
number_of (const CoupletRational *number)
{
  return number != NULL ? couplet_rational_to_string (number) : g_strdup ("-");
}

typedef struct {
  const Answer *first, *second;
  CoupletVerdict verdict;
  const char *cost, *at_least; /* `-` = none */
  gboolean disagreement;
} Row;

/* Each row in both orders of the stages. */
static void
check_rows (const CoupletAutomaton *automaton, const Row *rows, guint n)
{
  for (guint i = 0; i < 2 * n; i++) {
    const Row *row = &rows[i / 2];
    gboolean swapped = i % 2 != 0;
    g_auto (Conclusion) got;
    conclude (&got, automaton, swapped ? row->second : row->first,
              swapped ? row->first : row->second);
    g_autofree char *cost = number_of (got.result.bounds.upper);
    g_autofree char *at_least = number_of (couplet_result_least (&got.result));
    if (got.result.verdict != row->verdict || !g_str_equal (cost, row->cost) ||
        !g_str_equal (at_least, row->at_least) || got.result.disagreement != row->disagreement)
      fail_msg ("row %u%s: %s, cost %s, at least %s%s", i / 2, swapped ? " swapped" : "",
                couplet_verdict_to_string (got.result.verdict), cost, at_least,
                got.result.disagreement ? ", disagreement" : "");
    assert_int_equal (got.result.disagreement, got.result.disagreement_text != NULL);
    if (got.result.verdict == COUPLET_VERDICT_UNKNOWN && !got.result.disagreement)
      assert_non_null (got.result.reason);
  }
}

static void
test_truth_table (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&STRATEGY, &STRATEGY, COUPLET_VERDICT_PRIVATE, "-", "-", FALSE},
      {&STRATEGY, &NOTHING, COUPLET_VERDICT_PRIVATE, "-", "-", FALSE},
      {&STRATEGY, &COST_1, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
      {&STRATEGY, &AT_MOST_2, COUPLET_VERDICT_PRIVATE, "2", "-", FALSE},
      {&STRATEGY, &AT_LEAST_1, COUPLET_VERDICT_PRIVATE, "-", "1", FALSE},
      {&AT_LEAST_1, &AT_MOST_2, COUPLET_VERDICT_PRIVATE, "2", "1", FALSE},
      {&COST_1, &AT_MOST_2, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
      {&COST_2, &AT_LEAST_1, COUPLET_VERDICT_PRIVATE, "2", "2", FALSE},
      {&NO_STRATEGY, &NO_STRATEGY, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&NO_STRATEGY, &NOTHING, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&NO_STRATEGY, &INFINITE, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&DISTINGUISHER, &NOTHING, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&NOTHING, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&NOTHING, &AT_LEAST_1, COUPLET_VERDICT_UNKNOWN, "-", "1", FALSE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  check_rows (automaton, rows, G_N_ELEMENTS (rows));
}

static void
test_stages_that_contradict_each_other (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&STRATEGY, &NO_STRATEGY, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&STRATEGY, &DISTINGUISHER, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&STRATEGY, &INFINITE, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&COST_1, &NO_STRATEGY, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&COST_1, &COST_2, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&AT_MOST_1, &COST_2, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&AT_MOST_1, &AT_LEAST_2, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&COST_1, &AT_LEAST_2, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  check_rows (automaton, rows, G_N_ELEMENTS (rows));
}

static void
test_what_is_not_proven_is_not_rested_on (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&WEAK_NO, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&UNPROVEN, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&UNPROVEN_COST, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&UNPROVEN_COST, &STRATEGY, COUPLET_VERDICT_PRIVATE, "-", "-", FALSE},
      {&UNPROVEN_COST, &AT_MOST_2, COUPLET_VERDICT_PRIVATE, "2", "-", FALSE},
      {&ONLY_IF_PRIVATE, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&ONLY_IF_PRIVATE, &STRATEGY, COUPLET_VERDICT_PRIVATE, "3", "-", FALSE},
      {&ONLY_IF_PRIVATE, &AT_MOST_2, COUPLET_VERDICT_PRIVATE, "2", "-", FALSE},
      {&ONLY_IF_PRIVATE, &NO_STRATEGY, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  check_rows (automaton, rows, G_N_ELEMENTS (rows));
}

/* Where outputs do not tell the path, that no strategy exists means nothing, and the cost of a
 * path bounds d from above only; a distinguisher still is one. */
static void
test_outputs_that_do_not_tell_the_path (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&NO_STRATEGY, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&INFINITE, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&DISTINGUISHER, &NOTHING, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&COST_1, &NOTHING, COUPLET_VERDICT_PRIVATE, "1", "-", FALSE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", ALIKE);
  assert_false (automaton->output_distinct);
  check_rows (automaton, rows, G_N_ELEMENTS (rows));
}

/* Where the rule that cycles must be free asks for too much, what rests on it is an upper bound:
 * it denies nothing and contradicts no lower cost. */
static void
test_methods_that_keep_the_rule_about_cycles (void **state)
{
  (void)state;
  static const Row rows[] = {
      {&NO_STRATEGY, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&INFINITE, &NOTHING, COUPLET_VERDICT_UNKNOWN, "-", "-", FALSE},
      {&NO_STRATEGY, &PAYS_3, COUPLET_VERDICT_PRIVATE, "3", "3", FALSE},
      {&COST_2, &NOTHING, COUPLET_VERDICT_PRIVATE, "2", "-", FALSE},
      {&COST_2, &PAYS_1, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
      {&AT_LEAST_2, &PAYS_1, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
      {&COST_2, &PAYS_3, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&STRATEGY, &PAYS_INFINITE, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {&NOTHING, &PAYS_INFINITE, COUPLET_VERDICT_NOT_PRIVATE, "-", "-", FALSE},
      {&ONLY_IF_PRIVATE, &PAYS_1, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
      {&ONLY_IF_PRIVATE, &STRATEGY, COUPLET_VERDICT_PRIVATE, "-", "-", FALSE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "u v", PAYING);
  check_rows (automaton, rows, G_N_ELEMENTS (rows));
}

/* What such a stage said when it was asked for exact arithmetic is an upper bound, too. */
static void
test_the_rule_about_cycles_weakens_answers_in_exact_arithmetic (void **state)
{
  (void)state;
  static const Answer *const answers[] = {&COST_2, &PAYS_3};
  static const CoupletGuarantee left[] = {COUPLET_GUARANTEE_UPPER_BOUND, COUPLET_GUARANTEE_EXACT};
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "u v", PAYING);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    CoupletResult result = {.verdict = COUPLET_VERDICT_ERROR};
    StageOutcome stage = {.plugin = answers[i]->plugin,
                          .outcome = outcome_of (answers[i]),
                          .exact = outcome_of (answers[i]),
                          .trusted = TRUE};
    Question question;
    question_init (&question, automaton);
    verdict_conclude (&result, &question, &stage, 1, NULL);
    assert_int_equal (couplet_outcome_result (stage.exact)->guarantee, left[i]);
    couplet_outcome_free (stage.exact);
    couplet_outcome_free (stage.outcome);
    g_free ((char *)result.reason);
  }
}

/* Their walks show nothing of the least d, and are dropped; those of methods that look at all
 * paths stay, and so does what is no walk. */
static void
test_walks_by_the_rule_about_cycles_are_dropped (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "u v", PAYING);
  const Answer *answers[] = {&COST_2, &PAYS_1};
  static const guint left[2][2] = {{2, 2}, {1, 2}}; /* by whether the rule is too strict */
  for (guint strict = 0; strict < 2; strict++) {
    const Question question = {.rule_too_strict = strict != 0};
    StageOutcome stages[2];
    for (guint i = 0; i < 2; i++) {
      stages[i] = (StageOutcome){.plugin = answers[i]->plugin, .outcome = outcome_of (answers[i])};
      couplet_outcome_take_evidence (stages[i].outcome,
                                     couplet_evidence_new (COUPLET_EVIDENCE_BOUND, automaton));
      couplet_outcome_take_evidence (stages[i].outcome,
                                     couplet_evidence_new (COUPLET_EVIDENCE_ATTAINED, automaton));
    }
    verdict_drop_walks_by_rule (&question, stages, 2);
    for (guint i = 0; i < 2; i++) {
      assert_int_equal (couplet_outcome_result (stages[i].outcome)->n_evidence, left[strict][i]);
      couplet_outcome_free (stages[i].outcome);
    }
  }
}

/* ---- Claims ------------------------------------------------------------------------------- */

static void
test_what_is_claimed_says_so (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  g_auto (Conclusion) got;
  conclude (&got, automaton, &UNPROVEN, &STRATEGY);
  assert_true (couplet_outcome_result (got.stages[0].outcome)->claimed);
  assert_string_equal (couplet_outcome_result (got.stages[0].outcome)->reason,
                       "only claimed: it gives no evidence");
  assert_false (couplet_outcome_result (got.stages[1].outcome)->claimed);
}

/* An exact cost of a stage that is not trusted, by what its accepted evidence shows. */
static void
test_accepted_evidence_shows_a_part_of_a_claim (void **state)
{
  (void)state;
  static const struct {
    guint32 shown;
    CoupletVerdict verdict;
    const char *cost, *at_least;
    gboolean claimed;
  } cases[] = {
      {0, COUPLET_VERDICT_UNKNOWN, "-", "-", TRUE},
      {SHOWN_STRATEGY, COUPLET_VERDICT_PRIVATE, "-", "-", TRUE},
      {SHOWN_LOWER, COUPLET_VERDICT_UNKNOWN, "-", "1", TRUE},
      {SHOWN_STRATEGY | SHOWN_UPPER, COUPLET_VERDICT_PRIVATE, "1", "-", TRUE},
      {SHOWN_STRATEGY | SHOWN_UPPER | SHOWN_LOWER, COUPLET_VERDICT_PRIVATE, "1", "1", FALSE},
  };
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  Question question;
  question_init (&question, automaton);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Conclusion) got = {.result = {.verdict = COUPLET_VERDICT_ERROR}};
    got.stages[0] = (StageOutcome){
        .plugin = &OPTIMIZER, .outcome = outcome_of (&COST_1), .shown = cases[i].shown};
    verdict_conclude (&got.result, &question, got.stages, 1, NULL);
    g_autofree char *cost = number_of (got.result.bounds.upper);
    g_autofree char *at_least = number_of (couplet_result_least (&got.result));
    assert_int_equal (got.result.verdict, cases[i].verdict);
    assert_string_equal (cost, cases[i].cost);
    assert_string_equal (at_least, cases[i].at_least);
    assert_int_equal (couplet_outcome_result (got.stages[0].outcome)->claimed, cases[i].claimed);
  }
}

/* Whichever of the stages found it. */
static void
test_the_reason_is_that_of_the_verdict (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  Question question;
  question_init (&question, automaton);
  for (guint with = 0; with < 2; with++) {
    g_auto (Conclusion) got = {.result = {.verdict = COUPLET_VERDICT_ERROR}};
    for (guint i = 0; i < 2; i++) {
      const Answer *answer = i == with ? &DISTINGUISHER : &NOTHING;
      got.stages[i] =
          (StageOutcome){.plugin = answer->plugin, .outcome = outcome_of (answer), .trusted = TRUE};
      couplet_outcome_set_reason (got.stages[i].outcome, "%s", i == with ? "this" : "that");
    }
    verdict_conclude (&got.result, &question, got.stages, 2, NULL);
    assert_int_equal (got.result.verdict, COUPLET_VERDICT_NOT_PRIVATE);
    assert_string_equal (got.result.reason, "this");
  }
}

/* Where nothing was found, the first stage says why. */
static void
test_a_stage_that_found_nothing_may_say_why (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  Question question;
  question_init (&question, automaton);
  g_auto (Conclusion) got = {.result = {.verdict = COUPLET_VERDICT_ERROR}};
  for (guint i = 0; i < 2; i++) {
    got.stages[i] =
        (StageOutcome){.plugin = NOTHING.plugin, .outcome = outcome_of (&NOTHING), .trusted = TRUE};
    couplet_outcome_set_reason (got.stages[i].outcome, "%s", i == 0 ? "this" : "that");
  }
  verdict_conclude (&got.result, &question, got.stages, 2, NULL);
  assert_int_equal (got.result.verdict, COUPLET_VERDICT_UNKNOWN);
  assert_string_equal (got.result.reason, "this");
}

/* Why a stage did not try is told where none did; that one is absent comes before. */
static void
test_the_reason_is_that_of_a_stage_that_tried (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  Question question;
  question_init (&question, automaton);
  const struct {
    gboolean ran, absent;
    const char *reason, *told;
  } CASES[] = {{TRUE, FALSE, "tried", "tried"},
               {TRUE, FALSE, NULL, "no stage found anything out"},
               {FALSE, TRUE, "is absent", "is absent"},
               {FALSE, FALSE, "takes others", "does not take it"}};
  for (guint k = 0; k < G_N_ELEMENTS (CASES); k++) {
    g_auto (Conclusion) got = {.result = {.verdict = COUPLET_VERDICT_ERROR}};
    for (guint i = 0; i < 2; i++) {
      const char *reason = i == 0 ? "does not take it" : CASES[k].reason;
      got.stages[i] = (StageOutcome){
          .plugin = NOTHING.plugin, .outcome = outcome_of (&NOTHING), .trusted = TRUE};
      CoupletStageResult *result = couplet_outcome_result (got.stages[i].outcome);
      result->ran = i == 1 && CASES[k].ran;
      result->left_out = i == 1 && CASES[k].absent;
      if (reason != NULL)
        couplet_outcome_set_reason (got.stages[i].outcome, "%s", reason);
    }
    verdict_conclude (&got.result, &question, got.stages, 2, NULL);
    assert_string_equal (got.result.reason, CASES[k].told);
  }
}

static void
test_no_stage_at_all (void **state)
{
  (void)state;
  g_autoptr (CoupletAutomaton) automaton = text_automaton (COUPLET_INDEPENDENT, "x", SVT);
  CoupletResult result = {.verdict = COUPLET_VERDICT_ERROR};
  Question question;
  question_init (&question, automaton);
  verdict_conclude (&result, &question, NULL, 0, NULL);
  assert_int_equal (result.verdict, COUPLET_VERDICT_UNKNOWN);
  assert_string_equal (result.reason, "no decider or optimizer was asked");
  g_free ((char *)result.reason);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_truth_table),
      cmocka_unit_test (test_stages_that_contradict_each_other),
      cmocka_unit_test (test_what_is_not_proven_is_not_rested_on),
      cmocka_unit_test (test_outputs_that_do_not_tell_the_path),
      cmocka_unit_test (test_methods_that_keep_the_rule_about_cycles),
      cmocka_unit_test (test_the_rule_about_cycles_weakens_answers_in_exact_arithmetic),
      cmocka_unit_test (test_walks_by_the_rule_about_cycles_are_dropped),
      cmocka_unit_test (test_what_is_claimed_says_so),
      cmocka_unit_test (test_accepted_evidence_shows_a_part_of_a_claim),
      cmocka_unit_test (test_the_reason_is_that_of_the_verdict),
      cmocka_unit_test (test_a_stage_that_found_nothing_may_say_why),
      cmocka_unit_test (test_the_reason_is_that_of_a_stage_that_tried),
      cmocka_unit_test (test_no_stage_at_all),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
