/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/plugin.h>

static const CoupletOption OPTIONS[] = {
    {"summary", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL,
     "end with what a comparison says of each method over all files"},
};

/* The report is the summary it collects, NULL when none is wanted. */
static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  return couplet_context_option_boolean (context, "summary") ? summary_new () : NULL;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  g_autofree char *line = result_to_json (result, couplet_context_wants_evidence (context));
  couplet_context_write (context, line, strlen (line));
  if (report != NULL)
    summary_add (report, result);
}

static void
end (gpointer report, CoupletContext *context)
{
  if (report == NULL)
    return;
  g_autofree char *text = summary_to_json (report);
  couplet_context_write (context, text, strlen (text));
  summary_free (report);
}

static const CoupletReport REPORT = {sizeof (CoupletReport), begin, report_file, end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "json",
    .version = "1.0",
    .summary = "JSON Lines: one object per file",
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
