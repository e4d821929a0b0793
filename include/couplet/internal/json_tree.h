/* SPDX-License-Identifier: Apache-2.0 */
/* A JSON document in memory, which the tokenizer (json_tokenizer.h) reads. */
#ifndef COUPLET_INTERNAL_JSON_TREE_H
#define COUPLET_INTERNAL_JSON_TREE_H

#include <couplet/internal/json_tokenizer.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* A value. What it points to lies in the arena that it was read into; begin and end in the text
 * that it was read from. */
typedef struct CoupletJsonValue CoupletJsonValue;

struct CoupletJsonValue {
  CoupletJsonToken token; /* that it begins with */
  guint32 n;              /* members, or elements */
  const char *key;        /* of a member of an object; else NULL */
  const char *text;       /* of a string, decoded; of a number, as it is written; NUL after it */
  gsize length;
  const char *begin, *end; /* as it is written */
  CoupletPlace place;
  const CoupletJsonValue *first; /* of n */
  const CoupletJsonValue *next;  /* the next member or element beside it; NULL = it is the last */
};

/* Reads the document that begins at data into arena. data[length] must be 0. A key that stands
 * twice in an object is an error. rest: NULL = nothing may follow the document; else receives where
 * it ends. NULL with *place and *why set, which the caller frees. */
const CoupletJsonValue *couplet_json_read (const char *data, gsize length, CoupletArena *arena,
                                           const char **rest, CoupletPlace *place, char **why);

/* Likewise the only document, whose strings may have bytes that are 0. */
const CoupletJsonValue *couplet_json_read_message (const char *data, gsize length,
                                                   CoupletArena *arena, char **why);

/* The functions below take a value that is NULL, or of another type, for one that has nothing. */

static inline gboolean
couplet_json_is (const CoupletJsonValue *value, CoupletJsonToken token)
{
  return value != NULL && value->token == token;
}

static inline gboolean
couplet_json_is_object (const CoupletJsonValue *value)
{
  return couplet_json_is (value, COUPLET_JSON_TOKEN_OBJECT_BEGIN);
}

static inline gboolean
couplet_json_is_list (const CoupletJsonValue *value)
{
  return couplet_json_is (value, COUPLET_JSON_TOKEN_ARRAY_BEGIN);
}

/* The first of its elements or members; NULL = it has none. */
static inline const CoupletJsonValue *
couplet_json_first (const CoupletJsonValue *value)
{
  return value != NULL ? value->first : NULL;
}

/* The member of an object, and the element of a list; NULL = there is none. */
const CoupletJsonValue *couplet_json_member (const CoupletJsonValue *object, const char *key);
const CoupletJsonValue *couplet_json_element (const CoupletJsonValue *list, guint index);

/* The text of a string without NUL in it; NULL = it is none. */
const char *couplet_json_text_of (const CoupletJsonValue *value);

/* Sets *number to a number without a fraction or exponent. FALSE: it is none, or too large. */
gboolean couplet_json_whole_of (const CoupletJsonValue *value, gint64 *number);

/* As it is written. The caller frees it. */
char *couplet_json_written (const CoupletJsonValue *value);

#pragma GCC visibility pop
G_END_DECLS

#endif
