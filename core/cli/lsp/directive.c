/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem() */
#include "directive.h"

#include <string.h>

#define COMMENT "^[ \\t]*(?:#|//|/\\*)[ \\t]*couplet"
#define MARK COMMENT "(?::| verify[ \\t]+-)[^\\r\\n]*"
#define COMMAND COMMENT " verify[ \\t]+(-[^\\r\\n]*)"

/* Whether word is an option that a text may set, and value may be its value. */
static gboolean
is_allowed (const char *word, const char *value, const CoupletPlugin *frontend)
{
  if (g_str_equal (word, "-D") || g_str_equal (word, "--define") || g_str_equal (word, "--claim"))
    return TRUE;
  gsize length = strlen (frontend->name);
  return (g_str_equal (word, "-o") || g_str_equal (word, "--option")) &&
         strncmp (value, frontend->name, length) == 0 && value[length] == '.';
}

static void
check_words (Directive *directive, const CoupletPlugin *frontend)
{
  guint n = g_strv_length (directive->words);
  if (n % 2 == 1 && *directive->words[n - 1] != '-') /* the file */
    g_clear_pointer (&directive->words[n - 1], g_free);
  for (char **word = directive->words; *word != NULL; word += 2)
    if (word[1] == NULL || !is_allowed (word[0], word[1], frontend)) {
      g_autofree char *quoted = couplet_quote (*word, -1);
      directive->wrong = g_strdup_printf (
          "%s: expected -D NAME=VALUE, --claim D or -o %s.OPTION=VALUE", quoted, frontend->name);
      return;
    }
}

/* Finds the first line of text that pattern matches: its place, and what its group holds, which the
 * caller frees. */
static gboolean
find_line (Text text, const char *pattern, Span *span, char **group)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  int begin, end;
  if (!g_regex_match_full (regex, text.bytes, (gssize)text.length, 0, 0, &match, NULL))
    return FALSE;
  g_match_info_fetch_pos (match, 0, &begin, &end);
  *span = (Span){(gsize)begin, (gsize)end};
  *group = g_match_info_fetch (match, 1);
  return TRUE;
}

/* line without what ends a comment and blanks; line is changed. */
static char *
without_end (char *line)
{
  g_strchomp (line);
  if (g_str_has_suffix (line, "*/"))
    line[strlen (line) - strlen ("*/")] = '\0';
  return line;
}

void
directive_find (Directive *directive, Text text, const CoupletPlugin *frontend)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *mark = NULL, *command = NULL;
  *directive = (Directive){0};
  directive->present = find_line (text, MARK, &directive->span, &mark);
  if (directive->present && find_line (text, COMMAND, &directive->span, &command) &&
      !g_shell_parse_argv (without_end (command), NULL, &directive->words, &error))
    directive->wrong = g_strdup (error->message);
  if (directive->words == NULL)
    directive->words = g_new0 (char *, 1);
  check_words (directive, frontend);
}

void
directive_clear (Directive *directive)
{
  g_strfreev (directive->words);
  g_free (directive->wrong);
  *directive = (Directive){0};
}

static gboolean
has (Text text, const char *word)
{
  return memmem (text.bytes, text.length, word, strlen (word)) != NULL;
}

gboolean
directive_is_wanted (const Directive *directive, Text text, const CoupletPlugin *frontend)
{
  if (directive->present)
    return TRUE;
  if ((frontend->capabilities.takes & COUPLET_IS_CODE) != 0)
    return FALSE;
  if (g_str_equal (frontend->name, "json"))
    return has (text, "\"couplet\"");
  /* a mechanism assigns a threshold, a drawing does not */
  return !g_str_equal (frontend->name, "dot") || has (text, "assign");
}
