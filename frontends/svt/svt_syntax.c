/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_syntax.h"
#include "svt_hint.h"
#include "svt_keywords.h"

#include <couplet/internal/text.h>

/* ---- What is expected -------------------------------------------------------------------- */

/* Sets of tokens that people call by one name, which stands for them when all would do. The
 * first that fits is named. */
static const struct {
  const char *text;
  const char *tokens[16]; /* up to NULL */
} GROUPS[] = {
    {"a statement",
     {"threshold", "if", "loop", "repeat", "output", "break", "continue", "halt", "int", "NAME",
      "sampling", "queries", "sensitivity", "claim"}},
    {"a condition", {"NUMBER", "NAME", "eps", "(", "-", "not"}},
    {"'private', 'public' or an expression",
     {"private", "public", "again", "NUMBER", "NAME", "eps", "(", "-"}},
    {"an expression", {"NUMBER", "NAME", "eps", "(", "-"}},
    {"a symbol", {"NAME", "SIGN", "NUMBER"}},
    {"'private' or 'public'", {"private", "public", "again", "NAME"}},
    {"'private' or 'public'", {"private", "public", "again"}},
    {"a comparison", {"<", "<=", ">", ">=", "==", "!="}},
    {"noise such as 'lap(NUMBER/eps)'", {"lap", "dlap", "exp"}},
    {"an operator", {"+", "-", "*", "/"}},
};

/* What a token in capitals is called; NULL for others. */
static const char *
describe (const char *token)
{
  return g_str_equal (token, "NAME")     ? "a name"
         : g_str_equal (token, "SIGN")   ? "a sign"
         : g_str_equal (token, "NUMBER") ? "a number"
                                         : NULL;
}

/* Its place among the expected tokens, their number when it is none. */
static guint
find_expected (const SvtSyntax *syntax, const char *token)
{
  guint i = 0;
  while (i < syntax->n_expected && g_strcmp0 (syntax->expected[i], token) != 0)
    i++;
  return i;
}

static gboolean
expects (const SvtSyntax *syntax, const char *token)
{
  return find_expected (syntax, token) < syntax->n_expected;
}

/* Takes a token out of those expected. */
static void
leave_out (SvtSyntax *syntax, const char *token)
{
  guint i = find_expected (syntax, token);
  if (i < syntax->n_expected)
    syntax->expected[i] = NULL;
}

/* Names the groups whose tokens are all expected, and takes these out. */
static void
name_groups (SvtSyntax *syntax, GPtrArray *names)
{
  for (guint g = 0; g < G_N_ELEMENTS (GROUPS); g++) {
    const char *const *tokens = GROUPS[g].tokens;
    guint n = 0;
    while (tokens[n] != NULL && expects (syntax, tokens[n]))
      n++;
    if (tokens[n] != NULL)
      continue;
    g_ptr_array_add (names, g_strdup (GROUPS[g].text));
    for (guint i = 0; i < n; i++)
      leave_out (syntax, tokens[i]);
  }
}

/* `a statement or '}'`; the caller frees it. */
static char *
describe_expected (SvtSyntax *syntax)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  /* after `output SYMBOL` what rarely follows would only confuse */
  if (expects (syntax, ";") && expects (syntax, "(")) {
    leave_out (syntax, "(");
    leave_out (syntax, "-");
  }
  name_groups (syntax, names);
  for (guint i = 0; i < syntax->n_expected; i++) {
    const char *token = syntax->expected[i];
    if (token != NULL)
      g_ptr_array_add (names, describe (token) != NULL ? g_strdup (describe (token))
                                                       : g_strdup_printf ("'%s'", token));
  }
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0               ? ""
                            : i + 1 < names->len ? ", "
                                                 : " or ",
                            (const char *)g_ptr_array_index (names, i));
  return g_string_free (text, FALSE);
}

/* ---- What is found ----------------------------------------------------------------------- */

/* `the keyword 'loop'`; the caller frees it. */
static char *
describe_found (const SvtSyntax *syntax, const SvtLexer *lexer)
{
  const char *found = syntax->found;
  if (found == NULL)
    return g_strdup ("the end of the file");
  g_autofree char *quoted =
      couplet_quote (lexer->reporter->text + syntax->place.offset, (gssize)syntax->place.length);
  const char *what = g_str_equal (found, "NAME")                        ? "the name "
                     : g_str_equal (found, "NUMBER")                    ? "the number "
                     : svt_keyword_find (found, strlen (found)) != NULL ? "the keyword "
                                                                        : "";
  return g_strconcat (what, quoted, NULL);
}

/* Which brace is open where the text or its mechanism ends; the caller frees it. */
static char *
describe_open (const SvtSyntax *syntax, const SvtLexer *lexer)
{
  if ((syntax->found != NULL && !g_str_equal (syntax->found, "mechanism")) || lexer->depth == 0)
    return g_strdup ("");
  return g_strdup_printf ("; the '%c' on line %u is still open",
                          lexer->reporter->text[lexer->open[lexer->depth - 1].offset],
                          lexer->open[lexer->depth - 1].line);
}

/* ---- Words of other languages ------------------------------------------------------------- */

/* The keyword that text, which stands before found, was probably meant to be; NULL =
 * none. Only where a word can neither be a name nor has been checked already. */
static const char *
meant_before (const SvtSyntax *syntax, const char *text)
{
  gboolean begins_statement = expects (syntax, ":=") && expects (syntax, "=");
  if (begins_statement && g_strcmp0 (syntax->found, "private") != 0 &&
      g_strcmp0 (syntax->found, "public") != 0)
    return svt_keyword_nearest (text);
  const char *meant = g_strcmp0 (syntax->found, "(") == 0 ? svt_keyword_meant (text) : NULL;
  const SvtKeyword *keyword = meant != NULL ? svt_keyword_find (meant, strlen (meant)) : NULL;
  return keyword != NULL && keyword->noise != COUPLET_NOISELESS ? meant : NULL;
}

/* The keyword that the unexpected token was probably meant to be; NULL = none. */
static const char *
meant_instead (const SvtSyntax *syntax, const char *text)
{
  if (g_strcmp0 (syntax->found, "NAME") != 0 && g_strcmp0 (syntax->found, "SIGN") != 0)
    return NULL;
  const char *meant = svt_keyword_meant (text);
  g_autofree char *first = meant != NULL ? g_strndup (meant, strcspn (meant, " ")) : NULL;
  return first != NULL && expects (syntax, first) ? meant : NULL;
}

/* The text at place; the caller frees it. */
static char *
text_at (const SvtLexer *lexer, SvtPlace place)
{
  return g_strndup (lexer->reporter->text + place.offset, MIN (place.length, SVT_MAX_NAME));
}

/* TRUE when the word at place was meant to be a keyword, which is reported. */
static gboolean
report_meant (const SvtLexer *lexer, SvtPlace place, const char *text, const char *meant)
{
  if (meant == NULL)
    return FALSE;
  g_autofree char *quoted = couplet_quote (text, -1);
  g_autofree char *hint = couplet_suggest (meant);
  svt_error (lexer->reporter, place, "%s is not a keyword%s", quoted, hint);
  return TRUE;
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* TRUE when a line ends too early, which is reported: what is missing belongs after the
 * token before. */
static gboolean
report_line_end (const SvtLexer *lexer, const SvtSyntax *syntax)
{
  const SvtPlace *before = &lexer->previous;
  if (before->line == 0 || syntax->place.line == before->line || !expects (syntax, ";"))
    return FALSE;
  SvtPlace place = {before->line, before->column + before->length, before->offset + before->length,
                    0};
  svt_error (lexer->reporter, place, "found the end of the line, expected ';'");
  return TRUE;
}

void
svt_report_syntax (const SvtLexer *lexer, SvtSyntax *syntax)
{
  if (report_line_end (lexer, syntax))
    return;
  g_autofree char *word = text_at (lexer, syntax->place);
  g_autofree char *before = text_at (lexer, lexer->previous);
  if (svt_report_hint (lexer, syntax->place) ||
      report_meant (lexer, lexer->previous, before, meant_before (syntax, before)) ||
      report_meant (lexer, syntax->place, word, meant_instead (syntax, word)))
    return;
  g_autofree char *found = describe_found (syntax, lexer);
  g_autofree char *open = describe_open (syntax, lexer);
  g_autofree char *expected = describe_expected (syntax);
  svt_error (lexer->reporter, syntax->place, "found %s, expected %s%s", found, expected, open);
}
