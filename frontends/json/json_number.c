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
