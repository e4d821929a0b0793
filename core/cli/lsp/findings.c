/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include <couplet/internal/format.h>

#include <string.h>

json_t *
range_of (const OpenText *document, Span span)
{
  Place begin = place_of (open_text_content (document), span.begin);
  Place end = place_of (open_text_content (document), span.end);
  return json_pack ("{s:{s:i,s:i},s:{s:i,s:i}}", "start", "line", (int)begin.line, "character",
                    (int)begin.character, "end", "line", (int)end.line, "character",
                    (int)end.character);
}

void
add_diagnostic (json_t *diagnostics, const OpenText *document, Span span, int severity,
                const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  json_array_append_new (diagnostics,
                         json_pack ("{s:o,s:i,s:s,s:s}", "range", range_of (document, span),
                                    "severity", severity, "source", "couplet", "message", valid));
}

/* The reports, one for each mechanism, or one for what is none. */
static json_t *
reports_of (const JobEnd *end)
{
  json_t *reports = json_array (), *report;
  const char *at = end->whole ? end->output->str : "";
  while (*at != '\0' && (report = json_loads (at, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
    json_array_append_new (reports, report);
    at += strcspn (at, "\n");
    at += *at == '\n';
  }
  return reports;
}

static const char *
string_of (const json_t *report, const char *key)
{
  return json_string_value (json_object_get (report, key));
}

/* The first line of what the program says of itself, without its name; NULL. The caller frees it.
 */
static char *
complaint_of (const JobEnd *end)
{
  g_auto (GStrv) lines = g_strsplit (end->messages, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, "couplet: "))
      return g_strdup (*line + strlen ("couplet: "));
  return NULL;
}

static void
add_message (json_t *diagnostics, const OpenText *document, const json_t *message)
{
  guint line = (guint)json_integer_value (json_object_get (message, "line"));
  guint column = (guint)json_integer_value (json_object_get (message, "column"));
  gboolean error = g_strcmp0 (string_of (message, "severity"), "error") == 0;
  /* the editor shows the source */
  g_autofree char *text = couplet_first_line (string_of (message, "message"));
  add_diagnostic (diagnostics, document,
                  span_of_message (open_text_content (document), line, column),
                  error ? SEVERITY_ERROR : SEVERITY_WARNING, text);
}

/* Where what concerns the whole document is shown. */
static Span
span_of_whole (const OpenText *document)
{
  return document->directive.present ? document->directive.span
                                     : span_of_message (open_text_content (document), 0, 0);
}

/* What is wrong with how the document was to be read; NULL = nothing. The caller frees it. */
static char *
reading_complaint (const OpenText *document, const JobEnd *end, gboolean answered)
{
  char *complaint = complaint_of (end);
  if (document->directive.wrong != NULL) {
    g_free (complaint);
    return g_strdup (document->directive.wrong);
  }
  gboolean is_ignored = end->whole && end->status == 0; /* with no report, but no error either */
  if (answered || is_ignored || complaint != NULL)
    return complaint;
  if (end->output == NULL)
    return g_strdup (end->messages);
  return g_strdup (end->whole ? "couplet gave no answer" : "there was no answer in time");
}

json_t *
findings_of_reading (const OpenText *document, const JobEnd *end, gboolean *refused)
{
  json_t *diagnostics = json_array (), *message, *report, *reports = reports_of (end);
  gsize i, j, n_errors = 0;
  g_autofree char *complaint = reading_complaint (document, end, json_array_size (reports) > 0);
  json_array_foreach (reports, i, report)
  {
    json_array_foreach (json_object_get (report, "diagnostics"), j, message)
        add_message (diagnostics, document, message);
    n_errors += g_strcmp0 (string_of (report, "verdict"), "error") == 0;
  }
  if (complaint != NULL)
    add_diagnostic (diagnostics, document, span_of_whole (document), SEVERITY_ERROR, complaint);
  *refused = complaint != NULL || n_errors == json_array_size (reports);
  json_decref (reports);
  return diagnostics;
}

/* `7/4 (1.75)`; NULL when there is no such figure. The caller frees it. */
static char *
figure_of (const json_t *report, const char *key)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  const char *text = string_of (report, key);
  return text != NULL && couplet_rational_parse (&value, text, strlen (text), NULL)
             ? couplet_format_cost (&value)
             : NULL;
}

/* Appends what is proven of the least d. */
static void
append_least_d (GString *hover, const json_t *report)
{
  g_autofree char *most = figure_of (report, "cost"), *least = figure_of (report, "at_least");
  if (most != NULL && g_strcmp0 (most, least) == 0)
    g_string_append_printf (hover, ": least d %s", most);
  else if (most != NULL && least != NULL)
    g_string_append_printf (hover, ": d between %s and %s", least, most);
  else if (most != NULL)
    g_string_append_printf (hover, ": d at most %s", most);
  else if (least != NULL)
    g_string_append_printf (hover, ": d at least %s", least);
  if (string_of (report, "epsilon") != NULL)
    g_string_append_printf (hover, ", for %s", string_of (report, "epsilon"));
}

/* `claim 1 fails: the least d is 7/4 (1.75), on the path ...`; NULL where nothing is claimed. The
 * caller frees it. */
static char *
claim_text (const json_t *report)
{
  const json_t *claim = json_object_get (report, "claim");
  const char *path = string_of (report, "claim_path");
  g_autofree char *d = figure_of (claim, "d");
  if (d == NULL)
    return NULL;
  return g_strdup_printf ("claim %s %s: %s%s%s", d, string_of (claim, "verdict"),
                          string_of (report, "claim_reason"), path != NULL ? ", on the path " : "",
                          path != NULL ? path : "");
}

/* A paragraph, unless text is NULL; what it quotes of the input is not Markdown. */
static void
append_paragraph (GString *hover, const char *text)
{
  if (text == NULL)
    return;
  g_autofree char *visible = couplet_make_visible (text);
  if (hover->len > 0)
    g_string_append (hover, "\n\n");
  for (const char *c = visible; *c != '\0'; c++) {
    if (strchr ("\\`*_{}[]<>()#+-.!|&~", *c) != NULL)
      g_string_append_c (hover, '\\');
    g_string_append_c (hover, *c);
  }
}

static gboolean
claim_fails (const json_t *report)
{
  return g_strcmp0 (string_of (json_object_get (report, "claim"), "verdict"), "fails") == 0;
}

/* A claim that fails comes first. */
static char *
hover_of (const json_t *report)
{
  g_autoptr (GString) hover = g_string_new (NULL);
  g_autofree char *claim = claim_text (report);
  g_autofree char *verdict = g_strdelimit (g_strdup (string_of (report, "verdict")), "-", ' ');
  if (claim_fails (report))
    append_paragraph (hover, claim);
  g_string_append_printf (hover, "%s**%s**", hover->len > 0 ? "\n\n" : "", verdict);
  append_least_d (hover, report);
  if (!claim_fails (report))
    append_paragraph (hover, claim);
  append_paragraph (hover, string_of (report, "reason"));
  return g_string_free (g_steal_pointer (&hover), FALSE);
}

/* Where the mechanism is named, else the whole. */
static Span
span_of_name (const OpenText *document, const char *name)
{
  Span span;
  return name != NULL && span_of_first (open_text_content (document), name, &span)
             ? span
             : span_of_whole (document);
}

/* What the user should see without asking. */
static void
add_verdict (json_t *diagnostics, const OpenText *document, const json_t *report, const char *name)
{
  g_autofree char *claim = claim_text (report);
  const char *verdict = string_of (json_object_get (report, "claim"), "verdict");
  const char *disagreement = string_of (report, "disagreement");
  if (claim != NULL && !g_str_equal (verdict, "holds"))
    add_diagnostic (diagnostics, document, span_of_name (document, name),
                    claim_fails (report) ? SEVERITY_ERROR : SEVERITY_INFORMATION, claim);
  if (disagreement != NULL)
    add_diagnostic (diagnostics, document, span_of_name (document, name), SEVERITY_ERROR,
                    disagreement);
}

/* What the mechanism is called in the text: a method without its class. NULL = nothing. */
static char *
name_of (const json_t *report)
{
  const char *name = string_of (report, "function");
  if (name == NULL)
    name = string_of (report, "automaton");
  const char *dot = name != NULL ? strrchr (name, '.') : NULL;
  if (name == NULL || *name == '\0')
    return NULL;
  return g_strdup (string_of (report, "function") != NULL && dot != NULL ? dot + 1 : name);
}

static void
add_mechanism (OpenText *document, char *name, char *hover)
{
  Mechanism *mechanism = g_new (Mechanism, 1);
  *mechanism = (Mechanism){name, hover};
  g_ptr_array_add (document->mechanisms, mechanism);
}

void
findings_of_verifying (OpenText *document, const JobEnd *end, json_t *diagnostics)
{
  json_t *report, *reports = reports_of (end);
  gsize i;
  g_autofree char *complaint = complaint_of (end);
  json_array_foreach (reports, i, report)
  {
    if (string_of (report, "verdict") == NULL)
      continue;
    add_mechanism (document, name_of (report), hover_of (report));
    const Mechanism *mechanism =
        g_ptr_array_index (document->mechanisms, document->mechanisms->len - 1);
    add_verdict (diagnostics, document, report, mechanism->name);
  }
  if (!end->whole)
    add_mechanism (document, NULL, g_strdup ("**unknown**: there was no answer in time"));
  if (json_array_size (reports) == 0 && complaint != NULL)
    add_diagnostic (diagnostics, document, span_of_whole (document), SEVERITY_ERROR, complaint);
  json_decref (reports);
}
