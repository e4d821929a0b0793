/* SPDX-License-Identifier: Apache-2.0 */
#include "svt_golden.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

static gboolean
check_file (const char *folder, const char *name, const char *ending, SvtFunction function)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *golden = g_strdup_printf ("%.*s%s", (int)(strlen (path) - 3), path, ending);
  g_autofree char *text = NULL, *expected = NULL;
  gsize length;
  assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autofree char *actual = function (text, length);
  if (g_getenv ("COUPLET_TEST_UPDATE") != NULL)
    assert_true (g_file_set_contents (golden, actual, -1, NULL));
  if (g_file_get_contents (golden, &expected, NULL, NULL) && *expected != '\0' &&
      g_str_equal (expected, actual))
    return TRUE;
  fprintf (stderr, "%s gives:\n%s", name, actual);
  return FALSE;
}

void
check_svt_folder (const char *folder, const char *ending, SvtFunction function, guint fewest)
{
  guint wrong = 0, files = 0;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  assert_non_null (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".svt")) {
      files++;
      wrong += !check_file (folder, name, ending, function);
    }
  assert_true (files > fewest);
  assert_int_equal (wrong, 0);
}
