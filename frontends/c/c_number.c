/* SPDX-License-Identifier: Apache-2.0 */
#include "c_text.h"

#include <couplet/rational.h>

#define MOST_DIGITS 100

/* Whether it is `012`, `0x1F` or the like; `0.5` and `0` are not. */
static gboolean
has_other_base (const char *number)
{
  return number[0] == '0' && (g_ascii_isdigit (number[1]) || strchr ("xXbB", number[1]) != NULL) &&
         number[1] != '\0' && strpbrk (number, ".") == NULL;
}

/* Without suffix; with digits on both sides of the point. */
static char *
complete (const char *number, gsize length)
{
  GString *digits = g_string_new (number[0] == '.' ? "0" : NULL);
  for (gsize i = 0; i < length; i++) {
    g_string_append_c (digits, number[i]);
    if (number[i] == '.' && (i + 1 == length || !g_ascii_isdigit (number[i + 1])))
      g_string_append_c (digits, '0');
  }
  return g_string_free (digits, FALSE);
}

char *
c_number_read (const char *number, gboolean *is_integer, const char **wrong)
{
  gsize length = strlen (number);
  *wrong = NULL;
  *is_integer = strpbrk (number, ".eE") == NULL;
  if (has_other_base (number))
    *wrong = "a number that is octal, hexadecimal or binary";
  else if (strpbrk (number, "uU") != NULL)
    *wrong = "an unsigned number";
  else if (number[0] == '\'' || number[0] == '"')
    *wrong = "a letter or text";
  if (*wrong != NULL)
    return NULL;
  while (length > 0 && strchr ("lLfF", number[length - 1]) != NULL)
    length--;
  g_autofree char *text = complete (number, length);
  g_auto (CoupletRational) value;
  g_autoptr (GError) error = NULL;
  couplet_rational_init (&value);
  g_autofree char *decimal = couplet_rational_parse (&value, text, strlen (text), &error)
                                 ? couplet_rational_to_decimal (&value, MOST_DIGITS)
                                 : NULL;
  if (decimal != NULL && decimal[0] != '~' && strlen (decimal) <= MOST_DIGITS)
    return g_steal_pointer (&decimal);
  *wrong = decimal != NULL ? "a number of so many digits" : "this number";
  return NULL;
}
