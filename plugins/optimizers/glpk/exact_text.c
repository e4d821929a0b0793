/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_text.h"

#include <string.h>

#define ROWS "\nSubject To\n" /* where they begin */

static void
append_place (GString *text, guint row)
{
  if (row == 0)
    g_string_append (text, "\\ exactly: obj: ");
  else
    g_string_append_printf (text, "\\ exactly: r_%u: ", row);
}

void
exact_text_add (GString *text, guint row, const CoupletRational *value, const char *name,
                guint64 number)
{
  g_autofree char *words = couplet_rational_to_string (value);
  if (mpq_sgn (value->value) == 0)
    return;
  append_place (text, row);
  g_string_append_printf (text, "%s %s_%" G_GUINT64_FORMAT "\n", words, name, number);
}

void
exact_text_add_side (GString *text, guint row, const CoupletRational *value)
{
  g_autofree char *words = couplet_rational_to_string (value);
  append_place (text, row);
  g_string_append_printf (text, "<= %s\n", words);
}

char *
exact_text_insert (const char *program, const char *exact)
{
  const char *rows = strstr (program, ROWS);
  if (rows == NULL)
    return g_strconcat (exact, program, NULL);
  g_autofree char *objective = g_strndup (program, (gsize)(rows - program));
  return g_strconcat (objective, exact, rows, NULL);
}
