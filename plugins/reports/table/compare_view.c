/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_view.h"

#include "common_folder.h"
#include "legend.h"

#include <couplet/internal/format.h>

#include <string.h>
#include "solution_words.h"
#include "summary.h"

/* Of each file before its methods: its name, the verdict, the least d. */
#define LEADING_CELLS 3

/* What stands below the columns, once for all files it holds for. */
typedef struct {
  char *first; /* the file it was first said of */
  char *text;
  guint n_files;
  gboolean loud; /* a contradiction */
} Note;

struct CompareView {
  const TableStyle *style;
  TextPage *page;
  Summary *summary;
  GPtrArray *cells;    /* char *: of all files, LEADING_CELLS, then one per method, NULL */
  GArray *styles;      /* CellStyle of each cell */
  GPtrArray *notes;    /* Note *, in the order of the files */
  GHashTable *by_text; /* Note.text to Note *; borrowed */
  CommonFolder folder;
  Legend legend;
  guint n_shown;        /* files */
  TextPage *only_block; /* AUTO: the first file's, until a second file comes */
};

static void
note_free (gpointer data)
{
  Note *note = data;
  g_free (note->first);
  g_free (note->text);
  g_free (note);
}

CompareView *
compare_view_new (const TableStyle *style, TextPage *page)
{
  CompareView *view = g_new0 (CompareView, 1);
  view->style = style;
  view->page = page;
  view->summary = summary_new ();
  view->cells = g_ptr_array_new_with_free_func (g_free);
  view->styles = g_array_new (FALSE, FALSE, sizeof (CellStyle));
  view->notes = g_ptr_array_new_with_free_func (note_free);
  view->by_text = g_hash_table_new (g_str_hash, g_str_equal);
  return view;
}

void
compare_view_free (CompareView *view)
{
  if (view == NULL)
    return;
  summary_free (view->summary);
  g_ptr_array_unref (view->cells);
  g_array_unref (view->styles);
  g_hash_table_unref (view->by_text);
  g_ptr_array_unref (view->notes);
  common_folder_clear (&view->folder);
  text_page_free (view->only_block);
  g_free (view);
}

/* ---- A row per file ----------------------------------------------------------------- */

static void
add_cell (CompareView *view, CellStyle style, char *text)
{
  g_ptr_array_add (view->cells, text);
  g_array_append_val (view->styles, style);
}

static void
take_note (CompareView *view, const CoupletResult *result, gboolean loud, char *text)
{
  Note *note = g_hash_table_lookup (view->by_text, text);
  if (note != NULL) {
    note->n_files++;
    g_free (text);
    return;
  }
  note = g_new0 (Note, 1);
  *note = (Note){couplet_format_item (result), text, 1, loud};
  g_ptr_array_add (view->notes, note);
  g_hash_table_insert (view->by_text, note->text, note);
}

static void
add_notes (CompareView *view, const CoupletResult *result)
{
  if (result->disagreement)
    take_note (view, result, TRUE,
               g_strdup_printf ("%s: %s", report_disagreement (result), result->disagreement_text));
  if (!view->style->reasons)
    return;
  if (result->solution != NULL)
    take_note (view, result, FALSE, solution_words (result->solution));
  if (result->reason != NULL)
    take_note (view, result, FALSE, g_strdup (result->reason));
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    if (report_shows_reason (view->style, result, stage))
      take_note (view, result, FALSE, g_strdup_printf ("%s: %s", stage->stage, stage->reason));
  }
}

/* `private`, or `claim 1 fails, private`. */
static void
add_verdict (CompareView *view, const CoupletResult *result)
{
  char *verdict = report_verdict_words (result);
  g_autofree char *claim = report_claim_words (result);
  if (claim == NULL) {
    add_cell (view, verdict_style (result->verdict), verdict);
    return;
  }
  add_cell (view, report_claim_style (result), g_strdup_printf ("%s, %s", claim, verdict));
  g_free (verdict);
}

/* What is proven of the least d. */
static void
add_least_d (CompareView *view, const CoupletResult *result)
{
  char *least = couplet_bounds_to_words (&result->bounds, TRUE);
  legend_note (&view->legend, least != NULL ? least : "");
  add_cell (view, CELL_PLAIN, least != NULL ? least : g_strdup (""));
}

static void
add_columns (CompareView *view, const CoupletResult *result)
{
  add_cell (view, CELL_PLAIN, couplet_format_item (result));
  add_verdict (view, result);
  add_least_d (view, result);
  for (guint i = 0; i < result->n_stages; i++) {
    char *words = report_stage_words_briefly (&result->stages[i]);
    legend_note (&view->legend, words);
    add_cell (view, report_stage_style (&result->stages[i]), words);
  }
  /* a file that could not be read has no stages */
  g_ptr_array_add (view->cells, NULL);
  add_notes (view, result);
}

/* How much names of files are shortened by. */
static gsize
cut_of (const CompareView *view)
{
  gboolean whole = view->style->full_paths || view->n_shown <= 1;
  return whole ? 0 : common_folder_length (&view->folder);
}

/* What is shown of name, which begins with that of a file. */
static const char *
short_name (const CompareView *view, const char *name)
{
  return name + cut_of (view);
}

/* Says once what is left out of the names. */
static void
append_folder (const CompareView *view)
{
  if (cut_of (view) == 0)
    return;
  g_autofree char *text = g_strdup_printf ("files in %s:", view->folder.path);
  text_append_wrapped (view->page, CELL_PLAIN, "", text);
}

static TextTable *
begin_columns (const CompareView *view, guint n_columns)
{
  g_autoptr (GString) alignment = g_string_new ("llr");
  for (guint i = LEADING_CELLS; i < n_columns; i++)
    g_string_append_c (alignment, view->summary->methods[i - LEADING_CELLS]->decider ? 'l' : 'r');
  TextTable *table = text_table_new (alignment->str);
  text_table_add (table, CELL_HEAD, "file");
  text_table_add (table, CELL_HEAD, "verdict");
  text_table_add (table, CELL_HEAD, "least d");
  for (guint i = LEADING_CELLS; i < n_columns; i++)
    text_table_add (table, CELL_HEAD, view->summary->methods[i - LEADING_CELLS]->stage);
  return table;
}

static void
append_columns (const CompareView *view)
{
  guint n_columns = LEADING_CELLS + view->summary->n_methods;
  g_autoptr (TextTable) table = begin_columns (view, n_columns);
  guint column = 0, styled = 0;
  for (guint i = 0; i < view->cells->len; i++) {
    const char *text = g_ptr_array_index (view->cells, i);
    if (text != NULL) {
      text_table_add (table, g_array_index (view->styles, CellStyle, styled++),
                      column == 0 ? short_name (view, text) : text);
      column++;
      continue;
    }
    for (; column < n_columns; column++)
      text_table_add (table, CELL_PLAIN, "");
    column = 0;
  }
  text_table_append_folded (table, view->page);
}

static void
append_note (const CompareView *view, const Note *note)
{
  g_autofree char *more =
      note->n_files > 1 ? g_strdup_printf (" and %u more", note->n_files - 1) : g_strdup ("");
  g_autofree char *text =
      g_strdup_printf ("%s%s: %s", short_name (view, note->first), more, note->text);
  text_append_wrapped (view->page, note->loud ? CELL_BAD : CELL_PLAIN, note->loud ? "  !! " : "  ",
                       text);
}

/* The loud ones first. */
static void
append_notes (const CompareView *view)
{
  for (int loud = TRUE; loud >= FALSE; loud--)
    for (guint i = 0; i < view->notes->len; i++) {
      const Note *note = g_ptr_array_index (view->notes, i);
      if (note->loud == loud)
        append_note (view, note);
    }
}

/* ---- The summary ------------------------------------------------------------------------ */

/* The file comes last: it may be cut. */
static const SummaryColumn COLUMNS[N_SUMMARY_COLUMNS] = {
    SUMMARY_METHOD, SUMMARY_ANSWERED, SUMMARY_AGREE, SUMMARY_LOOSE, SUMMARY_MEDIAN,
    SUMMARY_P90,    SUMMARY_WORST,    SUMMARY_TIME,  SUMMARY_IN};

/* Wider ratios are decimals alone. */
#define LONGEST_RATIO 16

/* The worst ratio, as `7/4 (1.75)` or `~1.0000`; the caller frees it. */
static char *
worst_words (const MethodSummary *method)
{
  g_autofree char *words =
      method->ratios > 0 ? couplet_format_cost (&method->worst) : g_strdup ("");
  const char *decimal = strlen (words) > LONGEST_RATIO ? strchr (words, '(') : NULL;
  return decimal != NULL ? g_strndup (decimal + 1, strcspn (decimal + 1, ")"))
                         : g_steal_pointer (&words);
}

/* Whether the table of methods has the column. */
static gboolean
shows (const CompareView *view, guint column)
{
  return view->style->details || column != SUMMARY_TIME;
}

static void
add_summary_row (const CompareView *view, TextTable *table, const MethodSummary *method)
{
  for (guint i = 0; i < G_N_ELEMENTS (COLUMNS); i++) {
    SummaryColumn column = COLUMNS[i];
    gboolean disagrees = column == SUMMARY_AGREE && method->agreeing < method->answered;
    g_autofree char *cell =
        column == SUMMARY_WORST ? worst_words (method) : summary_cell (method, column);
    if (shows (view, column))
      text_table_add (table, disagrees ? CELL_BAD : CELL_PLAIN,
                      column == SUMMARY_IN && *cell != '\0' ? short_name (view, cell) : cell);
  }
}

static void
append_summary (const CompareView *view)
{
  g_autoptr (TextTable) table = text_table_new (view->style->details ? "lrrrrrrrl" : "lrrrrrrl");
  g_string_append_printf (view->page->text, "\n%u files", view->summary->n_files);
  if (view->n_shown < view->summary->n_files)
    g_string_append_printf (view->page->text, ", %u shown", view->n_shown);
  g_string_append_c (view->page->text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (COLUMNS); i++)
    if (shows (view, COLUMNS[i]))
      text_table_add (table, CELL_HEAD, SUMMARY_HEADS[COLUMNS[i]]);
  for (guint i = 0; i < view->summary->n_methods; i++)
    add_summary_row (view, table, view->summary->methods[i]);
  text_table_append_folded (table, view->page);
  text_append_wrapped (view->page, CELL_PLAIN, "  ",
                       "ratio: certified upper cost to exact cost; loose: files where it is above "
                       "1; 90 %: nine of ten files have at most this");
}

/* ---- All of it ------------------------------------------------------------------------------ */

void
compare_view_add (CompareView *view, const CoupletResult *result)
{
  summary_add (view->summary, result);
  if (view->style->layout != LAYOUT_ROWS)
    common_folder_add (&view->folder, result->file);
  if (result->is_unshown)
    return;
  view->n_shown++;
  if (view->style->layout == LAYOUT_ROWS) {
    report_append_file (view->page, result, view->style);
    return;
  }
  g_clear_pointer (&view->only_block, text_page_free);
  if (view->style->layout == LAYOUT_AUTO && view->n_shown == 1) {
    view->only_block = text_page_new_like (view->page);
    report_append_file (view->only_block, result, view->style);
  }
  add_columns (view, result);
}

void
compare_view_finish (CompareView *view)
{
  if (view->only_block != NULL) {
    g_string_append (view->page->text, view->only_block->text->str);
  } else if (view->style->layout != LAYOUT_ROWS && view->n_shown > 0) {
    append_folder (view);
    append_columns (view);
    append_notes (view);
    legend_append (&view->legend, view->page);
  }
  summary_finish (view->summary);
  if (view->style->summary && view->summary->n_files > 1 && view->summary->n_methods > 0)
    append_summary (view);
}
