/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_tokenizer.h"

#include <couplet/internal/text.h>

static const struct {
  const char *text;
  DipaTokenKind kind;
} SIGNS[] = {
    /* no sign before one that it begins */
    {":=", DIPA_BECOMES},      {"<=", DIPA_LESS},     {">=", DIPA_GREATER_EQUAL}, {"&&", DIPA_AND},
    {"||", DIPA_OR},           {"(", DIPA_OPEN},      {")", DIPA_CLOSE},          {",", DIPA_COMMA},
    {":", DIPA_COLON},         {";", DIPA_SEMICOLON}, {"/", DIPA_SLASH},          {"<", DIPA_LESS},
    {">", DIPA_GREATER_EQUAL},
};

DipaTokenizer
dipa_tokenizer (const char *text, gsize length)
{
  gsize mark = couplet_text_mark_length (text, length);
  return (DipaTokenizer){text + mark, text + length, text + mark, 1};
}

static void
skip_blanks (DipaTokenizer *tokenizer)
{
  gboolean comment = FALSE;
  for (; tokenizer->at < tokenizer->end; tokenizer->at++) {
    char c = *tokenizer->at;
    if (c == '\n') {
      tokenizer->line++;
      tokenizer->line_start = tokenizer->at + 1;
      comment = FALSE;
    } else if (c == '#')
      comment = TRUE;
    else if (!comment && !g_ascii_isspace (c))
      return;
  }
}

static gboolean
begins_word (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (guchar)c >= 0x80;
}

static gboolean
continues_word (char c)
{
  return begins_word (c) || g_ascii_isdigit (c) || c == '-' || c == '\'';
}

static gsize
word_length (const char *at, const char *end)
{
  const char *stop = at + 1;
  while (stop < end && continues_word (*stop))
    stop++;
  return (gsize)(stop - at);
}

/* 0 when no number begins here. */
static gsize
number_length (const char *at, const char *end)
{
  const char *stop = at;
  if (*stop == '+' || *stop == '-')
    stop++;
  if (stop == end || !(g_ascii_isdigit (*stop) || *stop == '.'))
    return 0;
  while (stop < end && (g_ascii_isalnum (*stop) || *stop == '.' ||
                        ((*stop == '+' || *stop == '-') && g_ascii_tolower (stop[-1]) == 'e')))
    stop++;
  return (gsize)(stop - at);
}

static DipaTokenKind
sign_at (const char *at, const char *end, gsize *length)
{
  for (guint i = 0; i < G_N_ELEMENTS (SIGNS); i++) {
    *length = strlen (SIGNS[i].text);
    if (*length <= (gsize)(end - at) && memcmp (at, SIGNS[i].text, *length) == 0)
      return SIGNS[i].kind;
  }
  *length = 1;
  return DIPA_UNKNOWN;
}

DipaToken
dipa_next_token (DipaTokenizer *tokenizer)
{
  const char *before = tokenizer->line_start;
  gboolean first = tokenizer->at == before;
  skip_blanks (tokenizer);
  const char *at = tokenizer->at, *end = tokenizer->end;
  gsize column = (gsize)(at - tokenizer->line_start) + 1;
  DipaToken token = {.text = {at, 0},
                     .place = {tokenizer->line, (guint32)MIN (column, G_MAXUINT32)},
                     .begins_line = first || tokenizer->line_start != before};
  if (at == end)
    return token;
  if (begins_word (*at)) {
    token.kind = DIPA_WORD;
    token.text.length = word_length (at, end);
  } else if ((token.text.length = number_length (at, end)) > 0)
    token.kind = DIPA_NUMBER;
  else
    token.kind = sign_at (at, end, &token.text.length);
  tokenizer->at += token.text.length;
  return token;
}

gboolean
dipa_token_is (const DipaToken *token, const char *word)
{
  return token->kind == DIPA_WORD && couplet_text_is (token->text, word);
}
