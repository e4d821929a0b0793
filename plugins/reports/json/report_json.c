/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>

/* value, one of the figures of method; null where it has no ratios. */
static void
put_ratio (const CoupletJson *json, const char *key, const MethodSummary *method, double value)
{
  if (method->ratios > 0)
    couplet_json_double (json, key, value);
  else
    couplet_json_null (json, key);
}

static void
put_method (const CoupletJson *json, const MethodSummary *method)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "stage", method->stage);
  couplet_json_unsigned (json, "answered", method->answered);
  couplet_json_unsigned (json, "agreeing", method->agreeing);
  couplet_json_unsigned (json, "loose", method->loose);
  put_ratio (json, "median_ratio", method, method->median);
  put_ratio (json, "p90_ratio", method, method->p90);
  if (method->ratios > 0)
    couplet_json_number (json, "worst_ratio", &method->worst);
  else
    couplet_json_null (json, "worst_ratio");
  couplet_json_string (json, "worst_file", method->worst_file);
  put_ratio (json, "mean_ratio", method, method->mean);
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
