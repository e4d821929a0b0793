/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include <string.h>

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Whether some frontend reads files that end like path; remembered in known. */
static gboolean
is_readable_format (const char *path, CoupletRegistry *registry, GHashTable *known)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');
  if (dot == NULL || dot == base)
    return FALSE;
  g_autofree char *extension = g_ascii_strdown (dot + 1, -1);
  gpointer answer;
  if (!g_hash_table_lookup_extended (known, extension, NULL, &answer)) {
    answer = GINT_TO_POINTER (couplet_registry_find_extension (registry, extension) != NULL);
    g_hash_table_insert (known, g_strdup (extension), answer);
  }
  return GPOINTER_TO_INT (answer);
}

/* Adds what is directly in folder: files to found, folders to waiting. */
static gboolean
read_folder (const char *folder, GPtrArray *found, GPtrArray *waiting, CoupletRegistry *registry,
             GHashTable *known, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &reason);
  if (dir == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s", reason->message);
    return FALSE;
  }
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      /* a link to a folder might lead back here */
      if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        g_ptr_array_add (waiting, g_steal_pointer (&path));
    } else if (is_readable_format (path, registry, known))
      g_ptr_array_add (found, g_steal_pointer (&path));
  }
  return TRUE;
}

static gboolean
add_folder (const char *folder, GPtrArray *files, CoupletRegistry *registry, GHashTable *known,
            GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  gboolean good = TRUE;
  g_ptr_array_add (waiting, g_strdup (folder));
  while (good && waiting->len > 0) {
    g_autofree char *next = g_ptr_array_steal_index (waiting, waiting->len - 1);
    good = read_folder (next, found, waiting, registry, known, error);
  }
  if (good && found->len == 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 "%s: no file in this folder has the name of a known format", folder);
    good = FALSE;
  }
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (files, g_ptr_array_index (found, i));
  return good;
}

GPtrArray *
files_of_words (char **words, CoupletRegistry *registry, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (; *words != NULL; words++) {
    if (!g_file_test (*words, G_FILE_TEST_IS_DIR))
      g_ptr_array_add (files, g_strdup (*words));
    else if (!add_folder (*words, files, registry, known, error))
      return NULL;
  }
  return g_steal_pointer (&files);
}
