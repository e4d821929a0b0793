/* SPDX-License-Identifier: Apache-2.0 */
#include "record_fields.h"

#include <couplet/internal/plugin.h>

#include <string.h>

/* A number that is a text; NULL becomes null. */
static void
put_number_text (const CoupletJson *json, const char *key, const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  gboolean known = text != NULL && couplet_rational_parse (&value, text, strlen (text), NULL);
  if (known || text == NULL)
    couplet_json_number (json, key, known ? &value : NULL);
  else /* longer than is read as a number */
    couplet_json_string (json, key, text);
}

static const char *
word_of (const Field *field, guint value)
{
  guint i = 0;
  while (field->words[i] != NULL && i < value)
    i++;
  return field->words[i];
}

/* Whether the value is one that a sparse field leaves out. */
static gboolean
is_absent (const Field *field, gconstpointer record)
{
  switch (field->type) {
  case FIELD_RATIONAL:
    return !G_STRUCT_MEMBER (const gboolean, record, field->present);
  case FIELD_BOOLEAN:
    return !G_STRUCT_MEMBER (const gboolean, record, field->offset);
  case FIELD_SMALL:
    return G_STRUCT_MEMBER (const guint32, record, field->offset) == 0;
  case FIELD_UNSIGNED:
    return G_STRUCT_MEMBER (const guint64, record, field->offset) == 0;
  case FIELD_LIST:
  case FIELD_DEFINITIONS:
  case FIELD_COUNTS:
  case FIELD_STRINGS:
    return G_STRUCT_MEMBER (const guint32, record, field->count) == 0;
  default:
    return G_STRUCT_MEMBER (const gconstpointer, record, field->offset) == NULL;
  }
}

static void
write_list (const RecordWriter *writer, const Field *field, const char *elements, guint n)
{
  const RecordKind *kind = field->kind;
  g_autofree gpointer record = g_malloc0 (kind->record_size);
  couplet_json_open (writer->json, field->key, '[');
  for (guint i = 0; i < n; i++) {
    memcpy (record, elements + i * kind->size, kind->size);
    if (kind->prepare != NULL)
      kind->prepare (record, writer->data);
    record_write (writer, NULL, kind, record);
  }
  couplet_json_close (writer->json, ']');
}

static void
write_strings (const CoupletJson *json, const char *key, const char *const *texts, guint n)
{
  couplet_json_open (json, key, '[');
  for (guint i = 0; i < n; i++)
    couplet_json_string (json, NULL, texts[i]);
  couplet_json_close (json, ']');
}

static void
write_definitions (const CoupletJson *json, const char *key, const CoupletDefinition *definitions,
                   guint n)
{
  couplet_json_open (json, key, '{');
  for (guint i = 0; i < n; i++)
    couplet_json_string (json, definitions[i].name, definitions[i].value);
  couplet_json_close (json, '}');
}

static void
write_counts (const CoupletJson *json, const char *key, const CoupletStatistic *counts, guint n)
{
  couplet_json_open (json, key, '{');
  for (guint i = 0; i < n; i++)
    couplet_json_unsigned (json, counts[i].name, counts[i].value);
  couplet_json_close (json, '}');
}

static void
write_structure (const RecordWriter *writer, const Field *field, gconstpointer record)
{
  gconstpointer value = G_STRUCT_MEMBER (const gconstpointer, record, field->offset);
  guint n = G_STRUCT_MEMBER (const guint32, record, field->count);
  switch (field->type) {
  case FIELD_MEMBERS:
    record_write (writer, field->key, field->kind, record);
    break;
  case FIELD_OBJECT:
    record_write (writer, field->key, field->kind, value);
    break;
  case FIELD_LIST:
    write_list (writer, field, value, n);
    break;
  case FIELD_DEFINITIONS:
    write_definitions (writer->json, field->key, value, n);
    break;
  case FIELD_COUNTS:
    write_counts (writer->json, field->key, value, n);
    break;
  case FIELD_STRINGS:
    write_strings (writer->json, field->key, value, n);
    break;
  default:
    field->write (writer, field, record);
    break;
  }
}

static void
write_rational (const CoupletJson *json, const Field *field, gconstpointer record)
{
  gboolean present = G_STRUCT_MEMBER (const gboolean, record, field->present);
  couplet_json_number (json, field->key,
                       present ? &G_STRUCT_MEMBER (const CoupletRational, record, field->offset)
                               : NULL);
}

static void
write_field (const RecordWriter *writer, const Field *field, gconstpointer record)
{
  const CoupletJson *json = writer->json;
  gconstpointer at = (const char *)record + field->offset;
  switch (field->type) {
  case FIELD_TEXT:
    couplet_json_string (json, field->key, *(const char *const *)at);
    break;
  case FIELD_NUMBER:
    put_number_text (json, field->key, *(const char *const *)at);
    break;
  case FIELD_WORD:
    couplet_json_string (json, field->key, word_of (field, *(const guint *)at));
    break;
  case FIELD_RATIONAL:
    write_rational (json, field, record);
    break;
  case FIELD_BOUND:
    couplet_json_number (json, field->key, *(const CoupletRational *const *)at);
    break;
  case FIELD_BOOLEAN:
    couplet_json_boolean (json, field->key, *(const gboolean *)at);
    break;
  case FIELD_UNSIGNED:
    couplet_json_unsigned (json, field->key, *(const guint64 *)at);
    break;
  case FIELD_SMALL:
    couplet_json_unsigned (json, field->key, *(const guint32 *)at);
    break;
  case FIELD_SECONDS:
    couplet_json_double (json, field->key, *(const double *)at);
    break;
  case FIELD_RAW:
    couplet_json_raw (json, field->key, *(const char *const *)at);
    break;
  default:
    write_structure (writer, field, record);
    break;
  }
}

void
record_write (const RecordWriter *writer, const char *key, const RecordKind *kind,
              gconstpointer record)
{
  couplet_json_open (writer->json, key, '{');
  for (guint i = 0; i < kind->n_fields; i++) {
    const Field *field = &kind->fields[i];
    if ((field->when != NULL && !field->when (record)) ||
        ((field->flags & FIELD_SPARSE) != 0 && is_absent (field, record)))
      continue;
    if (field->infinite != NULL && field->infinite (record))
      couplet_json_infinite (writer->json, field->key);
    else
      write_field (writer, field, record);
  }
  couplet_json_close (writer->json, '}');
}
