/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include "html_methods.h"
#include "read_again.h"
#include "solution_words.h"
#include "summary.h"
#include "understood_words.h"
#include "words.h"

#include <couplet/internal/format.h>
#include <couplet/host/check.h>
#include <couplet/host/explain.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/json.h>
#include <couplet/internal/provenance.h>
#include <couplet/host/result_json.h>

#include <string.h>

#define LEVEL 3         /* of headings in explanations */
#define MOST_LINES 2000 /* of a source */
#define MOST_SIZE 1     /* of a source, in MiB */

/* What the template leaves open, in its order. RECORDS is JSON. */
enum { MADE_BY, TOOLS, METHODS, HEAD, ROWS, SECTIONS, RECORDS, CHART, N_PARTS };

static const char *const MARKERS[N_PARTS] = {"{{made by}}", "{{tools}}", "{{methods}}",
                                             "{{head}}",    "{{rows}}",  "{{sections}}",
                                             "{{records}}", "{{chart}}"};

struct HtmlPage {
  PageOptions options;
  CoupletExplainer *explainer; /* NULL: error */
  GError *error;
  GString *parts[N_PARTS];
  GHashTable *told; /* char *: plugins, front ends and folders that TOOLS has */
  Summary *summary;
  GPtrArray *swept; /* char *: the parameters of the first file, each a column */
  guint n_files;
  guint n_methods; /* columns in HEAD */
  gboolean has_plots;
};

HtmlPage *
html_page_new (const PageOptions *options)
{
  HtmlPage *page = g_new0 (HtmlPage, 1);
  page->options = *options;
  page->explainer = couplet_explainer_new (&page->error);
  page->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  page->summary = summary_new ();
  page->swept = g_ptr_array_new_with_free_func (g_free);
  page->has_plots = options->compare;
  for (guint i = 0; i < N_PARTS; i++)
    page->parts[i] = g_string_new (NULL);
  return page;
}

static void
html_page_free (HtmlPage *page)
{
  couplet_explainer_free (page->explainer);
  g_clear_error (&page->error);
  g_hash_table_unref (page->told);
  summary_free (page->summary);
  g_ptr_array_unref (page->swept);
  for (guint i = 0; i < N_PARTS; i++)
    g_string_free (page->parts[i], TRUE);
  g_free (page);
}

static void
put_element (GString *out, const char *tag, const char *class, const char *text)
{
  g_string_append_printf (out, "<%s", tag);
  if (class != NULL)
    g_string_append_printf (out, " class=\"%s\"", class);
  g_string_append_c (out, '>');
  html_append_text (out, text);
  g_string_append_printf (out, "</%s>", tag);
}

/* A cell with text, which it frees; NULL = empty. */
static void
put_number (GString *out, char *text)
{
  put_element (out, "td", "number", text != NULL ? text : "");
  g_free (text);
}

/* A member of an object with text, which it frees. */
static void
put_words (const CoupletJson *json, const char *key, char *text)
{
  couplet_json_string (json, key, text);
  g_free (text);
}

/* ---- The table of files --------------------------------------------------------------------- */

static void
put_head (HtmlPage *page, const CoupletResult *result)
{
  static const char *const numbers[] = {"least d", "d at least", "d at most", "time"};
  GString *out = page->parts[HEAD];
  put_element (out, "th", NULL, "file");
  for (guint i = 0; i < result->n_swept; i++) {
    put_element (out, "th", "number", result->swept[i].name);
    g_ptr_array_add (page->swept, g_strdup (result->swept[i].name));
  }
  put_element (out, "th", NULL, "verdict");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    put_element (out, "th", "number", numbers[i]);
}

/* The claim with the least d, where one is made, and the verdict; each has its name as its class.
 */
static void
put_headline (GString *out, const CoupletResult *result)
{
  g_autofree char *verdict = report_verdict_words (result);
  g_autofree char *least = couplet_bounds_to_words (&result->bounds, FALSE);
  g_autofree char *claim = report_claim_words (result);
  if (claim != NULL) {
    g_autofree char *words = g_strjoin (": ", claim, least, NULL);
    put_element (out, "span", couplet_claim_verdict_to_string (result->claim_verdict), words);
    g_string_append (out, ", ");
  }
  put_element (out, "span", couplet_verdict_to_string (result->verdict), verdict);
}

/* Results of merged reports may have other parameters. */
static void
put_swept_cells (const HtmlPage *page, const CoupletResult *result)
{
  for (guint i = 0; i < page->swept->len; i++) {
    const char *value = "";
    for (guint k = 0; k < result->n_swept; k++)
      if (g_str_equal (result->swept[k].name, page->swept->pdata[i]))
        value = result->swept[k].value;
    put_element (page->parts[ROWS], "td", "number", value);
  }
}

static void
put_method_cells (HtmlPage *page, const CoupletResult *result)
{
  /* a file that could not be read has no methods, and may be the first */
  for (; page->n_methods < result->n_stages; page->n_methods++)
    put_element (page->parts[HEAD], "th", "number", result->stages[page->n_methods].stage);
  for (guint i = 0; i < result->n_stages; i++)
    put_number (page->parts[ROWS], report_stage_words_briefly (&result->stages[i]));
}

static void
put_row (HtmlPage *page, const CoupletResult *result)
{
  GString *out = page->parts[ROWS];
  g_string_append_printf (out, "<tr><td><a href=\"#f%u\">", page->n_files);
  html_append_text (out, result->file);
  g_string_append (out, "</a></td>");
  put_swept_cells (page, result);
  g_string_append (out, "<td class=\"headline\">");
  put_headline (out, result);
  g_string_append (out, "</td>");
  put_number (out, couplet_bounds_to_words (&result->bounds, TRUE));
  const CoupletRational *least = couplet_result_least (result);
  put_number (out, least != NULL ? couplet_format_cost_briefly (least) : NULL);
  put_number (out, result->bounds.upper != NULL ? couplet_format_cost_briefly (result->bounds.upper)
                                                : NULL);
  put_number (out, couplet_format_duration (result->seconds));
  if (page->options.compare)
    put_method_cells (page, result);
  g_string_append (out, "</tr>\n");
}

/* ---- Pictures and explanations -------------------------------------------------------------- */

static void
put_picture (GString *out, const CoupletResult *result, guint32 largest)
{
  guint32 n = result->automaton->n_transitions;
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = n <= largest ? couplet_explain_in_svg (result, &error) : NULL;
  g_autofree char *why = error != NULL
                             ? g_strdup_printf ("It is not drawn: %s.", error->message)
                             : g_strdup_printf ("It is not drawn: it has %u transitions.", n);
  if (svg != NULL)
    g_string_append_printf (out, "<div class=\"picture\">%s</div>\n", svg);
  else
    put_element (out, "p", "quiet", why);
}

static void
put_explanation (const HtmlPage *page, const CoupletResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *html = couplet_explainer_to_html (page->explainer, result, LEVEL, &error);
  if (html != NULL)
    g_string_append (page->parts[SECTIONS], html);
  else
    put_element (page->parts[SECTIONS], "p", "error", error->message);
}

/* The picture and the proof or refutation, as far as the options want them. */
static void
put_proof (const HtmlPage *page, const CoupletResult *result)
{
  const PageOptions *options = &page->options;
  if (options->largest_picture == 0 && !options->explains)
    return;
  if (page->n_files > options->most_explained) {
    g_string_append_printf (page->parts[SECTIONS],
                            "<p class=\"quiet\">Only the first %u files are explained "
                            "(html.most-explained).</p>\n",
                            options->most_explained);
    return;
  }
  if (page->explainer == NULL) {
    put_element (page->parts[SECTIONS], "p", "quiet", page->error->message);
    return;
  }
  if (options->largest_picture > 0)
    put_picture (page->parts[SECTIONS], result, options->largest_picture);
  if (options->explains)
    put_explanation (page, result);
}

/* The script puts what the record says after the summary, and the source at the end. */
static void
put_section (const HtmlPage *page, const CoupletResult *result)
{
  g_autofree char *name = couplet_format_item (result);
  g_string_append_printf (page->parts[SECTIONS], "<details id=\"f%u\">\n<summary>", page->n_files);
  put_element (page->parts[SECTIONS], "h2", NULL, name);
  g_string_append (page->parts[SECTIONS], "</summary>\n");
  if (result->automaton != NULL)
    put_proof (page, result);
  g_string_append (page->parts[SECTIONS], "</details>\n");
}

/* ---- Records -------------------------------------------------------------------------------- */

/* The record of result, without what the page does not show and the stages. The caller frees it. */
static char *
small_record (const CoupletResult *result)
{
  CoupletResult small = *result;
  small.n_stages = 0;
  small.origin = NULL;
  return g_strchomp (couplet_result_to_json (&small, FALSE));
}

/* `["bound", "accepted"]`, or with the reason: `["bound", "rejected", "it is above its cost"]`. */
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
  if (!can || why != NULL)
    couplet_json_string (json, NULL, can ? why : "its file is not here");
  couplet_json_close (json, ']');
}

/* The cost of stage for plots, and its ratio. */
static void
put_figures (const CoupletJson *json, const CoupletResult *result, const CoupletStageResult *stage)
{
  const CoupletRational *exact = couplet_exact_cost (result);
  g_auto (CoupletRational) ratio;
  couplet_rational_init (&ratio);
  if (!stage->has_cost || stage->cost_is_infinite)
    return;
  couplet_json_rational (json, "cost", &stage->cost);
  if (exact == &stage->cost)
    couplet_json_boolean (json, "exact", TRUE);
  if (exact == NULL || !couplet_cost_ratio (&stage->cost, exact, &ratio))
    return;
  put_words (json, "ratio", couplet_format_decimal (&ratio));
}

/* A flag that is left out where it does not hold. */
static void
put_flag (const CoupletJson *json, const char *key, gboolean holds)
{
  if (holds)
    couplet_json_boolean (json, key, TRUE);
}

/* What the page shows of stage: its answer, in words, its time and the checks of its evidence. */
static void
put_stage (const CoupletJson *json, const CoupletResult *result, const CoupletStageResult *stage)
{
  couplet_json_open (json, NULL, '{');
  couplet_json_string (json, "stage", stage->stage);
  put_words (json, "says", report_stage_words (stage));
  if (g_str_equal (stage->kind, "decider"))
    couplet_json_string (json, "decides", couplet_verdict_to_string (stage->verdict));
  put_figures (json, result, stage);
  put_flag (json, "skipped", !stage->ran && !stage->failed);
  put_flag (json, "failed", stage->failed);
  put_flag (json, "claimed", stage->claimed);
  couplet_json_double (json, "seconds", stage->seconds);
  if (report_needs_reason (result, stage))
    couplet_json_string (json, "reason", stage->reason);
  if (stage->evidence_left_out > 0)
    couplet_json_unsigned (json, "evidence_left_out", stage->evidence_left_out);
  if (stage->n_evidence > 0)
    couplet_json_open (json, "checks", '[');
  for (guint i = 0; i < stage->n_evidence; i++)
    put_check (json, stage->evidence[i]);
  if (stage->n_evidence > 0)
    couplet_json_close (json, ']');
  couplet_json_close (json, '}');
}

/* The source, or why it is not shown, and the lines of the walk that is explained. */
static void
put_source (const HtmlPage *page, const CoupletJson *json, const CoupletResult *result)
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
  g_autoptr (GArray) walk = couplet_explained_lines (result);
  couplet_json_open (json, "walk", '[');
  for (guint i = 0; i < walk->len; i++)
    couplet_json_unsigned (json, NULL, g_array_index (walk, guint32, i));
  couplet_json_close (json, ']');
}

static void
put_understood (const CoupletJson *json, const CoupletResult *result)
{
  g_autoptr (GPtrArray) lines = understood_words (result);
  couplet_json_open (json, "understood", '[');
  for (guint i = 0; i < lines->len; i++)
    couplet_json_string (json, NULL, lines->pdata[i]);
  couplet_json_close (json, ']');
}

/* The record, and in words what it does not say. */
static void
put_record (const HtmlPage *page, const CoupletResult *result)
{
  g_autofree char *record = small_record (result);
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_append_printf (text, "{\"record\":%s", record);
  const CoupletJson writer = {text, FALSE}, *json = &writer;
  couplet_json_open (json, "stages", '[');
  for (guint i = 0; i < result->n_stages; i++)
    put_stage (json, result, &result->stages[i]);
  couplet_json_close (json, ']');
  put_understood (json, result);
  if (result->solution != NULL) {
    put_words (json, "solution", solution_words (result->solution));
    put_words (json, "condition", solution_condition (result->solution));
  }
  if (page->options.shows_source)
    put_source (page, json, result);
  couplet_json_close (json, '}');
  g_string_replace (text, "<", "\\u003c", 0); /* else `</script` would end the records */
  g_string_append_printf (page->parts[RECORDS], "%s%s\n", page->parts[RECORDS]->len > 0 ? "," : "",
                          text->str);
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* `couplet 0.1.0, commit 0123..., 2026-11-22T04:21:42Z`. */
static void
put_made_by (GString *out, const CoupletOrigin *origin)
{
  const CoupletProvenance *made = origin != NULL ? origin->provenance : NULL;
  if (made != NULL)
    g_string_append_printf (out, "couplet %s, commit %s, %s", made->version,
                            made->commit != NULL ? made->commit : "not known", made->date);
}

/* Takes text, which becomes an item of the list that TOOLS is unless it has it. */
static void
tell_tool (HtmlPage *page, char *text)
{
  GString *out = page->parts[TOOLS];
  if (!g_hash_table_add (page->told, text))
    return;
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  if (out->len == 0)
    g_string_append (out, "<details class=\"quiet\"><summary>Front ends and plugins</summary><ul>");
  g_string_append_printf (out, "<li>%s</li>", escaped);
}

static void
put_tools (HtmlPage *page, const CoupletOrigin *origin)
{
  const CoupletProvenance *made = origin != NULL ? origin->provenance : NULL;
  if (made == NULL || made->command == NULL)
    return;
  if (made->frontend != NULL)
    tell_tool (page, couplet_tool_to_string (made->frontend));
  for (guint32 i = 0; i < made->n_plugins; i++)
    tell_tool (page, couplet_tool_to_string (&made->plugins[i]));
  for (guint32 i = 0; i < made->n_plugin_path; i++) {
    g_autofree char *folder = couplet_make_visible (made->plugin_path[i]);
    tell_tool (page, g_strdup_printf ("plugins from %s", folder));
  }
}

void
html_page_add (HtmlPage *page, const CoupletResult *given)
{
  CoupletResult whole = *given, *result = &whole;
  g_autoptr (CoupletAutomaton) unfolded = NULL;
  summary_add (page->summary, given);
  if (given->is_unshown)
    return;
  if (result->automaton != NULL && result->unfolded == NULL) /* it ran in another process */
    result->unfolded = unfolded = couplet_unfold (result->automaton, NULL, NULL);
  if (page->parts[MADE_BY]->len == 0)
    put_made_by (page->parts[MADE_BY], result->origin);
  put_tools (page, result->origin);
  if (page->n_files++ == 0)
    put_head (page, result);
  page->has_plots |= result->n_swept > 0;
  put_row (page, result);
  put_section (page, result);
  put_record (page, result);
}

char *
html_page_finish (HtmlPage *page)
{
  GString *out = g_string_new (NULL);
  const char *rest = PAGE_HTML;
  summary_finish (page->summary);
  if (page->options.compare && page->summary->n_methods > 0)
    html_append_methods (page->parts[METHODS], page->summary);
  g_string_append (page->parts[CHART], page->has_plots ? CHART_HTML : "");
  g_string_append (page->parts[TOOLS], page->parts[TOOLS]->len > 0 ? "</ul></details>\n" : "");
  for (guint i = 0; i < N_PARTS; i++) {
    const char *marker = strstr (rest, MARKERS[i]);
    g_string_append_len (out, rest, marker - rest);
    g_string_append (out, page->parts[i]->str);
    rest = marker + strlen (MARKERS[i]);
  }
  g_string_append (out, rest);
  html_page_free (page);
  return g_string_free (out, FALSE);
}
