/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_view.h"
#include "report_table.h"

static const char *const LAYOUT_CHOICES[] = {"auto", "rows", "columns", NULL};

static const CoupletOption OPTIONS[] = {
    {"layout", COUPLET_OPTION_CHOICE, "auto", 0, 0, LAYOUT_CHOICES,
     "how to compare: a row per method or a column per method; auto = columns for several files"},
};

typedef struct {
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
  report->page = text_page_new (context);
  report->view = compare ? compare_view_new (chosen_layout (context), report->page) : NULL;
  return report;
}

static void
report_file (gpointer data, CoupletContext *context, const CoupletFileResult *result)
{
  TableReport *report = data;
  if (report->view != NULL)
    compare_view_add (report->view, result);
  else
    report_append_file (report->page, result, FALSE);
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

static const CoupletReport REPORT = {sizeof (CoupletReport), begin, report_file, end};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_REPORT,
    .name = "table",
    .version = "1.0",
    .summary = "aligned text for people",
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .report = &REPORT,
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
