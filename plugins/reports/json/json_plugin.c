/* SPDX-License-Identifier: Apache-2.0 */
#include "report_json.h"

#include <couplet/plugin.h>

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)context;
  (void)compare;
  return NULL;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  (void)report;
  g_autofree char *line = couplet_result_to_json (result, couplet_context_wants_evidence (context));
  couplet_context_write (context, line, strlen (line));
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
    .name = "json",
    .version = "1.0",
    .summary = "JSON Lines: one object per file",
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
