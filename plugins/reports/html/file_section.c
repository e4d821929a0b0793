/* SPDX-License-Identifier: Apache-2.0 */
#include "file_section.h"

#include "evidence_walks.h"
#include "explanation.h"
#include "html_printer.h"
#include "html_cell.h"
#include "marked_source.h"
#include "picture.h"
#include "solution_words.h"
#include "unfolded.h"
#include "words.h"

#include <couplet/format.h>
#include <couplet/host/check.h>

#include <string.h>

#define LEVEL 3 /* of the section's headings */

/* host: of runs that explanations ask for. verifier: NULL, and why not, when it cannot ask. */
struct SectionTools {
  CoupletHost host;
  CoupletRegistry *registry;
  Verifier *verifier;
  GError *error;
};

SectionTools *
section_tools_new (void)
{
  SectionTools *tools = g_new0 (SectionTools, 1);
  tools->host.evidence_limit = COUPLET_USUAL_SIZE;
  tools->host.self_check = COUPLET_USUAL_EFFORT;
  tools->registry = couplet_registry_new (NULL);
  tools->verifier = verifier_new (tools->registry, &tools->host, &tools->error);
  return tools;
}

void
section_tools_free (SectionTools *tools)
{
  verifier_free (tools->verifier);
  couplet_registry_free (tools->registry);
  g_clear_error (&tools->error);
  g_free (tools);
}

const char *
verdict_class (CoupletVerdict verdict)
{
  switch (verdict) {
  case COUPLET_VERDICT_PRIVATE:
    return "good";
  case COUPLET_VERDICT_NOT_PRIVATE:
  case COUPLET_VERDICT_ERROR:
    return "bad";
  case COUPLET_VERDICT_UNKNOWN:
    break;
  }
  return "doubt";
}

static void
put_paragraph (GString *out, const char *class, const char *text)
{
  g_string_append_printf (out, "<p class=\"%s\">", class);
  html_put_text (out, text);
  g_string_append (out, "</p>\n");
}

/* ---- What stages say ----------------------------------------------------------------------- */

/* `bound (12): accepted`, and why it is not. */
static void
put_evidence_check (GString *out, const CoupletEvidence *evidence)
{
  static const char *const answers[] = {
      [COUPLET_EVIDENCE_ACCEPTED] = "<span class=\"good\">accepted</span>",
      [COUPLET_EVIDENCE_REJECTED] = "<span class=\"bad\">rejected</span>: ",
      [COUPLET_EVIDENCE_TOO_LARGE] = "<span class=\"doubt\">too large to check</span>: "};
  g_autofree char *why = NULL;
  if (couplet_evidence_automaton (evidence) == NULL) {
    g_string_append_printf (out,
                            "%s: <span class=\"doubt\">not checked</span>: its file is not here",
                            couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)));
    return;
  }
  CoupletEvidenceCheck answer = couplet_evidence_check (evidence, NULL, &why);
  g_string_append_printf (out, "%s: %s",
                          couplet_evidence_kind_to_string (couplet_evidence_kind (evidence)),
                          answers[answer]);
  html_put_text (out, why != NULL ? why : "");
}

static void
put_evidence (GString *out, const CoupletStageResult *stage)
{
  g_string_append (out, "<td>");
  for (guint i = 0; i < stage->n_evidence; i++) {
    g_string_append (out, i > 0 ? "<br>" : "");
    put_evidence_check (out, stage->evidence[i]);
  }
  if (stage->evidence_left_out > 0)
    g_string_append_printf (out, "left out: size %" G_GUINT64_FORMAT, stage->evidence_left_out);
  g_string_append (out, "</td>");
}

static void
put_stage (GString *out, const CoupletFileResult *result, const CoupletStageResult *stage)
{
  g_autofree char *words = report_stage_words (stage);
  g_autofree char *ratio = report_ratio_words (stage, couplet_exact_cost (result));
  g_autofree char *time = couplet_format_duration (stage->seconds);
  gboolean decides = stage->ran && !stage->claimed && g_str_equal (stage->kind, "decider");
  g_string_append (out, "<tr>");
  html_put_cell (out, "short", stage->stage);
  html_put_cell (out,
                 stage->failed ? "bad"
                 : decides     ? verdict_class (stage->verdict)
                               : "short",
                 words);
  html_put_cell (out, "number", ratio);
  html_put_cell (out, "number", stage->ran || stage->failed ? time : "");
  put_evidence (out, stage);
  html_put_cell (out, "why", report_needs_reason (result, stage) ? stage->reason : "");
  g_string_append (out, "</tr>\n");
}

static void
put_stages (GString *out, const CoupletFileResult *result)
{
  if (result->n_stages == 0)
    return;
  g_string_append (out, "<div class=\"wide\"><table>\n<thead><tr><th>method</th><th>says</th>"
                        "<th class=\"number\">ratio</th><th class=\"number\">time</th>"
                        "<th>evidence, checked</th><th></th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < result->n_stages; i++)
    put_stage (out, result, &result->stages[i]);
  g_string_append (out, "</tbody></table></div>\n");
}

static void
put_claim (GString *out, const CoupletFileResult *result)
{
  static const char *const classes[] = {[COUPLET_CLAIM_HOLDS] = "good",
                                        [COUPLET_CLAIM_FAILS] = "bad",
                                        [COUPLET_CLAIM_OPEN] = "doubt"};
  g_autofree char *words = report_claim_words (result);
  if (words == NULL)
    return;
  g_string_append_printf (out, "<p><span class=\"%s\">", classes[result->claim_verdict]);
  html_put_text (out, words);
  g_string_append (out, "</span>: ");
  html_put_text (out, result->claim_reason);
  if (result->claim_path != NULL) {
    g_string_append (out, ", on the path <code>");
    html_put_text (out, result->claim_path);
    g_string_append (out, "</code>");
  }
  g_string_append (out, "</p>\n");
}

static void
put_solution (GString *out, const CoupletSolution *solution)
{
  if (solution == NULL)
    return;
  g_autofree char *words = solution_words (solution);
  g_autofree char *condition = solution_condition (solution);
  put_paragraph (out, "", words);
  if (condition != NULL)
    put_paragraph (out, "quiet", condition);
}

static void
put_disagreement (GString *out, const CoupletFileResult *result)
{
  if (!result->disagreement)
    return;
  g_autofree char *text =
      g_strdup_printf ("%s: %s", report_disagreement (result), result->disagreement_text);
  put_paragraph (out, "bad", text);
}

static void
put_messages (GString *out, const CoupletFileResult *result)
{
  for (guint i = 0; i < result->n_diagnostics; i++) {
    const CoupletDiagnostic *diagnostic = &result->diagnostics[i];
    gboolean is_error = diagnostic->severity == COUPLET_SEVERITY_ERROR;
    g_autofree char *place = diagnostic->place.line > 0
                                 ? g_strdup_printf ("line %u, column %u: ", diagnostic->place.line,
                                                    diagnostic->place.column)
                                 : g_strdup ("");
    /* behind the first line stand the source line and a caret, which the source shows */
    g_autofree char *message = couplet_first_line (diagnostic->message);
    g_autofree char *text = g_strconcat (place, is_error ? "error: " : "warning: ", message, NULL);
    put_paragraph (out, is_error ? "bad" : "doubt", text);
  }
}

/* ---- The picture ----------------------------------------------------------------------------- */

/* What of Graphviz's drawing belongs into a page that has others: no prologue and no names of
 * its own; ids, which it gives to each part, must differ. */
static void
put_inline_svg (GString *out, const char *svg, guint number)
{
  const char *begin = strstr (svg, "<svg");
  g_autoptr (GRegex) spaces = g_regex_new (" xmlns(:xlink)?=\"[^\"]*\"", 0, 0, NULL);
  g_autoptr (GRegex) ids = g_regex_new ("(<g|<svg) id=\"", 0, 0, NULL);
  g_autofree char *prefix = g_strdup_printf ("\\1 id=\"f%u-", number);
  g_autofree char *bare =
      begin != NULL ? g_regex_replace_literal (spaces, begin, -1, 0, "", 0, NULL) : NULL;
  g_autofree char *named =
      bare != NULL ? g_regex_replace (ids, bare, -1, 0, prefix, 0, NULL) : NULL;
  g_string_append_printf (out, "<div class=\"picture\">%s</div>\n", named != NULL ? named : "");
}

static void
put_picture (GString *out, const CoupletFileResult *result, guint number,
             const SectionOptions *options, Verifier *verifier)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *svg = NULL, *why = NULL;
  if (options->largest_picture == 0)
    return;
  if (result->automaton->n_transitions > options->largest_picture) {
    why = g_strdup_printf ("It is not drawn: it has %u transitions.",
                           result->automaton->n_transitions);
  } else {
    g_autoptr (GString) dot = g_string_new (NULL);
    explain_in_picture (result, verifier, &(PageFormat){0}, dot);
    svg = picture_svg (dot->str, NULL, &error);
    why = svg == NULL ? g_strdup_printf ("It is not drawn: %s.", error->message) : NULL;
  }
  if (svg != NULL)
    put_inline_svg (out, svg, number);
  else
    put_paragraph (out, "quiet", why);
}

/* ---- The proof or the refutation ------------------------------------------------------------ */

static void
put_explanation (GString *out, const CoupletFileResult *result, Verifier *verifier)
{
  static const Questions none = {0};
  g_autoptr (GError) error = NULL;
  g_autoptr (Document) document = explain (result, &none, verifier, &error);
  if (document != NULL)
    print_html (document, LEVEL, out);
  else
    put_paragraph (out, "bad", error->message);
}

/* ---- The source ----------------------------------------------------------------------------- */

static void
mark_walk (GArray *marks, const CoupletFileResult *result, Verifier *verifier)
{
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) samples = told_walk (result, verifier, &conflict);
  for (guint i = 0; samples != NULL && i < samples->walk->len; i++) {
    guint32 t = input_transition (samples->automaton, walk_transition (samples, i));
    line_marks_add (marks, result->automaton->place[t].line, LINE_WALK);
  }
}

static void
put_source (GString *out, const CoupletFileResult *result, Verifier *verifier)
{
  g_autoptr (GArray) marks = line_marks_new ();
  if (result->automaton != NULL && verifier != NULL)
    mark_walk (marks, result, verifier);
  for (guint i = 0; i < result->n_diagnostics; i++)
    line_marks_add (marks, result->diagnostics[i].place.line, LINE_ERROR);
  put_marked_source (out, result, marks);
}

/* ---- All of it
 * ------------------------------------------------------------------------------------
 */

/* result, whose automaton is unfolded again where another process had unfolded it. */
static CoupletFileResult
with_unfolded (const CoupletFileResult *result, CoupletAutomaton **unfolded)
{
  CoupletFileResult whole = *result;
  *unfolded = result->automaton != NULL && result->unfolded == NULL
                  ? couplet_unfold (result->automaton, NULL, NULL)
                  : NULL;
  if (*unfolded != NULL)
    whole.unfolded = *unfolded;
  return whole;
}

void
put_file_section (GString *out, const CoupletFileResult *given, guint number,
                  const SectionOptions *options, SectionTools *tools)
{
  g_autoptr (CoupletAutomaton) unfolded = NULL;
  const CoupletFileResult whole = with_unfolded (given, &unfolded), *result = &whole;
  put_disagreement (out, result);
  put_stages (out, result);
  put_solution (out, result->solution);
  put_claim (out, result);
  put_messages (out, result);
  gboolean drawn = result->automaton != NULL && tools->verifier != NULL;
  if (result->automaton != NULL && !drawn)
    put_paragraph (out, "quiet", tools->error->message);
  if (drawn)
    put_picture (out, result, number, options, tools->verifier);
  if (drawn && options->explains)
    put_explanation (out, result, tools->verifier);
  else if (result->reason != NULL)
    put_paragraph (out, "", result->reason);
  if (options->shows_source)
    put_source (out, result, tools->verifier);
}
