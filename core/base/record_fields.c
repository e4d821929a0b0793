/* SPDX-License-Identifier: Apache-2.0 */
#include "record_fields.h"

#include <couplet/internal/context.h>
#include <couplet/internal/format.h>
#include <couplet/internal/plugin.h>
#include <couplet/internal/text.h>

#include <math.h>
#include <string.h>

#define DECIMAL "_decimal" /* after the key of a number */

/* ---- Messages -------------------------------------------------------------------------- */

static void
set_error (const Record *record, CoupletPlace place, const char *object, const char *text)
{
  guint64 line = record->line + MAX (place.line, 1) - 1;
  g_set_error (record->error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "%s:%" G_GUINT64_FORMAT ":%u: %s%s", record->name, line, place.column, object, text);
}

gboolean
record_fail (Record *record, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *object = record->list != NULL
                                ? g_strdup_printf ("%s %u: ", record->list, record->index + 1)
                                : g_strdup ("");
  set_error (record, record->place, object, text);
  return FALSE;
}

const CoupletJsonValue *
record_parse (Record *record, const char *text, gsize length)
{
  g_autofree char *why = NULL;
  CoupletPlace place;
  const CoupletJsonValue *value =
      couplet_json_read (text, length, record->arena, NULL, &place, &why);
  if (value == NULL)
    set_error (record, place, "", why);
  return value;
}

/* `a string`, with its article, for messages. */
static const char *
type_of (const CoupletJsonValue *value)
{
  return couplet_json_token_name (value->token);
}

gboolean
record_expect (Record *record, const CoupletJsonValue *value, CoupletJsonToken token,
               const char *key, const char *expected)
{
  record->place = value->place;
  return value->token == token ||
         record_fail (record, "\"%s\" must be %s, not %s", key, expected, type_of (value));
}

/* ---- Values ------------------------------------------------------------------------------ */

/* A whole number, at most most. */
static gboolean
read_unsigned (Record *record, const CoupletJsonValue *value, const char *key, guint64 most,
               guint64 *number)
{
  return record_expect (record, value, COUPLET_JSON_TOKEN_NUMBER, key, "a number") &&
         (g_ascii_string_to_unsigned (value->text, 10, 0, most, number, NULL) ||
          record_fail (record, "\"%s\" must be a whole number from 0 to %" G_GUINT64_FORMAT, key,
                       most));
}

static gboolean
read_seconds (Record *record, const CoupletJsonValue *value, const char *key, double *seconds)
{
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_NUMBER, key, "a number"))
    return FALSE;
  *seconds = g_ascii_strtod (value->text, NULL);
  return (isfinite (*seconds) && *seconds >= 0) ||
         record_fail (record, "\"%s\" is not a number of seconds", key);
}

static gboolean
read_boolean (Record *record, const CoupletJsonValue *value, const char *key, gboolean *truth)
{
  *truth = value->token == COUPLET_JSON_TOKEN_TRUE;
  return *truth || record_expect (record, value, COUPLET_JSON_TOKEN_FALSE, key, "true or false");
}

static gboolean
read_text (Record *record, const CoupletJsonValue *value, const Field *field, const char **text)
{
  *text = value->text;
  return (value->token == COUPLET_JSON_TOKEN_NULL && (field->flags & FIELD_NEEDED) == 0) ||
         record_expect (record, value, COUPLET_JSON_TOKEN_STRING, field->key, "a string");
}

static gboolean
read_word (Record *record, const CoupletJsonValue *value, const Field *field, guint *number)
{
  *number = field->null;
  if (value->token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_STRING, field->key, "a string"))
    return FALSE;
  for (*number = 0; field->words[*number] != NULL; ++*number)
    if (g_str_equal (value->text, field->words[*number]))
      return TRUE;
  g_autofree char *quoted = couplet_quote (value->text, -1);
  g_autofree char *all = g_strjoinv (", ", (char **)field->words);
  return record_fail (record, "\"%s\" is %s; expected one of %s", field->key, quoted, all);
}

gboolean
record_parse_rational (const char *text, CoupletRational *rational)
{
  gsize numerator = strspn (text, "0123456789");
  const char *slash = text + numerator;
  const char *digits = *slash == '/' ? slash + 1 : NULL;
  mpq_ptr value = rational->value;
  if (numerator == 0 || (digits == NULL && *slash != '\0'))
    return FALSE;
  if (digits != NULL &&
      (digits[strspn (digits, "0")] == '\0' || digits[strspn (digits, "0123456789")] != '\0'))
    return FALSE;
  if (mpq_set_str (value, text, 10) != 0)
    return FALSE;
  mpq_canonicalize (value);
  return TRUE;
}

static void
keep_integer (CoupletArena *arena, mpz_srcptr from, mpz_ptr to)
{
  gsize n = mpz_size (from);
  mp_limb_t *limbs = couplet_arena_new_array (arena, mp_limb_t, n + 1);
  if (n > 0)
    memcpy (limbs, mpz_limbs_read (from), n * sizeof *limbs);
  mpz_roinit_n (to, limbs, (mp_size_t)n);
}

void
keep_rational (CoupletArena *arena, const CoupletRational *from, CoupletRational *to)
{
  keep_integer (arena, mpq_numref (from->value), mpq_numref (to->value));
  keep_integer (arena, mpq_denref (from->value), mpq_denref (to->value));
}

/* Sets *rational, and whether there is one. */
static gboolean
read_rational (Record *record, const CoupletJsonValue *value, const char *key,
               CoupletRational *rational, gboolean *present)
{
  *present = FALSE;
  if (value->token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_STRING, key, "a string"))
    return FALSE;
  g_auto (CoupletRational) parsed;
  couplet_rational_init (&parsed);
  *present = record_parse_rational (value->text, &parsed);
  if (!*present)
    return record_fail (record, "\"%s\" is no number such as \"5/4\"", key);
  keep_rational (record->arena, &parsed, rational);
  return TRUE;
}

static gboolean
read_bound (Record *record, const CoupletJsonValue *value, const char *key,
            const CoupletRational **bound)
{
  CoupletRational *rational = couplet_arena_new_array (record->arena, CoupletRational, 1);
  gboolean present, good = read_rational (record, value, key, rational, &present);
  *bound = present ? rational : NULL;
  return good;
}

static gboolean
read_small (Record *record, const CoupletJsonValue *value, const char *key, guint32 *small)
{
  guint64 number = 0;
  if (!read_unsigned (record, value, key, G_MAXUINT32, &number))
    return FALSE;
  *small = (guint32)number;
  return TRUE;
}

/* The value as it stands. */
static gboolean
read_raw (Record *record, const CoupletJsonValue *value, const Field *field, const char **text)
{
  if (field->begins != COUPLET_JSON_TOKEN_OBJECT_END &&
      !record_expect (record, value, field->begins, field->key,
                      field->begins == COUPLET_JSON_TOKEN_OBJECT_BEGIN ? "an object" : "an array"))
    return FALSE;
  *text = couplet_arena_strndup (record->arena, value->begin, (gsize)(value->end - value->begin));
  return TRUE;
}

/* ---- Lists of plain values -------------------------------------------------------------- */

/* Room in the arena for n elements of that size, which become the value of field. */
static gpointer
new_elements (const Record *record, const Field *field, guint32 n, gsize size, gpointer into)
{
  gpointer elements = couplet_arena_alloc_array (record->arena, MAX (n, 1), size);
  memset (elements, 0, n * size);
  G_STRUCT_MEMBER (gpointer, into, field->offset) = elements;
  G_STRUCT_MEMBER (guint32, into, field->count) = n;
  return elements;
}

static gboolean
read_definitions (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_OBJECT_BEGIN, field->key, "an object"))
    return FALSE;
  CoupletDefinition *definition =
      new_elements (record, field, value->n, sizeof (CoupletDefinition), into);
  for (const CoupletJsonValue *one = value->first; one != NULL; one = one->next) {
    if (!record_expect (record, one, COUPLET_JSON_TOKEN_STRING, one->key, "a string"))
      return FALSE;
    *definition++ = (CoupletDefinition){one->key, one->text};
  }
  return TRUE;
}

static gboolean
read_counts (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_OBJECT_BEGIN, field->key, "an object"))
    return FALSE;
  CoupletStatistic *statistic =
      new_elements (record, field, value->n, sizeof (CoupletStatistic), into);
  for (const CoupletJsonValue *one = value->first; one != NULL; one = one->next, statistic++) {
    statistic->name = one->key;
    if (!read_unsigned (record, one, one->key, G_MAXUINT64, &statistic->value))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_strings (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  if (!record_expect (record, value, COUPLET_JSON_TOKEN_ARRAY_BEGIN, field->key, "a list"))
    return FALSE;
  const char **text = new_elements (record, field, value->n, sizeof (char *), into);
  for (const CoupletJsonValue *one = value->first; one != NULL; one = one->next) {
    if (!record_expect (record, one, COUPLET_JSON_TOKEN_STRING, field->key, "a list of strings"))
      return FALSE;
    *text++ = one->text;
  }
  return TRUE;
}

/* ---- Objects ------------------------------------------------------------------------------- */

static gboolean
read_object (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  gpointer read = couplet_arena_alloc_array (record->arena, 1, field->kind->record_size);
  memset (read, 0, field->kind->record_size);
  G_STRUCT_MEMBER (gpointer, into, field->offset) = read;
  return record_object (record, field->kind, value, read);
}

/* Reads the objects of list into elements, and their structures into kept. */
static gboolean
read_elements (Record *record, const RecordKind *kind, const CoupletJsonValue *list, char *kept)
{
  const char *outer = record->list;
  guint outer_index = record->index;
  g_autofree gpointer element = g_malloc (kind->record_size);
  record->index = 0;
  for (const CoupletJsonValue *one = list->first; one != NULL; one = one->next) {
    record->list = kind->noun;
    memset (element, 0, kind->record_size);
    if (!record_object (record, kind, one, element))
      return FALSE;
    memcpy (kept + record->index * kind->size, element, kind->size);
    record->index++;
  }
  record->list = outer;
  record->index = outer_index;
  return TRUE;
}

gboolean
record_list (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  record->place = value->place;
  if (value->token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return record_fail (record, "the %ss are no list", field->kind->noun);
  return read_elements (record, field->kind, value,
                        new_elements (record, field, value->n, field->kind->size, into));
}

static gboolean
read_plain (Record *record, const CoupletJsonValue *value, const Field *field, gpointer at,
            gpointer into)
{
  switch (field->type) {
  case FIELD_TEXT:
  case FIELD_NUMBER:
    return read_text (record, value, field, at);
  case FIELD_WORD:
    return read_word (record, value, field, at);
  case FIELD_RATIONAL:
    return read_rational (record, value, field->key, at,
                          &G_STRUCT_MEMBER (gboolean, into, field->present));
  case FIELD_BOUND:
    return read_bound (record, value, field->key, at);
  case FIELD_BOOLEAN:
    return read_boolean (record, value, field->key, at);
  case FIELD_UNSIGNED:
    return read_unsigned (record, value, field->key, G_MAXUINT64, at);
  case FIELD_SMALL:
    return read_small (record, value, field->key, at);
  case FIELD_SECONDS:
    return read_seconds (record, value, field->key, at);
  default:
    return read_raw (record, value, field, at);
  }
}

static gboolean
read_field (Record *record, const CoupletJsonValue *value, const Field *field, gpointer into)
{
  switch (field->type) {
  case FIELD_MEMBERS:
    return record_object (record, field->kind, value, into);
  case FIELD_OBJECT:
    return read_object (record, value, field, into);
  case FIELD_LIST:
    return record_list (record, value, field, into);
  case FIELD_DEFINITIONS:
    return read_definitions (record, value, field, into);
  case FIELD_COUNTS:
    return read_counts (record, value, field, into);
  case FIELD_STRINGS:
    return read_strings (record, value, field, into);
  case FIELD_OTHER:
    return field->read (record, value, field, into);
  default:
    return read_plain (record, value, field, (char *)into + field->offset, into);
  }
}

/* Whether key is that of the decimal beside the number field. */
static gboolean
is_decimal_of (const char *key, const Field *field)
{
  gsize length = strlen (field->key);
  return (field->type == FIELD_NUMBER || field->type == FIELD_RATIONAL ||
          field->type == FIELD_BOUND) &&
         strncmp (key, field->key, length) == 0 && g_str_equal (key + length, DECIMAL);
}

/* What of an object was read, by field, and the decimals beside numbers. */
typedef struct {
  guint last;
  gboolean seen[FIELDS_MOST];
  const CoupletJsonValue *decimals[FIELDS_MOST];
} Progress;

/* The number of the field that key names, or whose decimal it names; the last one and those after
 * it are tried first, since they come in the order in which they are written. n_fields = none. */
static guint
find_field (const RecordKind *kind, const Progress *progress, const char *key)
{
  for (guint tried = 0; tried < kind->n_fields; tried++) {
    guint i = (progress->last + tried) % kind->n_fields;
    if (g_str_equal (key, kind->fields[i].key) || is_decimal_of (key, &kind->fields[i]))
      return i;
  }
  return kind->n_fields;
}

static gboolean
fail_unknown (Record *record, const RecordKind *kind, const char *key)
{
  const char *names[FIELDS_MOST + 1] = {NULL};
  g_autofree char *quoted = couplet_quote (key, -1);
  for (guint i = 0; i < kind->n_fields; i++)
    names[i] = kind->fields[i].key;
  g_autofree char *hint = couplet_did_you_mean (key, names);
  return record_fail (record, "unknown key %s%s", quoted, hint);
}

/* Reads a member of the object: a field, or the decimal beside one. */
static gboolean
read_member (Record *record, const RecordKind *kind, const CoupletJsonValue *member,
             Progress *progress, gpointer into)
{
  guint i = find_field (kind, progress, member->key);
  record->place = member->place;
  if (i == kind->n_fields)
    return fail_unknown (record, kind, member->key);
  const Field *field = &kind->fields[i];
  progress->last = i;
  if (g_str_equal (member->key, field->key)) {
    progress->seen[i] = TRUE;
    return read_field (record, member, field, into);
  }
  progress->decimals[i] = member;
  if (field->decimal != 0)
    G_STRUCT_MEMBER (const char *, into, field->decimal) = member->text;
  return member->token == COUPLET_JSON_TOKEN_NULL ||
         record_expect (record, member, COUPLET_JSON_TOKEN_STRING, member->key, "a string");
}

/* What stands beside the number of field in record; NULL = null. The caller frees it. */
static char *
decimal_of (const Field *field, gconstpointer record)
{
  if (field->infinite != NULL && field->infinite (record))
    return g_strdup (COUPLET_FORMAT_INFINITE);
  if (field->type == FIELD_RATIONAL)
    return G_STRUCT_MEMBER (const gboolean, record, field->present)
               ? couplet_format_decimal (
                     &G_STRUCT_MEMBER (const CoupletRational, record, field->offset))
               : NULL;
  if (field->type == FIELD_BOUND) {
    const CoupletRational *bound =
        G_STRUCT_MEMBER (const CoupletRational *const, record, field->offset);
    return bound != NULL ? couplet_format_decimal (bound) : NULL;
  }
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  const char *text = G_STRUCT_MEMBER (const char *const, record, field->offset);
  gboolean known = text != NULL && couplet_rational_parse (&value, text, strlen (text), NULL);
  return known ? couplet_format_decimal (&value) : NULL;
}

/* Whether each decimal that was read is that of its number. */
static gboolean
check_decimals (Record *record, const RecordKind *kind, const Progress *progress,
                gconstpointer into)
{
  for (guint i = 0; i < kind->n_fields; i++) {
    const CoupletJsonValue *read = progress->decimals[i];
    g_autofree char *decimal = read != NULL ? decimal_of (&kind->fields[i], into) : NULL;
    if (read == NULL || g_strcmp0 (decimal, read->text) == 0)
      continue;
    record->place = read->place;
    return record_fail (record, "\"%s\" is %s, and that of \"%s\" is %s", read->key,
                        read->text != NULL ? read->text : "null", kind->fields[i].key,
                        decimal != NULL ? decimal : "null");
  }
  return TRUE;
}

gboolean
record_object (Record *record, const RecordKind *kind, const CoupletJsonValue *object,
               gpointer into)
{
  Progress progress = {0};
  record->place = object->place;
  if (object->token != COUPLET_JSON_TOKEN_OBJECT_BEGIN)
    return record_fail (record, "expected an object, not %s", type_of (object));
  for (const CoupletJsonValue *member = object->first; member != NULL; member = member->next)
    if (!read_member (record, kind, member, &progress, into))
      return FALSE;
  record->place = object->place;
  for (guint i = 0; i < kind->n_fields; i++)
    if ((kind->fields[i].flags & FIELD_NEEDED) != 0 && !progress.seen[i])
      return record_fail (record, "\"%s\" is missing", kind->fields[i].key);
  return (kind->finish == NULL || kind->finish (record, into)) &&
         (record->as_told || check_decimals (record, kind, &progress, into));
}
