/* SPDX-License-Identifier: Apache-2.0 */
#include "json_object.h"

#include "json_number.h"

/* ---- Messages ------------------------------------------------------------------- */

static char *
where (const JsonReader *reader)
{
  if (reader->list == NULL)
    return g_strdup ("");
  if (reader->name.text == NULL)
    return g_strdup_printf ("%s %u: ", reader->list, reader->index + 1);
  g_autofree char *name = couplet_quote (reader->name.text, (gssize)reader->name.length);
  return g_strdup_printf ("%s %u %s: ", reader->list, reader->index + 1, name);
}

void
json_report (JsonReader *reader, CoupletPlace place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_autofree char *object = where (reader);
  couplet_diagnostics_add (reader->diagnostics, COUPLET_SEVERITY_ERROR, place, "%s%s", object,
                           text);
}

gboolean
json_fail (JsonReader *reader)
{
  json_report (reader, reader->tokenizer.place, "%s", reader->tokenizer.error);
  return FALSE;
}

guint
json_errors (const JsonReader *reader)
{
  return couplet_diagnostics_count (reader->diagnostics, COUPLET_SEVERITY_ERROR);
}

/* ---- Values ------------------------------------------------------------------------ */

gboolean
json_skip_value (JsonReader *reader)
{
  return couplet_json_skip (&reader->tokenizer) || json_fail (reader);
}

gboolean
json_skip_wrong (JsonReader *reader, const char *key, const char *expected)
{
  json_report (reader, reader->tokenizer.place, "\"%s\" must be %s, not %s", key, expected,
               couplet_json_token_name (reader->tokenizer.token));
  return json_skip_value (reader);
}

gboolean
json_read_text (JsonReader *reader, const char *key, CoupletText *into)
{
  if (reader->tokenizer.token != COUPLET_JSON_TOKEN_STRING)
    return json_skip_wrong (reader, key, "a string");
  *into = reader->tokenizer.text;
  return TRUE;
}

gboolean
json_read_number (JsonReader *reader, const char *key, CoupletText *into)
{
  if (reader->tokenizer.token == COUPLET_JSON_TOKEN_STRING) {
    *into = reader->tokenizer.text;
    return TRUE;
  }
  if (reader->tokenizer.token != COUPLET_JSON_TOKEN_NUMBER)
    return json_skip_wrong (reader, key, "a number or a string");
  *into = json_number_to_decimal (reader->tokenizer.text, reader->arena);
  if (into->text == NULL) {
    g_autofree char *quoted =
        couplet_quote (reader->tokenizer.text.text, (gssize)reader->tokenizer.text.length);
    json_report (reader, reader->tokenizer.place,
                 "\"%s\" is %s, which is beyond a JSON number's range; write it as a string", key,
                 quoted);
  }
  return TRUE;
}

/* ---- Arrays ------------------------------------------------------------------------ */

gboolean
json_read_strings (JsonReader *reader, const char *key, JsonTake take, gpointer data)
{
  for (;;) {
    CoupletJsonToken token = couplet_json_next (&reader->tokenizer);
    if (token == COUPLET_JSON_TOKEN_ARRAY_END)
      return TRUE;
    if (token == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    if (token == COUPLET_JSON_TOKEN_STRING) {
      take (data, reader->tokenizer.text, reader->tokenizer.place);
      continue;
    }
    json_report (reader, reader->tokenizer.place, "\"%s\" must hold strings only, not %s", key,
                 couplet_json_token_name (token));
    if (!json_skip_value (reader))
      return FALSE;
  }
}

/* ---- Objects --------------------------------------------------------------------- */

/* The member called key, and its index. Keys mostly come in one order: the one
 * behind *index is tried first. */
static const JsonMember *
find_member (const JsonMember *members, guint n, CoupletText key, guint *index)
{
  for (guint tried = 0; tried < n; tried++) {
    *index = *index + 1 < n ? *index + 1 : 0;
    const JsonMember *member = &members[*index];
    if (strlen (member->key) == key.length && memcmp (member->key, key.text, key.length) == 0)
      return member;
  }
  return NULL;
}

static void
report_unknown (JsonReader *reader, const JsonMember *members, guint n)
{
  CoupletText key = reader->tokenizer.text;
  g_autofree char *copy = g_strndup (key.text, key.length);
  g_autofree char *quoted = couplet_quote (key.text, (gssize)key.length);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = members[i].key;
  g_autofree char *hint = couplet_did_you_mean (copy, names);
  json_report (reader, reader->tokenizer.place, "unknown key %s%s", quoted, hint);
}

static gboolean
read_member (JsonReader *reader, const JsonMember *member, gpointer into)
{
  CoupletText value = COUPLET_TEXT_LEFT_OUT;
  CoupletPlace place = reader->tokenizer.place;
  if (member->type == JSON_MEMBER_OTHER)
    return member->read (reader, into);
  gboolean good = member->type == JSON_MEMBER_TEXT ? json_read_text (reader, member->key, &value)
                                                   : json_read_number (reader, member->key, &value);
  if (member->set == NULL)
    G_STRUCT_MEMBER (CoupletText, into, member->offset) = value;
  else if (value.text != NULL)
    member->set (reader->builder, value, place);
  return good;
}

gboolean
json_read_object (JsonReader *reader, const JsonMember *members, guint n, gpointer into)
{
  guint32 seen = 0;
  guint index = n - 1;
  for (;;) {
    CoupletJsonToken token = couplet_json_next (&reader->tokenizer);
    if (token == COUPLET_JSON_TOKEN_OBJECT_END)
      return TRUE;
    if (token == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    const JsonMember *member = find_member (members, n, reader->tokenizer.text, &index);
    if (member == NULL)
      report_unknown (reader, members, n);
    else if ((seen >> index & 1) != 0) {
      json_report (reader, reader->tokenizer.place, "key '%s' stands twice", member->key);
      member = NULL;
    }
    seen |= member != NULL ? 1u << index : 0;
    if (couplet_json_next (&reader->tokenizer) == COUPLET_JSON_TOKEN_ERROR)
      return json_fail (reader);
    if (member != NULL ? !read_member (reader, member, into) : !json_skip_value (reader))
      return FALSE;
  }
}
