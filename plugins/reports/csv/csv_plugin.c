/* SPDX-License-Identifier: Apache-2.0 */
#include "report_csv.h"

#include <couplet/plugin.h>

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  couplet_context_write (context, COUPLET_CSV_HEADER, strlen (COUPLET_CSV_HEADER));
  return NULL;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  (void)report;
  g_autofree char *rows = couplet_result_to_csv (result);
  couplet_context_write (context, rows, strlen (rows));
}

static void
end (gpointer report, CoupletContext *context)
{
  (void)report;
  (void)context;
}

static const CoupletReport REPORT = {sizeof (CoupletReport), begin, report_file, end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "csv",
    .version = "1.0",
    .summary = "comma-separated values: one row per file and stage",
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
