/* SPDX-License-Identifier: Apache-2.0 */
/* A strict (RFC 8259) pull tokenizer over text in memory: no tree, no
 * recursion, every token with its place. */
#ifndef COUPLET_INTERNAL_JSON_TOKENIZER_H
#define COUPLET_INTERNAL_JSON_TOKENIZER_H

#include <couplet/internal/arena.h>
#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Brackets nested deeper are an error. */
#define COUPLET_JSON_DEPTH_MAX 2048

typedef enum {
  COUPLET_JSON_TOKEN_OBJECT_BEGIN,
  COUPLET_JSON_TOKEN_OBJECT_END,
  COUPLET_JSON_TOKEN_ARRAY_BEGIN,
  COUPLET_JSON_TOKEN_ARRAY_END,
  COUPLET_JSON_TOKEN_KEY,    /* text: the name, decoded */
  COUPLET_JSON_TOKEN_STRING, /* text: decoded */
  COUPLET_JSON_TOKEN_NUMBER, /* text: as written */
  COUPLET_JSON_TOKEN_TRUE,
  COUPLET_JSON_TOKEN_FALSE,
  COUPLET_JSON_TOKEN_NULL,
  COUPLET_JSON_TOKEN_END,  /* of the document */
  COUPLET_JSON_TOKEN_ERROR /* error says what is wrong; every further token is
                              COUPLET_JSON_TOKEN_ERROR too */
} CoupletJsonToken;

typedef enum {
  COUPLET_JSON_EXPECT_VALUE,
  COUPLET_JSON_EXPECT_VALUE_OR_END, /* after '[' */
  COUPLET_JSON_EXPECT_KEY,
  COUPLET_JSON_EXPECT_KEY_OR_END, /* after '{' */
  COUPLET_JSON_EXPECT_COLON,
  COUPLET_JSON_EXPECT_COMMA_OR_END,
  COUPLET_JSON_EXPECT_NOTHING
} CoupletJsonExpected;

typedef struct {
  const char *at, *end;
  const char *line_start;
  guint32 line;
  CoupletArena *arena; /* decoded texts, not owned */
  CoupletJsonExpected expected;
  guint depth;
  gboolean takes_nul; /* \u0000 is no error: set it after couplet_json_tokenizer_init() */
  gboolean object;    /* the brackets that are open last are an object's; */
  gboolean outer_object[COUPLET_JSON_DEPTH_MAX]; /* so it was before each was opened */

  CoupletJsonToken token; /* the current one, */
  CoupletText text;       /* its text: a slice of the input, or in arena */
  CoupletPlace place;     /* and where it begins */
  char *error;            /* freed by couplet_json_tokenizer_clear() */
} CoupletJsonTokenizer;

/* Before the first token of length bytes at data. data[length] must be 0. Texts
 * that need decoding are put into arena. */
void couplet_json_tokenizer_init (CoupletJsonTokenizer *tokenizer, const char *data, gsize length,
                                  CoupletArena *arena);
void couplet_json_tokenizer_clear (CoupletJsonTokenizer *tokenizer);

/* Goes to the next token and returns it. */
CoupletJsonToken couplet_json_next (CoupletJsonTokenizer *tokenizer);

/* Goes to the next token if that is key, written without escapes, as couplet_json_next() would.
 * FALSE: it is something else, or nothing; couplet_json_next() tells. */
gboolean couplet_json_take_key (CoupletJsonTokenizer *tokenizer, CoupletText key);

/* Goes to the next token but one, and sets *text to its text, if the next is key and the string
 * after it stands for itself, with at most one space before each: two calls of couplet_json_next()
 * would come to the same. FALSE: it is something else, or written otherwise; nothing was read. */
gboolean couplet_json_take_string (CoupletJsonTokenizer *tokenizer, CoupletText key,
                                   CoupletText *text);

/* The current token is a value's first: goes on to the value's last token.
 * FALSE when an error came. */
gboolean couplet_json_skip (CoupletJsonTokenizer *tokenizer);

/* `a string`, `an object`, ... for messages about the current token. */
const char *couplet_json_token_name (CoupletJsonToken token);

#pragma GCC visibility pop
G_END_DECLS

#endif
