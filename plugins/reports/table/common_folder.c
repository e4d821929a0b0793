/* SPDX-License-Identifier: Apache-2.0 */
#include "common_folder.h"

#include <string.h>

/* Where the name of the folder that the first length bytes of path are in ends, after its `/`. */
static gsize
end_of_folder (const char *path, gsize length)
{
  while (length > 0 && path[length - 1] != '/')
    length--;
  return length;
}

void
common_folder_add (CommonFolder *folder, const char *file)
{
  if (folder->path == NULL) {
    folder->path = g_strndup (file, end_of_folder (file, strlen (file)));
    return;
  }
  char *path = folder->path;
  gsize common = 0;
  while (path[common] != '\0' && path[common] == file[common])
    common++;
  common = end_of_folder (path, common);
  /* of a//b and a/c nothing is left out: /b would be another file */
  while (common > 0 && (path[common] == '/' || file[common] == '/'))
    common = end_of_folder (path, common - 1);
  path[common] = '\0';
}

gsize
common_folder_length (const CommonFolder *folder)
{
  gsize length = folder->path != NULL ? strlen (folder->path) : 0;
  return length > 1 ? length : 0;
}

void
common_folder_clear (CommonFolder *folder)
{
  g_clear_pointer (&folder->path, g_free);
}
