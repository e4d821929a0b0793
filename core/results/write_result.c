/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/format.h>
#include <couplet/provenance.h>
#include <couplet/result_json.h>

#include <string.h>

/* A number that is a text; NULL becomes null. */
static void
put_number_text (const CoupletJson *json, const char *key, const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  gboolean known = text != NULL && couplet_rational_parse (&value, text, strlen (text), NULL);
  if (known || text == NULL)
    couplet_json_number (json, key, known ? &value : NULL);
  else /* longer than is read as a number */
    couplet_json_string (json, key, text);
}

static void
put_statistics (const CoupletJson *json, const CoupletStageResult *stage)
{
  if (stage->n_statistics == 0)
    return;
  couplet_json_open (json, "statistics", '{');
  for (guint i = 0; i < stage->n_statistics; i++)
    couplet_json_unsigned (json, stage->statistics[i].name, stage->statistics[i].value);
  couplet_json_close (json, '}');
}

static void
put_evidence (const CoupletJson *json, const CoupletStageResult *stage)
{
  if (stage->n_evidence == 0)
    return;
  couplet_json_open (json, "evidence", '[');
  for (guint i = 0; i < stage->n_evidence; i++)
    couplet_evidence_append_json (json->text, stage->evidence[i]);
  couplet_json_close (json, ']');
}

static void
put_counterexample_step (const CoupletJson *json, const CoupletCounterexampleStep *step)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_unsigned (json, "transition", step->transition);
  put_number_text (json, "input", step->input);
  put_number_text (json, "adjacent", step->adjacent);
  put_number_text (json, "output", step->output);
  couplet_json_close (json, '}');
}

static void
put_counterexample (const CoupletJson *json, const char *key,
                    const CoupletCounterexample *counterexample)
{
  if (counterexample == NULL)
    return;
  couplet_json_open (json, key, '{');
  put_number_text (json, "epsilon", counterexample->epsilon);
  put_number_text (json, "claim", counterexample->claim);
  couplet_json_string (json, "probability", counterexample->probability);
  couplet_json_string (json, "adjacent_probability", counterexample->adjacent_probability);
  couplet_json_boolean (json, "density", counterexample->is_density);
  put_number_text (json, "loss", counterexample->loss);
  couplet_json_boolean (json, "refutes", counterexample->refutes);
  couplet_json_string (json, "pairs", counterexample->pairs);
  couplet_json_open (json, "steps", '[');
  for (guint32 i = 0; i < counterexample->n_steps; i++)
    put_counterexample_step (json, &counterexample->steps[i]);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

/* The cost in relation to the exact one, where both are known. */
static void
put_ratio (const CoupletJson *json, const CoupletStageResult *stage, const CoupletRational *exact)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (exact != NULL && stage->has_cost && !stage->cost_is_infinite &&
      couplet_cost_ratio (&stage->cost, exact, &ratio))
    couplet_json_number (json, "ratio", &ratio);
}

static void
put_optimizer (const CoupletJson *json, const CoupletStageResult *stage,
               const CoupletRational *exact)
{
  gboolean infinite = stage->has_cost && stage->cost_is_infinite;
  couplet_json_string (json, "guarantee",
                       stage->has_cost ? couplet_guarantee_to_string (stage->guarantee) : NULL);
  if (infinite) {
    couplet_json_infinite (json, "cost");
    couplet_json_boolean (json, "infinite", TRUE);
  } else
    couplet_json_number (json, "cost", stage->has_cost ? &stage->cost : NULL);
  put_ratio (json, stage, exact);
  if (stage->has_lower)
    couplet_json_number (json, "lower", &stage->lower);
  if (stage->has_upper)
    couplet_json_number (json, "upper", &stage->upper);
  couplet_json_boolean (json, "certified", stage->has_cost && stage->certified);
}

/* An object that was read, as it was written: JSON without line breaks stays so. */
static void
put_json (const CoupletJson *json, const char *key, const char *value)
{
  if (value != NULL)
    g_string_append_printf (json->text, ",\"%s\":%s", key, value);
}

static void
put_stage (const CoupletJson *json, const CoupletStageResult *stage, const CoupletRational *exact,
           gboolean with_evidence)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "stage", stage->stage);
  couplet_json_string (json, "plugin", stage->plugin);
  couplet_json_string (json, "kind", stage->kind);
  couplet_json_string (json, "verdict", couplet_verdict_to_string (stage->verdict));
  if (stage->claimed)
    couplet_json_boolean (json, "claimed", TRUE);
  if (g_str_equal (stage->kind, "optimizer"))
    put_optimizer (json, stage, exact);
  if (stage->has_least)
    couplet_json_number (json, "at_least", &stage->least);
  if (stage->structure != NULL)
    couplet_json_string (json, "structure", stage->structure);
  put_json (json, "delta", stage->delta);
  if (stage->reason != NULL)
    couplet_json_string (json, "reason", stage->reason);
  if (!stage->ran)
    couplet_json_boolean (json, stage->failed ? "failed" : "skipped", TRUE);
  put_statistics (json, stage);
  put_counterexample (json, "counterexample", stage->counterexample);
  if (stage->evidence_left_out > 0)
    couplet_json_unsigned (json, "evidence_left_out", stage->evidence_left_out);
  if (with_evidence)
    put_evidence (json, stage);
  couplet_json_double (json, "seconds", stage->seconds);
  couplet_json_close (json, '}');
}

static void
put_diagnostic (const CoupletJson *json, const CoupletDiagnostic *diagnostic)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "severity",
                       diagnostic->severity == COUPLET_SEVERITY_ERROR ? "error" : "warning");
  couplet_json_unsigned (json, "line", diagnostic->place.line);
  couplet_json_unsigned (json, "column", diagnostic->place.column);
  couplet_json_string (json, "message", diagnostic->message);
  couplet_json_close (json, '}');
}

/* What is proven of d. */
static void
put_costs (const CoupletJson *json, const CoupletFileResult *result)
{
  static const char *const keys[] = {"cost", "at_least"};
  const CoupletRational *const values[] = {result->has_cost ? &result->cost : NULL,
                                           result->has_at_least ? &result->at_least : NULL};
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (values[i] == NULL && result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
      couplet_json_infinite (json, keys[i]);
    else
      couplet_json_number (json, keys[i], values[i]);
}

static void
put_swept (const CoupletJson *json, const CoupletFileResult *result)
{
  if (result->n_swept == 0)
    return;
  couplet_json_open (json, "swept", '{');
  for (guint i = 0; i < result->n_swept; i++)
    couplet_json_string (json, result->swept[i].name, result->swept[i].value);
  couplet_json_close (json, '}');
}

static void
put_diagnostics (const CoupletJson *json, const CoupletFileResult *result)
{
  guint errors = result->n_errors, all = result->n_errors + result->n_warnings;
  couplet_json_open (json, "diagnostics", '[');
  for (guint i = 0; i < result->n_diagnostics; i++) {
    put_diagnostic (json, &result->diagnostics[i]);
    errors -= result->diagnostics[i].severity == COUPLET_SEVERITY_ERROR;
  }
  couplet_json_close (json, ']');
  if (all > result->n_diagnostics)
    couplet_json_unsigned (json, "more_diagnostics", all - result->n_diagnostics);
  if (errors > 0)
    couplet_json_unsigned (json, "more_errors", errors);
}

static void
put_part (const CoupletJson *json, const CoupletPart *part)
{
  if (part == NULL)
    return;
  couplet_json_open (json, "part", '{');
  couplet_json_unsigned (json, "shard", part->shard);
  couplet_json_unsigned (json, "shards", part->n_shards);
  couplet_json_unsigned (json, "item", part->item);
  couplet_json_unsigned (json, "items", part->n_items);
  if (part->asked != NULL)
    couplet_json_string (json, "asked", part->asked);
  if (part->list != NULL)
    couplet_json_string (json, "list", part->list);
  couplet_json_close (json, '}');
}

static void
put_claim (const CoupletJson *json, const CoupletFileResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return;
  couplet_json_open (json, "claim", '{');
  couplet_json_number (json, "d", &result->claim);
  couplet_json_string (json, "verdict", couplet_claim_verdict_to_string (result->claim_verdict));
  couplet_json_close (json, '}');
  couplet_json_string (json, "claim_reason", result->claim_reason);
  if (result->claim_path != NULL)
    couplet_json_string (json, "claim_path", result->claim_path);
  put_counterexample (json, "claim_counterexample", result->claim_counterexample);
}

static void
put_solution_point (const CoupletJson *json, const CoupletSolutionPoint *point)
{
  couplet_json_open (json, NULL, '{');
  put_number_text (json, "value", point->value);
  couplet_json_string (json, "verdict", couplet_verdict_to_string (point->verdict));
  if (point->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    couplet_json_infinite (json, "cost");
  else
    put_number_text (json, "cost", point->cost);
  put_number_text (json, "at_least", point->at_least);
  couplet_json_close (json, '}');
}

static void
put_solution (const CoupletJson *json, const CoupletSolution *solution)
{
  if (solution == NULL)
    return;
  couplet_json_open (json, "solve", '{');
  couplet_json_string (json, "parameter", solution->parameter);
  put_number_text (json, "at_most", solution->at_most);
  couplet_json_string (json, "found", couplet_solution_kind_to_string (solution->kind));
  couplet_json_string (json, "which", couplet_solution_end_to_string (solution->which));
  put_number_text (json, "value", solution->value);
  put_number_text (json, "beyond", solution->beyond);
  put_number_text (json, "at", solution->at);
  if (solution->reason != NULL)
    couplet_json_string (json, "reason", solution->reason);
  couplet_json_open (json, "points", '[');
  for (guint i = 0; i < solution->n_points; i++)
    put_solution_point (json, &solution->points[i]);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

static void
put_origin (const CoupletJson *json, const CoupletFileResult *result)
{
  const CoupletOrigin *origin = result->origin;
  if (origin != NULL) {
    couplet_json_string (json, "sha256", origin->sha256);
    couplet_json_parameters (json, "parameters", origin);
  }
  if (result->sampling != NULL)
    couplet_json_string (json, "sampling", result->sampling);
  if (result->adjacency != NULL)
    couplet_json_string (json, "adjacency", result->adjacency);
}

/* The path, and the name of the mechanism in it, which stands behind `::`. */
static void
put_file (const CoupletJson *json, const CoupletFileResult *result)
{
  g_autofree char *path = couplet_result_path (result);
  couplet_json_string (json, "file", path);
  if (result->function != NULL)
    couplet_json_string (json, "function", result->function);
}

char *
couplet_result_to_json (const CoupletFileResult *result, gboolean with_evidence)
{
  const CoupletJson writer = {g_string_new (NULL), FALSE}, *json = &writer;
  couplet_json_open (json, NULL, '{');
  put_file (json, result);
  put_swept (json, result);
  put_part (json, result->part);
  couplet_json_string (json, "automaton", result->name);
  couplet_json_string (json, "verdict", couplet_verdict_to_string (result->verdict));
  put_costs (json, result);
  put_claim (json, result);
  if (result->epsilon != NULL)
    couplet_json_string (json, "epsilon", result->epsilon);
  put_json (json, "answers", result->answers);
  put_json (json, "lengths", result->lengths);
  put_json (json, "outputs", result->outputs);
  put_json (json, "understood", result->understood);
  if (result->epsilon_is_read)
    couplet_json_boolean (json, "epsilon_is_read", TRUE);
  put_origin (json, result);
  put_solution (json, result->solution);
  if (result->reason != NULL)
    couplet_json_string (json, "reason", result->reason);
  if (result->disagreement)
    couplet_json_string (json, "disagreement", result->disagreement_text);
  if (result->rejected)
    couplet_json_boolean (json, "rejected", TRUE);
  couplet_json_double (json, "read_seconds", result->read_seconds);
  couplet_json_double (json, "seconds", result->seconds);
  couplet_json_open (json, "stages", '[');
  for (guint i = 0; i < result->n_stages; i++)
    put_stage (json, &result->stages[i], couplet_exact_cost (result), with_evidence);
  couplet_json_close (json, ']');
  put_diagnostics (json, result);
  if (result->origin != NULL && result->origin->provenance != NULL)
    couplet_json_provenance (json, "provenance", result->origin->provenance);
  couplet_json_close (json, '}');
  g_string_append_c (json->text, '\n');
  return g_string_free (json->text, FALSE);
}
