/* SPDX-License-Identifier: Apache-2.0 */
#include "json_object.h"

#include <float.h>
#include <math.h>

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

/* The index of the member called key; n = there is none. */
static guint
find_member (const JsonMember *members, guint n, CoupletText key)
{
  guint index = 0;
  while (index < n && (members[index].key.length != key.length ||
                       memcmp (members[index].key.text, key.text, key.length) != 0))
    index++;
  return index;
}

static void
report_unknown (JsonReader *reader, const JsonMember *members, guint n)
{
  CoupletText key = reader->tokenizer.text;
  g_autofree char *copy = g_strndup (key.text, key.length);
  g_autofree char *quoted = couplet_quote (key.text, (gssize)key.length);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = members[i].key.text;
  g_autofree char *hint = couplet_did_you_mean (copy, names);
  json_report (reader, reader->tokenizer.place, "unknown key %s%s", quoted, hint);
}

static gboolean
read_member (JsonReader *reader, const JsonMember *member, gpointer into)
{
  if (member->type == JSON_MEMBER_OTHER)
    return member->read (reader, into);
  CoupletText value = COUPLET_TEXT_LEFT_OUT;
  CoupletPlace place = reader->tokenizer.place;
  gboolean good = member->type == JSON_MEMBER_TEXT
                      ? json_read_text (reader, member->key.text, &value)
                      : json_read_number (reader, member->key.text, &value);
  if (member->set == NULL)
    G_STRUCT_MEMBER (CoupletText, into, member->offset) = value;
  else if (value.text != NULL)
    member->set (reader->builder, value, place);
  return good;
}

/* Goes on to the key of the next member, of which it gives the index in members; n when it is
 * none of them. Keys mostly come in one order: that at *index is tried first. FALSE after the last
 * member and with an error in the tokenizer. */
static gboolean
next_key (JsonReader *reader, const JsonMember *members, guint n, guint *index)
{
  if (*index < n && couplet_json_take_key (&reader->tokenizer, members[*index].key))
    return TRUE;
  if (couplet_json_next (&reader->tokenizer) != COUPLET_JSON_TOKEN_KEY)
    return FALSE;
  *index = find_member (members, n, reader->tokenizer.text);
  return TRUE;
}

/* Reads the value whose key is the current token: of member, or of none that is wanted. */
static gboolean
read_behind_key (JsonReader *reader, const JsonMember *member, gpointer into)
{
  if (couplet_json_next (&reader->tokenizer) == COUPLET_JSON_TOKEN_ERROR)
    return json_fail (reader);
  return member != NULL ? read_member (reader, member, into) : json_skip_value (reader);
}

/* The member at index that the current key names, of which seen takes note; NULL, with a message,
 * where there is none, or it stood before. */
static const JsonMember *
admit_member (JsonReader *reader, const JsonMember *members, guint n, guint index, guint32 *seen)
{
  if (index == n)
    report_unknown (reader, members, n);
  else if ((*seen >> index & 1) != 0)
    json_report (reader, reader->tokenizer.place, "key '%s' stands twice", members[index].key.text);
  else {
    *seen |= 1u << index;
    return &members[index];
  }
  return NULL;
}

/* Reads the next member if it is member, a plain string and plainly written. *good: reading can
 * go on after it. */
static inline gboolean
take_string (JsonReader *reader, const JsonMember *member, gpointer into, gboolean *good)
{
  CoupletText text;
  gboolean is_kept = member->type == JSON_MEMBER_TEXT && member->set == NULL;
  if (!couplet_json_take_string (&reader->tokenizer, member->key,
                                 is_kept ? &G_STRUCT_MEMBER (CoupletText, into, member->offset)
                                         : &text))
    return FALSE;
  *good = is_kept || read_member (reader, member, into);
  return TRUE;
}

gboolean
json_read_object (JsonReader *reader, const JsonMember *members, guint n, gpointer into)
{
  guint32 seen = 0;
  gboolean good = TRUE;
  for (guint index = 0; good; index++) {
    gboolean is_new = index < n && (seen >> index & 1) == 0;
    if (is_new && take_string (reader, &members[index], into, &good))
      seen |= 1u << index;
    else if (next_key (reader, members, n, &index))
      good = read_behind_key (reader, admit_member (reader, members, n, index, &seen), into);
    else
      return reader->tokenizer.token != COUPLET_JSON_TOKEN_ERROR || json_fail (reader);
  }
  return FALSE;
}

/* ---- Numbers ---- */

#define SURE_DIGITS 15 /* so many digits always survive a double */
#define MAX_DIGITS 17  /* so many always tell doubles apart */
#define LONGEST 2000

/* Counts the digits of the mantissa; TRUE when there is a point or exponent. */
static gboolean
is_real (CoupletText text, guint *digits, gboolean *exponent)
{
  gboolean real = FALSE;
  *digits = 0;
  *exponent = FALSE;
  for (gsize i = 0; i < text.length; i++) {
    char c = text.text[i];
    if (c == 'e' || c == 'E')
      real = *exponent = TRUE;
    else if (c == '.')
      real = TRUE;
    else if (!*exponent && g_ascii_isdigit (c) && (*digits > 0 || c != '0'))
      ++*digits;
  }
  return real;
}

static gboolean
reads_back (const char *decimal, double value)
{
  return g_ascii_strtod (decimal, NULL) == value;
}

/* Adds one to the last digit before the exponent; FALSE when every digit is 9. */
static gboolean
increment (char *decimal)
{
  for (char *digit = strchr (decimal, 'e') - 1; digit >= decimal; digit--) {
    if (*digit >= '0' && *digit < '9') {
      ++*digit;
      return TRUE;
    }
    if (*digit == '9')
      *digit = '0';
  }
  return FALSE;
}

/* Removes zeros at the end of the mantissa, and a point that is then last. */
static void
drop_zeros (char *decimal)
{
  char *exponent = strchr (decimal, 'e'), *end = exponent;
  if (strchr (decimal, '.') == NULL)
    return;
  while (end[-1] == '0')
    end--;
  if (end[-1] == '.')
    end--;
  memmove (end, exponent, strlen (exponent) + 1);
}

/* Fills shortest with the decimal of the fewest digits that reads back as value.
 * Normal doubles tell all decimals of SURE_DIGITS apart, so that of these at most
 * one reads back. Above a power of two doubles lie twice as far apart as below:
 * there the nearest decimal may fail where the next one up does not. */
static void
find_shortest (double value, char *shortest, int size)
{
  int places = fabs (value) < DBL_MIN ? 0 : SURE_DIGITS - 1;
  for (; places < MAX_DIGITS; places++) {
    char format[8];
    g_snprintf (format, sizeof format, "%%.%de", places);
    g_ascii_formatd (shortest, size, format, value);
    if (reads_back (shortest, value) || (increment (shortest) && reads_back (shortest, value)))
      break;
  }
  drop_zeros (shortest);
}

CoupletText
json_number_to_decimal (CoupletText text, CoupletArena *arena)
{
  guint digits;
  gboolean exponent;
  if (!is_real (text, &digits, &exponent) ||
      (digits <= SURE_DIGITS && !exponent && text.length < 100))
    return text;
  if (text.length > LONGEST)
    return COUPLET_TEXT_LEFT_OUT;
  g_autofree char *copy = g_strndup (text.text, text.length);
  double value = g_ascii_strtod (copy, NULL);
  if (!isfinite (value) || (value == 0 && digits > 0))
    return COUPLET_TEXT_LEFT_OUT;
  char shortest[64];
  find_shortest (value, shortest, sizeof shortest);
  gsize length = strlen (shortest);
  return (CoupletText){couplet_arena_strndup (arena, shortest, length), length};
}
