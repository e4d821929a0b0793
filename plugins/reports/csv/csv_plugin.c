/* SPDX-License-Identifier: Apache-2.0 */
#include "report_csv.h"
#include "text_report.h"

#include <string.h>

static const CoupletOption OPTIONS[] = {SUMMARY_OPTION};

typedef struct {
  gpointer report; /* of text_report.h */
  gboolean begun;  /* the header is written */
  CsvSaid *said;
} CsvReport;

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)compare;
  CsvReport *csv = g_new0 (CsvReport, 1);
  csv->report = text_report_begin (context);
  csv->said = csv_said_new ();
  return csv;
}

/* Once: the first result tells which columns there are. */
static void
write_header (CsvReport *csv, CoupletContext *context, const CoupletResult *first)
{
  if (csv->begun)
    return;
  g_autofree char *header = csv_header (first);
  couplet_context_write (context, header, strlen (header));
  csv->begun = TRUE;
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  CsvReport *csv = report;
  if (!result->is_unshown)
    write_header (csv, context, result);
  text_report_file (csv->report, context, result,
                    result->is_unshown ? NULL : result_to_csv (result, csv->said));
}

static void
end (gpointer report, CoupletContext *context)
{
  CsvReport *csv = report;
  write_header (csv, context, NULL);
  text_report_end (csv->report, context, summary_to_csv);
  csv_said_free (csv->said);
  g_free (csv);
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "csv",
    .version = "1.0",
    .summary = "comma-separated values: one row per file and stage",
    .capabilities = {.takes = COUPLET_WANTS_PROVENANCE | COUPLET_WANTS_UNSHOWN},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
