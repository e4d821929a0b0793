/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/result_json.h>
#include <couplet/internal/context.h>
#include <couplet/internal/json_tree.h>
#include <couplet/report.h>

#include <string.h>

/* A CoupletRecord is a CoupletJsonValue, an object; the one that was made stands first in this. */
typedef struct {
  CoupletJsonValue value;
  CoupletArena *arena;
} Made;

static const CoupletRecord *
record_of (const CoupletJsonValue *value)
{
  return couplet_json_is_object (value) ? (const CoupletRecord *)(gconstpointer)value : NULL;
}

static const CoupletJsonValue *
field_of (const CoupletRecord *record, const char *field)
{
  return couplet_json_member ((const CoupletJsonValue *)(gconstpointer)record, field);
}

CoupletRecord *
couplet_record_new (CoupletContext *context, const CoupletFileResult *result)
{
  Made *made = g_new (Made, 1);
  CoupletPlace place;
  g_autofree char *why = NULL;
  g_autofree char *line =
      couplet_result_to_json (couplet_result_of (result), couplet_context_wants_evidence (context));
  made->arena = couplet_arena_new ();
  char *text = couplet_arena_strndup (made->arena, line, strlen (line));
  made->value = *couplet_json_read (text, strlen (text), made->arena, NULL, &place, &why);
  return (CoupletRecord *)(gpointer)made;
}

void
couplet_record_free (CoupletRecord *record)
{
  if (record == NULL)
    return;
  couplet_arena_free (((Made *)(gpointer)record)->arena);
  g_free (record);
}

const char *
couplet_record_text (const CoupletRecord *record, const char *field)
{
  return couplet_json_text_of (field_of (record, field));
}

gboolean
couplet_record_is (const CoupletRecord *record, const char *field)
{
  return couplet_json_is (field_of (record, field), COUPLET_JSON_TOKEN_TRUE);
}

gboolean
couplet_record_integer (const CoupletRecord *record, const char *field, gint64 *value)
{
  return couplet_json_whole_of (field_of (record, field), value);
}

gboolean
couplet_record_number (const CoupletRecord *record, const char *field, CoupletRational *value)
{
  const CoupletJsonValue *found = field_of (record, field);
  gint64 whole;
  return (couplet_json_text_of (found) != NULL || couplet_json_whole_of (found, &whole)) &&
         couplet_rational_parse (value, found->text, found->length, NULL);
}

gboolean
couplet_record_decimal (const CoupletRecord *record, const char *field, double *value)
{
  const CoupletJsonValue *found = field_of (record, field);
  if (!couplet_json_is (found, COUPLET_JSON_TOKEN_NUMBER))
    return FALSE;
  *value = g_ascii_strtod (found->text, NULL);
  return TRUE;
}

const CoupletRecord *
couplet_record_object (const CoupletRecord *record, const char *field)
{
  return record_of (field_of (record, field));
}

guint
couplet_record_length (const CoupletRecord *record, const char *field)
{
  const CoupletJsonValue *list = field_of (record, field);
  return couplet_json_is_list (list) ? list->n : 0;
}

const CoupletRecord *
couplet_record_item (const CoupletRecord *record, const char *field, guint index)
{
  return record_of (couplet_json_element (field_of (record, field), index));
}

const char *
couplet_record_item_text (const CoupletRecord *record, const char *field, guint index)
{
  return couplet_json_text_of (couplet_json_element (field_of (record, field), index));
}

char *
couplet_record_to_json (const CoupletRecord *record)
{
  return couplet_json_written ((const CoupletJsonValue *)(gconstpointer)record);
}
