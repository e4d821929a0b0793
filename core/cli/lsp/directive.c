/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem() */
#include "directive.h"

#include <string.h>

#define PATTERN "^[ \\t]*(?:#|//|/\\*)[ \\t]*couplet:[ \\t]*(.*?)[ \\t]*(?:\\*/)?[ \\t]*\\r?$"

/* Whether word is an option that a text may set, and value may be its value. */
static gboolean
is_allowed (const char *word, const char *value, const CoupletPlugin *frontend)
{
  if (value == NULL)
    return FALSE;
  if (g_str_equal (word, "-D") || g_str_equal (word, "--define") || g_str_equal (word, "--claim"))
    return TRUE;
  gsize length = strlen (frontend->name);
  return (g_str_equal (word, "-o") || g_str_equal (word, "--option")) &&
         strncmp (value, frontend->name, length) == 0 && value[length] == '.';
}

static void
check_words (Directive *directive, const CoupletPlugin *frontend)
{
  for (char **word = directive->words; *word != NULL; word += 2)
    if (!is_allowed (word[0], word[1], frontend)) {
      g_autofree char *quoted = couplet_quote (*word, -1);
      directive->wrong = g_strdup_printf (
          "%s: expected -D NAME=VALUE, --claim D or -o %s.OPTION=VALUE", quoted, frontend->name);
      return;
    }
}

void
directive_find (Directive *directive, Text text, const CoupletPlugin *frontend)
{
  g_autoptr (GRegex) pattern = g_regex_new (PATTERN, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GError) error = NULL;
  *directive = (Directive){0};
  if (g_regex_match_full (pattern, text.bytes, (gssize)text.length, 0, 0, &match, NULL)) {
    int begin, end;
    g_autofree char *line = g_match_info_fetch (match, 1);
    g_match_info_fetch_pos (match, 0, &begin, &end);
    directive->present = TRUE;
    directive->span = (Span){(gsize)begin, (gsize)end};
    if (*line != '\0' && !g_shell_parse_argv (line, NULL, &directive->words, &error))
      directive->wrong = g_strdup (error->message);
  }
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
  if ((frontend->capabilities.flags & COUPLET_ONLY_NAMED) != 0)
    return FALSE;
  if (g_str_equal (frontend->name, "json"))
    return has (text, "\"couplet\"");
  /* a mechanism assigns a threshold, a drawing does not */
  return !g_str_equal (frontend->name, "dot") || has (text, "assign");
}
