/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include "html_cell.h"
#include "html_printer.h"
#include "page_parts.h"
#include "plots.h"
#include "sweep_plots.h"
#include "words.h"

#include <couplet/format.h>

#include <string.h>

#define KEY_DIGITS 12 /* of a decimal that rows are sorted by */
#define MOST_OPEN 3   /* files whose sections are open at first */
#define N_VERDICTS (COUPLET_VERDICT_ERROR + 1)

struct HtmlPage {
  SectionOptions options;
  SectionTools *tools;
  gboolean compare;
  GString *rows;       /* of the table of files */
  GPtrArray *sections; /* char *: each from its <summary> on */
  GPtrArray *methods;  /* char *: the stages, as the first file that was read has them */
  GPtrArray *swept;    /* char *: the parameters of which the first result has one value of several;
                          NULL = there is no result yet */
  Plots *plots;
  SweepPlots *sweeps;
  guint counts[N_VERDICTS];
  char *made_by; /* the version and the date, of the first file that was read; NULL = not known */
};

HtmlPage *
html_page_new (const SectionOptions *options, gboolean compare)
{
  HtmlPage *page = g_new0 (HtmlPage, 1);
  page->options = *options;
  page->tools = section_tools_new ();
  page->compare = compare;
  page->rows = g_string_new (NULL);
  page->sections = g_ptr_array_new_with_free_func (g_free);
  page->methods = g_ptr_array_new_with_free_func (g_free);
  page->plots = plots_new ();
  page->sweeps = sweep_plots_new ();
  return page;
}

static void
html_page_free (HtmlPage *page)
{
  section_tools_free (page->tools);
  g_string_free (page->rows, TRUE);
  g_ptr_array_unref (page->sections);
  g_ptr_array_unref (page->methods);
  g_clear_pointer (&page->swept, g_ptr_array_unref);
  plots_free (page->plots);
  sweep_plots_free (page->sweeps);
  g_free (page->made_by);
  g_free (page);
}

/* ---- The table of files --------------------------------------------------------------------- */

/* A cell that is sorted by value; NULL = it has none and is sorted last. */
static void
put_number_cell (GString *out, const CoupletRational *value, const char *text)
{
  g_autofree char *decimal =
      value != NULL ? couplet_rational_to_decimal (value, KEY_DIGITS) : g_strdup ("");
  g_string_append_printf (out, "<td class=\"number\" data-key=\"%s\">",
                          *decimal == '~' ? decimal + 1 : decimal);
  html_put_text (out, text);
  g_string_append (out, "</td>");
}

static void
put_time_cell (GString *out, double seconds)
{
  char key[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = couplet_format_duration (seconds);
  g_string_append_printf (out, "<td class=\"number\" data-key=\"%s\">",
                          g_ascii_formatd (key, sizeof key, "%.9f", seconds));
  html_put_text (out, text);
  g_string_append (out, "</td>");
}

static void
put_bound_cell (GString *out, gboolean has, const CoupletRational *value)
{
  g_autofree char *text = has ? couplet_format_cost_briefly (value) : g_strdup ("");
  put_number_cell (out, has ? value : NULL, text);
}

/* The value of each swept parameter, sorted as a number where it is one. */
static void
put_swept_cells (const HtmlPage *page, const CoupletFileResult *result)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  for (guint i = 0; i < page->swept->len; i++) {
    const char *value = "";
    for (guint k = 0; k < result->n_swept; k++)
      if (g_str_equal (result->swept[k].name, page->swept->pdata[i]))
        value = result->swept[k].value;
    if (couplet_rational_parse (&number, value, strlen (value), NULL))
      put_number_cell (page->rows, &number, value);
    else
      html_put_cell (page->rows, "number", value);
  }
}

static void
put_method_cells (GString *out, const CoupletFileResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) {
    const CoupletStageResult *stage = &result->stages[i];
    g_autofree char *words = report_stage_words_briefly (stage);
    put_number_cell (out, stage->has_cost && !stage->cost_is_infinite ? &stage->cost : NULL, words);
  }
}

static void
put_item (GString *out, const CoupletFileResult *result)
{
  g_autofree char *name = couplet_format_item (result);
  g_autofree char *visible = couplet_make_visible (name);
  html_put_text (out, visible);
}

static void
add_row (HtmlPage *page, const CoupletFileResult *result)
{
  GString *out = page->rows;
  g_autofree char *verdict = report_verdict_words (result);
  g_autofree char *least = couplet_format_least_d_briefly (result);
  g_autofree char *claim = report_claim_words (result);
  gboolean is_private = result->verdict == COUPLET_VERDICT_PRIVATE;
  g_string_append_printf (out, "<tr><td><a href=\"#f%u\">", page->sections->len + 1);
  put_item (out, result);
  g_string_append (out, "</a></td>");
  put_swept_cells (page, result);
  html_put_cell (out, verdict_class (result->verdict), verdict);
  put_number_cell (out, is_private && result->has_cost ? &result->cost : NULL,
                   least != NULL ? least : "");
  put_bound_cell (out, result->has_at_least, &result->at_least);
  put_bound_cell (out, result->has_cost, &result->cost);
  html_put_cell (out, "short", claim != NULL ? claim : "");
  put_time_cell (out, result->seconds);
  if (page->compare) /* last, as files that could not be read have none */
    put_method_cells (out, result);
  g_string_append (out, "</tr>\n");
}

static void
put_head (GString *out, const char *name, gboolean number)
{
  g_string_append_printf (out, "<th scope=\"col\"%s><button type=\"button\">",
                          number ? " class=\"number\"" : "");
  html_put_text (out, name);
  g_string_append (out, "</button></th>");
}

static void
put_table (const HtmlPage *page, GString *out)
{
  g_string_append (out, "<div class=\"wide\"><table class=\"sortable\" id=\"files\">\n<thead><tr>");
  put_head (out, "file", FALSE);
  for (guint i = 0; page->swept != NULL && i < page->swept->len; i++)
    put_head (out, page->swept->pdata[i], TRUE);
  put_head (out, "verdict", FALSE);
  put_head (out, "least d", TRUE);
  put_head (out, "d at least", TRUE);
  put_head (out, "d at most", TRUE);
  put_head (out, "claim", FALSE);
  put_head (out, "time", TRUE);
  for (guint i = 0; page->compare && i < page->methods->len; i++)
    put_head (out, page->methods->pdata[i], TRUE);
  g_string_append_printf (out, "</tr></thead>\n<tbody>\n%s</tbody></table></div>\n",
                          page->rows->str);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void
add_section (HtmlPage *page, const CoupletFileResult *result)
{
  GString *out = g_string_new ("<summary><h2>");
  g_autofree char *verdict = report_verdict_words (result);
  g_autofree char *least = couplet_format_least_d (result);
  put_item (out, result);
  g_string_append_printf (out, "</h2> <span class=\"%s\">", verdict_class (result->verdict));
  html_put_text (out, verdict);
  g_string_append (out, "</span>");
  if (least != NULL) {
    g_string_append (out, ", ");
    html_put_text (out, least);
  }
  if (result->epsilon != NULL) {
    g_string_append (out, ", for ");
    html_put_text (out, result->epsilon);
  }
  g_string_append (out, "</summary>\n");
  put_file_section (out, result, page->sections->len + 1, &page->options, page->tools);
  g_ptr_array_add (page->sections, g_string_free (out, FALSE));
}

/* `couplet 0.1.0, commit 0123..., 2026-11-22T04:21:42Z`. The caller frees it. */
static char *
maker_words (const CoupletProvenance *made)
{
  return g_strdup_printf ("couplet %s%s%s, %s", made->version,
                          made->commit != NULL ? ", commit " : "",
                          made->commit != NULL ? made->commit : "", made->date);
}

/* The caller frees it. */
static GPtrArray *
names_of_swept (const CoupletFileResult *result)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < result->n_swept; i++)
    g_ptr_array_add (names, couplet_make_visible (result->swept[i].name));
  return names;
}

void
html_page_add (HtmlPage *page, const CoupletFileResult *result)
{
  if (page->made_by == NULL && result->origin != NULL && result->origin->provenance != NULL)
    page->made_by = maker_words (result->origin->provenance);
  for (guint i = page->methods->len; i < result->n_stages; i++)
    g_ptr_array_add (page->methods, g_strdup (result->stages[i].stage));
  page->counts[result->verdict]++;
  if (page->swept == NULL)
    page->swept = names_of_swept (result);
  add_row (page, result);
  if (page->compare)
    plots_add (page->plots, result);
  sweep_plots_add (page->sweeps, result);
  add_section (page, result);
}

/* `3 files: 2 private, 1 not private.`; of a sweep a file counts once for each value. */
static void
put_counts (const HtmlPage *page, GString *out)
{
  static const CoupletVerdict order[] = {COUPLET_VERDICT_PRIVATE, COUPLET_VERDICT_NOT_PRIVATE,
                                         COUPLET_VERDICT_UNKNOWN, COUPLET_VERDICT_ERROR};
  const char *before = ": ";
  guint n = page->sections->len;
  g_string_append_printf (out, "<p>%u %s%s", n,
                          page->swept != NULL && page->swept->len > 0 ? "value" : "file",
                          n == 1 ? "" : "s");
  for (guint i = 0; i < N_VERDICTS; i++) {
    if (page->counts[order[i]] == 0)
      continue;
    g_string_append_printf (out, "%s%u <span class=\"%s\">%s</span>", before,
                            page->counts[order[i]], verdict_class (order[i]),
                            verdict_words (order[i]));
    before = ", ";
  }
  g_string_append (out, ".</p>\n");
}

char *
html_page_finish (HtmlPage *page)
{
  GString *out = g_string_new ("<!doctype html>\n<html lang=\"en\">\n<head>\n"
                               "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                               "content=\"width=device-width, initial-scale=1\">\n"
                               "<title>Couplet report</title>\n<style>\n");
  g_string_append_printf (out, "%s</style>\n</head>\n<body>\n<h1>Couplet report</h1>\n", PAGE_CSS);
  if (page->made_by != NULL)
    g_string_append_printf (out, "<p class=\"quiet\">%s</p>\n", page->made_by);
  put_counts (page, out);
  sweep_plots_put (page->sweeps, out); /* its table is long */
  put_table (page, out);
  plots_put (page->plots, out);
  for (guint i = 0; i < page->sections->len; i++)
    g_string_append_printf (out, "<details class=\"file\" id=\"f%u\"%s>\n%s</details>\n", i + 1,
                            page->sections->len <= MOST_OPEN ? " open" : "",
                            (const char *)page->sections->pdata[i]);
  g_string_append_printf (out, "<script>\n%s</script>\n</body>\n</html>\n", PAGE_JS);
  html_page_free (page);
  return g_string_free (out, FALSE);
}
