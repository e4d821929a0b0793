/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_names.h"

struct DipaNames {
  GHashTable *given; /* name -> how many names were made from it */
};

/* What means something else, here or there. */
static const char *const RESERVED[] = {
    "if",     "then", "else",  "elseif", "insample", "insampleprime", "goto", "Lap",
    "output", "true", "fresh", "gap",    NULL};

DipaNames *
dipa_names_new (void)
{
  DipaNames *names = g_new0 (DipaNames, 1);
  names->given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return names;
}

void
dipa_names_free (DipaNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->given);
  g_free (names);
}

/* The caller frees it. */
static char *
spell (const char *text, char letter)
{
  gboolean good = letter != '\0' ? text[0] == letter
                                 : text[0] != 'q' && text[0] != 'o' && !g_ascii_isdigit (text[0]);
  good = good && !g_strv_contains (RESERVED, text);
  GString *name = g_string_new (NULL);
  if (!good)
    g_string_append_c (name, letter != '\0' ? letter : 'x');
  for (; *text != '\0'; text++)
    if ((guchar)*text < 0x80 || ((guchar)*text & 0xC0) == 0xC0)
      g_string_append_c (name, g_ascii_isalnum (*text) ? *text : '_');
  return g_string_free (name, FALSE);
}

const char *
dipa_names_give (DipaNames *names, const char *text, char letter)
{
  g_autofree char *name = spell (text, letter);
  g_autofree char *base = g_strdup (name);
  while (g_hash_table_contains (names->given, name)) {
    guint count = GPOINTER_TO_UINT (g_hash_table_lookup (names->given, base)) + 1;
    g_hash_table_insert (names->given, g_strdup (base), GUINT_TO_POINTER (count));
    g_free (name);
    name = g_strdup_printf ("%s_%u", base, count);
  }
  const char *result = name;
  g_hash_table_insert (names->given, g_steal_pointer (&name), GUINT_TO_POINTER (1));
  return result;
}
