/* SPDX-License-Identifier: Apache-2.0 */
/* A report: a line for each file, and at the end how many have which verdict. */
#include <couplet/report.h>

typedef struct {
  guint n[COUPLET_VERDICT_ERROR + 1]; /* files, by verdict */
} Tally;

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  (void)context;
  (void)compare;
  return g_new0 (Tally, 1);
}

static void
add_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  Tally *tally = report;
  g_autoptr (CoupletRecord) record = couplet_record_new (context, result);
  g_autofree char *file = couplet_make_visible (result->file);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  tally->n[result->verdict]++;
  couplet_context_print (context, "%s: %s", file, couplet_record_text (record, "verdict"));
  if (couplet_record_number (record, "cost", &cost)) {
    g_autofree char *shown = couplet_format_cost (&cost);
    couplet_context_print (context, ", cost %s", shown);
  }
  for (guint i = 0; i < couplet_record_length (record, "stages"); i++)
    couplet_context_print (
        context, "%s %s", i == 0 ? ", asked" : "",
        couplet_record_text (couplet_record_item (record, "stages", i), "stage"));
  couplet_context_write (context, "\n", 1);
}

static void
end (gpointer report, CoupletContext *context)
{
  Tally *tally = report;
  for (guint v = 0; v < G_N_ELEMENTS (tally->n); v++)
    couplet_context_print (context, "%s %u\n", couplet_verdict_to_string ((CoupletVerdict)v),
                           tally->n[v]);
  g_free (tally);
}

static const CoupletReport REPORT = {.begin = begin, .file = add_file, .end = end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "tally",
    .version = "1.0",
    .summary = "a line per file and a count of verdicts",
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
