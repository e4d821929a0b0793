/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include "read_again.h"
#include "solution_words.h"
#include "words.h"

#include <couplet/format.h>
#include <couplet/host/check.h>
#include <couplet/host/explain.h>
#include <couplet/host/unfold.h>
#include <couplet/json.h>
#include <couplet/result_json.h>

#include <string.h>

#define LEVEL 3         /* of headings in explanations */
#define MOST_LINES 2000 /* of a source */
#define MOST_SIZE 1     /* of a source, in MiB */

struct HtmlPage {
  PageOptions options;
  CoupletExplainer *explainer; /* NULL: error */
  GError *error;
  GString *head, *rows; /* of the table of files */
  GString *sections;
  GString *records; /* JSON */
  guint n_files;
  guint n_methods; /* columns in head */
  gboolean is_swept;
  char *made_by; /* the first file that was read; NULL = not known */
};

HtmlPage *
html_page_new (const PageOptions *options)
{
  HtmlPage *page = g_new0 (HtmlPage, 1);
  page->options = *options;
  page->explainer = couplet_explainer_new (&page->error);
  page->head = g_string_new (NULL);
  page->rows = g_string_new (NULL);
  page->sections = g_string_new (NULL);
  page->records = g_string_new (NULL);
  return page;
}

static void
html_page_free (HtmlPage *page)
{
  couplet_explainer_free (page->explainer);
  g_clear_error (&page->error);
  g_string_free (page->head, TRUE);
  g_string_free (page->rows, TRUE);
  g_string_free (page->sections, TRUE);
  g_string_free (page->records, TRUE);
  g_free (page->made_by);
  g_free (page);
}

/* text, of whatever origin, with what HTML would obey escaped. */
static void
put_text (GString *out, const char *text)
{
  g_autofree char *visible = couplet_make_visible (text);
  g_autofree char *escaped = g_markup_escape_text (visible, -1);
  g_string_append (out, escaped);
}

static void
put_element (GString *out, const char *tag, const char *class, const char *text)
{
  g_string_append_printf (out, *class != '\0' ? "<%s class=\"%s\">" : "<%s>", tag, class);
  put_text (out, text);
  g_string_append_printf (out, "</%s>", tag);
}

/* ---- The table of files --------------------------------------------------------------------- */

/* `couplet 0.1.0, commit 0123..., 2026-11-22T04:21:42Z`. The caller frees it. */
static char *
made_by (const CoupletProvenance *made)
{
  const char *commit = made->commit != NULL ? made->commit : "not known";
  return g_strdup_printf ("couplet %s, commit %s, %s", made->version, commit, made->date);
}

static void
put_head (GString *out, const CoupletFileResult *result)
{
  static const char *const numbers[] = {"least d", "d at least", "d at most", "time"};
  put_element (out, "th", "", "file");
  for (guint i = 0; i < result->n_swept; i++)
    put_element (out, "th", "number", result->swept[i].name);
  put_element (out, "th", "", "verdict");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    put_element (out, "th", "number", numbers[i]);
}

/* The claim with the least d, where one is made, and the verdict; each has its name as its class.
 */
static void
put_headline (GString *out, const CoupletFileResult *result)
{
  g_autofree char *verdict = report_verdict_words (result);
  g_autofree char *least = couplet_format_least_d (result);
  g_autofree char *claim = report_claim_words (result);
  if (claim != NULL) {
    g_autofree char *words = g_strjoin (": ", claim, least, NULL);
    put_element (out, "span", couplet_claim_verdict_to_string (result->claim_verdict), words);
    g_string_append (out, ", ");
  }
  put_element (out, "span", couplet_verdict_to_string (result->verdict), verdict);
}

static void
put_bound_cell (GString *out, gboolean has, const CoupletRational *value)
{
  g_autofree char *text = has ? couplet_format_cost_briefly (value) : g_strdup ("");
  put_element (out, "td", "number", text);
}

static void
put_method_cells (HtmlPage *page, const CoupletFileResult *result)
{
  /* a file that could not be read has no methods, and may be the first */
  for (; page->n_methods < result->n_stages; page->n_methods++)
    put_element (page->head, "th", "number", result->stages[page->n_methods].stage);
  for (guint i = 0; i < result->n_stages; i++) {
    g_autofree char *words = report_stage_words_briefly (&result->stages[i]);
    put_element (page->rows, "td", "number", words);
  }
}

static void
put_row (HtmlPage *page, const CoupletFileResult *result)
{
  GString *out = page->rows;
  g_autofree char *least = couplet_format_least_d_briefly (result);
  g_autofree char *time = couplet_format_duration (result->seconds);
  g_string_append_printf (out, "<tr><td><a href=\"#f%u\">", page->n_files);
  put_text (out, result->file);
  g_string_append (out, "</a></td>");
  for (guint i = 0; i < result->n_swept; i++)
    put_element (out, "td", "number", result->swept[i].value);
  g_string_append (out, "<td class=\"headline\">");
  put_headline (out, result);
  g_string_append (out, "</td>");
  put_element (out, "td", "number", least != NULL ? least : "");
  put_bound_cell (out, result->has_at_least, &result->at_least);
  put_bound_cell (out, result->has_cost, &result->cost);
  put_element (out, "td", "number", time);
  if (page->options.compare)
    put_method_cells (page, result);
  g_string_append (out, "</tr>\n");
}

/* ---- Pictures and explanations -------------------------------------------------------------- */

/* What of Graphviz's drawing belongs into a page that has others: no prologue, no comments, no ids,
 * which would not differ. The caller frees it. */
static char *
inline_svg (const char *svg)
{
  g_autoptr (GRegex) useless =
      g_regex_new (" (xmlns(:xlink)?|id)=\"[^\"]*\"|<!--.*?-->\\n", 0, 0, NULL);
  const char *begin = strstr (svg, "<svg");
  return g_regex_replace_literal (useless, begin != NULL ? begin : "", -1, 0, "", 0, NULL);
}

static void
put_picture (const HtmlPage *page, const CoupletFileResult *result)
{
  guint32 n = result->automaton->n_transitions;
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = NULL, *why = NULL;
  if (n > page->options.largest_picture)
    why = g_strdup_printf ("It is not drawn: it has %u transitions.", n);
  else if ((svg = couplet_explainer_to_svg (page->explainer, result, &error)) == NULL)
    why = g_strdup_printf ("It is not drawn: %s.", error->message);
  if (svg == NULL) {
    put_element (page->sections, "p", "quiet", why);
    return;
  }
  g_autofree char *bare = inline_svg (svg);
  g_string_append_printf (page->sections, "<div class=\"picture\">%s</div>\n", bare);
}

static void
put_explanation (const HtmlPage *page, const CoupletFileResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *html = couplet_explainer_to_html (page->explainer, result, LEVEL, &error);
  if (html != NULL)
    g_string_append (page->sections, html);
  else
    put_element (page->sections, "p", "bad", error->message);
}

/* The picture and the proof or refutation, as far as the options want them. */
static void
put_proof (const HtmlPage *page, const CoupletFileResult *result)
{
  const PageOptions *options = &page->options;
  if (options->largest_picture == 0 && !options->explains)
    return;
  if (page->explainer == NULL || page->n_files > options->most_explained) {
    put_element (page->sections, "p", "quiet",
                 page->explainer == NULL ? page->error->message
                                         : "It is not explained: html.most-explained is smaller.");
    return;
  }
  if (options->largest_picture > 0)
    put_picture (page, result);
  if (options->explains)
    put_explanation (page, result);
}

/* The script puts what the record says behind the summary, and the source at the end. */
static void
put_section (const HtmlPage *page, const CoupletFileResult *result)
{
  g_autofree char *name = couplet_format_item (result);
  g_string_append_printf (page->sections, "<details id=\"f%u\">\n<summary>", page->n_files);
  put_element (page->sections, "h2", "", name);
  g_string_append (page->sections, "</summary>\n");
  if (result->automaton != NULL)
    put_proof (page, result);
  g_string_append (page->sections, "</details>\n");
}

/* ---- Records -------------------------------------------------------------------------------- */

/* The record of result, without what the page does not show. The caller frees it. */
static char *
small_record (const CoupletFileResult *result)
{
  CoupletFileResult small = *result;
  g_autofree CoupletStageResult *stages =
      g_memdup2 (result->stages, result->n_stages * sizeof *stages);
  for (guint i = 0; i < result->n_stages; i++) {
    stages[i].counterexample = NULL;
    stages[i].n_statistics = 0;
    if (!report_needs_reason (result, &result->stages[i]))
      stages[i].reason = NULL;
  }
  small.stages = stages;
  small.origin = NULL;
  return g_strchomp (couplet_result_to_json (&small, FALSE));
}

/* `["bound", "accepted", null]`. */
static void
put_check (const CoupletJson *json, const CoupletEvidence *evidence)
{
  static const char *const answers[] = {[COUPLET_EVIDENCE_ACCEPTED] = "accepted",
                                        [COUPLET_EVIDENCE_REJECTED] = "rejected",
                                        [COUPLET_EVIDENCE_TOO_LARGE] = "too large to check"};
  const char *kind = couplet_evidence_kind_to_string (couplet_evidence_kind (evidence));
  g_autofree char *why = NULL;
  gboolean can = couplet_evidence_automaton (evidence) != NULL;
  couplet_json_open (json, NULL, '[');
  couplet_json_string (json, NULL, kind);
  couplet_json_string (
      json, NULL, can ? answers[couplet_evidence_check (evidence, NULL, &why)] : "not checked");
  couplet_json_string (json, NULL, can ? why : "its file is not here");
  couplet_json_close (json, ']');
}

/* What stage answers in words, and the checks of its evidence. */
static void
put_stage (const CoupletJson *json, const CoupletStageResult *stage)
{
  g_autofree char *words = report_stage_words (stage);
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "says", words);
  couplet_json_open (json, "checks", '[');
  for (guint i = 0; i < stage->n_evidence; i++)
    put_check (json, stage->evidence[i]);
  couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

/* The source, or why it is not shown, and the lines of the walk that is explained. */
static void
put_source (const HtmlPage *page, const CoupletJson *json, const CoupletFileResult *result)
{
  CoupletSource source;
  g_autofree char *why = NULL, *text = NULL;
  if (report_read_again (&source, result, MOST_SIZE, &why)) {
    text = (char *)source.data;
    g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
    guint n = g_strv_length (lines);
    why = n > MOST_LINES + 1 ? g_strdup_printf ("it has %u lines", n - 1) : NULL;
  }
  couplet_json_string (json, "source", why == NULL ? text : NULL);
  couplet_json_string (json, "no_source", why);
  if (result->automaton == NULL || page->explainer == NULL)
    return;
  g_autoptr (GArray) walk = couplet_explainer_lines (page->explainer, result);
  couplet_json_open (json, "walk", '[');
  for (guint i = 0; i < walk->len; i++)
    couplet_json_unsigned (json, NULL, g_array_index (walk, guint32, i));
  couplet_json_close (json, ']');
}

static void
put_solution (const CoupletJson *json, const CoupletSolution *solution)
{
  g_autofree char *words = solution_words (solution);
  g_autofree char *condition = solution_condition (solution);
  couplet_json_string (json, "solution", words);
  couplet_json_string (json, "condition", condition);
}

/* The record, and in words what it does not say. */
static void
put_record (const HtmlPage *page, const CoupletFileResult *result)
{
  g_autofree char *record = small_record (result);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "{\"record\":%s", record);
  const CoupletJson writer = {text, FALSE}, *json = &writer;
  couplet_json_open (json, "stages", '[');
  for (guint i = 0; i < result->n_stages; i++)
    put_stage (json, &result->stages[i]);
  couplet_json_close (json, ']');
  if (result->solution != NULL)
    put_solution (json, result->solution);
  if (page->options.shows_source)
    put_source (page, json, result);
  couplet_json_close (json, '}');
  g_string_replace (text, "<", "\\u003c", 0); /* else `</script` would end the records */
  g_string_append_printf (page->records, "%s%s\n", page->records->len > 0 ? "," : "", text->str);
}

/* ---- All of it ------------------------------------------------------------------------------ */

void
html_page_add (HtmlPage *page, const CoupletFileResult *given)
{
  CoupletFileResult whole = *given, *result = &whole;
  g_autoptr (CoupletAutomaton) unfolded = NULL;
  if (result->automaton != NULL && result->unfolded == NULL) /* it ran in another process */
    result->unfolded = unfolded = couplet_unfold (result->automaton, NULL, NULL);
  if (page->made_by == NULL && result->origin != NULL && result->origin->provenance != NULL)
    page->made_by = made_by (result->origin->provenance);
  if (page->n_files++ == 0) {
    page->is_swept = result->n_swept > 0;
    put_head (page->head, result);
  }
  put_row (page, result);
  put_section (page, result);
  put_record (page, result);
}

/* Appends the template from *rest up to marker, and text in its place. */
static void
fill (GString *out, const char **rest, const char *marker, const char *text)
{
  const char *place = strstr (*rest, marker);
  g_string_append_len (out, *rest, place - *rest);
  g_string_append (out, text);
  *rest = place + strlen (marker);
}

char *
html_page_finish (HtmlPage *page)
{
  GString *out = g_string_new (NULL);
  const char *rest = PAGE_HTML;
  fill (out, &rest, "{{made by}}", page->made_by != NULL ? page->made_by : "");
  fill (out, &rest, "{{head}}", page->head->str);
  fill (out, &rest, "{{rows}}", page->rows->str);
  fill (out, &rest, "{{sections}}", page->sections->str);
  fill (out, &rest, "{{records}}", page->records->str);
  fill (out, &rest, "{{chart}}", page->options.compare || page->is_swept ? CHART_HTML : "");
  g_string_append (out, rest);
  html_page_free (page);
  return g_string_free (out, FALSE);
}
