/* SPDX-License-Identifier: Apache-2.0 */
/* Structures that are described by tables of fields, as JSON objects: written, and read strictly,
 * since what is read was written by a program. */
#ifndef COUPLET_CORE_RECORD_FIELDS_H
#define COUPLET_CORE_RECORD_FIELDS_H

#include <couplet/internal/automaton.h>
#include <couplet/internal/json.h>
#include <couplet/internal/json_tree.h>
#include <couplet/model.h>

/* A line that is being read. */
typedef struct {
  CoupletArena *arena; /* of all that is kept */
  const char *name;    /* of the file, for messages */
  guint64 line;        /* on which the text begins */
  CoupletPlace place;  /* of what is being read, in the text */
  const char *list;    /* what is being read: `stage`, NULL = the line's own object ... */
  guint index;         /* ... and which one, from 0 */
  gboolean as_told;    /* what it says is not held against itself: people may have changed it */
  gpointer data;       /* of the functions that read a FIELD_OTHER */
  GError **error;
} Record;

/* Where an object is written to. */
typedef struct {
  const CoupletJson *json;
  gboolean with_evidence;
  gpointer data; /* of the functions that prepare a record */
} RecordWriter;

typedef enum {
  FIELD_TEXT,        /* const char *; NULL is null */
  FIELD_NUMBER,      /* likewise: a rational; KEY_decimal stands beside it */
  FIELD_WORD,        /* an enumeration, by its words; a value beyond them is null */
  FIELD_RATIONAL,    /* CoupletRational, not to be cleared; KEY_decimal stands beside it */
  FIELD_BOUND,       /* const CoupletRational *, not to be cleared; NULL is null; likewise */
  FIELD_BOOLEAN,     /* gboolean */
  FIELD_UNSIGNED,    /* guint64 */
  FIELD_SMALL,       /* guint32 */
  FIELD_SECONDS,     /* double, not negative */
  FIELD_RAW,         /* const char *: JSON without line breaks, as it is written */
  FIELD_MEMBERS,     /* an object whose fields are members of this record */
  FIELD_OBJECT,      /* pointer to a structure of that kind */
  FIELD_LIST,        /* pointer to structures of that kind */
  FIELD_DEFINITIONS, /* pointer to CoupletDefinition: an object of texts */
  FIELD_COUNTS,      /* pointer to CoupletStatistic: an object of numbers */
  FIELD_STRINGS,     /* pointer to const char *: a list of texts */
  FIELD_OTHER        /* what read and write make of it */
} FieldType;

typedef enum {
  FIELD_NEEDED = 1 << 0, /* leaving it out is an error, and so is null for a text */
  FIELD_SPARSE = 1 << 1  /* left out where it is absent, false, 0 or empty */
} FieldFlags;

typedef struct Field Field;

/* A kind of object. */
typedef struct {
  const char *noun; /* `stage` */
  const Field *fields;
  guint n_fields;
  gsize size;        /* of the structure */
  gsize record_size; /* of the record: the structure, and after it what belongs to fields only */
  /* Sets the rest of a record whose structure is set, before it is written. NULL = nothing. */
  void (*prepare) (gpointer record, gpointer data);
  /* Checks a record that was read, and sets what follows. FALSE with error set. NULL = nothing. */
  gboolean (*finish) (Record *record, gpointer into);
} RecordKind;

struct Field {
  const char *key;
  FieldType type;
  guint flags;   /* FieldFlags */
  gsize offset;  /* in the record */
  gsize present; /* of a RATIONAL: a gboolean, it is not null */
  gsize decimal; /* of a RATIONAL or BOUND: const char *, as it was read; 0 = it is not kept */
  gsize count;   /* guint32: how many a pointer points to */
  const char *const *words; /* of a WORD; ends in NULL */
  guint null;               /* of a WORD: the value that null is read as */
  CoupletJsonToken begins;  /* of a RAW: its first token; OBJECT_END = any */
  const RecordKind *kind;   /* of MEMBERS, OBJECT, LIST */
  /* Whether it is written; NULL = always. */
  gboolean (*when) (gconstpointer record);
  /* Whether the number is infinite: null, with `inf` as its decimal. NULL = never. */
  gboolean (*infinite) (gconstpointer record);
  /* Takes the value. FALSE with error set. */
  gboolean (*read) (Record *record, const CoupletJsonValue *value, const Field *field,
                    gpointer into);
  void (*write) (const RecordWriter *writer, const Field *field, gconstpointer record);
};

#define FIELDS_MOST 64

/* A field of a record of that type: `FIELD (StageRecord, stage.kind, .key = "kind", ...)`. */
#define FIELD(record, member, ...)                                                                 \
  {                                                                                                \
    .offset = G_STRUCT_OFFSET (record, member), __VA_ARGS__                                        \
  }

/* A kind of that table of fields: `RECORD_KIND (CoupletPart, CoupletPart, "part", PART_FIELDS)`;
 * record: the record's type. */
#define RECORD_KIND(structure, record, name, list, ...)                                            \
  {                                                                                                \
    .noun = (name), .fields = (list), .n_fields = G_N_ELEMENTS (list), .size = sizeof (structure), \
    .record_size = sizeof (record), __VA_ARGS__                                                    \
  }

/* Sets the record's error (INPUT) to place and text; FALSE. */
gboolean record_fail (Record *record, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Parses text, of which text[length] must be 0. NULL with error set. */
const CoupletJsonValue *record_parse (Record *record, const char *text, gsize length);

/* Whether value, which key names, begins with that token; else FALSE with error set. expected: what
 * it is called. */
gboolean record_expect (Record *record, const CoupletJsonValue *value, CoupletJsonToken token,
                        const char *key, const char *expected);

/* Reads object into a record of zeros: a key that is unknown, or is needed and missing, is an
 * error, and so is, unless it is read as told, a decimal that is not that of its number. FALSE with
 * error set. */
gboolean record_object (Record *record, const RecordKind *kind, const CoupletJsonValue *object,
                        gpointer into);

/* Reads a list of objects of field's kind, whose structures become the value of field in into.
 * FALSE with error set. */
gboolean record_list (Record *record, const CoupletJsonValue *value, const Field *field,
                      gpointer into);

/* Reads `3/4`, a number that is not negative; reports have any number of digits, more than are read
 * as an input. FALSE: it is none. */
gboolean record_parse_rational (const char *text, CoupletRational *rational);

/* Sets *to to a copy of from that lies in the arena, and is not to be cleared. */
void keep_rational (CoupletArena *arena, const CoupletRational *from, CoupletRational *to);

/* Writes a record that is prepared as the value of key; NULL = without a key. */
void record_write (const RecordWriter *writer, const char *key, const RecordKind *kind,
                   gconstpointer record);

#endif
