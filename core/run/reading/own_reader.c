/* SPDX-License-Identifier: Apache-2.0 */
#include "own_reader.h"

#include "sandbox.h"

#include <couplet/host/version.h>

#include <unistd.h>

/* It sees its limit itself, in processor time, and tells more of it: this many times the limit and
 * so many ms are left to it, on a busy machine. */
#define GRACE_TIMES 9
#define GRACE 5000

static gboolean
has_package (const char *folder)
{
  g_autofree char *file = g_build_filename (folder, "couplet", "symbolic", "start.py", NULL);
  return g_file_test (file, G_FILE_TEST_IS_REGULAR);
}

/* The folder of packages of some Python 3 in folder, `python3.11/dist-packages`, that has it. */
static char *
find_in_library (const char *folder)
{
  const char *name;
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  while (names != NULL && (name = g_dir_read_name (names)) != NULL) {
    g_autofree char *packages = g_build_filename (folder, name, "dist-packages", NULL);
    if (g_str_has_prefix (name, "python3") && has_package (packages))
      return g_steal_pointer (&packages);
  }
  return NULL;
}

/* The folder that has the package couplet with its reader: of the sources, installed beside the
 * library, or around it, in a wheel. NULL = there is none. */
static char *
find_package (void)
{
  char *found = NULL;
  g_autofree char *folder = couplet_library_file ("");
  for (guint up = 0; folder != NULL && found == NULL && up < 5; up++) {
    g_autofree char *sources = g_build_filename (folder, "python", NULL);
    found = has_package (folder)    ? g_strdup (folder)
            : has_package (sources) ? g_steal_pointer (&sources)
                                    : find_in_library (folder);
    char *parent = g_path_get_dirname (folder);
    g_free (folder);
    folder = parent;
  }
  return found;
}

/* What is set as option key; NULL = nothing. */
static const char *
value_of (const Stage *stage, const char *key)
{
  const char *value = g_hash_table_lookup (stage->values, key);
  return value != NULL && *value != '\0' ? value : NULL;
}

/* The interpreter of the virtual environment that is active; NULL = none is. */
static char *
python_of_environment (void)
{
  const char *folder = g_getenv ("VIRTUAL_ENV");
  g_autofree char *python =
      folder != NULL ? g_build_filename (folder, "bin", "python3", NULL) : NULL;
  return python != NULL && g_file_test (python, G_FILE_TEST_IS_EXECUTABLE)
             ? g_steal_pointer (&python)
             : NULL;
}

static void
set_command (CommandReader *reader, const Stage *stage, const char *package)
{
  g_autofree char *python = g_strdup (value_of (stage, "interpreter"));
  if (python == NULL)
    python = python_of_environment ();
  g_autofree char *start = g_build_filename (package, "couplet", "symbolic", "start.py", NULL);
  g_autofree char *code = couplet_library_file ("couplet/code");
  const char *words[] = {python != NULL ? python : "python3", start, code, NULL};
  char **environment = g_get_environ ();
  if (python == NULL)
    environment = g_environ_setenv (environment, "COUPLET_ANY_PYTHON", "1", TRUE);
  environment = g_environ_setenv (environment, "OPENBLAS_NUM_THREADS", "1", TRUE);
  environment = g_environ_setenv (environment, "OMP_NUM_THREADS", "1", TRUE);
  environment = g_environ_setenv (environment, "PYTHONDONTWRITEBYTECODE", "1", TRUE);
  environment = g_environ_setenv (environment, "PYTHONHASHSEED", "0", TRUE);
  environment = g_environ_unsetenv (environment, "PYTHONSAFEPATH");
  reader->command = g_strdupv ((char **)words);
  reader->environment = environment;
}

/* Options that are not what they usually are, and limits. */
static void
set_settings (CommandReader *reader, const Stage *stage)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  gint64 limit = stage->limit_ms > 0 ? stage->limit_ms : COMMAND_READER_LIMIT;
  for (guint32 i = 0; i < stage->plugin->n_options; i++) {
    const CoupletOption *option = &stage->plugin->options[i];
    const char *value = g_hash_table_lookup (stage->values, option->name);
    if (value == NULL || g_str_equal (value, option->default_value) ||
        g_str_equal (option->name, "interpreter") || g_str_equal (option->name, "sandbox"))
      continue;
    g_autofree char *word = g_strdup_printf ("%s.%s=%s", stage->plugin->name, option->name, value);
    g_strv_builder_add (words, word);
  }
  g_ascii_formatd (seconds, sizeof seconds, "%.3f", (double)limit / 1000);
  g_autofree char *time = g_strdup_printf ("limit.seconds=%s", seconds);
  g_autofree char *space =
      g_strdup_printf ("limit.mebibytes=%" G_GINT64_FORMAT, stage->memory_limit_mb);
  g_strv_builder_add_many (words, time, space, NULL);
  reader->settings = g_strv_builder_end (words);
  reader->limit_ms = limit;
  reader->grace_ms = GRACE_TIMES * limit + GRACE;
}

static void
set_sandbox (CommandReader *reader, const Stage *stage)
{
  g_autoptr (GError) error = NULL;
  const char *sandbox = value_of (stage, "sandbox");
  if (sandbox != NULL && g_str_equal (sandbox, "off")) {
    reader->warning =
        g_strdup_printf ("it was run without a sandbox (-o %s.sandbox=off)", stage->name);
    return;
  }
  reader->filter = sandbox_open_filter (&error);
  if (reader->filter < 0)
    reader->refusal =
        g_strdup_printf ("it is code, which is run in a sandbox only, and %s; '-o %s.sandbox=off' "
                         "runs code that you trust without one",
                         error->message, stage->name);
}

CommandReader *
own_reader_new (const Stage *frontend)
{
  CommandReader *reader = command_reader_new (frontend->name);
  g_autofree char *package = find_package ();
  reader->endings = g_strdupv ((char **)frontend->plugin->frontend->extensions);
  reader->language = frontend->plugin->name;
  reader->plugin = frontend->plugin;
  reader->file = frontend->file;
  reader->serves = TRUE;
  if (package == NULL) {
    reader->refusal = g_strdup ("the Python package 'couplet', which reads code, is not found "
                                "beside the library");
    return reader;
  }
  set_command (reader, frontend, package);
  set_settings (reader, frontend);
  set_sandbox (reader, frontend);
  return reader;
}
