/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_view.h"

#include <couplet/format.h>
#include <couplet/summary.h>

struct CompareView {
  CoupletLayout layout;
  CoupletSummary *summary;
  GPtrArray *cells; /* char *: file, verdict, a cell per method, of all files */
  GArray *styles;   /* CellStyle of each cell */
  GPtrArray *notes; /* char *: below the columns */
  TextTable *first; /* AUTO: the first file's block, until a second file comes */
};

CompareView *
compare_view_new (CoupletLayout layout)
{
  CompareView *view = g_new0 (CompareView, 1);
  view->layout = layout;
  view->summary = couplet_summary_new ();
  view->cells = g_ptr_array_new_with_free_func (g_free);
  view->styles = g_array_new (FALSE, FALSE, sizeof (CellStyle));
  view->notes = g_ptr_array_new_with_free_func (g_free);
  return view;
}

void
compare_view_free (CompareView *view)
{
  couplet_summary_free (view->summary);
  g_ptr_array_unref (view->cells);
  g_array_unref (view->styles);
  g_ptr_array_unref (view->notes);
  text_table_free (view->first);
  g_free (view);
}

/* ---- A block per file ------------------------------------------------------------ */

static char *
ratio_text (const CoupletStageResult *stage, const CoupletRational *exact)
{
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (exact == NULL || !stage->has_cost || stage->cost_is_infinite ||
      !couplet_cost_ratio (&stage->cost, exact, &ratio))
    return g_strdup ("");
  return couplet_rational_to_decimal (&ratio, 3);
}

static void
add_method_row (TextTable *table, const CoupletStageResult *stage, const CoupletRational *exact)
{
  gboolean decider = g_str_equal (stage->kind, "decider");
  g_autofree char *words = stage_words (stage);
  g_autofree char *ratio = ratio_text (stage, exact);
  g_autofree char *time = couplet_format_duration (stage->seconds);
  text_table_add (table, CELL_PLAIN, "");
  text_table_add (table, CELL_PLAIN, stage->stage);
  text_table_add (table, decider ? verdict_style (stage->verdict) : CELL_PLAIN, words);
  text_table_add (table, CELL_PLAIN, ratio);
  text_table_add (table, CELL_PLAIN, stage->ran ? time : "-");
}

static TextTable *
make_block (const CoupletFileResult *result)
{
  static const char *const heads[] = {"", "method", "says", "ratio", "time"};
  TextTable *table = text_table_new ("lllrr");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    text_table_add (table, CELL_HEAD, heads[i]);
  for (guint i = 0; i < result->n_stages; i++)
    add_method_row (table, &result->stages[i], couplet_exact_cost (result));
  return table;
}

/* ---- A row per file ----------------------------------------------------------------- */

static void
add_cell (CompareView *view, CellStyle style, char *text)
{
  g_ptr_array_add (view->cells, text);
  g_array_append_val (view->styles, style);
}

/* The shortest that still tells what the figure means. */
static char *
short_words (const CoupletStageResult *stage)
{
  if (stage->failed)
    return g_strdup ("failed");
  if (!stage->ran)
    return g_strdup ("-");
  if (g_str_equal (stage->kind, "decider"))
    return g_strdup (verdict_words (stage->verdict));
  if (stage->has_cost && stage->cost_is_infinite)
    return g_strdup ("none");
  if (!stage->has_cost)
    return g_strdup ("?");
  g_autofree char *cost = couplet_rational_to_string (&stage->cost);
  return g_strdup_printf ("%s%s", cost, stage->certified ? "" : "?");
}

static void
add_note (CompareView *view, const CoupletFileResult *result, const char *who, const char *text)
{
  g_ptr_array_add (view->notes, g_strdup_printf ("%s: %s%s%s", result->file, who != NULL ? who : "",
                                                 who != NULL ? ": " : "", text));
}

static void
add_columns (CompareView *view, const CoupletFileResult *result)
{
  add_cell (view, CELL_PLAIN, g_strdup (result->file));
  add_cell (view, verdict_style (result->verdict), g_strdup (verdict_words (result->verdict)));
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    gboolean decider = g_str_equal (stage->kind, "decider");
    add_cell (view, decider ? verdict_style (stage->verdict) : CELL_PLAIN, short_words (stage));
    if (!couplet_stage_has_answered (stage) && stage->reason != NULL &&
        result->verdict != COUPLET_VERDICT_NOT_PRIVATE)
      add_note (view, result, stage->stage, stage->reason);
  }
  /* a file that could not be read has no stages */
  g_ptr_array_add (view->cells, NULL);
  if (result->reason != NULL && result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    add_note (view, result, NULL, result->reason);
  if (result->disagreement)
    add_note (view, result, "THE STAGES DISAGREE", result->disagreement_text);
}

static void
print_columns (const CompareView *view, CoupletContext *context)
{
  g_autoptr (GString) alignment = g_string_new ("ll");
  for (guint i = 0; i < view->summary->n_methods; i++)
    g_string_append_c (alignment, view->summary->methods[i]->decider ? 'l' : 'r');
  g_autoptr (TextTable) table = text_table_new (alignment->str);
  text_table_add (table, CELL_HEAD, "file");
  text_table_add (table, CELL_HEAD, "verdict");
  for (guint i = 0; i < view->summary->n_methods; i++)
    text_table_add (table, CELL_HEAD, view->summary->methods[i]->stage);
  guint column = 0, styled = 0;
  for (guint i = 0; i < view->cells->len; i++) {
    const char *text = g_ptr_array_index (view->cells, i);
    if (text != NULL) {
      text_table_add (table, g_array_index (view->styles, CellStyle, styled++), text);
      column++;
      continue;
    }
    for (; column < alignment->len; column++)
      text_table_add (table, CELL_PLAIN, "");
    column = 0;
  }
  text_table_print (table, context);
  for (guint i = 0; i < view->notes->len; i++)
    text_print_wrapped (context, "  ", g_ptr_array_index (view->notes, i), report_width (context));
}

/* ---- The summary ------------------------------------------------------------------------ */

static void
add_summary_row (TextTable *table, const CoupletMethodSummary *method)
{
  g_autofree char *answered = g_strdup_printf ("%u", method->answered);
  g_autofree char *agreeing = g_strdup_printf ("%u", method->agreeing);
  g_autofree char *worst =
      method->ratios > 0 ? couplet_rational_to_decimal (&method->worst, 3) : g_strdup ("");
  g_autofree char *mean =
      method->ratios > 0 ? g_strdup_printf ("%.3f", method->mean) : g_strdup ("");
  g_autofree char *time = couplet_format_duration (method->seconds);
  text_table_add (table, CELL_PLAIN, method->stage);
  text_table_add (table, CELL_PLAIN, answered);
  text_table_add (table, method->agreeing < method->answered ? CELL_BAD : CELL_PLAIN, agreeing);
  text_table_add (table, CELL_PLAIN, worst);
  text_table_add (table, CELL_PLAIN, mean);
  text_table_add (table, CELL_PLAIN, time);
}

static void
print_summary (const CompareView *view, CoupletContext *context)
{
  static const char *const heads[] = {"method",      "answered",   "agree",
                                      "worst ratio", "mean ratio", "total time"};
  g_autoptr (TextTable) table = text_table_new ("lrrrrr");
  couplet_context_print (context, "\n%u file%s\n", view->summary->n_files,
                         view->summary->n_files == 1 ? "" : "s");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    text_table_add (table, CELL_HEAD, heads[i]);
  for (guint i = 0; i < view->summary->n_methods; i++)
    add_summary_row (table, view->summary->methods[i]);
  text_table_print (table, context);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void
print_block (CoupletContext *context, const CoupletFileResult *result)
{
  g_autoptr (TextTable) block = make_block (result);
  couplet_context_print (context, "%s: %s\n", result->file, verdict_words (result->verdict));
  report_disagreement (context, result);
  text_table_print (block, context);
  if (result->reason != NULL)
    text_print_wrapped (context, "    ", result->reason, report_width (context));
}

void
compare_view_add (CompareView *view, CoupletContext *context, const CoupletFileResult *result)
{
  couplet_summary_add (view->summary, result);
  if (view->layout == COUPLET_LAYOUT_ROWS) {
    print_block (context, result);
    return;
  }
  if (view->layout == COUPLET_LAYOUT_AUTO && view->summary->n_files == 1)
    view->first = make_block (result);
  else
    g_clear_pointer (&view->first, text_table_free);
  add_columns (view, result);
}

void
compare_view_finish (CompareView *view, CoupletContext *context)
{
  if (view->first != NULL) {
    couplet_context_print (context, "%s: %s\n", (char *)g_ptr_array_index (view->cells, 0),
                           (char *)g_ptr_array_index (view->cells, 1));
    text_table_print (view->first, context);
    for (guint i = 0; i < view->notes->len; i++)
      text_print_wrapped (context, "    ", g_ptr_array_index (view->notes, i),
                          report_width (context));
    return;
  }
  if (view->layout != COUPLET_LAYOUT_ROWS)
    print_columns (view, context);
  if (view->summary->n_files > 1)
    print_summary (view, context);
}
