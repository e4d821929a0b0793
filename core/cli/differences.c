/* SPDX-License-Identifier: Apache-2.0 */
#include "differences.h"

#include "terminal.h"

void
differences_init (Differences *differences)
{
  differences->printed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
differences_clear (Differences *differences)
{
  g_hash_table_unref (differences->printed);
}

void
differences_add (Differences *differences, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (!g_hash_table_contains (differences->printed, line))
    print_line (stdout, "%s", line);
  g_hash_table_add (differences->printed, line);
}

void
differences_compare (Differences *differences, const char *what, const char *aspect,
                     const char *was, const char *is)
{
  if (g_strcmp0 (was, is) != 0)
    differences_add (differences, "%s: %s was %s, is %s", what, aspect,
                     was != NULL ? was : "unknown", is != NULL ? is : "unknown");
}

gboolean
differences_any (const Differences *differences)
{
  return g_hash_table_size (differences->printed) > 0;
}
