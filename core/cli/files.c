/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memmem() */
#include "files.h"

#include "file_list.h"

#include <couplet/host/source.h>

#include <string.h>
#include <sys/stat.h>

typedef struct {
  CoupletRegistry *registry;
  const CoupletConfiguration *programs; /* that are front ends; NULL = none */
  FrontendFilter filter;                /* NULL = all are */
  CodeWanted code;
  GHashTable *known;   /* extension to Wanted */
  guint n_uncommented; /* files of code in the folder that have no comment and are not wanted */
} Walk;

/* Which of the files in a folder are read that end alike. */
typedef enum {
  WANTED_NONE,
  WANTED_ALL,
  WANTED_SAID, /* those with a comment `couplet:` */
} Wanted;

#define MARK "couplet:" /* of such a comment */
#define LARGEST_CODE 16 /* MiB: larger files have no comment */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Whether a program reads files that end so. */
static gboolean
has_program (const Walk *walk, const char *extension)
{
  CoupletProgram program;
  for (guint i = 0;
       walk->programs != NULL && couplet_configuration_program (walk->programs, i, &program); i++)
    if (g_strv_contains (program.endings, extension))
      return TRUE;
  return FALSE;
}

static Wanted
wanted_extension (const Walk *walk, const char *extension)
{
  if (has_program (walk, extension))
    return WANTED_ALL;
  const CoupletPlugin *plugin = couplet_registry_find_extension (walk->registry, extension);
  if (plugin == NULL || (walk->filter != NULL && !walk->filter (plugin)))
    return WANTED_NONE;
  return (plugin->capabilities.takes & COUPLET_IS_CODE) != 0 && walk->code != CODE_ALL ? WANTED_SAID
                                                                                       : WANTED_ALL;
}

/* Whether the code in path has a comment for Couplet. */
static gboolean
has_comment (const char *path)
{
  CoupletSource source;
  if (!couplet_source_read_bytes (&source, path, LARGEST_CODE, NULL, NULL))
    return FALSE;
  gboolean found = memmem (source.data, source.length, MARK, strlen (MARK)) != NULL;
  g_free ((char *)source.data);
  return found;
}

/* A pipe or a device, which nobody means who names its folder, and which may keep its
 * reader waiting for ever. What cannot be looked at is read, to tell why not. */
static gboolean
is_special (const char *path)
{
  struct stat status;
  return stat (path, &status) == 0 && !S_ISREG (status.st_mode);
}

/* Whether some wanted frontend reads path, which is in a folder. Code that has no comment is
 * counted. */
static gboolean
is_wanted_file (Walk *walk, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *dot = strrchr (base, '.');
  if (dot == NULL || dot == base)
    return FALSE;
  g_autofree char *extension = g_ascii_strdown (dot + 1, -1);
  gpointer answer;
  if (!g_hash_table_lookup_extended (walk->known, extension, NULL, &answer)) {
    answer = GINT_TO_POINTER (wanted_extension (walk, extension));
    g_hash_table_insert (walk->known, g_strdup (extension), answer);
  }
  Wanted wanted = (Wanted)GPOINTER_TO_INT (answer);
  if (wanted == WANTED_NONE || is_special (path))
    return FALSE;
  gboolean said = wanted == WANTED_ALL || has_comment (path);
  walk->n_uncommented += !said;
  return said;
}

/* Adds what is directly in folder: files to found, folders to waiting. A folder that
 * cannot be read is taken for a file, so that the others are still read. */
static void
read_folder (Walk *walk, const char *folder, GPtrArray *found, GPtrArray *waiting)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  if (dir == NULL) {
    g_ptr_array_add (found, g_strdup (folder));
    return;
  }
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      /* a link to a folder might lead back here */
      if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        g_ptr_array_add (waiting, g_steal_pointer (&path));
    } else if (is_wanted_file (walk, path))
      g_ptr_array_add (found, g_steal_pointer (&path));
  }
}

static gboolean
add_folder (Walk *walk, const char *folder, GPtrArray *files, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (waiting, g_strdup (folder));
  walk->n_uncommented = 0;
  while (waiting->len > 0) {
    g_autofree char *next = g_ptr_array_steal_index (waiting, waiting->len - 1);
    read_folder (walk, next, found, waiting);
  }
  if (found->len == 0 && walk->n_uncommented > 0)
    g_set_error (
        error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
        "%s: no file in this folder has the name of a known format or a comment 'couplet:'; "
        "--code reads code without one (files: %u)",
        folder, walk->n_uncommented);
  else if (found->len == 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT,
                 walk->filter == NULL ? "%s: no file in this folder has the name of a known format"
                                      : "%s: no file in this folder has a suitable format",
                 folder);
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (files, g_ptr_array_index (found, i));
  return found->len > 0;
}

/* Adds what name stands for. */
static gboolean
add_name (Walk *walk, const char *name, GPtrArray *files, GError **error)
{
  if (g_file_test (name, G_FILE_TEST_IS_DIR))
    return add_folder (walk, name, files, error);
  guint before = walk->n_uncommented;
  if (walk->code != CODE_COMMENTED || is_wanted_file (walk, name) || walk->n_uncommented == before)
    g_ptr_array_add (files, g_strdup (name));
  return TRUE;
}

static gboolean
add_list (Walk *walk, const char *file, GPtrArray *files, GError **error)
{
  g_auto (FileList) list;
  if (!file_list_open (&list, file, error))
    return FALSE;
  guint before = files->len, left_out = walk->n_uncommented;
  for (const char *name; (name = file_list_next (&list)) != NULL;)
    if (!add_name (walk, g_str_equal (name, "-") ? "./-" : name, files, error)) {
      g_prefix_error (error, "--files-from %s:%u: ", file, list.number);
      return FALSE;
    }
  if (files->len > before || walk->n_uncommented > left_out)
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "--files-from %s: it names no file",
               file);
  return FALSE;
}

/* How many of words are standard input. */
static guint
count_standard_input (char **words)
{
  guint n = 0;
  for (; words != NULL && *words != NULL; words++)
    n += g_str_equal (*words, "-");
  return n;
}

static GPtrArray *
find_files (Walk *walk, char **words, char **lists, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk->known = known;
  guint from_input = count_standard_input (lists);
  if (from_input > 1 || (from_input == 1 && count_standard_input (words) > 0)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "--files-from -: standard input can be read once only");
    return NULL;
  }
  for (; *words != NULL; words++)
    if (!add_name (walk, *words, files, error))
      return NULL;
  for (; lists != NULL && *lists != NULL; lists++)
    if (!add_list (walk, *lists, files, error))
      return NULL;
  return g_steal_pointer (&files);
}

GPtrArray *
files_of_words_for (char **words, char **lists, CoupletRegistry *registry, FrontendFilter filter,
                    GError **error)
{
  Walk walk = {.registry = registry, .filter = filter};
  return find_files (&walk, words, lists, error);
}

GPtrArray *
files_of_words (char **words, char **lists, CoupletRegistry *registry,
                const CoupletConfiguration *programs, CodeWanted code, GError **error)
{
  Walk walk = {.registry = registry, .programs = programs, .code = code};
  return find_files (&walk, words, lists, error);
}
