/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/format.h>
#include <couplet/provenance.h>

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
  if (stage->evidence_left_out > 0)
    couplet_json_unsigned (json, "evidence_left_out", stage->evidence_left_out);
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
  couplet_json_string (json, "input", step->input);
  couplet_json_string (json, "adjacent", step->adjacent);
  couplet_json_string (json, "output", step->output);
  couplet_json_close (json, '}');
}

static void
put_counterexample (const CoupletJson *json, const char *key,
                    const CoupletCounterexample *counterexample)
{
  if (counterexample == NULL)
    return;
  couplet_json_open (json, key, '{');
  couplet_json_string (json, "epsilon", counterexample->epsilon);
  couplet_json_string (json, "claim", counterexample->claim);
  couplet_json_string (json, "probability", counterexample->probability);
  couplet_json_string (json, "adjacent_probability", counterexample->adjacent_probability);
  couplet_json_boolean (json, "density", counterexample->is_density);
  couplet_json_string (json, "loss", counterexample->loss);
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
    couplet_json_rational (json, "ratio", &ratio);
}

static void
put_optimizer (const CoupletJson *json, const CoupletStageResult *stage,
               const CoupletRational *exact)
{
  gboolean finite = stage->has_cost && !stage->cost_is_infinite;
  couplet_json_string (json, "guarantee",
                       stage->has_cost ? couplet_guarantee_to_string (stage->guarantee) : NULL);
  couplet_json_rational (json, "cost", finite ? &stage->cost : NULL);
  if (stage->has_cost && stage->cost_is_infinite)
    couplet_json_boolean (json, "infinite", TRUE);
  put_ratio (json, stage, exact);
  if (stage->has_lower)
    couplet_json_rational (json, "lower", &stage->lower);
  if (stage->has_upper)
    couplet_json_rational (json, "upper", &stage->upper);
  couplet_json_boolean (json, "certified", stage->has_cost && stage->certified);
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
  if (stage->structure != NULL)
    couplet_json_string (json, "structure", stage->structure);
  if (stage->reason != NULL)
    couplet_json_string (json, "reason", stage->reason);
  if (!stage->ran)
    couplet_json_boolean (json, stage->failed ? "failed" : "skipped", TRUE);
  put_statistics (json, stage);
  put_counterexample (json, "counterexample", stage->counterexample);
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

static void
put_claim (const CoupletJson *json, const CoupletFileResult *result)
{
  if (result->claim_verdict == COUPLET_CLAIM_NONE)
    return;
  couplet_json_open (json, "claim", '{');
  couplet_json_rational (json, "d", &result->claim);
  couplet_json_string (json, "verdict", couplet_claim_verdict_to_string (result->claim_verdict));
  couplet_json_close (json, '}');
  couplet_json_string (json, "claim_reason", result->claim_reason);
  if (result->claim_path != NULL)
    couplet_json_string (json, "claim_path", result->claim_path);
  put_counterexample (json, "claim_counterexample", result->claim_counterexample);
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

char *
result_to_json (const CoupletFileResult *result, gboolean with_evidence)
{
  const CoupletJson writer = {g_string_new (NULL), FALSE}, *json = &writer;
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "file", result->file);
  couplet_json_string (json, "automaton", result->name);
  couplet_json_string (json, "verdict", couplet_verdict_to_string (result->verdict));
  couplet_json_rational (json, "cost", result->has_cost ? &result->cost : NULL);
  couplet_json_rational (json, "at_least", result->has_at_least ? &result->at_least : NULL);
  put_claim (json, result);
  if (result->epsilon != NULL)
    couplet_json_string (json, "epsilon", result->epsilon);
  put_origin (json, result);
  if (result->reason != NULL)
    couplet_json_string (json, "reason", result->reason);
  if (result->disagreement)
    couplet_json_string (json, "disagreement", result->disagreement_text);
  couplet_json_double (json, "read_seconds", result->read_seconds);
  couplet_json_double (json, "seconds", result->seconds);
  couplet_json_open (json, "stages", '[');
  for (guint i = 0; i < result->n_stages; i++)
    put_stage (json, &result->stages[i], couplet_exact_cost (result), with_evidence);
  couplet_json_close (json, ']');
  couplet_json_open (json, "diagnostics", '[');
  for (guint i = 0; i < result->n_diagnostics; i++)
    put_diagnostic (json, &result->diagnostics[i]);
  couplet_json_close (json, ']');
  guint left_out = result->n_errors + result->n_warnings - result->n_diagnostics;
  if (left_out > 0)
    couplet_json_unsigned (json, "more_diagnostics", left_out);
  if (result->origin != NULL)
    couplet_json_provenance (json, "provenance", result->origin->provenance);
  couplet_json_close (json, '}');
  g_string_append_c (json->text, '\n');
  return g_string_free (json->text, FALSE);
}

static void
put_method (const CoupletJson *json, const MethodSummary *method)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "stage", method->stage);
  couplet_json_unsigned (json, "answered", method->answered);
  couplet_json_unsigned (json, "agreeing", method->agreeing);
  if (method->ratios > 0) {
    couplet_json_rational (json, "worst_ratio", &method->worst);
    couplet_json_double (json, "mean_ratio", method->mean);
  }
  couplet_json_double (json, "seconds", method->seconds);
  couplet_json_close (json, '}');
}

char *
summary_to_json (const Summary *summary)
{
  const CoupletJson writer = {g_string_new (NULL), FALSE}, *json = &writer;
  couplet_json_open (json, NULL, '{');
  couplet_json_open (json, "summary", '{');
  couplet_json_unsigned (json, "files", summary->n_files);
  couplet_json_open (json, "methods", '[');
  for (guint i = 0; i < summary->n_methods; i++)
    put_method (json, summary->methods[i]);
  couplet_json_close (json, ']');
  if (summary->provenance != NULL)
    couplet_json_provenance (json, "provenance", summary->provenance);
  couplet_json_close (json, '}');
  couplet_json_close (json, '}');
  g_string_append_c (json->text, '\n');
  return g_string_free (json->text, FALSE);
}
