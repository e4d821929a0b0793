/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON objects whose keys are known, and telling what is wrong with them. */
#ifndef COUPLET_JSON_OBJECT_H
#define COUPLET_JSON_OBJECT_H

#include <couplet/internal/json_tokenizer.h>
#include <couplet/internal/plugin.h>
#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* A document that is being read. Set what is not the tokenizer's before the first call; the
 * tokenizer is initialised with the same arena. */
typedef struct {
  CoupletJsonTokenizer tokenizer;
  CoupletDiagnostics *diagnostics;
  CoupletArena *arena;     /* of numbers */
  CoupletBuilder *builder; /* of members that are set at once */
  /* what messages are about */
  const char *list; /* `state`, `transition`, or NULL at the top */
  guint index;      /* in that list, from 0 */
  CoupletText name; /* of the element, once it is known; may be left out */
} JsonReader;

#define JSON_KEY(literal)                                                                          \
  {                                                                                                \
    (literal), sizeof (literal) - 1                                                                \
  }

/* How the value after a key is read. TEXT and NUMBER go to the CoupletText at offset of what
 * is being read, or to set with their place; OTHER is read by read. */
typedef struct {
  CoupletText key; /* ends in a 0 */
  enum { JSON_MEMBER_TEXT, JSON_MEMBER_NUMBER, JSON_MEMBER_OTHER } type;
  gsize offset;
  void (*set) (CoupletBuilder *builder, CoupletText value, CoupletPlace place);
  gboolean (*read) (JsonReader *reader, gpointer into);
} JsonMember;

/* Adds an error that names the element of the list that is being read. */
void json_report (JsonReader *reader, CoupletPlace place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Reports a malformed document; always FALSE. */
gboolean json_fail (JsonReader *reader);

/* How many errors were reported so far. */
guint json_errors (const JsonReader *reader);

/* What follows reads the value whose first token is the current one. All return FALSE when
 * reading cannot go on, with an error reported; a value of the wrong type is reported and
 * skipped. */

gboolean json_skip_value (JsonReader *reader);

/* Reports that the value is not what is expected, and skips it. */
gboolean json_skip_wrong (JsonReader *reader, const char *key, const char *expected);

/* A string, or a number as the text of a decimal as well; *into stays as it is when it is neither.
 */
gboolean json_read_text (JsonReader *reader, const char *key, CoupletText *into);
gboolean json_read_number (JsonReader *reader, const char *key, CoupletText *into);

/* An array of strings, each of which is given to take. */
typedef void (*JsonTake) (gpointer data, CoupletText text, CoupletPlace place);
gboolean json_read_strings (JsonReader *reader, const char *key, JsonTake take, gpointer data);

/* An object, member by member: unknown keys and those that stand twice are reported. */
gboolean json_read_object (JsonReader *reader, const JsonMember *members, guint n, gpointer into);

/* JSON numbers as exact rationals. */

/* The decimal that the JSON number text stands for, as a text for
 * couplet_rational_parse(): an integer stands for itself; a number with a point
 * or exponent for the shortest decimal that reads back as the same double (kept
 * in arena when it differs from text). Left out when it is beyond doubles. */
CoupletText json_number_to_decimal (CoupletText text, CoupletArena *arena);

#endif
