/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include <couplet/host/bounds.h>
#include <couplet/internal/format.h>
#include <couplet/internal/json_tree.h>

#include <string.h>

static void
put_place (const CoupletJson *json, const char *key, Place place)
{
  couplet_json_open (json, key, '{');
  couplet_json_unsigned (json, "line", place.line);
  couplet_json_unsigned (json, "character", place.character);
  couplet_json_close (json, '}');
}

void
put_range (const CoupletJson *json, const OpenText *document, Span span)
{
  couplet_json_open (json, "range", '{');
  put_place (json, "start", place_of (open_text_content (document), span.begin));
  put_place (json, "end", place_of (open_text_content (document), span.end));
  couplet_json_close (json, '}');
}

/* Adds a diagnostic about a part of the document. */
static void
add_diagnostic (GString *diagnostics, const OpenText *document, Span span, int severity,
                const char *message)
{
  const CoupletJson json = {diagnostics, FALSE};
  couplet_json_open (&json, NULL, '{');
  put_range (&json, document, span);
  couplet_json_integer (&json, "severity", severity);
  couplet_json_string (&json, "source", "couplet");
  couplet_json_string (&json, "message", message);
  couplet_json_close (&json, '}');
}

/* The reports (CoupletJsonValue), one for each mechanism, or one for what is none, in arena. */
static GPtrArray *
reports_of (const JobEnd *end, CoupletArena *arena)
{
  GPtrArray *reports = g_ptr_array_new ();
  const char *at = end->whole ? end->output->str : "", *rest = at;
  const char *stop = end->whole ? at + end->output->len : at;
  CoupletPlace place;
  for (g_autofree char *why = NULL; at < stop && why == NULL; at = rest) {
    const CoupletJsonValue *report =
        couplet_json_read (at, (gsize)(stop - at), arena, &rest, &place, &why);
    if (report != NULL)
      g_ptr_array_add (reports, (gpointer)report);
    rest += strspn (rest, "\n");
  }
  return reports;
}

static const char *
string_of (const CoupletJsonValue *report, const char *key)
{
  return couplet_json_text_of (couplet_json_member (report, key));
}

static guint
number_of (const CoupletJsonValue *message, const char *key)
{
  gint64 number = 0;
  couplet_json_whole_of (couplet_json_member (message, key), &number);
  return (guint)number;
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
add_message (GString *diagnostics, const OpenText *document, const CoupletJsonValue *message)
{
  guint line = number_of (message, "line"), column = number_of (message, "column");
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

GString *
findings_of_reading (const OpenText *document, const JobEnd *end, gboolean *refused)
{
  GString *diagnostics = g_string_new (NULL);
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GPtrArray) reports = reports_of (end, arena);
  g_autofree char *complaint = reading_complaint (document, end, reports->len > 0);
  guint n_errors = 0;
  for (guint i = 0; i < reports->len; i++) {
    const CoupletJsonValue *report = g_ptr_array_index (reports, i);
    const CoupletJsonValue *message =
        couplet_json_first (couplet_json_member (report, "diagnostics"));
    for (; message != NULL; message = message->next)
      add_message (diagnostics, document, message);
    n_errors += g_strcmp0 (string_of (report, "verdict"), "error") == 0;
  }
  if (complaint != NULL)
    add_diagnostic (diagnostics, document, span_of_whole (document), SEVERITY_ERROR, complaint);
  *refused = complaint != NULL || n_errors == reports->len;
  return diagnostics;
}

/* Reads a number into value, which is initialised; NULL: there is none. */
static const CoupletRational *
read_number (const CoupletJsonValue *report, const char *key, CoupletRational *value)
{
  const char *text = string_of (report, key);
  return text != NULL && couplet_rational_parse (value, text, strlen (text), NULL) ? value : NULL;
}

/* Appends what is proven of the least d. */
static void
append_least_d (GString *hover, const CoupletJsonValue *report)
{
  g_auto (CoupletRational) upper, lower;
  couplet_rational_init (&upper);
  couplet_rational_init (&lower);
  const CoupletBounds bounds = {.upper = read_number (report, "cost", &upper),
                                .lower = read_number (report, COUPLET_LEAST_KEY, &lower)};
  g_autofree char *words = couplet_bounds_to_words (&bounds, FALSE);
  if (words != NULL)
    g_string_append_printf (hover, ": %s", words);
  if (string_of (report, "epsilon") != NULL)
    g_string_append_printf (hover, ", for %s", string_of (report, "epsilon"));
}

/* `claim 1 fails: the least d is 7/4 (1.75), on the path ...`; NULL where nothing is claimed. The
 * caller frees it. */
static char *
claim_text (const CoupletJsonValue *report)
{
  const CoupletJsonValue *claim = couplet_json_member (report, "claim");
  const char *path = string_of (report, "claim_path");
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (read_number (claim, "d", &value) == NULL)
    return NULL;
  g_autofree char *d = couplet_format_cost (&value);
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
claim_fails (const CoupletJsonValue *report)
{
  return g_strcmp0 (string_of (couplet_json_member (report, "claim"), "verdict"), "fails") == 0;
}

/* A claim that fails comes first. */
static char *
hover_of (const CoupletJsonValue *report)
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
add_verdict (GString *diagnostics, const OpenText *document, const CoupletJsonValue *report,
             const char *name)
{
  g_autofree char *claim = claim_text (report);
  const char *verdict = string_of (couplet_json_member (report, "claim"), "verdict");
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
name_of (const CoupletJsonValue *report)
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
findings_of_verifying (OpenText *document, const JobEnd *end, GString *diagnostics)
{
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  g_autoptr (GPtrArray) reports = reports_of (end, arena);
  g_autofree char *complaint = complaint_of (end);
  for (guint i = 0; i < reports->len; i++) {
    const CoupletJsonValue *report = g_ptr_array_index (reports, i);
    if (string_of (report, "verdict") == NULL)
      continue;
    add_mechanism (document, name_of (report), hover_of (report));
    const Mechanism *mechanism =
        g_ptr_array_index (document->mechanisms, document->mechanisms->len - 1);
    add_verdict (diagnostics, document, report, mechanism->name);
  }
  if (!end->whole)
    add_mechanism (document, NULL, g_strdup ("**unknown**: there was no answer in time"));
  if (reports->len == 0 && complaint != NULL)
    add_diagnostic (diagnostics, document, span_of_whole (document), SEVERITY_ERROR, complaint);
}
