/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/format.h>

static void
append_string (GString *out, const char *key, const char *text)
{
  g_string_append_printf (out, "\"%s\":", key);
  couplet_append_json_string (out, text);
  g_string_append_c (out, ',');
}

static void
append_cost (GString *out, const char *key, const CoupletRational *cost)
{
  g_autofree char *text = cost != NULL ? couplet_rational_to_string (cost) : NULL;
  append_string (out, key, text);
}

static void
append_seconds (GString *out, const char *key, double seconds)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (out, "\"%s\":%s,", key,
                          g_ascii_formatd (digits, sizeof digits, "%.9f", seconds));
}

/* Turns the comma behind the last member into the closing bracket. */
static void
close_object (GString *out)
{
  out->str[out->len - 1] = '}';
}

static void
append_statistics (GString *out, const CoupletStageResult *stage)
{
  if (stage->n_statistics == 0)
    return;
  g_string_append (out, "\"statistics\":{");
  for (guint i = 0; i < stage->n_statistics; i++) {
    couplet_append_json_string (out, stage->statistics[i].name);
    g_string_append_printf (out, ":%" G_GUINT64_FORMAT ",", stage->statistics[i].value);
  }
  close_object (out);
  g_string_append_c (out, ',');
}

static void
append_evidence (GString *out, const CoupletStageResult *stage)
{
  if (stage->evidence_left_out > 0)
    g_string_append_printf (out, "\"evidence_left_out\":%" G_GUINT64_FORMAT ",",
                            stage->evidence_left_out);
  if (stage->n_evidence == 0)
    return;
  g_string_append (out, "\"evidence\":[");
  for (guint i = 0; i < stage->n_evidence; i++) {
    g_string_append (out, i > 0 ? "," : "");
    couplet_evidence_append_json (out, stage->evidence[i]);
  }
  g_string_append (out, "],");
}

/* The cost in relation to the exact one, where both are known. */
static void
append_ratio (GString *out, const CoupletStageResult *stage, const CoupletRational *exact)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (exact != NULL && stage->has_cost && !stage->cost_is_infinite &&
      couplet_cost_ratio (&stage->cost, exact, &ratio))
    append_cost (out, "ratio", &ratio);
}

static void
append_optimizer (GString *out, const CoupletStageResult *stage, const CoupletRational *exact)
{
  gboolean finite = stage->has_cost && !stage->cost_is_infinite;
  append_string (out, "guarantee",
                 stage->has_cost ? couplet_guarantee_to_string (stage->guarantee) : NULL);
  append_cost (out, "cost", finite ? &stage->cost : NULL);
  if (stage->has_cost && stage->cost_is_infinite)
    g_string_append (out, "\"infinite\":true,");
  append_ratio (out, stage, exact);
  if (stage->has_lower)
    append_cost (out, "lower", &stage->lower);
  if (stage->has_upper)
    append_cost (out, "upper", &stage->upper);
  g_string_append_printf (out, "\"certified\":%s,",
                          stage->has_cost && stage->certified ? "true" : "false");
}

static void
append_stage (GString *out, const CoupletStageResult *stage, const CoupletRational *exact,
              gboolean with_evidence)
{
  g_string_append_c (out, '{');
  append_string (out, "stage", stage->stage);
  append_string (out, "plugin", stage->plugin);
  append_string (out, "kind", stage->kind);
  append_string (out, "verdict", couplet_verdict_to_string (stage->verdict));
  if (stage->claimed)
    g_string_append (out, "\"claimed\":true,");
  if (g_str_equal (stage->kind, "optimizer"))
    append_optimizer (out, stage, exact);
  if (stage->structure != NULL)
    append_string (out, "structure", stage->structure);
  if (stage->reason != NULL)
    append_string (out, "reason", stage->reason);
  if (!stage->ran)
    g_string_append_printf (out, "\"%s\":true,", stage->failed ? "failed" : "skipped");
  append_statistics (out, stage);
  if (with_evidence)
    append_evidence (out, stage);
  append_seconds (out, "seconds", stage->seconds);
  close_object (out);
}

static void
append_diagnostic (GString *out, const CoupletDiagnostic *diagnostic)
{
  g_string_append_c (out, '{');
  append_string (out, "severity",
                 diagnostic->severity == COUPLET_SEVERITY_ERROR ? "error" : "warning");
  g_string_append_printf (out, "\"line\":%u,\"column\":%u,", diagnostic->place.line,
                          diagnostic->place.column);
  append_string (out, "message", diagnostic->message);
  close_object (out);
}

char *
couplet_result_to_json (const CoupletFileResult *result, gboolean with_evidence)
{
  GString *out = g_string_new ("{");
  append_string (out, "file", result->file);
  append_string (out, "automaton", result->name);
  append_string (out, "verdict", couplet_verdict_to_string (result->verdict));
  append_cost (out, "cost", result->has_cost ? &result->cost : NULL);
  if (result->sampling != NULL)
    append_string (out, "sampling", result->sampling);
  if (result->reason != NULL)
    append_string (out, "reason", result->reason);
  if (result->disagreement)
    append_string (out, "disagreement", result->disagreement_text);
  append_seconds (out, "read_seconds", result->read_seconds);
  append_seconds (out, "seconds", result->seconds);
  g_string_append (out, "\"stages\":[");
  for (guint i = 0; i < result->n_stages; i++) {
    g_string_append (out, i > 0 ? "," : "");
    append_stage (out, &result->stages[i], couplet_exact_cost (result), with_evidence);
  }
  g_string_append (out, "],\"diagnostics\":[");
  for (guint i = 0; i < result->n_diagnostics; i++) {
    g_string_append (out, i > 0 ? "," : "");
    append_diagnostic (out, &result->diagnostics[i]);
  }
  g_string_append_c (out, ']');
  guint left_out = result->n_errors + result->n_warnings - result->n_diagnostics;
  if (left_out > 0)
    g_string_append_printf (out, ",\"more_diagnostics\":%u", left_out);
  g_string_append (out, "}\n");
  return g_string_free (out, FALSE);
}

char *
couplet_summary_to_json (const CoupletSummary *summary)
{
  GString *out = g_string_new ("{\"summary\":{");
  g_string_append_printf (out, "\"files\":%u,\"methods\":[", summary->n_files);
  for (guint i = 0; i < summary->n_methods; i++) {
    const CoupletMethodSummary *method = summary->methods[i];
    g_string_append (out, i > 0 ? ",{" : "{");
    append_string (out, "stage", method->stage);
    g_string_append_printf (out, "\"answered\":%u,\"agreeing\":%u,", method->answered,
                            method->agreeing);
    if (method->ratios > 0) {
      append_cost (out, "worst_ratio", &method->worst);
      append_seconds (out, "mean_ratio", method->mean);
    }
    append_seconds (out, "seconds", method->seconds);
    close_object (out);
  }
  g_string_append (out, "]}}\n");
  return g_string_free (out, FALSE);
}
