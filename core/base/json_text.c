/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/format.h>
#include <couplet/internal/json.h>

#include <string.h>

/* Whether the next value is the first one of its list, object or text, or stands after a
 * key or a comma: JSON's strings and numbers end in none of these. */
static gboolean
begins (const GString *text)
{
  return text->len == 0 || strchr ("[{:, \n", text->str[text->len - 1]) != NULL;
}

static void
separate (const CoupletJson *json)
{
  if (!begins (json->text))
    g_string_append (json->text, json->spaced ? ", " : ",");
}

/* Whether c is better written by its number: what a terminal might obey. All such
 * characters are in the plane that has four digits, or are left as they are. */
static gboolean
needs_number (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);
  return c <= 0xffff && (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
                         type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR);
}

static void
append_character (GString *out, const char *at)
{
  gunichar c = g_utf8_get_char (at);
  if (c == '"' || c == '\\')
    g_string_append_printf (out, "\\%c", (char)c);
  else if (c == '\n')
    g_string_append (out, "\\n");
  else if (needs_number (c))
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_len (out, at, g_utf8_next_char (at) - at);
}

/* How many characters at the beginning of text stand for themselves, as most do. */
static gsize
count_plain (const char *text)
{
  gsize n = 0;
  while ((guchar)text[n] >= 0x20 && (guchar)text[n] < 0x7f && text[n] != '"' && text[n] != '\\')
    n++;
  return n;
}

/* Appends a text of any characters. */
static void
append_others (GString *out, const char *text)
{
  g_autofree char *mended = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  for (const char *at = mended != NULL ? mended : text; *at != '\0';) {
    gsize plain = count_plain (at);
    g_string_append_len (out, at, (gssize)plain);
    at += plain;
    if (*at == '\0')
      break;
    append_character (out, at);
    at = g_utf8_next_char (at);
  }
}

static void
append_string (GString *out, const char *text)
{
  if (text == NULL) {
    g_string_append (out, "null");
    return;
  }
  gsize plain = count_plain (text);
  g_string_append_c (out, '"');
  g_string_append_len (out, text, (gssize)plain);
  if (text[plain] != '\0')
    append_others (out, text + plain);
  g_string_append_c (out, '"');
}

/* Whatever comes next is a value: a member called key, or of a list. */
static void
begin_value (const CoupletJson *json, const char *key)
{
  separate (json);
  if (key == NULL)
    return;
  append_string (json->text, key);
  g_string_append (json->text, json->spaced ? ": " : ":");
}

void
couplet_json_open (const CoupletJson *json, const char *key, char bracket)
{
  begin_value (json, key);
  g_string_append_c (json->text, bracket);
}

void
couplet_json_close (const CoupletJson *json, char bracket)
{
  g_string_append_c (json->text, bracket);
}

void
couplet_json_line (const CoupletJson *json, guint spaces)
{
  if (!begins (json->text))
    g_string_append_c (json->text, ',');
  g_string_append_printf (json->text, "\n%*s", (int)spaces, "");
}

void
couplet_json_string (const CoupletJson *json, const char *key, const char *text)
{
  begin_value (json, key);
  append_string (json->text, text);
}

void
couplet_json_rational (const CoupletJson *json, const char *key, const CoupletRational *value)
{
  g_autofree char *text = value != NULL ? couplet_rational_to_string (value) : NULL;
  couplet_json_string (json, key, text);
}

/* What stands beside the exact number called key: `cost_decimal`; NULL becomes null. */
static void
put_decimal (const CoupletJson *json, const char *key, const char *decimal)
{
  g_autofree char *name = g_strconcat (key, "_decimal", NULL);
  couplet_json_string (json, name, decimal);
}

void
couplet_json_number (const CoupletJson *json, const char *key, const CoupletRational *value)
{
  g_autofree char *decimal = value != NULL ? couplet_format_decimal (value) : NULL;
  couplet_json_rational (json, key, value);
  put_decimal (json, key, decimal);
}

void
couplet_json_infinite (const CoupletJson *json, const char *key)
{
  couplet_json_null (json, key);
  put_decimal (json, key, COUPLET_FORMAT_INFINITE);
}

/* Appends number with so many digits at least. */
static void
append_digits (GString *out, guint64 number, guint least)
{
  char digits[20];
  char *first = digits + sizeof digits;
  do {
    *--first = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0 || digits + sizeof digits - first < (glong)least);
  g_string_append_len (out, first, digits + sizeof digits - first);
}

void
couplet_json_integer (const CoupletJson *json, const char *key, gint64 value)
{
  begin_value (json, key);
  if (value < 0)
    g_string_append_c (json->text, '-');
  append_digits (json->text, value < 0 ? -(guint64)value : (guint64)value, 1);
}

void
couplet_json_unsigned (const CoupletJson *json, const char *key, guint64 value)
{
  begin_value (json, key);
  append_digits (json->text, value, 1);
}

void
couplet_json_boolean (const CoupletJson *json, const char *key, gboolean value)
{
  begin_value (json, key);
  g_string_append (json->text, value ? "true" : "false");
}

void
couplet_json_null (const CoupletJson *json, const char *key)
{
  couplet_json_string (json, key, NULL);
}

void
couplet_json_raw (const CoupletJson *json, const char *key, const char *written)
{
  begin_value (json, key);
  g_string_append (json->text, written);
}

#define BILLION G_GUINT64_CONSTANT (1000000000)
#define MOST_SECONDS 1e6 /* of which a double still tells the billionth parts */

void
couplet_json_double (const CoupletJson *json, const char *key, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  begin_value (json, key);
  if (value >= 0 && value < MOST_SECONDS) {
    guint64 parts = (guint64)(value * BILLION + 0.5);
    append_digits (json->text, parts / BILLION, 1);
    g_string_append_c (json->text, '.');
    append_digits (json->text, parts % BILLION, 9);
    return;
  }
  g_string_append (json->text, g_ascii_formatd (digits, sizeof digits, "%.9f", value));
}
