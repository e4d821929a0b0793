/* SPDX-License-Identifier: Apache-2.0 */
#include "full_results.h"

#include "small_automata.h"

#include <couplet/internal/plugin.h>
#include <couplet/internal/provenance.h>

#include <string.h>

#include "unit.h"

#define SHA256 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A field that is new here is to be set, sent and compared below. */
G_STATIC_ASSERT (G_STRUCT_OFFSET (CoupletStageResult, reserved) ==
                 G_STRUCT_OFFSET (CoupletStageResult, cpu_seconds) + sizeof (double));
G_STATIC_ASSERT (sizeof (CoupletResult) - G_STRUCT_OFFSET (CoupletResult, is_unshown) <=
                 sizeof (gpointer));
G_STATIC_ASSERT (G_STRUCT_OFFSET (CoupletCounterexample, reserved) ==
                 G_STRUCT_OFFSET (CoupletCounterexample, pairs) + sizeof (char *));
G_STATIC_ASSERT (sizeof (CoupletCounterexampleStep) ==
                 G_STRUCT_OFFSET (CoupletCounterexampleStep, output) + sizeof (char *));

const CoupletPlugin FULL_PLUGIN = {COUPLET_PLUGIN_HEADER, .name = "plugin",
                                   .kind = COUPLET_KIND_OPTIMIZER};

static const CoupletCounterexampleStep STEPS[] = {{0, "0", "1", NULL}, {2, "-1/2", "1/2", "7/3"}};
/* Each text of its own, each flag once TRUE and once FALSE. */
const CoupletCounterexample FULL_COUNTEREXAMPLES[] = {
    {.epsilon = "1/10",
     .claim = "5/4",
     .probability = "[0.25 +/- 1e-9]",
     .adjacent_probability = "[0.5 +/- 1e-9]",
     .is_density = TRUE,
     .loss = "6/5",
     .refutes = FALSE,
     .n_steps = 2,
     .steps = STEPS,
     .pairs = NULL},
    {.epsilon = "2",
     .claim = "3",
     .loss = "4",
     .is_density = FALSE,
     .refutes = TRUE,
     .n_steps = 1,
     .steps = STEPS + 1,
     .pairs = "64"},
};

CoupletAutomaton *
full_automaton (void)
{
  static const char *const lines[] = {"a b true start assign", "b b < bot", "b c >= top", NULL};
  return small_automaton ("1/4", lines);
}

static void
set_rational (CoupletRational *rational, const char *text)
{
  couplet_rational_init (rational);
  assert_true (couplet_rational_parse (rational, text, strlen (text), NULL));
}

/* An outcome in which everything is set, no two figures alike. */
CoupletOutcome *
full_outcome (const CoupletAutomaton *automaton, const CoupletCounterexample *counterexample)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", &FULL_PLUGIN);
  CoupletEvidence *walk = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  g_auto (CoupletRational) cost;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  g_auto (CoupletRational) least;
  set_rational (&cost, "123456789012345678901234567890/7");
  set_rational (&lower, "1/3");
  set_rational (&upper, "123456789012345678901234567891/7");
  set_rational (&least, "1/5");
  couplet_outcome_set_cost (outcome, &cost, COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_bounds (outcome, &lower, &upper);
  couplet_outcome_set_least (outcome, &least);
  couplet_outcome_set_counterexample (outcome, counterexample);
  couplet_outcome_set_certified (outcome, FALSE);
  couplet_outcome_set_structure (outcome, "leaking pair");
  couplet_outcome_set_delta (outcome, "[{\"at\":\"1/2\"}]");
  couplet_outcome_set_reason (outcome, "because");
  couplet_outcome_set_statistic (outcome, "vectors", 12);
  couplet_outcome_set_statistic (outcome, "programs", G_MAXUINT64);
  couplet_outcome_leave_out_evidence (outcome, 77);
  couplet_evidence_add_step (walk,
                             (CoupletWalkStep){.transition = 0, .shift = COUPLET_SHIFT_UNUSED});
  couplet_outcome_take_evidence (outcome, walk);
  return outcome;
}

CoupletOutcome *
empty_outcome (void)
{
  CoupletOutcome *outcome = couplet_outcome_new ("stage", &FULL_PLUGIN);
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  return outcome;
}

/* ---- Comparing ---------------------------------------------------------------------------- */

static void
assert_same_text (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    assert_true (a == b);
  else
    assert_string_equal (a, b);
}

static void
assert_same_rational (gboolean has_a, const CoupletRational *a, gboolean has_b,
                      const CoupletRational *b)
{
  assert_int_equal (has_a, has_b);
  if (has_a)
    assert_int_equal (couplet_rational_compare (a, b), 0);
}

void
assert_same_counterexample (const CoupletCounterexample *a, const CoupletCounterexample *b)
{
  if (a == NULL || b == NULL) {
    assert_true (a == b);
    return;
  }
  assert_same_text (a->epsilon, b->epsilon);
  assert_same_text (a->claim, b->claim);
  assert_same_text (a->probability, b->probability);
  assert_same_text (a->adjacent_probability, b->adjacent_probability);
  assert_int_equal (a->is_density, b->is_density);
  assert_same_text (a->loss, b->loss);
  assert_int_equal (a->refutes, b->refutes);
  assert_same_text (a->pairs, b->pairs);
  assert_int_equal (a->n_steps, b->n_steps);
  for (guint32 i = 0; i < a->n_steps; i++) {
    assert_int_equal (a->steps[i].transition, b->steps[i].transition);
    assert_same_text (a->steps[i].input, b->steps[i].input);
    assert_same_text (a->steps[i].adjacent, b->steps[i].adjacent);
    assert_same_text (a->steps[i].output, b->steps[i].output);
  }
}

static void
assert_same_evidence (const CoupletStageResult *a, const CoupletStageResult *b)
{
  assert_int_equal (a->n_evidence, b->n_evidence);
  for (guint i = 0; i < a->n_evidence; i++) {
    g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
    couplet_evidence_append_json (first, a->evidence[i]);
    couplet_evidence_append_json (second, b->evidence[i]);
    assert_string_equal (first->str, second->str);
  }
}

/* Every field but what the process that receives fills in. */
void
assert_same_answer (const CoupletStageResult *a, const CoupletStageResult *b)
{
  assert_int_equal (a->cost_is_infinite, b->cost_is_infinite);
  assert_int_equal (a->has_cost, b->has_cost);
  gboolean finite = a->has_cost && !a->cost_is_infinite;
  assert_same_rational (finite, &a->cost, finite, &b->cost);
  assert_int_equal (a->guarantee, b->guarantee);
  assert_int_equal (a->certified, b->certified);
  assert_same_rational (a->has_lower, &a->lower, b->has_lower, &b->lower);
  assert_same_rational (a->has_upper, &a->upper, b->has_upper, &b->upper);
  assert_same_rational (a->has_least, &a->least, b->has_least, &b->least);
  assert_same_text (a->structure, b->structure);
  assert_same_text (a->delta, b->delta);
  assert_same_text (a->delta, b->delta);
  assert_same_text (a->reason, b->reason);
  assert_int_equal (a->n_statistics, b->n_statistics);
  for (guint i = 0; i < a->n_statistics; i++) {
    assert_string_equal (a->statistics[i].name, b->statistics[i].name);
    assert_true (a->statistics[i].value == b->statistics[i].value);
  }
  assert_same_evidence (a, b);
  assert_true (a->evidence_left_out == b->evidence_left_out);
  assert_same_counterexample (a->counterexample, b->counterexample);
}

void
assert_same_stage (const CoupletStageResult *a, const CoupletStageResult *b)
{
  assert_same_answer (a, b);
  assert_string_equal (a->stage, b->stage);
  assert_string_equal (a->plugin, b->plugin);
  assert_string_equal (a->kind, b->kind);
  assert_int_equal (a->ran, b->ran);
  assert_int_equal (a->failed, b->failed);
  assert_int_equal (a->verdict, b->verdict);
  assert_int_equal (a->claimed, b->claimed);
  assert_int_equal (a->left_out, b->left_out);
  assert_true (a->seconds == b->seconds && a->seconds_total == b->seconds_total &&
               a->cpu_seconds == b->cpu_seconds);
}

static void
assert_same_diagnostics (const CoupletResult *a, const CoupletResult *b)
{
  assert_int_equal (a->n_errors, b->n_errors);
  assert_int_equal (a->n_warnings, b->n_warnings);
  assert_int_equal (a->n_diagnostics, b->n_diagnostics);
  for (guint i = 0; i < a->n_diagnostics; i++) {
    assert_int_equal (a->diagnostics[i].severity, b->diagnostics[i].severity);
    assert_string_equal (a->diagnostics[i].file, b->diagnostics[i].file);
    assert_int_equal (a->diagnostics[i].place.line, b->diagnostics[i].place.line);
    assert_int_equal (a->diagnostics[i].place.column, b->diagnostics[i].place.column);
    assert_string_equal (a->diagnostics[i].message, b->diagnostics[i].message);
  }
}

/* Every field but the automata, which are not sent. */
static void
assert_same_origin (const CoupletOrigin *a, const CoupletOrigin *b)
{
  g_auto (GStrv) of_a = couplet_provenance_lines (a, NULL, NULL);
  g_auto (GStrv) of_b = couplet_provenance_lines (b, NULL, NULL);
  assert_true (g_strv_equal ((const char *const *)of_a, (const char *const *)of_b));
}

static void
assert_same_solution (const CoupletSolution *a, const CoupletSolution *b)
{
  assert_int_equal (a != NULL, b != NULL);
  if (a == NULL)
    return;
  assert_same_text (a->parameter, b->parameter);
  assert_same_text (a->at_most, b->at_most);
  assert_int_equal (a->kind, b->kind);
  assert_int_equal (a->which, b->which);
  assert_same_text (a->value, b->value);
  assert_same_text (a->beyond, b->beyond);
  assert_same_text (a->at, b->at);
  assert_same_text (a->reason, b->reason);
  assert_int_equal (a->n_points, b->n_points);
  for (guint i = 0; i < a->n_points; i++) {
    assert_same_text (a->points[i].value, b->points[i].value);
    assert_int_equal (a->points[i].verdict, b->points[i].verdict);
    assert_same_text (a->points[i].cost, b->points[i].cost);
    assert_same_text (a->points[i].least, b->points[i].least);
  }
}

static void
assert_same_bound (const CoupletRational *a, const CoupletRational *b)
{
  assert_same_rational (a != NULL, a, b != NULL, b);
}

void
assert_same_result (const CoupletResult *a, const CoupletResult *b)
{
  assert_same_text (a->file, b->file);
  assert_same_text (a->name, b->name);
  assert_int_equal (a->verdict, b->verdict);
  assert_same_bound (a->bounds.upper, b->bounds.upper);
  assert_same_text (a->reason, b->reason);
  assert_int_equal (a->disagreement, b->disagreement);
  assert_same_text (a->disagreement_text, b->disagreement_text);
  assert_int_equal (a->rejected, b->rejected);
  assert_true (a->read_seconds == b->read_seconds && a->seconds == b->seconds);
  assert_same_diagnostics (a, b);
  assert_same_text (a->sampling, b->sampling);
  assert_int_equal (a->claim_verdict, b->claim_verdict);
  gboolean claimed = a->claim_verdict != COUPLET_CLAIM_NONE;
  assert_same_rational (claimed, &a->claim, claimed, &b->claim);
  assert_same_text (a->claim_reason, b->claim_reason);
  assert_same_text (a->claim_path, b->claim_path);
  assert_same_bound (a->bounds.lower, b->bounds.lower);
  assert_same_bound (a->beside, b->beside);
  assert_same_text (a->epsilon, b->epsilon);
  assert_int_equal (a->epsilon_is_read, b->epsilon_is_read);
  assert_int_equal (a->is_rounded, b->is_rounded);
  assert_same_text (a->adjacency, b->adjacency);
  assert_int_equal (a->n_swept, b->n_swept);
  for (guint i = 0; i < a->n_swept; i++) {
    assert_string_equal (a->swept[i].name, b->swept[i].name);
    assert_string_equal (a->swept[i].value, b->swept[i].value);
  }
  assert_same_origin (a->origin, b->origin);
  assert_same_solution (a->solution, b->solution);
  assert_same_counterexample (a->claim_counterexample, b->claim_counterexample);
  assert_int_equal (a->n_stages, b->n_stages);
  for (guint i = 0; i < a->n_stages; i++)
    assert_same_stage (&a->stages[i], &b->stages[i]);
}

/* ---- Results ---------------------------------------------------------------------------- */

static const CoupletDefinition LIBRARIES[] = {{"GMP", "6.3"}, {"Z3", "4.8"}};
static const CoupletDefinition PARAMETERS[] = {{"c", "2"}};
static const char *const WORDS[] = {"--deciders=graph", "--claim=1/2"};
static const CoupletTool READER = {"frontend", "mine", NULL, NULL, SHA256, 2, WORDS};
static const CoupletTool PLUGINS[] = {{"decider", "graph", "1.0", "/lib/basic.so", SHA256, 0, NULL},
                                      {"optimizer", "gone", NULL, NULL, NULL, 0, NULL}};
static const CoupletProgram PROGRAMS[] = {{"frontend", "mine", 2, WORDS, 1, WORDS, TRUE}};
const CoupletProvenance FULL_RUN = {.version = "1.2",
                                    .date = "2026-01-02T03:04:05Z",
                                    .n_libraries = 2,
                                    .libraries = LIBRARIES,
                                    .n_options = 2,
                                    .options = WORDS,
                                    .command = "compare",
                                    .frontend = &READER,
                                    .n_plugins = 2,
                                    .plugins = PLUGINS,
                                    .n_plugin_path = 1,
                                    .plugin_path = WORDS,
                                    .n_more_options = 2,
                                    .more_options = WORDS,
                                    .n_programs = 1,
                                    .programs = PROGRAMS};
static const CoupletOrigin ORIGIN = {"file", SHA256, 1, PARAMETERS, &FULL_RUN};

static const CoupletSolutionPoint SOLUTION_POINTS[] = {
    {"1", COUPLET_VERDICT_PRIVATE, "3/2", "1/2"},
    {"22/7", COUPLET_VERDICT_NOT_PRIVATE, NULL, NULL}};
static const CoupletSolution SOLUTION = {.parameter = "c",
                                         .at_most = "5/4",
                                         .kind = COUPLET_SOLUTION_BETWEEN,
                                         .which = COUPLET_SOLUTION_LARGEST,
                                         .value = "2",
                                         .beyond = "21/10",
                                         .at = "7",
                                         .reason = "it is so",
                                         .n_points = 2,
                                         .points = SOLUTION_POINTS};

/* The result of a file with two stages and messages of both kinds; whoever makes it has set
 * stages, of which it takes two. Its numbers are to be cleared. */
static CoupletResult
full_result (const CoupletStageResult *stages)
{
  static const CoupletDiagnostic diagnostics[] = {
      {COUPLET_SEVERITY_WARNING, "file", {3, 4}, "beware"},
      {COUPLET_SEVERITY_ERROR, "file", {0, 0}, "it is wrong"}};
  CoupletResult result = {.file = "file",
                          .name = "an automaton",
                          .verdict = COUPLET_VERDICT_PRIVATE,
                          .reason = "why",
                          .disagreement = TRUE,
                          .disagreement_text = "they differ",
                          .rejected = TRUE,
                          .n_stages = 2,
                          .stages = stages,
                          .n_diagnostics = 2,
                          .diagnostics = diagnostics,
                          .read_seconds = 0.25,
                          .seconds = 1.5,
                          .n_errors = 5,
                          .n_warnings = 6,
                          .sampling = "shared",
                          .adjacency = "one",
                          .origin = &ORIGIN,
                          .solution = &SOLUTION,
                          .epsilon = "8 <= epsilon < 16",
                          .epsilon_is_read = TRUE,
                          .is_rounded = TRUE,
                          .claim_verdict = COUPLET_CLAIM_FAILS,
                          .claim_reason = "the least d is 2/3",
                          .claim_path = "start,bot",
                          .claim_counterexample = &FULL_COUNTEREXAMPLES[1]};
  set_rational (&result.claim, "1/2");
  return result;
}

void
full_init (FullResult *full, const CoupletAutomaton *automaton)
{
  full->outcomes[0] = full_outcome (automaton, FULL_COUNTEREXAMPLES);
  full->outcomes[1] = empty_outcome ();
  for (guint i = 0; i < 2; i++)
    full->stages[i] = *couplet_outcome_result (full->outcomes[i]);
  full->stages[0].claimed = full->stages[1].failed = full->stages[0].ran = TRUE;
  full->stages[1].left_out = TRUE;
  full->stages[0].seconds = 0.125;
  full->stages[0].seconds_total = 0.5;
  full->stages[0].cpu_seconds = 0.25;
  full->stages[1].verdict = COUPLET_VERDICT_NOT_PRIVATE;
  full->result = full_result (full->stages);
  set_rational (&full->upper, "2/3");
  set_rational (&full->lower, "3/5");
  full->result.bounds =
      (CoupletBounds){.is_finite = TRUE, .lower = &full->lower, .upper = &full->upper};
}

void
full_clear (FullResult *full)
{
  for (guint i = 0; i < 2; i++)
    couplet_outcome_free (full->outcomes[i]);
  couplet_rational_clear (&full->upper);
  couplet_rational_clear (&full->result.claim);
  couplet_rational_clear (&full->lower);
}
