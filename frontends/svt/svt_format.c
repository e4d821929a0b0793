/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_format.h"
#include "svt_parse.h"
#include "svt_parser.h"

typedef struct {
  int token; /* 0 = none */
  SvtPlace place;
} Token;

typedef struct {
  const SvtReporter *reporter;
  GString *out;
  guint depth;        /* of blocks */
  gboolean in_middle; /* of a statement */
  gboolean unary;     /* the token before is a sign, not an operator */
} Layout;

int svt_scan (SVT_YYSTYPE *value, SvtPlace *place, void *scanner);

static void
new_line (Layout *layout, gboolean blank)
{
  guint level = layout->depth + (layout->in_middle ? 2 : 0);
  g_string_append (layout->out, blank ? "\n\n" : "\n");
  for (guint i = 0; i < level; i++)
    g_string_append (layout->out, "  ");
}

static gboolean
ends_operand (int token)
{
  return token == SVT_TOKEN_NAME || token == SVT_TOKEN_NUMBER || token == SVT_TOKEN_EPS ||
         token == SVT_TOKEN_RIGHT || token == SVT_TOKEN_PRIVATE || token == SVT_TOKEN_PUBLIC;
}

static gboolean
is_tight (int token)
{
  return token == SVT_TOKEN_TIMES || token == SVT_TOKEN_OVER;
}

/* Whether a blank stands between two tokens of one line. */
static gboolean
wants_blank (const Layout *layout, int before, int token)
{
  if (token == SVT_TOKEN_SEMICOLON || token == SVT_TOKEN_COMMA || token == SVT_TOKEN_RIGHT ||
      before == SVT_TOKEN_LEFT || is_tight (token) || is_tight (before) || layout->unary)
    return FALSE;
  if (token == SVT_TOKEN_LEFT)
    return before != SVT_TOKEN_NAME && before != SVT_TOKEN_LAP;
  return TRUE;
}

/* A blank line stands behind each mechanism. */
static gboolean
ends_mechanism (const Layout *layout, int before, int token)
{
  return before == SVT_TOKEN_CLOSE && layout->depth == 0 && token != SVT_TOKEN_CLOSE;
}

/* What stands between before and token. */
static void
separate (Layout *layout, const Token *before, const Token *token)
{
  guint32 lines = token->place.line - before->place.line;
  int last = before->token;
  if (last == 0)
    return;
  gboolean blank = lines > 1 && last != SVT_TOKEN_OPEN && token->token != SVT_TOKEN_CLOSE;
  gboolean line = last == SVT_TOKEN_COMMENT || last == SVT_TOKEN_SEMICOLON ||
                  last == SVT_TOKEN_OPEN || last == SVT_TOKEN_CLOSE;
  if (token->token == SVT_TOKEN_COMMENT && lines == 0)
    g_string_append (layout->out, "  ");
  else if (token->token == SVT_TOKEN_COMMENT)
    new_line (layout, (blank && !layout->in_middle) || ends_mechanism (layout, last, token->token));
  else if (last == SVT_TOKEN_OPEN && token->token == SVT_TOKEN_CLOSE)
    return;
  else if (last == SVT_TOKEN_CLOSE && token->token == SVT_TOKEN_ELSE)
    g_string_append_c (layout->out, ' ');
  else if (line)
    new_line (layout, (blank && !layout->in_middle && token->token != SVT_TOKEN_ELSE) ||
                          ends_mechanism (layout, last, token->token));
  else if (wants_blank (layout, last, token->token))
    g_string_append_c (layout->out, ' ');
}

static void
put (Layout *layout, const Token *before, const Token *token, int last_word)
{
  if (token->token == SVT_TOKEN_CLOSE && layout->depth > 0)
    layout->depth--;
  separate (layout, before, token);
  const char *text = layout->reporter->text + token->place.offset;
  gsize length = token->place.length;
  while (token->token == SVT_TOKEN_COMMENT && length > 1 && g_ascii_isspace (text[length - 1]))
    length--;
  g_string_append_len (layout->out, text, (gssize)length);
  if (token->token == SVT_TOKEN_OPEN)
    layout->depth++;
  if (token->token == SVT_TOKEN_COMMENT)
    return;
  layout->in_middle = token->token != SVT_TOKEN_SEMICOLON && token->token != SVT_TOKEN_OPEN &&
                      token->token != SVT_TOKEN_CLOSE;
  layout->unary = token->token == SVT_TOKEN_MINUS && !ends_operand (last_word);
}

static void
format_tokens (const SvtReporter *reporter, GString *out)
{
  SvtLexer lexer = {.reporter = reporter, .keep_comments = TRUE};
  Layout layout = {reporter, out, 0, FALSE, FALSE};
  Token before = {0, {0}};
  int last_word = 0; /* the token before, but for comments */
  void *scanner = svt_scanner_new (&lexer);
  for (;;) {
    Token token;
    SVT_YYSTYPE value;
    token.token = svt_scan (&value, &token.place, scanner);
    if (token.token == SVT_TOKEN_YYEOF)
      break;
    put (&layout, &before, &token, last_word);
    before = token;
    if (token.token != SVT_TOKEN_COMMENT)
      last_word = token.token;
  }
  if (before.token != 0)
    g_string_append_c (out, '\n');
  svt_scanner_free (scanner);
}

gboolean
svt_format_text (const SvtReporter *reporter, GString *out)
{
  g_autoptr (SvtFile) file = svt_parse (reporter);
  if (!svt_is_clean (reporter))
    return FALSE;
  format_tokens (reporter, out);
  return TRUE;
}

gboolean
svt_format_source (CoupletContext *context, const CoupletSource *source,
                   CoupletDiagnostics *diagnostics)
{
  const SvtReporter reporter = {diagnostics, source->data, source->length};
  g_autoptr (GString) out = g_string_new (NULL);
  if (!svt_format_text (&reporter, out))
    return FALSE;
  couplet_context_write (context, out->str, out->len);
  return TRUE;
}
