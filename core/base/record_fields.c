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
  g_set_error (record->error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
               "%s:%" G_GUINT64_FORMAT ":%u: %s%s", record->name, record->line,
               record->tokenizer.place.column, object, text);
  return FALSE;
}

gboolean
record_next (Record *record)
{
  return couplet_json_next (&record->tokenizer) != COUPLET_JSON_TOKEN_ERROR ||
         record_fail (record, "%s", record->tokenizer.error);
}

gboolean
record_expect (Record *record, CoupletJsonToken token, const char *key, const char *expected)
{
  return record->tokenizer.token == token ||
         record_fail (record, "\"%s\" must be %s, not %s", key, expected,
                      couplet_json_token_name (record->tokenizer.token));
}

/* ---- Values ------------------------------------------------------------------------------ */

const char *
record_text (const Record *record)
{
  return couplet_arena_strndup (record->arena, record->tokenizer.text.text,
                                record->tokenizer.text.length);
}

/* The current number, whole and at most most, as the value of key. */
static gboolean
record_unsigned (Record *record, const char *key, guint64 most, guint64 *value)
{
  if (!record_expect (record, COUPLET_JSON_TOKEN_NUMBER, key, "a number"))
    return FALSE;
  CoupletText text = record->tokenizer.text;
  g_autofree char *digits = g_strndup (text.text, text.length);
  return g_ascii_string_to_unsigned (digits, 10, 0, most, value, NULL) ||
         record_fail (record, "\"%s\" must be a whole number from 0 to %" G_GUINT64_FORMAT, key,
                      most);
}

static gboolean
read_seconds (Record *record, const char *key, double *seconds)
{
  if (!record_expect (record, COUPLET_JSON_TOKEN_NUMBER, key, "a number"))
    return FALSE;
  *seconds = g_ascii_strtod (record->tokenizer.text.text, NULL);
  return (isfinite (*seconds) && *seconds >= 0) ||
         record_fail (record, "\"%s\" is not a number of seconds", key);
}

static gboolean
read_boolean (Record *record, const char *key, gboolean *value)
{
  CoupletJsonToken token = record->tokenizer.token;
  *value = token == COUPLET_JSON_TOKEN_TRUE;
  return *value || record_expect (record, COUPLET_JSON_TOKEN_FALSE, key, "true or false");
}

static gboolean
read_text (Record *record, const Field *field, const char **text)
{
  *text = NULL;
  if (record->tokenizer.token == COUPLET_JSON_TOKEN_NULL && (field->flags & FIELD_NEEDED) == 0)
    return TRUE;
  if (!record_expect (record, COUPLET_JSON_TOKEN_STRING, field->key, "a string"))
    return FALSE;
  *text = record_text (record);
  return TRUE;
}

static gboolean
read_word (Record *record, const Field *field, guint *value)
{
  *value = field->null;
  if (record->tokenizer.token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (!record_expect (record, COUPLET_JSON_TOKEN_STRING, field->key, "a string"))
    return FALSE;
  for (*value = 0; field->words[*value] != NULL; ++*value)
    if (couplet_text_is (record->tokenizer.text, field->words[*value]))
      return TRUE;
  CoupletText text = record->tokenizer.text;
  g_autofree char *quoted = couplet_quote (text.text, (gssize)text.length);
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

/* A number that lies in the arena. */
static void
keep_integer (const Record *record, mpz_srcptr from, mpz_ptr to)
{
  gsize n = mpz_size (from);
  mp_limb_t *limbs = couplet_arena_new_array (record->arena, mp_limb_t, n + 1);
  if (n > 0)
    memcpy (limbs, mpz_limbs_read (from), n * sizeof *limbs);
  mpz_roinit_n (to, limbs, (mp_size_t)n);
}

static gboolean
read_rational (Record *record, const Field *field, CoupletRational *value, gboolean *present)
{
  *present = FALSE;
  if (record->tokenizer.token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (!record_expect (record, COUPLET_JSON_TOKEN_STRING, field->key, "a string"))
    return FALSE;
  g_auto (CoupletRational) parsed;
  couplet_rational_init (&parsed);
  *present = record_parse_rational (record_text (record), &parsed);
  if (!*present)
    return record_fail (record, "\"%s\" is no number such as \"5/4\"", field->key);
  keep_integer (record, mpq_numref (parsed.value), mpq_numref (value->value));
  keep_integer (record, mpq_denref (parsed.value), mpq_denref (value->value));
  return TRUE;
}

static gboolean
read_small (Record *record, const char *key, guint32 *value)
{
  guint64 number = 0;
  if (!record_unsigned (record, key, G_MAXUINT32, &number))
    return FALSE;
  *value = (guint32)number;
  return TRUE;
}

/* Goes to the last token of the value that begins with the current one. */
static gboolean
skip_value (Record *record)
{
  return couplet_json_skip (&record->tokenizer) ||
         record_fail (record, "%s", record->tokenizer.error);
}

/* The value that begins with the current token, as it stands. */
static gboolean
read_raw (Record *record, const Field *field, const char **text)
{
  CoupletJsonToken token = record->tokenizer.token;
  if (field->begins != COUPLET_JSON_TOKEN_OBJECT_END &&
      !record_expect (record, field->begins, field->key,
                      field->begins == COUPLET_JSON_TOKEN_OBJECT_BEGIN ? "an object" : "an array"))
    return FALSE;
  const char *begin = record->tokenizer.at - 1;
  if (token == COUPLET_JSON_TOKEN_NULL)
    *text = "null";
  else if (token == COUPLET_JSON_TOKEN_NUMBER)
    *text = record_text (record);
  else if (!skip_value (record))
    return FALSE;
  else
    *text = couplet_arena_strndup (record->arena, begin, (gsize)(record->tokenizer.at - begin));
  return TRUE;
}

/* ---- Lists of plain values -------------------------------------------------------------- */

gboolean
record_next_element (Record *record, CoupletJsonToken end, gboolean *good)
{
  *good = record_next (record);
  return *good && record->tokenizer.token != end;
}

/* Makes what is collected in elements the value of field, a copy in the arena. */
static void
keep_elements (const Record *record, const Field *field, const GArray *elements, gpointer into)
{
  gsize size = g_array_get_element_size ((GArray *)elements);
  gpointer kept = couplet_arena_alloc_array (record->arena, MAX (elements->len, 1), size);
  if (elements->len > 0)
    memcpy (kept, elements->data, elements->len * size);
  G_STRUCT_MEMBER (gpointer, into, field->offset) = kept;
  G_STRUCT_MEMBER (guint32, into, field->count) = elements->len;
}

static gboolean
read_definitions (Record *record, const Field *field, gpointer into)
{
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  gboolean good = record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, field->key, "an object");
  while (good && record_next_element (record, COUPLET_JSON_TOKEN_OBJECT_END, &good)) {
    CoupletDefinition definition = {.name = record_text (record)};
    good = record_next (record) &&
           record_expect (record, COUPLET_JSON_TOKEN_STRING, definition.name, "a string");
    definition.value = good ? record_text (record) : NULL;
    g_array_append_val (read, definition);
  }
  keep_elements (record, field, read, into);
  return good;
}

static gboolean
read_counts (Record *record, const Field *field, gpointer into)
{
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (CoupletStatistic));
  gboolean good = record_expect (record, COUPLET_JSON_TOKEN_OBJECT_BEGIN, field->key, "an object");
  while (good && record_next_element (record, COUPLET_JSON_TOKEN_OBJECT_END, &good)) {
    CoupletStatistic statistic = {.name = record_text (record)};
    good = record_next (record) &&
           record_unsigned (record, statistic.name, G_MAXUINT64, &statistic.value);
    g_array_append_val (read, statistic);
  }
  keep_elements (record, field, read, into);
  return good;
}

static gboolean
read_strings (Record *record, const Field *field, gpointer into)
{
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (char *));
  gboolean good = record_expect (record, COUPLET_JSON_TOKEN_ARRAY_BEGIN, field->key, "a list");
  while (good && record_next_element (record, COUPLET_JSON_TOKEN_ARRAY_END, &good)) {
    good = record_expect (record, COUPLET_JSON_TOKEN_STRING, field->key, "a list of strings");
    const char *text = good ? record_text (record) : NULL;
    g_array_append_val (read, text);
  }
  keep_elements (record, field, read, into);
  return good;
}

/* ---- Objects ------------------------------------------------------------------------------- */

static gboolean
read_object (Record *record, const Field *field, gpointer into)
{
  gpointer read = couplet_arena_alloc_array (record->arena, 1, field->kind->record_size);
  memset (read, 0, field->kind->record_size);
  G_STRUCT_MEMBER (gpointer, into, field->offset) = read;
  return record_object (record, field->kind, read);
}

gboolean
record_list (Record *record, const RecordKind *kind, GArray *read)
{
  const char *outer = record->list;
  guint outer_index = record->index;
  g_autofree gpointer element = g_malloc (kind->record_size);
  gboolean good = record->tokenizer.token == COUPLET_JSON_TOKEN_ARRAY_BEGIN ||
                  record_fail (record, "the %ss are no list", kind->noun);
  while (good && record_next_element (record, COUPLET_JSON_TOKEN_ARRAY_END, &good)) {
    record->list = kind->noun;
    record->index = read->len;
    memset (element, 0, kind->record_size);
    good = record_object (record, kind, element);
    g_array_append_vals (read, element, 1);
  }
  record->list = outer;
  record->index = outer_index;
  return good;
}

static gboolean
read_list (Record *record, const Field *field, gpointer into)
{
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, (guint)field->kind->size);
  gboolean good = record_list (record, field->kind, read);
  keep_elements (record, field, read, into);
  return good;
}

static gboolean
read_plain (Record *record, const Field *field, gpointer at, gpointer into)
{
  switch (field->type) {
  case FIELD_TEXT:
  case FIELD_NUMBER:
    return read_text (record, field, at);
  case FIELD_WORD:
    return read_word (record, field, at);
  case FIELD_RATIONAL:
    return read_rational (record, field, at, &G_STRUCT_MEMBER (gboolean, into, field->present));
  case FIELD_BOOLEAN:
    return read_boolean (record, field->key, at);
  case FIELD_UNSIGNED:
    return record_unsigned (record, field->key, G_MAXUINT64, at);
  case FIELD_SMALL:
    return read_small (record, field->key, at);
  case FIELD_SECONDS:
    return read_seconds (record, field->key, at);
  default:
    return read_raw (record, field, at);
  }
}

static gboolean
read_field (Record *record, const Field *field, gpointer into)
{
  switch (field->type) {
  case FIELD_MEMBERS:
    return record_object (record, field->kind, into);
  case FIELD_OBJECT:
    return read_object (record, field, into);
  case FIELD_LIST:
    return read_list (record, field, into);
  case FIELD_DEFINITIONS:
    return read_definitions (record, field, into);
  case FIELD_COUNTS:
    return read_counts (record, field, into);
  case FIELD_STRINGS:
    return read_strings (record, field, into);
  case FIELD_OTHER:
    return field->read (record, into);
  default:
    return read_plain (record, field, (char *)into + field->offset, into);
  }
}

static gboolean
fail_unknown (Record *record, const RecordKind *kind)
{
  const char *names[FIELDS_MOST + 1] = {NULL};
  CoupletText key = record->tokenizer.text;
  g_autofree char *copy = g_strndup (key.text, key.length);
  g_autofree char *quoted = couplet_quote (key.text, (gssize)key.length);
  for (guint i = 0; i < kind->n_fields; i++)
    names[i] = kind->fields[i].key;
  g_autofree char *hint = couplet_did_you_mean (copy, names);
  return record_fail (record, "unknown key %s%s", quoted, hint);
}

/* Whether text is the key of the decimal beside the number field. */
static gboolean
is_decimal_of (CoupletText text, const Field *field)
{
  gsize length = strlen (field->key), rest = strlen (DECIMAL);
  return (field->type == FIELD_NUMBER || field->type == FIELD_RATIONAL) &&
         text.length == length + rest && memcmp (text.text, field->key, length) == 0 &&
         memcmp (text.text + length, DECIMAL, rest) == 0;
}

/* Which fields of an object have been read, which of their decimals, and what these are: `null`, or
 * NULL where they were not read. */
typedef struct {
  guint64 seen[2];
  guint last;
  const char *decimals[FIELDS_MOST];
} Progress;

/* The field that the current key names, or whose decimal it names; the last one and those after
 * it are tried first, since they come in the order in which they are written. NULL with error set:
 * there is none, or it stood before. */
static const Field *
find_field (Record *record, const RecordKind *kind, Progress *progress, gboolean *is_decimal)
{
  CoupletText key = record->tokenizer.text;
  for (guint tried = 0; tried < kind->n_fields; tried++) {
    guint i = (progress->last + tried) % kind->n_fields;
    const Field *field = &kind->fields[i];
    *is_decimal = is_decimal_of (key, field);
    if (!*is_decimal && !couplet_text_is (key, field->key))
      continue;
    progress->last = i;
    if ((progress->seen[*is_decimal] >> i & 1) != 0) {
      record_fail (record, "key '%s%s' stands twice", field->key, *is_decimal ? DECIMAL : "");
      return NULL;
    }
    progress->seen[*is_decimal] |= G_GUINT64_CONSTANT (1) << i;
    return field;
  }
  fail_unknown (record, kind);
  return NULL;
}

#define NO_DECIMAL "null"

/* The decimal of the field that was found last. */
static gboolean
read_decimal (Record *record, const Field *field, Progress *progress, gpointer into)
{
  const char **decimal = &progress->decimals[progress->last];
  *decimal = NO_DECIMAL;
  if (record->tokenizer.token == COUPLET_JSON_TOKEN_NULL)
    return TRUE;
  if (record->tokenizer.token != COUPLET_JSON_TOKEN_STRING)
    return record_fail (record, "\"%s" DECIMAL "\" must be a string, not %s", field->key,
                        couplet_json_token_name (record->tokenizer.token));
  *decimal = record_text (record);
  if (field->decimal != 0)
    G_STRUCT_MEMBER (const char *, into, field->decimal) = *decimal;
  return TRUE;
}

/* What stands beside the number of field in record. The caller frees it. */
static char *
decimal_of (const Field *field, gconstpointer record)
{
  if (field->infinite != NULL && field->infinite (record))
    return g_strdup (COUPLET_FORMAT_INFINITE);
  if (field->type == FIELD_RATIONAL)
    return G_STRUCT_MEMBER (const gboolean, record, field->present)
               ? couplet_format_decimal (
                     &G_STRUCT_MEMBER (const CoupletRational, record, field->offset))
               : g_strdup (NO_DECIMAL);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  const char *text = G_STRUCT_MEMBER (const char *const, record, field->offset);
  gboolean known = text != NULL && couplet_rational_parse (&value, text, strlen (text), NULL);
  return known ? couplet_format_decimal (&value) : g_strdup (NO_DECIMAL);
}

/* Whether each decimal that was read is that of its number. */
static gboolean
check_decimals (Record *record, const RecordKind *kind, const Progress *progress,
                gconstpointer into)
{
  for (guint i = 0; i < kind->n_fields; i++) {
    if (progress->decimals[i] == NULL)
      continue;
    g_autofree char *decimal = decimal_of (&kind->fields[i], into);
    if (!g_str_equal (decimal, progress->decimals[i]))
      return record_fail (record, "\"%s" DECIMAL "\" is %s, and that of \"%s\" is %s",
                          kind->fields[i].key, progress->decimals[i], kind->fields[i].key, decimal);
  }
  return TRUE;
}

gboolean
record_object (Record *record, const RecordKind *kind, gpointer into)
{
  Progress progress = {0};
  gboolean good = TRUE, is_decimal;
  if (record->tokenizer.token != COUPLET_JSON_TOKEN_OBJECT_BEGIN)
    return record_fail (record, "expected an object, not %s",
                        couplet_json_token_name (record->tokenizer.token));
  while (good && record_next_element (record, COUPLET_JSON_TOKEN_OBJECT_END, &good)) {
    const Field *field = find_field (record, kind, &progress, &is_decimal);
    good = field != NULL && record_next (record) &&
           (is_decimal ? read_decimal (record, field, &progress, into)
                       : read_field (record, field, into));
  }
  for (guint i = 0; good && i < kind->n_fields; i++)
    if ((kind->fields[i].flags & FIELD_NEEDED) != 0 && (progress.seen[FALSE] >> i & 1) == 0)
      return record_fail (record, "\"%s\" is missing", kind->fields[i].key);
  return good && (kind->finish == NULL || kind->finish (record, into)) &&
         (record->as_told || check_decimals (record, kind, &progress, into));
}
