/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/host/result_json.h>
#include <couplet/internal/context.h>
#include <couplet/report.h>

#include <jansson.h>

/* Whole numbers below it are doubles. */
#define EXACT 9007199254740992.0

/* A CoupletRecord is a json_t, an object. */
static const CoupletRecord *
record_of (const json_t *value)
{
  return json_is_object (value) ? (const CoupletRecord *)(gconstpointer)value : NULL;
}

static json_t *
field_of (const CoupletRecord *record, const char *field)
{
  return json_object_get ((const json_t *)(gconstpointer)record, field);
}

CoupletRecord *
couplet_record_new (CoupletContext *context, const CoupletFileResult *result)
{
  g_autofree char *text =
      couplet_result_to_json (couplet_result_of (result), couplet_context_wants_evidence (context));
  json_t *record = json_loads (text, 0, NULL);
  if (record == NULL) /* a number of 2^63 or more */
    record = json_loads (text, JSON_DECODE_INT_AS_REAL, NULL);
  return (CoupletRecord *)(gpointer)record;
}

void
couplet_record_free (CoupletRecord *record)
{
  json_decref ((json_t *)(gpointer)record);
}

const char *
couplet_record_text (const CoupletRecord *record, const char *field)
{
  return json_string_value (field_of (record, field));
}

gboolean
couplet_record_is (const CoupletRecord *record, const char *field)
{
  return json_is_true (field_of (record, field));
}

gboolean
couplet_record_integer (const CoupletRecord *record, const char *field, gint64 *value)
{
  const json_t *found = field_of (record, field);
  double real = json_real_value (found);
  if (json_is_real (found) && real > -EXACT && real < EXACT && real == (double)(gint64)real)
    *value = (gint64)real;
  else if (json_is_integer (found))
    *value = json_integer_value (found);
  else
    return FALSE;
  return TRUE;
}

gboolean
couplet_record_number (const CoupletRecord *record, const char *field, CoupletRational *value)
{
  const json_t *found = field_of (record, field);
  if (json_is_string (found))
    return couplet_rational_parse (value, json_string_value (found), json_string_length (found),
                                   NULL);
  gint64 whole;
  if (!couplet_record_integer (record, field, &whole))
    return FALSE;
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, whole);
  return couplet_rational_parse (value, digits, strlen (digits), NULL);
}

gboolean
couplet_record_decimal (const CoupletRecord *record, const char *field, double *value)
{
  const json_t *found = field_of (record, field);
  if (!json_is_number (found))
    return FALSE;
  *value = json_number_value (found);
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
  return (guint)json_array_size (field_of (record, field));
}

const CoupletRecord *
couplet_record_item (const CoupletRecord *record, const char *field, guint index)
{
  return record_of (json_array_get (field_of (record, field), index));
}

const char *
couplet_record_item_text (const CoupletRecord *record, const char *field, guint index)
{
  return json_string_value (json_array_get (field_of (record, field), index));
}

char *
couplet_record_to_json (const CoupletRecord *record)
{
  char *text = json_dumps ((const json_t *)(gconstpointer)record, JSON_COMPACT);
  char *copy = g_strdup (text);
  free (text);
  return copy;
}
