/* SPDX-License-Identifier: Apache-2.0 */
/* Gives each file of the folders that are its arguments to a fuzz target. */
#include <glib.h>

#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static gboolean
replay_file (const char *path)
{
  g_autofree char *data = NULL;
  gsize length;
  if (!g_file_get_contents (path, &data, &length, NULL)) {
    fprintf (stderr, "cannot read %s\n", path);
    return FALSE;
  }
  /* a copy of exactly that size, so that reading beyond it is noticed */
  g_autofree uint8_t *exact = g_memdup2 (data, length);
  return LLVMFuzzerTestOneInput (exact, length) == 0;
}

/* The number of files replayed, -1 when one could not be. */
static int
replay_folder (const char *folder)
{
  int n = 0;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL; n++) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    if (!replay_file (path))
      return -1;
  }
  return n;
}

int
main (int argc, char **argv)
{
  int status = argc > 1 ? 0 : 2;
  for (int i = 1; i < argc; i++) {
    int n = replay_folder (argv[i]);
    printf ("%s: %d files\n", argv[i], n);
    if (n <= 0)
      status = 1;
  }
  return status;
}
