/* SPDX-License-Identifier: Apache-2.0 */
#include "report_sarif.h"

#include <couplet/internal/plugin.h>

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)context;
  (void)compare;
  return sarif_log_new ();
}

static void
report_file (gpointer log, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  (void)context;
  sarif_log_add (log, result);
}

static void
end (gpointer log, CoupletContext *context)
{
  g_autofree char *text = sarif_log_finish (log);
  couplet_context_write (context, text, strlen (text));
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "sarif",
    .version = "1.0",
    .summary = "SARIF 2.1.0, for code scanning in continuous integration",
    /* lines of states and transitions, and walks */
    .capabilities = {.takes = COUPLET_WANTS_AUTOMATON},
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
