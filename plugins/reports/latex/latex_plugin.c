/* SPDX-License-Identifier: Apache-2.0 */
#include "report_latex.h"

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  Summary *summary = summary_new ();
  summary->provenance = couplet_context_provenance (context);
  return summary;
}

static void
report_file (gpointer summary, CoupletContext *context, const CoupletFileResult *shown)
{
  (void)context;
  summary_add (summary, couplet_result_of (shown));
}

static void
end (gpointer summary, CoupletContext *context)
{
  summary_finish (summary);
  g_autofree char *text = summary_to_latex (summary);
  couplet_context_print (context, "%s", text);
  summary_free (summary);
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "latex",
    .version = "1.0",
    .summary = "what each method came to over all files, as a table for a paper",
    .capabilities = {.takes = COUPLET_WANTS_PROVENANCE | COUPLET_WANTS_UNSHOWN},
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
