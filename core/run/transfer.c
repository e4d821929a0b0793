/* SPDX-License-Identifier: Apache-2.0 */
#include "counterexample.h"
#include "diagnostic_count.h"
#include "origin.h"
#include "transfer.h"
#include "transfer_counterexample.h"

#include <couplet/host/evidence_read.h>

#include <string.h>

/* ---- Evidence: as JSON, about the automaton that was read ------------------------------ */

static void
put_evidence (GByteArray *out, const CoupletEvidence *evidence)
{
  g_autoptr (GString) text = g_string_new (NULL);
  couplet_evidence_append_json (text, evidence);
  wire_put_text (out, text->str);
}

/* Adds to evidence, unless automaton is NULL. FALSE with error set when it cannot be read. */
static gboolean
take_evidence (Wire *wire, const CoupletAutomaton *automaton, GPtrArray *evidence, GError **error)
{
  const char *text = wire_text (wire);
  if (text == NULL || automaton == NULL)
    return TRUE;
  g_autoptr (GPtrArray) read = couplet_evidence_read (automaton, "the evidence of another process",
                                                      text, strlen (text), error);
  if (read == NULL)
    return FALSE;
  g_ptr_array_set_free_func (read, NULL);
  for (guint i = 0; i < read->len; i++)
    g_ptr_array_add (evidence, g_ptr_array_index (read, i));
  return TRUE;
}

/* One of the n values of an enumeration; the wire is broken when it is none. */
static guint
take_choice (Wire *wire, guint n)
{
  guint64 value = wire_number (wire);
  wire->broken = wire->broken || value >= n;
  return wire->broken ? 0 : (guint)value;
}

/* A text that is not NULL: the wire is broken when it is. */
static const char *
take_some_text (Wire *wire)
{
  const char *text = wire_text (wire);
  wire->broken = wire->broken || text == NULL;
  return text;
}

/* ---- Stages -------------------------------------------------------------------------- */

static void
put_stage (GByteArray *out, const CoupletStageResult *stage, gboolean with_evidence)
{
  wire_put_number (out, stage->ran);
  wire_put_number (out, stage->failed);
  wire_put_number (out, stage->verdict);
  wire_put_number (out, stage->has_cost);
  wire_put_number (out, stage->cost_is_infinite);
  wire_put_number (out, stage->guarantee);
  wire_put_number (out, stage->certified);
  wire_put_rational (out, stage->has_cost && !stage->cost_is_infinite ? &stage->cost : NULL);
  wire_put_rational (out, stage->has_lower ? &stage->lower : NULL);
  wire_put_rational (out, stage->has_upper ? &stage->upper : NULL);
  wire_put_rational (out, stage->has_least ? &stage->least : NULL);
  wire_put_text (out, stage->structure);
  wire_put_text (out, stage->delta);
  wire_put_text (out, stage->reason);
  wire_put_double (out, stage->seconds);
  wire_put_number (out, stage->n_statistics);
  for (guint i = 0; i < stage->n_statistics; i++) {
    wire_put_text (out, stage->statistics[i].name);
    wire_put_number (out, stage->statistics[i].value);
  }
  guint n_evidence = with_evidence ? stage->n_evidence : 0;
  wire_put_number (out, n_evidence);
  for (guint i = 0; i < n_evidence; i++)
    put_evidence (out, stage->evidence[i]);
  wire_put_number (out, stage->evidence_left_out);
  wire_put_number (out, stage->claimed);
  put_counterexample (out, stage->counterexample);
}

/* What put_stage() put, but for names, statistics and evidence, which are added to
 * the arrays and only counted in the result. The caller frees its counterexample. */
static CoupletStageResult
take_stage (Wire *wire, const CoupletAutomaton *automaton, GArray *statistics, GPtrArray *evidence,
            GError **error)
{
  CoupletStageResult stage = {0};
  stage.ran = wire_number (wire) != 0;
  stage.failed = wire_number (wire) != 0;
  stage.verdict = (CoupletVerdict)take_choice (wire, COUPLET_VERDICT_ERROR + 1);
  stage.has_cost = wire_number (wire) != 0;
  stage.cost_is_infinite = wire_number (wire) != 0;
  stage.guarantee = (CoupletGuarantee)take_choice (wire, COUPLET_GUARANTEE_LOWER_BOUND + 1);
  stage.certified = wire_number (wire) != 0;
  gboolean finite = wire_rational (wire, &stage.cost);
  stage.has_cost = stage.has_cost && (finite || stage.cost_is_infinite);
  stage.has_lower = wire_rational (wire, &stage.lower);
  stage.has_upper = wire_rational (wire, &stage.upper);
  stage.has_least = wire_rational (wire, &stage.least);
  stage.structure = wire_text (wire);
  stage.delta = wire_text (wire);
  stage.reason = wire_text (wire);
  stage.seconds = wire_double (wire);
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletStatistic statistic = {take_some_text (wire), 0};
    statistic.value = wire_number (wire);
    g_array_append_val (statistics, statistic);
    stage.n_statistics++;
  }
  guint before = evidence->len;
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--)
    if (!take_evidence (wire, automaton, evidence, error))
      wire->broken = TRUE;
  stage.n_evidence = evidence->len - before;
  stage.evidence_left_out = wire_number (wire);
  stage.claimed = wire_number (wire) != 0;
  stage.counterexample = take_counterexample (wire);
  if (wire->broken && error != NULL && *error == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "its process gave no whole answer");
  return stage;
}

/* ---- Outcomes ------------------------------------------------------------------------- */

void
wire_put_outcome (GByteArray *out, CoupletOutcome *outcome)
{
  wire_put_number (out, couplet_outcome_found (outcome));
  put_stage (out, couplet_outcome_result (outcome), TRUE);
}

static void
set_figures (CoupletOutcome *outcome, const CoupletStageResult *stage)
{
  if (stage->has_cost && stage->cost_is_infinite)
    couplet_outcome_set_infinite (outcome, stage->guarantee);
  else if (stage->has_cost)
    couplet_outcome_set_cost (outcome, &stage->cost, stage->guarantee);
  couplet_outcome_set_bounds (outcome, stage->has_lower ? &stage->lower : NULL,
                              stage->has_upper ? &stage->upper : NULL);
  if (stage->has_least)
    couplet_outcome_set_least (outcome, &stage->least);
  couplet_outcome_set_certified (outcome, stage->certified);
}

gboolean
wire_take_outcome (Wire *wire, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                   GError **error)
{
  g_autoptr (GArray) statistics = g_array_new (FALSE, FALSE, sizeof (CoupletStatistic));
  g_autoptr (GPtrArray) evidence = g_ptr_array_new ();
  CoupletFound found = (CoupletFound)take_choice (wire, COUPLET_FOUND_DISTINGUISHER + 1);
  CoupletStageResult stage = take_stage (wire, automaton, statistics, evidence, error);
  couplet_outcome_set_counterexample (outcome, stage.counterexample);
  couplet_counterexample_free ((CoupletCounterexample *)stage.counterexample);
  for (guint i = 0; i < evidence->len; i++)
    couplet_outcome_take_evidence (outcome, g_ptr_array_index (evidence, i));
  if (wire->broken)
    return FALSE;
  set_figures (outcome, &stage);
  couplet_outcome_leave_out_evidence (outcome, stage.evidence_left_out);
  couplet_outcome_set_found (outcome, found);
  couplet_outcome_set_structure (outcome, stage.structure);
  couplet_outcome_set_delta (outcome, stage.delta);
  if (stage.reason != NULL)
    couplet_outcome_set_reason (outcome, "%s", stage.reason);
  for (guint i = 0; i < statistics->len; i++) {
    const CoupletStatistic *one = &g_array_index (statistics, CoupletStatistic, i);
    couplet_outcome_set_statistic (outcome, one->name, one->value);
  }
  return TRUE;
}

/* ---- What a front end leaves: parameters used, diagnostics ------------------------------- */

void
wire_put_parameters (GByteArray *out, const GArray *parameters)
{
  guint n = parameters != NULL ? parameters->len : 0;
  for (guint i = 0; i < n; i++)
    wire_put_number (out, g_array_index (parameters, CoupletParameter, i).used);
}

void
wire_take_parameters (Wire *wire, GArray *parameters)
{
  guint n = parameters != NULL ? parameters->len : 0;
  for (guint i = 0; i < n; i++)
    if (wire_number (wire) != 0)
      g_array_index (parameters, CoupletParameter, i).used = TRUE;
}

static void
put_diagnostic (GByteArray *out, const CoupletDiagnostic *diagnostic)
{
  wire_put_number (out, diagnostic->severity);
  wire_put_number (out, diagnostic->place.line);
  wire_put_number (out, diagnostic->place.column);
  wire_put_text (out, diagnostic->message);
}

static void
take_diagnostics (Wire *wire, const char *file, GArray *diagnostics)
{
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletDiagnostic one = {.file = file};
    one.severity = (CoupletSeverity)take_choice (wire, COUPLET_SEVERITY_ERROR + 1);
    one.place.line = (guint32)wire_number (wire);
    one.place.column = (guint32)wire_number (wire);
    one.message = take_some_text (wire);
    g_array_append_val (diagnostics, one);
  }
}

void
wire_put_diagnostics (GByteArray *out, const CoupletDiagnostics *diagnostics)
{
  guint n;
  const CoupletDiagnostic *kept = couplet_diagnostics_get (diagnostics, &n);
  wire_put_number (out, n);
  for (guint i = 0; i < n; i++)
    put_diagnostic (out, &kept[i]);
  wire_put_number (out, couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_WARNING));
  wire_put_number (out, couplet_diagnostics_count (diagnostics, COUPLET_SEVERITY_ERROR));
}

gboolean
wire_take_diagnostics (Wire *wire, CoupletDiagnostics *diagnostics)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  take_diagnostics (wire, couplet_diagnostics_file (diagnostics), kept);
  guint64 warnings = wire_number (wire), errors = wire_number (wire);
  for (guint i = 0; i < kept->len && !wire->broken; i++) {
    const CoupletDiagnostic *one = &g_array_index (kept, CoupletDiagnostic, i);
    couplet_diagnostics_add (diagnostics, one->severity, one->place, "%s", one->message);
  }
  if (wire->broken)
    return FALSE;
  diagnostics_count_up_to (diagnostics, COUPLET_SEVERITY_WARNING,
                           (guint)MIN (warnings, G_MAXINT32));
  diagnostics_count_up_to (diagnostics, COUPLET_SEVERITY_ERROR, (guint)MIN (errors, G_MAXINT32));
  return TRUE;
}

/* ---- Results ---------------------------------------------------------------------------- */

static void
put_claim (GByteArray *out, const CoupletFileResult *result)
{
  gboolean claimed = result->claim_verdict != COUPLET_CLAIM_NONE;
  wire_put_number (out, result->claim_verdict);
  wire_put_rational (out, claimed ? &result->claim : NULL);
  wire_put_text (out, result->claim_reason);
  wire_put_text (out, result->claim_path);
  put_counterexample (out, result->claim_counterexample);
}

/* The wire is broken where a claim lacks its number or its reason. */
static void
take_claim (Wire *wire, CoupletFileResult *result)
{
  result->claim_verdict = (CoupletClaimVerdict)take_choice (wire, COUPLET_CLAIM_OPEN + 1);
  gboolean complete = wire_rational (wire, &result->claim);
  result->claim_reason = wire_text (wire);
  result->claim_path = wire_text (wire);
  result->claim_counterexample = take_counterexample (wire);
  complete = complete && result->claim_reason != NULL;
  wire->broken |= result->claim_verdict != COUPLET_CLAIM_NONE && !complete;
}

static void
put_definitions (GByteArray *out, const CoupletDefinition *definitions, guint32 n)
{
  wire_put_number (out, n);
  for (guint32 i = 0; i < n; i++) {
    wire_put_text (out, definitions[i].name);
    wire_put_text (out, definitions[i].value);
  }
}

/* What is the same for the whole run is known to the other process. */
static void
put_origin (GByteArray *out, const CoupletOrigin *origin)
{
  wire_put_number (out, origin != NULL);
  if (origin == NULL)
    return;
  wire_put_text (out, origin->file);
  wire_put_text (out, origin->sha256);
  put_definitions (out, origin->parameters, origin->n_parameters);
  put_definitions (out, origin->provenance->libraries, origin->provenance->n_libraries);
}

static GArray *
take_definitions (Wire *wire)
{
  GArray *definitions = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    CoupletDefinition definition = {take_some_text (wire), NULL};
    definition.value = take_some_text (wire);
    g_array_append_val (definitions, definition);
  }
  return definitions;
}

/* NULL where none was put, or the wire is broken. */
static const CoupletOrigin *
take_origin (Wire *wire, ReceivedResult *received, const CoupletProvenance *run)
{
  if (wire_number (wire) == 0)
    return NULL;
  CoupletOrigin origin = {.file = wire_text (wire)};
  origin.sha256 = take_some_text (wire);
  g_autoptr (GArray) parameters = take_definitions (wire), libraries = take_definitions (wire);
  if (wire->broken || run == NULL)
    return NULL;
  CoupletProvenance provenance = *run;
  provenance.n_libraries = libraries->len;
  provenance.libraries = (const CoupletDefinition *)(gpointer)libraries->data;
  origin.n_parameters = parameters->len;
  origin.parameters = (const CoupletDefinition *)(gpointer)parameters->data;
  origin.provenance = &provenance;
  return origin_copy (received->arena, &origin);
}

static void
put_solution (GByteArray *out, const CoupletSolution *solution)
{
  wire_put_number (out, solution != NULL);
  if (solution == NULL)
    return;
  wire_put_text (out, solution->parameter);
  wire_put_text (out, solution->at_most);
  wire_put_number (out, solution->kind);
  wire_put_number (out, solution->which);
  wire_put_text (out, solution->value);
  wire_put_text (out, solution->beyond);
  wire_put_text (out, solution->at);
  wire_put_text (out, solution->reason);
  wire_put_number (out, solution->n_points);
  for (guint i = 0; i < solution->n_points; i++) {
    wire_put_text (out, solution->points[i].value);
    wire_put_number (out, solution->points[i].verdict);
    wire_put_text (out, solution->points[i].cost);
    wire_put_text (out, solution->points[i].at_least);
  }
}

static void
take_solution_points (Wire *wire, CoupletSolution *solution, CoupletArena *arena)
{
  solution->n_points = (guint)wire_number (wire);
  if (solution->n_points > wire->length) /* each takes some bytes */
    wire->broken = TRUE;
  if (wire->broken)
    return;
  CoupletSolutionPoint *points =
      couplet_arena_new_array (arena, CoupletSolutionPoint, MAX (solution->n_points, 1));
  for (guint i = 0; i < solution->n_points; i++) {
    points[i].value = take_some_text (wire);
    points[i].verdict = (CoupletVerdict)take_choice (wire, COUPLET_VERDICT_ERROR + 1);
    points[i].cost = wire_text (wire);
    points[i].at_least = wire_text (wire);
  }
  solution->points = points;
}

/* NULL where none was put, or the wire is broken. */
static const CoupletSolution *
take_solution (Wire *wire, CoupletArena *arena)
{
  if (wire_number (wire) == 0)
    return NULL;
  CoupletSolution *solution = couplet_arena_new_array (arena, CoupletSolution, 1);
  *solution = (CoupletSolution){.parameter = take_some_text (wire)};
  solution->at_most = take_some_text (wire);
  solution->kind = (CoupletSolutionKind)take_choice (wire, COUPLET_SOLUTION_NOT_MONOTONE + 1);
  solution->which = (CoupletSolutionEnd)take_choice (wire, COUPLET_SOLUTION_NEITHER + 1);
  solution->value = wire_text (wire);
  solution->beyond = wire_text (wire);
  solution->at = take_some_text (wire);
  solution->reason = wire_text (wire);
  take_solution_points (wire, solution, arena);
  return wire->broken ? NULL : solution;
}

void
wire_put_result (GByteArray *out, const CoupletFileResult *result, gboolean with_evidence)
{
  wire_put_text (out, result->name);
  wire_put_number (out, result->verdict);
  wire_put_rational (out, result->has_cost ? &result->cost : NULL);
  wire_put_rational (out, result->has_at_least ? &result->at_least : NULL);
  wire_put_text (out, result->reason);
  wire_put_number (out, result->disagreement);
  wire_put_text (out, result->disagreement_text);
  wire_put_number (out, result->rejected);
  wire_put_double (out, result->read_seconds);
  wire_put_double (out, result->seconds);
  wire_put_number (out, result->n_errors);
  wire_put_number (out, result->n_warnings);
  wire_put_text (out, result->sampling);
  wire_put_text (out, result->epsilon);
  wire_put_text (out, result->answers);
  wire_put_text (out, result->lengths);
  wire_put_text (out, result->outputs);
  wire_put_number (out, result->epsilon_is_read);
  wire_put_text (out, result->adjacency);
  put_origin (out, result->origin);
  put_claim (out, result);
  put_solution (out, result->solution);
  wire_put_number (out, result->n_diagnostics);
  for (guint i = 0; i < result->n_diagnostics; i++)
    put_diagnostic (out, &result->diagnostics[i]);
  wire_put_number (out, result->n_stages);
  for (guint i = 0; i < result->n_stages; i++) {
    wire_put_text (out, result->stages[i].stage);
    wire_put_text (out, result->stages[i].plugin);
    wire_put_text (out, result->stages[i].kind);
    put_stage (out, &result->stages[i], with_evidence);
  }
}

static void
clear_stage (gpointer data)
{
  couplet_counterexample_free (
      (CoupletCounterexample *)((CoupletStageResult *)data)->counterexample);
}

void
received_init (ReceivedResult *received)
{
  *received = (ReceivedResult){0};
  received->arena = couplet_arena_new ();
  received->stages = g_array_new (FALSE, FALSE, sizeof (CoupletStageResult));
  g_array_set_clear_func (received->stages, clear_stage);
  received->diagnostics = g_array_new (FALSE, FALSE, sizeof (CoupletDiagnostic));
  received->statistics = g_array_new (FALSE, FALSE, sizeof (CoupletStatistic));
  received->evidence = g_ptr_array_new_with_free_func ((GDestroyNotify)couplet_evidence_free);
}

void
received_clear (ReceivedResult *received)
{
  couplet_counterexample_free ((CoupletCounterexample *)received->result.claim_counterexample);
  couplet_arena_free (received->arena);
  g_array_unref (received->stages);
  g_array_unref (received->diagnostics);
  g_array_unref (received->statistics);
  g_ptr_array_unref (received->evidence);
}

static void
take_stages (Wire *wire, const CoupletAutomaton *automaton, ReceivedResult *received)
{
  for (guint64 n = wire_number (wire); n > 0 && !wire->broken; n--) {
    const char *name = take_some_text (wire), *plugin = take_some_text (wire),
               *kind = take_some_text (wire);
    CoupletStageResult stage =
        take_stage (wire, automaton, received->statistics, received->evidence, NULL);
    stage.stage = name;
    stage.plugin = plugin;
    stage.kind = kind;
    g_array_append_val (received->stages, stage);
  }
}

/* Lets each stage point to its part of the arrays, which grow no more. */
static void
share_out (ReceivedResult *received)
{
  guint statistics = 0, evidence = 0;
  for (guint i = 0; i < received->stages->len; i++) {
    CoupletStageResult *stage = &g_array_index (received->stages, CoupletStageResult, i);
    if (stage->n_statistics > 0)
      stage->statistics = &g_array_index (received->statistics, CoupletStatistic, statistics);
    if (stage->n_evidence > 0)
      stage->evidence = (CoupletEvidence *const *)&g_ptr_array_index (received->evidence, evidence);
    statistics += stage->n_statistics;
    evidence += stage->n_evidence;
  }
}

gboolean
wire_take_result (Wire *wire, const char *file, const CoupletAutomaton *automaton,
                  const CoupletProvenance *run, ReceivedResult *received)
{
  CoupletFileResult *result = &received->result;
  gboolean is_linear = automaton != NULL && automaton->linear != NULL;
  *result = (CoupletFileResult){.file = file,
                                .automaton = is_linear ? NULL : automaton,
                                .linear = is_linear ? automaton->linear : NULL};
  g_array_set_size (received->stages, 0);
  g_array_set_size (received->diagnostics, 0);
  g_array_set_size (received->statistics, 0);
  g_ptr_array_set_size (received->evidence, 0);
  result->name = wire_text (wire);
  result->verdict = (CoupletVerdict)take_choice (wire, COUPLET_VERDICT_ERROR + 1);
  result->has_cost = wire_rational (wire, &result->cost);
  result->has_at_least = wire_rational (wire, &result->at_least);
  result->reason = wire_text (wire);
  result->disagreement = wire_number (wire) != 0;
  result->disagreement_text = wire_text (wire);
  result->rejected = wire_number (wire) != 0;
  result->read_seconds = wire_double (wire);
  result->seconds = wire_double (wire);
  result->n_errors = (guint)wire_number (wire);
  result->n_warnings = (guint)wire_number (wire);
  result->sampling = wire_text (wire);
  result->epsilon = wire_text (wire);
  result->answers = wire_text (wire);
  result->lengths = wire_text (wire);
  result->outputs = wire_text (wire);
  result->epsilon_is_read = wire_number (wire) != 0;
  result->adjacency = wire_text (wire);
  result->origin = take_origin (wire, received, run);
  take_claim (wire, result);
  result->solution = take_solution (wire, received->arena);
  take_diagnostics (wire, file, received->diagnostics);
  take_stages (wire, automaton, received);
  share_out (received);
  result->n_diagnostics = received->diagnostics->len;
  result->diagnostics = (gconstpointer)received->diagnostics->data;
  result->n_stages = received->stages->len;
  result->stages = (gconstpointer)received->stages->data;
  return !wire->broken;
}
