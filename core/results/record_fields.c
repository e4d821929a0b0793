/* SPDX-License-Identifier: Apache-2.0 */
#include "record_fields.h"

#include <couplet/context.h>
#include <couplet/text.h>

#include <math.h>
#include <string.h>

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

gboolean
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
         record_fail (record, "\"%s\" is no number of seconds", key);
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
  if (record->tokenizer.token == COUPLET_JSON_TOKEN_NULL && field->type == FIELD_TEXT)
    return TRUE;
  if (!record_expect (record, COUPLET_JSON_TOKEN_STRING, field->key, "a string"))
    return FALSE;
  *text = record_text (record);
  return TRUE;
}

static gboolean
read_word (Record *record, const Field *field, guint *value)
{
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

/* `3/4`: reports have any number of digits, more than are read as an input. */
static gboolean
parse_rational (const char *text, mpq_ptr value)
{
  gsize numerator = strspn (text, "0123456789");
  const char *slash = text + numerator;
  const char *digits = *slash == '/' ? slash + 1 : NULL;
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
  *present = parse_rational (record_text (record), parsed.value);
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

static gboolean
read_field (Record *record, const Field *field, gpointer into)
{
  switch (field->type) {
  case FIELD_TEXT:
  case FIELD_SOME_TEXT:
    return read_text (record, field, &G_STRUCT_MEMBER (const char *, into, field->offset));
  case FIELD_WORD:
    return read_word (record, field, &G_STRUCT_MEMBER (guint, into, field->offset));
  case FIELD_RATIONAL:
    return read_rational (record, field, &G_STRUCT_MEMBER (CoupletRational, into, field->offset),
                          &G_STRUCT_MEMBER (gboolean, into, field->flag));
  case FIELD_BOOLEAN:
    return read_boolean (record, field->key, &G_STRUCT_MEMBER (gboolean, into, field->offset));
  case FIELD_UNSIGNED:
    return record_unsigned (record, field->key, G_MAXUINT64,
                            &G_STRUCT_MEMBER (guint64, into, field->offset));
  case FIELD_SMALL:
    return read_small (record, field->key, &G_STRUCT_MEMBER (guint32, into, field->offset));
  case FIELD_SECONDS:
    return read_seconds (record, field->key, &G_STRUCT_MEMBER (double, into, field->offset));
  case FIELD_OTHER:
    return field->read (record, into);
  case FIELD_DERIVED:
    break;
  }
  return couplet_json_skip (&record->tokenizer) ||
         record_fail (record, "%s", record->tokenizer.error);
}

/* ---- Objects ------------------------------------------------------------------------------- */

static gboolean
fail_unknown (Record *record, const Field *fields, guint n)
{
  const char *names[FIELDS_MOST + 1] = {NULL};
  CoupletText key = record->tokenizer.text;
  g_autofree char *copy = g_strndup (key.text, key.length);
  g_autofree char *quoted = couplet_quote (key.text, (gssize)key.length);
  for (guint i = 0; i < n; i++)
    names[i] = fields[i].key;
  g_autofree char *hint = couplet_did_you_mean (copy, names);
  return record_fail (record, "unknown key %s%s", quoted, hint);
}

/* The field that the current key names; the one behind *index is tried first, since they come in
 * the order in which they are written. NULL with error set: there is none, or it stood before. */
static const Field *
find_field (Record *record, const Field *fields, guint n, guint64 *seen, guint *index)
{
  for (guint tried = 0; tried < n; tried++) {
    *index = *index + 1 < n ? *index + 1 : 0;
    if (!couplet_text_is (record->tokenizer.text, fields[*index].key))
      continue;
    if ((*seen >> *index & 1) != 0) {
      record_fail (record, "key '%s' stands twice", fields[*index].key);
      return NULL;
    }
    *seen |= G_GUINT64_CONSTANT (1) << *index;
    return &fields[*index];
  }
  fail_unknown (record, fields, n);
  return NULL;
}

gboolean
record_object (Record *record, const Field *fields, guint n, gpointer into)
{
  guint64 seen = 0;
  guint index = n - 1;
  if (record->tokenizer.token != COUPLET_JSON_TOKEN_OBJECT_BEGIN)
    return record_fail (record, "expected an object, not %s",
                        couplet_json_token_name (record->tokenizer.token));
  for (;;) {
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_OBJECT_END)
      break;
    const Field *field = find_field (record, fields, n, &seen, &index);
    if (field == NULL || !record_next (record) || !read_field (record, field, into))
      return FALSE;
  }
  for (guint i = 0; i < n; i++)
    if (fields[i].needed && (seen >> i & 1) == 0)
      return record_fail (record, "\"%s\" is missing", fields[i].key);
  return TRUE;
}

gboolean
record_list (Record *record, const char *noun, const Field *fields, guint n, gsize size,
             GArray *elements)
{
  const char *outer = record->list;
  guint outer_index = record->index;
  if (record->tokenizer.token != COUPLET_JSON_TOKEN_ARRAY_BEGIN)
    return record_fail (record, "the %ss are no list", noun);
  g_autofree gpointer element = g_malloc (size);
  for (;;) {
    if (!record_next (record))
      return FALSE;
    if (record->tokenizer.token == COUPLET_JSON_TOKEN_ARRAY_END)
      break;
    record->list = noun;
    record->index = elements->len;
    memset (element, 0, size);
    if (!record_object (record, fields, n, element))
      return FALSE;
    g_array_append_vals (elements, element, 1);
  }
  record->list = outer;
  record->index = outer_index;
  return TRUE;
}

gconstpointer
record_keep (const Record *record, const GArray *elements)
{
  gsize size = g_array_get_element_size ((GArray *)elements);
  gpointer kept = couplet_arena_alloc_array (record->arena, MAX (elements->len, 1), size);
  if (elements->len > 0)
    memcpy (kept, elements->data, elements->len * size);
  return kept;
}
