/* SPDX-License-Identifier: Apache-2.0 */
#include "basic.h"
#include "compare_view.h"
#include "report_table.h"

static const char *const LAYOUT_CHOICES[] = {"auto", "rows", "columns", NULL};

static const char *const PATH_CHOICES[] = {"short", "full", NULL};

static const CoupletOption OPTIONS[] = {
    {"layout", COUPLET_OPTION_CHOICE, "auto", 0, 0, LAYOUT_CHOICES,
     "how to compare: a row per method or a column per method; auto = columns for several files"},
    {"reasons", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL,
     "say why files are not private or not known, and show inputs for claims that fail"},
    {"paths", COUPLET_OPTION_CHOICE, "short", 0, 0, PATH_CHOICES,
     "names of files in columns: in full, or without the folder that all have in common, which "
     "then stands above"},
    {"summary", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL,
     "end a comparison with what each method came to over all files"},
};

typedef struct {
  TableStyle style;
  TextPage *page;
  CompareView *view; /* NULL: a block per file as it comes */
} TableReport;

static TableLayout
chosen_layout (CoupletContext *context)
{
  const char *layout = couplet_context_option_string (context, "layout");
  return g_str_equal (layout, "rows")      ? LAYOUT_ROWS
         : g_str_equal (layout, "columns") ? LAYOUT_COLUMNS
                                           : LAYOUT_AUTO;
}

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  TableReport *report = g_new0 (TableReport, 1);
  report->style =
      (TableStyle){compare,
                   chosen_layout (context),
                   couplet_context_option_boolean (context, "reasons"),
                   g_str_equal (couplet_context_option_string (context, "paths"), "full"),
                   couplet_context_option_boolean (context, "summary"),
                   couplet_context_wants_details (context)};
  report->page = text_page_new (context);
  report->view = compare ? compare_view_new (&report->style, report->page) : NULL;
  return report;
}

static void
report_file (gpointer data, CoupletContext *context, const CoupletFileResult *shown)
{
  const CoupletResult *result = couplet_result_of (shown);
  TableReport *report = data;
  if (report->view != NULL)
    compare_view_add (report->view, result);
  else
    report_append_file (report->page, result, &report->style);
  text_page_flush (report->page, context);
}

static void
end (gpointer data, CoupletContext *context)
{
  TableReport *report = data;
  if (report->view != NULL)
    compare_view_finish (report->view);
  text_page_flush (report->page, context);
  compare_view_free (report->view);
  text_page_free (report->page);
  g_free (report);
}

static const CoupletReport REPORT = {.begin = begin, .file = report_file, .end = end};

const CoupletPlugin REPORT_TABLE = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "table",
    .version = "1.0",
    .summary = "aligned text for people",
    .capabilities = {.takes = COUPLET_WANTS_UNSHOWN},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};
