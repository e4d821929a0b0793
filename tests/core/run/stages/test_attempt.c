/* SPDX-License-Identifier: Apache-2.0 */
/* What comes of running a stage: its answer, why it was not asked, or why it failed. Each in this
 * process and in one of its own, of an installed plugin and of a stranger's. */
#include "made_stage.h"
#include "small_automata.h"

#include "attempt.h"
#include "status.h"

#include <couplet/host/evidence.h>

#include <stdlib.h>
#include <string.h>

#include "unit.h"

typedef enum {
  ANSWERS,
  GIVES_UP,       /* with a reason, before any limit */
  FAILS,          /* with a figure and evidence set */
  FAILS_SILENTLY, /* without a reason */
  IS_NEGATIVE,    /* answers what cannot be */
  STRAYS,         /* gives evidence that names what there is not */
  WAITS,          /* until it should stop */
  DITHERS,        /* answers otherwise each time */
  TIRES,          /* answers once, then fails */
  RESTS,          /* a tenth of a second */
  ABORTS          /* only in a process of its own */
} Way;

static const CoupletCounterexampleStep STEP = {0, "0", "0", NULL};
static const CoupletCounterexample COUNTEREXAMPLE = {.claim = "1", .n_steps = 1, .steps = &STEP};

static void
set_answer (CoupletOutcome *outcome, long cost, const CoupletAutomaton *automaton, gboolean strays)
{
  g_auto (CoupletRational) figure;
  couplet_rational_init (&figure);
  mpq_set_si (figure.value, cost, 1);
  couplet_outcome_set_cost (outcome, &figure, COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_bounds (outcome, &figure, &figure);
  couplet_outcome_set_least (outcome, &figure);
  couplet_outcome_set_counterexample (outcome, &COUNTEREXAMPLE);
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  couplet_evidence_add_step (evidence,
                             (CoupletWalkStep){.transition = strays ? automaton->n_transitions : 0,
                                               .shift = COUPLET_SHIFT_UNUSED});
  couplet_outcome_take_evidence (outcome, evidence);
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  Way way = *(const Way *)instance;
  if (way == GIVES_UP) {
    couplet_outcome_set_reason (outcome, "it is too hard");
    return TRUE;
  }
  while (way == WAITS && !couplet_context_should_stop (context))
    g_usleep (1000);
  if (way == WAITS)
    return couplet_outcome_set_stopped (outcome, context);
  if (way == ABORTS)
    abort ();
  static long calls; /* of the ways that tell them apart */
  calls += way == DITHERS;
  if (way == RESTS)
    g_usleep (G_USEC_PER_SEC / 10);
  if (way == TIRES)
    *(Way *)instance = FAILS;
  set_answer (outcome, way == IS_NEGATIVE ? -1 : 3 + calls, automaton, way == STRAYS);
  if (way == FAILS)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it cannot");
  return way != FAILS && way != FAILS_SILENTLY;
}

static const CoupletSolver SOLVER = {.run = run};
static const CoupletPlugin PLUGIN = {COUPLET_PLUGIN_HEADER, .kind = COUPLET_KIND_OPTIMIZER,
                                     .name = "made", .solver = &SOLVER};

static CoupletAutomaton *
some_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", NULL};
  return small_automaton ("1/4", lines);
}

/* A stage that goes that way, which must outlive it; the caller frees it. */
static Stage *
stage_that (Way *way, const CoupletHost *host, gboolean isolate, gboolean installed)
{
  Stage *stage = made_stage (&PLUGIN, host);
  stage->instance = way;
  stage->isolate = isolate;
  stage->trusted = installed;
  stage->in_worker = TRUE;
  stage->file = "/plugins/made.so";
  stage->stranger = installed ? NULL : g_strdup ("plugin 'made' of /plugins/made.so");
  return stage;
}

/* What is the same of all outcomes that are no answer. */
static void
assert_no_answer (CoupletOutcome *outcome, gboolean failed, const char *reason)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_int_equal (result->failed, failed);
  assert_false (result->ran);
  assert_false (result->has_cost || result->has_lower || result->has_upper || result->has_least);
  assert_null (result->counterexample);
  assert_int_equal (result->guarantee, COUPLET_GUARANTEE_EXACT);
  assert_int_equal (couplet_outcome_found (outcome), COUPLET_FOUND_NOTHING);
  assert_int_equal (result->n_evidence, 0);
  assert_string_equal (result->reason, reason);
  assert_string_equal (result->stage, "made");
}

/* ---- Stages that run ----------------------------------------------------------------------- */

static void
test_answers (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ANSWERS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint isolate = 0; isolate < 2; isolate++)
    for (guint installed = 0; installed < 2; installed++) {
      g_autoptr (Stage) stage = stage_that (&way, &HOST, isolate, installed);
      g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
      const CoupletStageResult *result = couplet_outcome_result (outcome);
      assert_true (result->ran && !result->failed);
      assert_true (result->has_cost && result->has_lower && result->has_upper);
      assert_int_equal (mpq_cmp_ui (result->cost.value, 3, 1), 0);
      assert_int_equal (result->guarantee, COUPLET_GUARANTEE_UPPER_BOUND);
      assert_int_equal (result->n_evidence, 1);
      assert_null (result->reason);
      assert_true (result->seconds >= 0);
    }
}

static void
test_failures (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  static const struct {
    Way way;
    const char *reason;
  } cases[] = {
      {FAILS, "it cannot"},
      {FAILS_SILENTLY, "it gave no reason"},
      {IS_NEGATIVE, "it answers with a negative cost"},
      {STRAYS, "its evidence names what there is not, or a threshold twice"},
      {ABORTS, "its process was ended by signal 6 (Aborted)"},
  };
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint i = 0; i < 4 * G_N_ELEMENTS (cases); i++) {
    Way way = cases[i / 4].way;
    gboolean isolate = i % 2 != 0, installed = i / 2 % 2 != 0;
    if (way == ABORTS && !isolate)
      continue;
    g_autoptr (Stage) stage = stage_that (&way, &HOST, isolate, installed);
    g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
    g_autofree char *reason = g_strconcat (
        cases[i / 4].reason, installed ? "" : " (plugin 'made' of /plugins/made.so)", NULL);
    assert_no_answer (outcome, TRUE, reason);
    const CoupletResult file = {.n_stages = 1, .stages = couplet_outcome_result (outcome)};
    assert_int_equal (status_of_result (&file), 6);
  }
}

/* A memory limit calls for a process of its own by itself. */
static void
test_a_memory_limit_isolates (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ABORTS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, TRUE);
  stage->memory_limit_mb = 100000;
  g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
  assert_no_answer (outcome, TRUE, "its process was ended by signal 6 (Aborted)");
}

/* ---- Times ---------------------------------------------------------------------------------- */

static void
test_times_inside_are_at_most_the_whole (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = RESTS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint isolate = 0; isolate < 2; isolate++) {
    g_autoptr (Stage) stage = stage_that (&way, &HOST, isolate, TRUE);
    g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_true (result->seconds >= 0.1 && result->seconds <= result->seconds_total);
    assert_true (result->cpu_seconds < 0.1);
  }
}

static void
test_a_process_that_ends_has_taken_all_the_time (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ABORTS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (Stage) stage = stage_that (&way, &HOST, TRUE, TRUE);
  g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_true (result->seconds > 0 && result->seconds == result->seconds_total);
}

static void
test_a_stage_is_asked_again (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  static const struct {
    Way way;
    const char *reason; /* how it begins; NULL = it answers */
  } cases[] = {
      {ANSWERS, NULL},
      {DITHERS, "asked again, it answers otherwise: first made says "},
      {TIRES, "asked again, it fails: it cannot"},
  };
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Way way = cases[i].way;
    g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, FALSE);
    stage->repeat = 3;
    g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
    const CoupletStageResult *result = couplet_outcome_result (outcome);
    assert_int_equal (result->failed, cases[i].reason != NULL);
    assert_int_equal (result->ran, cases[i].reason == NULL);
    if (cases[i].reason != NULL)
      assert_true (g_str_has_prefix (result->reason, cases[i].reason));
  }
}

/* What the clock decides, whether a brief first call is asked again, decides no answer. */
static void
test_what_comes_of_calls_that_nobody_asked_for_is_no_answer (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint installed = 0; installed < 2; installed++) {
    Way way = TIRES;
    g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, installed);
    g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
    assert_false (couplet_outcome_result (outcome)->failed);
  }
}

/* ---- Stages that are stopped --------------------------------------------------------------- */

static void
assert_stopped (Stage *stage, const char *reason)
{
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  assert_true (result->ran && !result->failed);
  assert_string_equal (result->reason, reason);
}

/* Its process may take a part of it more to end by itself, enough on a machine with other work. */
#define LIMIT_MS 500

static void
test_a_time_limit_is_no_failure (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = WAITS;
  for (guint isolate = 0; isolate < 2; isolate++) {
    g_autoptr (Stage) ours = stage_that (&way, &HOST, isolate, TRUE);
    ours->limit_ms = LIMIT_MS;
    assert_stopped (ours, "stopped after the time limit of 0.5 s");
    g_autoptr (Stage) strange = stage_that (&way, &HOST, isolate, FALSE);
    strange->limit_ms = LIMIT_MS;
    assert_stopped (strange, "stopped after the time limit of 0.5 s (plugin 'made' of "
                             "/plugins/made.so)");
  }
}

static void
test_each_run_has_the_whole_time (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = WAITS;
  g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, TRUE);
  stage->limit_ms = 20;
  assert_stopped (stage, "stopped after the time limit of 0.02 s");
  way = GIVES_UP;
  stage->limit_ms = 0;
  assert_stopped (stage, "it is too hard");
}

static void
test_a_cancelled_stage_is_no_failure (void **state)
{
  (void)state;
  static const int cancelled = 1;
  const CoupletHost host = {.cancelled = &cancelled};
  Way way = WAITS;
  for (guint isolate = 0; isolate < 2; isolate++) {
    g_autoptr (Stage) stage = stage_that (&way, &host, isolate, TRUE);
    assert_stopped (stage, "cancelled");
  }
}

/* A reason of its own is the plugin's word: whose it is need not be told. */
static void
test_a_stranger_that_gives_up (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = GIVES_UP;
  g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, FALSE);
  assert_stopped (stage, "it is too hard");
}

/* ---- Stages that are not asked ------------------------------------------------------------- */

static void
test_who_does_not_take_the_automaton_is_not_asked (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ABORTS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  CoupletAutomaton silent = *automaton;
  silent.all_noise_finite = FALSE;
  g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, TRUE);
  g_autoptr (CoupletOutcome) outcome = stage_run (stage, &silent);
  assert_no_answer (outcome, FALSE, "'made' does not take draws without noise");
}

static void
test_a_stage_without_a_plugin (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ABORTS;
  g_autoptr (CoupletAutomaton) automaton = some_automaton ();
  for (guint optional = 0; optional < 2; optional++) {
    g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, TRUE);
    stage->problem = g_strdup ("there is none");
    stage->optional = optional != 0;
    g_autoptr (CoupletOutcome) outcome = stage_run (stage, automaton);
    assert_no_answer (outcome, !optional, "there is none");
  }
}

static void
test_stages_that_are_skipped_or_fail_from_outside (void **state)
{
  (void)state;
  static const CoupletHost HOST;
  Way way = ABORTS;
  g_autoptr (Stage) stage = stage_that (&way, &HOST, FALSE, FALSE);
  g_autoptr (CoupletOutcome) skipped = stage_skip (stage, "100% of the time is gone");
  assert_no_answer (skipped, FALSE, "100% of the time is gone");
  g_autoptr (CoupletOutcome) failed = stage_fail (stage, "its process died");
  assert_no_answer (failed, TRUE, "its process died (plugin 'made' of /plugins/made.so)");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_answers),
      cmocka_unit_test (test_failures),
      cmocka_unit_test (test_times_inside_are_at_most_the_whole),
      cmocka_unit_test (test_a_process_that_ends_has_taken_all_the_time),
      cmocka_unit_test (test_a_stage_is_asked_again),
      cmocka_unit_test (test_what_comes_of_calls_that_nobody_asked_for_is_no_answer),
      cmocka_unit_test (test_a_memory_limit_isolates),
      cmocka_unit_test (test_a_time_limit_is_no_failure),
      cmocka_unit_test (test_each_run_has_the_whole_time),
      cmocka_unit_test (test_a_cancelled_stage_is_no_failure),
      cmocka_unit_test (test_a_stranger_that_gives_up),
      cmocka_unit_test (test_who_does_not_take_the_automaton_is_not_asked),
      cmocka_unit_test (test_a_stage_without_a_plugin),
      cmocka_unit_test (test_stages_that_are_skipped_or_fail_from_outside),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
