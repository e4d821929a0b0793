/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON objects of known fields into structures: strictly, since what is read was written
 * by a program. */
#ifndef COUPLET_CORE_RECORD_FIELDS_H
#define COUPLET_CORE_RECORD_FIELDS_H

#include <couplet/json_tokenizer.h>
#include <couplet/rational.h>

/* A line that is being read. */
typedef struct {
  CoupletJsonTokenizer tokenizer;
  CoupletArena *arena; /* of all that is kept */
  const char *name;    /* of the file, for messages */
  guint64 line;
  const char *list; /* what is being read: `stage`, NULL = the line's own object ... */
  guint index;      /* ... and which one, from 0 */
  GError **error;
} Record;

typedef enum {
  FIELD_TEXT,      /* const char *; null becomes NULL */
  FIELD_SOME_TEXT, /* likewise, and null is an error */
  FIELD_WORD,      /* an enumeration, by its words; null is as if it were left out */
  FIELD_RATIONAL,  /* CoupletRational, not to be cleared, and at flag a gboolean: it is not null */
  FIELD_BOOLEAN,   /* gboolean */
  FIELD_UNSIGNED,  /* guint64 */
  FIELD_SMALL,     /* guint32 */
  FIELD_SECONDS,   /* double, not negative */
  FIELD_OTHER,     /* what read makes of it */
  FIELD_DERIVED    /* follows from the others, and is passed over */
} FieldType;

typedef struct {
  const char *key;
  FieldType type;
  gboolean needed; /* leaving it out is an error */
  gsize offset;    /* in the structure */
  gsize flag;
  const char *const *words; /* ends in NULL */
  /* The value's first token is the current one; its last is to be. FALSE with error set. */
  gboolean (*read) (Record *record, gpointer into);
} Field;

#define FIELDS_MOST 64

/* Sets the record's error (INPUT) to place and text; FALSE. */
gboolean record_fail (Record *record, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Goes to the next token; FALSE with error set when there is none. */
gboolean record_next (Record *record);

/* Whether the current token is of that kind, what names the value; else FALSE with error set. */
gboolean record_expect (Record *record, CoupletJsonToken token, const char *key,
                        const char *expected);

/* Reads the object that begins with the current token: a key that is unknown, stands twice, or is
 * needed and missing is an error. FALSE with error set. */
gboolean record_object (Record *record, const Field *fields, guint n, gpointer into);

/* Reads the list of objects that begins with the current token into elements, of size bytes, which
 * are empty before. noun: what they are, `stage`. */
gboolean record_list (Record *record, const char *noun, const Field *fields, guint n, gsize size,
                      GArray *elements);

/* The current text, a copy in the arena. */
const char *record_text (const Record *record);

/* A copy in the arena of what is collected in elements. */
gconstpointer record_keep (const Record *record, const GArray *elements);

/* Reads the current number, whole and at most most, as the value of key. */
gboolean record_unsigned (Record *record, const char *key, guint64 most, guint64 *value);

#endif
