/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>

static void
put_method (const CoupletJson *json, const MethodSummary *method)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "stage", method->stage);
  couplet_json_unsigned (json, "answered", method->answered);
  couplet_json_unsigned (json, "agreeing", method->agreeing);
  if (method->ratios > 0) {
    couplet_json_number (json, "worst_ratio", &method->worst);
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
