/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_message.h"

#include <string.h>

/* A longer line is shown from a little before the place on. */
#define SHOWN_BYTES 100
#define SHOWN_BEFORE 60

/* The list keeps this many; further ones need no excerpt. */
#define KEPT_MESSAGES 100

gboolean
svt_keeps_messages (const SvtReporter *reporter, CoupletSeverity severity)
{
  return couplet_diagnostics_count (reporter->diagnostics, severity) < KEPT_MESSAGES;
}

gboolean
svt_is_clean (const SvtReporter *reporter)
{
  return couplet_diagnostics_count (reporter->diagnostics, COUPLET_SEVERITY_ERROR) == 0;
}

SvtPlace
svt_place_span (SvtPlace first, SvtPlace last)
{
  first.length = last.offset + last.length - first.offset;
  return first;
}

/* One character of the source, fit to be shown in one column; its mark goes to
 * marks. Returns its length in bytes. */
static gsize
show_character (GString *shown, GString *marks, const char *at, const char *end, char mark)
{
  gunichar c = g_utf8_get_char_validated (at, end - at);
  gboolean valid = c != (gunichar)-1 && c != (gunichar)-2;
  gsize length = (gsize)(g_utf8_next_char (at) - at);
  g_string_append_c (marks, mark == ' ' && *at == '\t' ? '\t' : mark);
  if (!valid || (c != '\t' && !g_unichar_isprint (c))) {
    g_string_append_c (shown, '?');
    return valid ? length : 1;
  }
  g_string_append_len (shown, at, (gssize)length);
  return length;
}

/* `  12 | text` and, below, a caret and as many tildes as the place is long. */
static void
append_excerpt (GString *out, const SvtReporter *reporter, SvtPlace place)
{
  const char *point = reporter->text + place.offset;
  const char *start = point, *end = reporter->text + reporter->length;
  while (start > reporter->text && start[-1] != '\n')
    start--;
  const char *stop = memchr (point, '\n', (gsize)(end - point));
  if (stop == NULL)
    stop = end;
  if (stop > point && stop[-1] == '\r')
    stop--;
  gboolean cut = point - start > SHOWN_BYTES - 20;
  if (cut)
    start = point - SHOWN_BEFORE;
  while (start < point && ((guchar)*start & 0xC0) == 0x80)
    start++;
  stop = MIN (stop, start + SHOWN_BYTES);
  const char *last = point + MAX (place.length, 1);
  g_autoptr (GString) shown = g_string_new (cut ? "..." : NULL);
  g_autoptr (GString) marks = g_string_new (cut ? "   " : NULL);
  for (const char *at = start; at < stop;) {
    const char *mark = at < point || at >= last ? " " : at == point ? "^" : "~";
    at += show_character (shown, marks, at, stop, *mark);
  }
  if (point >= stop)
    g_string_append_c (marks, '^');
  g_strchomp (marks->str);
  g_string_append_printf (out, "\n%6u | %s\n       | %s", place.line, shown->str, marks->str);
}

void
svt_report (const SvtReporter *reporter, CoupletSeverity severity, SvtPlace place,
            const char *format, ...)
{
  CoupletPlace where = {place.line, place.column};
  if (!svt_keeps_messages (reporter, severity)) {
    couplet_diagnostics_add (reporter->diagnostics, severity, where, "one of many");
    return;
  }
  g_autoptr (GString) message = g_string_new (NULL);
  va_list arguments;
  va_start (arguments, format);
  g_string_append_vprintf (message, format, arguments);
  va_end (arguments);
  append_excerpt (message, reporter, place);
  couplet_diagnostics_add (reporter->diagnostics, severity, where, "%s", message->str);
}

/* ---- Words of other languages ---- */

/* What other languages and papers write; the comparison ignores case. */
static const struct {
  const char *word, *meant;
} WORDS[] = {
    {"abort", "halt"},    {"algorithm", "mechanism"},
    {"elif", "else if"},  {"elseif", "else if"},
    {"elsif", "else if"}, {"emit", "output"},
    {"epsilon", "eps"},   {"exit", "halt"},
    {"for", "repeat"},    {"function", "mechanism"},
    {"integer", "int"},   {"dlaplace", "dlap"},
    {"expo", "exp"},      {"exponential", "exp"},
    {"geom", "dlap"},     {"geometric", "dlap"},
    {"laplace", "lap"},   {"let", "int"},
    {"print", "output"},  {"procedure", "mechanism"},
    {"return", "halt"},   {"sensitive", "private"},
    {"quit", "halt"},     {"stop", "halt"},
    {"var", "int"},       {"while", "loop"},
    {"\316\265", "eps"},
};

const char *
svt_word_meant (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (WORDS); i++)
    if (g_ascii_strcasecmp (text, WORDS[i].word) == 0)
      return WORDS[i].meant;
  return NULL;
}

gboolean
svt_word_is_beyond (const char *text)
{
  static const char *const words[] = {"delta", "rdp", "renyi", "rho", "zcdp", NULL};
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (text, words[i]) == 0)
      return TRUE;
  return FALSE;
}
