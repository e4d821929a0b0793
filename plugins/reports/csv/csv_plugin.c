/* SPDX-License-Identifier: Apache-2.0 */
#include "report_csv.h"

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
  couplet_context_write (context, CSV_HEADER, strlen (CSV_HEADER));
  return couplet_context_option_boolean (context, "summary") ? summary_new () : NULL;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  g_autofree char *rows = result_to_csv (result);
  couplet_context_write (context, rows, strlen (rows));
  if (report != NULL)
    summary_add (report, result);
}

static void
end (gpointer report, CoupletContext *context)
{
  if (report == NULL)
    return;
  g_autofree char *text = summary_to_csv (report);
  couplet_context_write (context, text, strlen (text));
  summary_free (report);
}

static const CoupletReport REPORT = {sizeof (CoupletReport), begin, report_file, end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "csv",
    .version = "1.0",
    .summary = "comma-separated values: one row per file and stage",
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
