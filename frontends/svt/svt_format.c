/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_format.h"
#include "svt_keywords.h"
#include "svt_parse.h"
#include "svt_parser.h"

/* A block that stood on one line stays on one if it ends within this many bytes. */
#define MAX_WIDTH 100

typedef struct {
  int token; /* 0 = none */
  SvtPlace place;
} Token;

typedef struct {
  const SvtReporter *reporter;
  GString *out;
  Token before;       /* the token before */
  int last_word;      /* likewise, but for comments */
  guint depth;        /* of blocks */
  gboolean in_middle; /* of a statement */
  gboolean unary;     /* the token before is a sign, not an operator */
  gboolean flat;      /* inside a block that stays on one line */
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
         token == SVT_TOKEN_RIGHT || token == SVT_TOKEN_PRIVATE || token == SVT_TOKEN_PUBLIC ||
         token == SVT_TOKEN_AGAIN;
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
    return before != SVT_TOKEN_NAME && !svt_is_noise (before) && before != SVT_TOKEN_ARGMAX &&
           before != SVT_TOKEN_SNAP;
  return TRUE;
}

/* A blank line stands after each mechanism. */
static gboolean
ends_mechanism (const Layout *layout, int before, int token)
{
  return before == SVT_TOKEN_CLOSE && layout->depth == 0 && token != SVT_TOKEN_CLOSE;
}

/* What stands between the token before and this one. */
static void
separate (Layout *layout, const Token *token)
{
  guint32 lines = token->place.line - layout->before.place.line;
  int last = layout->before.token;
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
  else if (line && !layout->flat && !(last == SVT_TOKEN_CLOSE && token->token == SVT_TOKEN_ELSE))
    new_line (layout, (blank && !layout->in_middle && token->token != SVT_TOKEN_ELSE) ||
                          ends_mechanism (layout, last, token->token));
  else if (line || wants_blank (layout, last, token->token))
    g_string_append_c (layout->out, ' ');
}

static void
put (Layout *layout, const Token *token)
{
  if (token->token == SVT_TOKEN_CLOSE && layout->depth > 0)
    layout->depth--;
  if (layout->flat && token->token == SVT_TOKEN_CLOSE && layout->before.token != SVT_TOKEN_OPEN)
    g_string_append_c (layout->out, ' ');
  else
    separate (layout, token);
  const char *text = layout->reporter->text + token->place.offset;
  gsize length = token->place.length;
  while (token->token == SVT_TOKEN_COMMENT && length > 1 && g_ascii_isspace (text[length - 1]))
    length--;
  g_string_append_len (layout->out, text, (gssize)length);
  layout->before = *token;
  if (token->token == SVT_TOKEN_OPEN)
    layout->depth++;
  if (token->token == SVT_TOKEN_COMMENT)
    return;
  layout->in_middle = token->token != SVT_TOKEN_SEMICOLON && token->token != SVT_TOKEN_OPEN &&
                      token->token != SVT_TOKEN_CLOSE;
  layout->unary = token->token == SVT_TOKEN_MINUS && !ends_operand (layout->last_word);
  layout->last_word = token->token;
}

static GArray *
read_tokens (const SvtReporter *reporter)
{
  SvtLexer lexer = {.reporter = reporter, .keep_comments = TRUE};
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  void *scanner = svt_scanner_new (&lexer);
  for (;;) {
    Token token;
    SVT_YYSTYPE value;
    token.token = svt_scan (&value, &token.place, scanner);
    if (token.token == SVT_TOKEN_YYEOF)
      break;
    g_array_append_val (tokens, token);
  }
  svt_scanner_free (scanner);
  return tokens;
}

/* The end of the block that tokens[open] begins if it stands on one line and has
 * neither blocks nor comments in it; else 0. */
static guint
end_of_simple_block (const GArray *tokens, guint open)
{
  guint32 line = g_array_index (tokens, Token, open).place.line;
  for (guint i = open + 1; i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    if (token->place.line != line || token->token == SVT_TOKEN_OPEN ||
        token->token == SVT_TOKEN_COMMENT)
      return 0;
    if (token->token == SVT_TOKEN_CLOSE)
      return i;
  }
  return 0;
}

/* Of the last one, in bytes. */
static gsize
width_of_line (const GString *out)
{
  gsize start = out->len;
  while (start > 0 && out->str[start - 1] != '\n')
    start--;
  return out->len - start;
}

/* Puts the block that tokens[open] begins on the current line; FALSE, with nothing
 * done, when it is not to stay on one or does not fit. */
static gboolean
put_flat (Layout *layout, const GArray *tokens, guint open, guint *end)
{
  if (layout->depth == 0 || (*end = end_of_simple_block (tokens, open)) == 0)
    return FALSE;
  const Layout saved = *layout;
  gsize length = layout->out->len;
  put (layout, &g_array_index (tokens, Token, open));
  layout->flat = TRUE;
  for (guint i = open + 1; i <= *end; i++)
    put (layout, &g_array_index (tokens, Token, i));
  layout->flat = FALSE;
  if (width_of_line (layout->out) <= MAX_WIDTH)
    return TRUE;
  *layout = saved;
  g_string_truncate (layout->out, length);
  return FALSE;
}

static void
format_tokens (const SvtReporter *reporter, GString *out)
{
  g_autoptr (GArray) tokens = read_tokens (reporter);
  Layout layout = {.reporter = reporter, .out = out};
  for (guint i = 0; i < tokens->len; i++) {
    const Token *token = &g_array_index (tokens, Token, i);
    guint end;
    if (token->token == SVT_TOKEN_OPEN && put_flat (&layout, tokens, i, &end))
      i = end;
    else
      put (&layout, token);
  }
  if (tokens->len > 0)
    g_string_append_c (out, '\n');
}

gboolean
svt_format_text (const SvtReporter *reporter, GString *out)
{
  svt_file_free (svt_parse (reporter)); /* for its messages alone */
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
