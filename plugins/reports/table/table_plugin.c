/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_view.h"
#include "report_table.h"

static const char *const LAYOUT_CHOICES[] = {"auto", "rows", "columns", NULL};

static const CoupletOption OPTIONS[] = {
    {"layout", COUPLET_OPTION_CHOICE, "auto", 0, 0, LAYOUT_CHOICES,
     "how to compare: a row per method or a column per method; auto = columns for several files"},
};

static gpointer
begin (CoupletContext *context, gboolean compare)
{
  const char *layout = couplet_context_option_string (context, "layout");
  if (!compare)
    return NULL;
  return compare_view_new (g_str_equal (layout, "rows")      ? COUPLET_LAYOUT_ROWS
                           : g_str_equal (layout, "columns") ? COUPLET_LAYOUT_COLUMNS
                                                             : COUPLET_LAYOUT_AUTO);
}

static void
report_file (gpointer report, CoupletContext *context, const CoupletFileResult *result)
{
  if (report != NULL)
    compare_view_add (report, context, result);
  else
    report_table_file (context, result);
}

static void
end (gpointer report, CoupletContext *context)
{
  if (report == NULL)
    return;
  compare_view_finish (report, context);
  compare_view_free (report);
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
