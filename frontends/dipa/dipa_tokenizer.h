/* SPDX-License-Identifier: Apache-2.0 */
/* The words, numbers and signs of a .dipa text. */
#ifndef DIPA_TOKENIZER_H
#define DIPA_TOKENIZER_H

#include <couplet/internal/automaton.h>

typedef enum {
  DIPA_END,
  DIPA_WORD,   /* letters, digits, `_`, `-`, `'` and bytes beyond ASCII, digit and sign not first */
  DIPA_NUMBER, /* digits with point, sign and exponent, not further checked */
  DIPA_OPEN,
  DIPA_CLOSE,
  DIPA_COMMA,
  DIPA_COLON,
  DIPA_SEMICOLON,
  DIPA_SLASH,
  DIPA_BECOMES,       /* := */
  DIPA_LESS,          /* < and <= */
  DIPA_GREATER_EQUAL, /* > and >= */
  DIPA_AND,
  DIPA_OR,
  DIPA_UNKNOWN /* a byte that begins nothing of the above */
} DipaTokenKind;

/* text is a slice of the source. */
typedef struct {
  DipaTokenKind kind;
  CoupletText text;
  CoupletPlace place;
  gboolean begins_line; /* only blanks stand before it on its line */
} DipaToken;

typedef struct {
  const char *at, *end;
  const char *line_start;
  guint32 line;
} DipaTokenizer;

/* Before the first token of a text, after a byte order mark. */
DipaTokenizer dipa_tokenizer (const char *text, gsize length);

/* The next token; DIPA_END again and again at the end. Blanks, line breaks and
 * comments (from # to the end of the line) are passed over. */
DipaToken dipa_next_token (DipaTokenizer *tokenizer);

gboolean dipa_token_is (const DipaToken *token, const char *word);

#endif
