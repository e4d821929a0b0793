/* SPDX-License-Identifier: Apache-2.0 */
/* A strict (RFC 8259) pull tokenizer over text in memory: no tree, no
 * recursion, every token with its place. */
#ifndef COUPLET_JSON_TOKENIZER_H
#define COUPLET_JSON_TOKENIZER_H

#include <couplet/arena.h>
#include <couplet/model.h>

/* Brackets nested deeper are an error. */
#define JSON_MAX_DEPTH 2048

typedef enum {
  JSON_TOKEN_OBJECT_BEGIN,
  JSON_TOKEN_OBJECT_END,
  JSON_TOKEN_ARRAY_BEGIN,
  JSON_TOKEN_ARRAY_END,
  JSON_TOKEN_KEY,    /* text: the name, decoded */
  JSON_TOKEN_STRING, /* text: decoded */
  JSON_TOKEN_NUMBER, /* text: as written */
  JSON_TOKEN_TRUE,
  JSON_TOKEN_FALSE,
  JSON_TOKEN_NULL,
  JSON_TOKEN_END,  /* of the document */
  JSON_TOKEN_ERROR /* error says what is wrong; every further token is JSON_TOKEN_ERROR too */
} JsonToken;

typedef enum {
  JSON_EXPECT_VALUE,
  JSON_EXPECT_VALUE_OR_END, /* behind '[' */
  JSON_EXPECT_KEY,
  JSON_EXPECT_KEY_OR_END, /* behind '{' */
  JSON_EXPECT_COLON,
  JSON_EXPECT_COMMA_OR_END,
  JSON_EXPECT_NOTHING
} JsonExpected;

typedef struct {
  const char *at, *end;
  const char *line_start;
  guint32 line;
  CoupletArena *arena; /* decoded texts, not owned */
  JsonExpected expected;
  guint depth;
  gboolean in_object[JSON_MAX_DEPTH];

  JsonToken token;    /* the current one, */
  CoupletText text;   /* its text: a slice of the input, or in arena */
  CoupletPlace place; /* and where it begins */
  char *error;        /* freed by json_tokenizer_clear() */
} JsonTokenizer;

/* Before the first token of length bytes at data. data[length] must be 0. Texts
 * that need decoding are put into arena. */
void json_tokenizer_init (JsonTokenizer *tokenizer, const char *data, gsize length,
                          CoupletArena *arena);
void json_tokenizer_clear (JsonTokenizer *tokenizer);

/* Goes to the next token and returns it. */
JsonToken json_next (JsonTokenizer *tokenizer);

/* The current token is a value's first: goes on to the value's last token.
 * FALSE when an error came. */
gboolean json_skip (JsonTokenizer *tokenizer);

/* `a string`, `an object`, ... for messages about the current token. */
const char *json_token_name (JsonToken token);

#endif
