/* SPDX-License-Identifier: Apache-2.0 */
#include "store.h"

#include <stdio.h>
#include <string.h>

gboolean
store_is_one (const char *name)
{
  static const char magic[] = "SQLite format 3"; /* with its zero byte */
  char begin[sizeof magic] = "";
  FILE *file = g_file_test (name, G_FILE_TEST_IS_REGULAR) ? fopen (name, "rbe") : NULL;
  gsize n = file != NULL ? fread (begin, 1, sizeof begin, file) : 0;
  if (file != NULL)
    (void)fclose (file); /* only read */
  return n == sizeof magic && memcmp (begin, magic, sizeof magic) == 0;
}
