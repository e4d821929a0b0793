/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_folder.h"

#include <glib/gstdio.h>

#include <stdlib.h>

static char *folder;

static void
remove_folder (int status, void *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  (void)status;
  g_remove (path);
  g_rmdir (folder);
}

const char *
fuzz_folder (const char *name)
{
  if (folder != NULL)
    return folder;
  folder = g_dir_make_tmp ("couplet-fuzz-XXXXXX", NULL);
  if (folder == NULL)
    g_error ("no folder can be made");
  on_exit (remove_folder, (void *)name);
  return folder;
}
