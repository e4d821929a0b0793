/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_hint.h"
#include "svt_keywords.h"
#include "svt_parser.h"
#include "svt_message.h"

#include <couplet/internal/text.h>

/* Statements are looked at as far as this. */
#define MAX_TOKENS 64
#define MAX_BYTES 4096

int svt_scan (SVT_YYSTYPE *value, SvtPlace *place, void *scanner);

typedef struct {
  int kind; /* svt_yytoken_kind_t */
  SvtPlace place;
} Token;

/* A statement up to its `;`, or to the brace that ends it or opens its block. */
typedef struct {
  const SvtReporter *reporter;
  guint depth;              /* of the braces around it */
  Token tokens[MAX_TOKENS]; /* the last one ends it */
  guint n;
  guint bad; /* the token that cannot stand there */
} Statement;

/* ---- The statement -------------------------------------------------------------------- */

static gboolean
ends_statement (int kind)
{
  return kind == SVT_TOKEN_SEMICOLON || kind == SVT_TOKEN_OPEN || kind == SVT_TOKEN_CLOSE ||
         kind == SVT_TOKEN_YYEOF;
}

/* FALSE when the token at found is not near its beginning. */
static gboolean
read_statement (const SvtLexer *lexer, SvtPlace found, Statement *statement)
{
  const SvtReporter *all = lexer->reporter;
  guint32 start = lexer->statement.offset;
  g_autoptr (CoupletDiagnostics) unused = couplet_diagnostics_new ("");
  const SvtReporter part = {unused, all->text + start, MIN (all->length - start, MAX_BYTES)};
  SvtLexer inner = {.reporter = &part};
  void *scanner = svt_scanner_new (&inner);
  *statement = (Statement){.reporter = all, .depth = lexer->statement_depth, .bad = MAX_TOKENS};
  while (statement->n < MAX_TOKENS) {
    SVT_YYSTYPE value;
    Token *token = &statement->tokens[statement->n];
    token->kind = svt_scan (&value, &token->place, scanner);
    token->place.offset += start;
    if (token->place.offset == found.offset)
      statement->bad = statement->n;
    statement->n++;
    if (ends_statement (token->kind))
      break;
  }
  svt_scanner_free (scanner);
  return statement->bad < statement->n;
}

static int
kind_at (const Statement *statement, guint i)
{
  return i < statement->n ? statement->tokens[i].kind : SVT_TOKEN_YYEOF;
}

static gboolean
has_noise (const Statement *statement)
{
  for (guint i = 0; i < statement->n; i++)
    if (svt_is_noise (statement->tokens[i].kind))
      return TRUE;
  return FALSE;
}

static gboolean
has_kind (const Statement *statement, int kind)
{
  for (guint i = 0; i < statement->n; i++)
    if (statement->tokens[i].kind == kind)
      return TRUE;
  return FALSE;
}

/* From token first to token last; the caller frees it. */
static char *
text_of (const Statement *statement, guint first, guint last)
{
  SvtPlace begin = statement->tokens[first].place, end = statement->tokens[last].place;
  return g_strndup (statement->reporter->text + begin.offset,
                    end.offset + end.length - begin.offset);
}

static gboolean
is_word (const Statement *statement, guint i, const char *const *words)
{
  if (kind_at (statement, i) != SVT_TOKEN_NAME)
    return FALSE;
  g_autofree char *text = text_of (statement, i, i);
  for (; *words != NULL; words++)
    if (g_ascii_strcasecmp (text, *words) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_word (const Statement *statement, const char *const *words)
{
  for (guint i = 0; i < statement->n; i++)
    if (is_word (statement, i, words))
      return TRUE;
  return FALSE;
}

/* The place of token i in the text. */
static SvtPlace
place_of (const SvtLexer *lexer, const Statement *statement, guint i)
{
  SvtPlace place = statement->tokens[i].place;
  const SvtPlace *start = &lexer->statement;
  place.column += place.line == 1 ? start->column - 1 : 0;
  place.line += start->line - 1;
  return place;
}

/* The first token after `NAME =` or `threshold NAME =`; 0 when it begins otherwise. */
static guint
find_value (const Statement *statement)
{
  guint name = kind_at (statement, 0) == SVT_TOKEN_THRESHOLD ? 1 : 0;
  return kind_at (statement, name) == SVT_TOKEN_NAME &&
                 kind_at (statement, name + 1) == SVT_TOKEN_EQUALS
             ? name + 2
             : 0;
}

static gboolean
is_operator (int kind)
{
  return kind == SVT_TOKEN_PLUS || kind == SVT_TOKEN_MINUS || kind == SVT_TOKEN_TIMES ||
         kind == SVT_TOKEN_OVER;
}

/* ---- Noise ---------------------------------------------------------------------------- */

/* `private + gauss(2)`. */
static gboolean
hint_noise (const SvtLexer *lexer, const Statement *statement)
{
  static const char *const gaussian[] = {"gauss", "gaussian", "normal", NULL};
  static const char *const others[] = {"cauchy",    "gumbel",  "poisson", "skellam",
                                       "staircase", "uniform", NULL};
  static const char *const irrational[] = {"sqrt", "log", "ln", "pow", NULL};
  guint bad = statement->bad;
  if (kind_at (statement, bad) != SVT_TOKEN_LEFT || bad == 0)
    return FALSE;
  SvtPlace place = place_of (lexer, statement, bad - 1);
  g_autofree char *word = text_of (statement, bad - 1, bad - 1);
  if (is_word (statement, bad - 1, gaussian))
    svt_error (lexer->reporter, place,
               "Gaussian noise gives no privacy without a delta, whatever the cost, and privacy "
               "with a delta is not verified; expected 'lap(NUMBER/eps)'");
  else if (is_word (statement, bad - 1, others))
    svt_error (lexer->reporter, place,
               "'%s': noise is 'lap' (Laplace), 'dlap' (discrete Laplace) or 'exp' (exponential); "
               "expected 'lap(NUMBER/eps)'",
               word);
  else if (is_word (statement, bad - 1, irrational))
    svt_error (lexer->reporter, place,
               "'%s': numbers are sums, products and quotients, which are exact; expected a "
               "parameter with a value that is near and makes the noise no smaller",
               word);
  else
    return FALSE;
  return TRUE;
}

/* `private - lap(2/eps)`. */
static gboolean
hint_minus (const SvtLexer *lexer, const Statement *statement)
{
  guint bad = statement->bad;
  int noise = kind_at (statement, bad);
  if (find_value (statement) == 0 || !svt_is_noise (noise) ||
      kind_at (statement, bad - 1) != SVT_TOKEN_MINUS)
    return FALSE;
  SvtPlace place = place_of (lexer, statement, bad - 1);
  g_autofree char *word = text_of (statement, bad, bad);
  if (couplet_noise_is_one_sided (svt_noise_of (noise)))
    svt_error (lexer->reporter, place,
               "%s noise is added; subtracted it would be another mechanism, which cannot "
               "be written; expected '+ %s(...)'",
               couplet_noise_kind_to_string (svt_noise_of (noise)), word);
  else
    svt_error (lexer->reporter, place,
               "noise is added, which is the same as subtracting it; expected '+ %s(...)'", word);
  return TRUE;
}

/* `claim eps, delta;` */
static gboolean
hint_delta (const SvtLexer *lexer, const Statement *statement)
{
  if (kind_at (statement, 0) != SVT_TOKEN_CLAIM ||
      kind_at (statement, statement->bad) != SVT_TOKEN_COMMA)
    return FALSE;
  svt_error (lexer->reporter, place_of (lexer, statement, statement->bad),
             "a claim has no delta: " SVT_ONLY_PURE "; expected 'claim NUMBER*eps;'");
  return TRUE;
}

/* ---- What stands after `NAME =` -------------------------------------------------------- */

/* `threshold x = T + lap(2/eps)`. */
static void
report_reading (const SvtLexer *lexer, const Statement *statement, guint value)
{
  g_autofree char *text = text_of (statement, value, MAX (statement->n - 2, value));
  g_autofree char *meant =
      g_strconcat ("public + ", text, has_noise (statement) ? "" : " + lap(NUMBER/eps)", NULL);
  g_autofree char *quoted = couplet_quote (meant, -1);
  svt_error (lexer->reporter, place_of (lexer, statement, value),
             "a reading begins with 'private' or 'public'; expected %s", quoted);
}

static gboolean
is_input (int kind)
{
  return kind == SVT_TOKEN_PRIVATE || kind == SVT_TOKEN_PUBLIC || kind == SVT_TOKEN_AGAIN;
}

/* The input that the word at value was meant to be, or NULL. */
static const char *
meant_input (const Statement *statement, guint value)
{
  static const char *const inputs[] = {"private", "public", "again", NULL};
  g_autofree char *word = text_of (statement, value, value);
  return couplet_nearest (word, inputs);
}

/* What is not a text may have been anything. */
static gboolean
has_zero_byte (const Statement *statement, guint value)
{
  SvtPlace place = statement->tokens[value].place;
  SvtPlace end = statement->tokens[statement->n - 1].place;
  return memchr (statement->reporter->text + place.offset, '\0', end.offset - place.offset) != NULL;
}

/* Whether a reading can be seen after `NAME =` that does not begin as one. */
static gboolean
is_turned_reading (const Statement *statement, guint value)
{
  int first = kind_at (statement, value), bad = kind_at (statement, statement->bad);
  if (value == 0 || statement->bad < value || is_input (first) || ends_statement (first) ||
      has_zero_byte (statement, value))
    return FALSE;
  return statement->bad == value || is_input (bad) || svt_is_noise (bad);
}

static gboolean
hint_value (const SvtLexer *lexer, const Statement *statement)
{
  guint value = find_value (statement);
  if (!is_turned_reading (statement, value))
    return FALSE;
  SvtPlace place = place_of (lexer, statement, value);
  const char *meant = meant_input (statement, value);
  static const char *const again[] = {"again", NULL};
  if (is_word (statement, value, again))
    svt_error (
        lexer->reporter, place,
        "no noise is added; expected 'again + lap(NUMBER/eps)', or 'again + lap(0)' for none");
  else if (meant != NULL) {
    g_autofree char *word = text_of (statement, value, value);
    g_autofree char *quoted = couplet_quote (word, -1);
    g_autofree char *hint = couplet_suggest (meant);
    svt_error (lexer->reporter, place, "%s is not a keyword%s", quoted, hint);
  } else if (has_word (statement, again))
    svt_error (lexer->reporter, place,
               "'again' stands first in a reading, and numbers follow; expected 'again + NUMBER + "
               "lap(NUMBER/eps)'");
  else if (has_kind (statement, SVT_TOKEN_PRIVATE) || has_kind (statement, SVT_TOKEN_PUBLIC))
    svt_error (lexer->reporter, place,
               "'private' or 'public' stands first in a reading, and numbers follow; expected "
               "'private + NUMBER + lap(NUMBER/eps)'");
  else if (has_noise (statement) || kind_at (statement, 0) == SVT_TOKEN_THRESHOLD)
    report_reading (lexer, statement, value);
  else
    return FALSE;
  return TRUE;
}

/* `int q = private + lap(2/eps)`. */
static gboolean
hint_whole_number (const SvtLexer *lexer, const Statement *statement)
{
  int bad = kind_at (statement, statement->bad);
  if (kind_at (statement, 0) != SVT_TOKEN_INT || kind_at (statement, 1) != SVT_TOKEN_NAME ||
      (!is_input (bad) && !svt_is_noise (bad)))
    return FALSE;
  g_autofree char *name = text_of (statement, 1, 1);
  svt_error (lexer->reporter, place_of (lexer, statement, 0),
             "a value that is read is not a whole number that the program computes; expected '%s = "
             "...;' or 'threshold %s = ...;', without 'int'",
             name, name);
  return TRUE;
}

/* ---- Outputs ------------------------------------------------------------------------------ */

/* `output q + x`, `output q - 5`. */
static gboolean
hint_output (const SvtLexer *lexer, const Statement *statement)
{
  if (kind_at (statement, 0) != SVT_TOKEN_OUTPUT || statement->bad < 2 ||
      kind_at (statement, 1) != SVT_TOKEN_NAME || !is_operator (kind_at (statement, 2)))
    return FALSE;
  g_autofree char *name = text_of (statement, 1, 1);
  svt_error (lexer->reporter, place_of (lexer, statement, 2),
             "a value is output as it was read, or less a threshold; expected 'output %s;', "
             "'output %s - THRESHOLD;' or 'output fresh lap(NUMBER/eps);'",
             name, name);
  return TRUE;
}

/* `output argmax(4)`, `output snap(private + lap(2/eps), 8)`. */
static gboolean
hint_arguments (const SvtLexer *lexer, const Statement *statement)
{
  static const char *const argmax[] = {"argmax", NULL}, *const snap[] = {"snap", NULL};
  int kind = kind_at (statement, 1);
  if (kind_at (statement, 0) != SVT_TOKEN_OUTPUT || kind_at (statement, 2) != SVT_TOKEN_LEFT ||
      statement->bad < 3)
    return FALSE;
  SvtPlace place = place_of (lexer, statement, 1);
  if (kind == SVT_TOKEN_ARGMAX || is_word (statement, 1, argmax))
    svt_error (lexer->reporter, place,
               "expected 'output argmax(NUMBER, private + lap(NUMBER/eps));', with the number of "
               "answers");
  else if (kind == SVT_TOKEN_SNAP || is_word (statement, 1, snap))
    svt_error (lexer->reporter, place,
               "expected 'output snap(private + lap(NUMBER/eps), BOUND, GRID);', or 'output "
               "snap(fresh lap(NUMBER/eps), BOUND, GRID);', perhaps with ', floating' at the end");
  else
    return FALSE;
  return TRUE;
}

/* ---- Loops and functions -------------------------------------------------------------------- */

static gboolean
hint_words (const SvtLexer *lexer, const Statement *statement)
{
  static const char *const loops[] = {"do", "until", "while", NULL};
  static const char *const functions[] = {"def",  "define",    "fun",      "func",
                                          "proc", "procedure", "function", NULL};
  SvtPlace place = place_of (lexer, statement, 0);
  g_autofree char *word = text_of (statement, 0, 0);
  if (statement->bad != 1 || statement->depth == 0)
    return FALSE;
  if (is_word (statement, 0, loops))
    svt_error (
        lexer->reporter, place,
        "'%s': a loop has no condition, it is left inside; expected 'loop { ... if CONDITION "
        "{ break; } }'",
        word);
  else if (is_word (statement, 0, functions))
    svt_error (lexer->reporter, place,
               "'%s': a mechanism has no functions; expected its statements here, or another "
               "'mechanism NAME(PARAMETERS) { ... }' after it",
               word);
  else
    return FALSE;
  return TRUE;
}

gboolean
svt_report_hint (const SvtLexer *lexer, SvtPlace found)
{
  static gboolean (*const hints[]) (const SvtLexer *, const Statement *) = {
      hint_noise,        hint_minus,  hint_delta,     hint_value,
      hint_whole_number, hint_output, hint_arguments, hint_words};
  Statement statement;
  if (!svt_keeps_messages (lexer->reporter, COUPLET_SEVERITY_ERROR) ||
      !read_statement (lexer, found, &statement))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    if (hints[i](lexer, &statement))
      return TRUE;
  return FALSE;
}
