/* SPDX-License-Identifier: Apache-2.0 */
#include "json_number.h"

#include <float.h>
#include <math.h>

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
  if (!isfinite (value) || (value != 0 && fabs (value) < DBL_MIN) || (value == 0 && digits > 0))
    return COUPLET_TEXT_LEFT_OUT;
  char format[8], shortest[64];
  for (int places = 0; places < MAX_DIGITS; places++) {
    g_snprintf (format, sizeof format, "%%.%de", places);
    g_ascii_formatd (shortest, sizeof shortest, format, value);
    if (g_ascii_strtod (shortest, NULL) == value)
      break;
  }
  gsize length = strlen (shortest);
  return (CoupletText){couplet_arena_strndup (arena, shortest, length), length};
}
