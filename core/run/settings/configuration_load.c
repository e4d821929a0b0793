/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations from files. */
#include "configuration.h"
#include "configuration_keys.h"
#include "configuration_scan.h"

#include <couplet/internal/text.h>

#include <stdlib.h>
#include <string.h>

#define LARGEST_FILE 1 /* MiB */
#define INCLUDE "include"

#define MOST_FILES 100 /* that one -c FILE comes to, with those included */

/* A file that is being read, and those that led to it. */
typedef struct Layer {
  const struct Layer *from; /* that includes it; NULL = none */
  char *real;               /* its name without links */
  char *folder;
  guint *n_files;
} Layer;

static gboolean load_file (CoupletConfiguration *configuration, const char *file,
                           const char *origin, const Layer *from, guint *n_files, GError **error);

static gboolean
include_all (CoupletConfiguration *configuration, char **files, const char *origin,
             const Layer *layer, GError **error)
{
  for (; *files != NULL; files++)
    if (!load_file (configuration, *files, origin, layer, layer->n_files, error))
      return FALSE;
  return TRUE;
}

/* Takes what [pipeline] says as key; of `include`, reads the files first. */
static gboolean
read_pipeline_key (CoupletConfiguration *configuration, GKeyFile *keys, const char *name,
                   const ConfigurationScan *scan, const Layer *layer, GError **error)
{
  g_autoptr (GError) reason = NULL;
  const PipelineKey *key = pipeline_key_find (name);
  g_autofree char *origin = configuration_scan_origin (scan, "pipeline", name);
  g_autofree char *text = g_key_file_get_string (keys, "pipeline", name, &reason);
  if (reason != NULL)
    return configuration_fail (error, origin, "%s", reason->message);
  char **values = pipeline_key_read (key, text, layer->folder, origin, error);
  if (values == NULL)
    return FALSE;
  if (g_str_equal (name, INCLUDE) && !include_all (configuration, values, origin, layer, error)) {
    g_strfreev (values);
    return FALSE;
  }
  return pipeline_key_take (key, configuration, values, origin, error);
}

/* What is included comes first, wherever it stands: the file's own keys replace it. */
static gboolean
read_pipeline (CoupletConfiguration *configuration, GKeyFile *keys, const ConfigurationScan *scan,
               const Layer *layer, GError **error)
{
  g_auto (GStrv) names = g_key_file_get_keys (keys, "pipeline", NULL, NULL);
  if (g_key_file_has_key (keys, "pipeline", INCLUDE, NULL) &&
      !read_pipeline_key (configuration, keys, INCLUDE, scan, layer, error))
    return FALSE;
  for (char **name = names; name != NULL && *name != NULL; name++)
    if (!g_str_equal (*name, INCLUDE) &&
        !read_pipeline_key (configuration, keys, *name, scan, layer, error))
      return FALSE;
  return TRUE;
}

/* What group says of the stage called name. */
static gboolean
read_stage (CoupletConfiguration *configuration, GKeyFile *keys, const char *group,
            const char *name, const ConfigurationScan *scan, const char *folder, GError **error)
{
  g_autofree char *group_origin = configuration_scan_origin (scan, group, NULL);
  StageSettings *settings = settings_need (configuration->stages, name, group_origin);
  g_auto (GStrv) names = g_key_file_get_keys (keys, group, NULL, NULL);
  for (char **key = names; *key != NULL; key++) {
    g_autoptr (GError) reason = NULL;
    g_autofree char *origin = configuration_scan_origin (scan, group, *key);
    g_autofree char *value = g_key_file_get_string (keys, group, *key, &reason);
    if (reason != NULL)
      return configuration_fail (error, origin, "%s", reason->message);
    g_autofree char *plugin = g_str_equal (*key, "plugin") && couplet_registry_is_file (value)
                                  ? configuration_path (folder, value)
                                  : NULL;
    settings_put (settings, *key, plugin != NULL ? plugin : value, origin);
  }
  return TRUE;
}

/* Makes those of words that name files of folder lead there, wherever the program runs; the first
 * word does where it has a slash. */
static void
find_command_files (char **words, const char *folder)
{
  g_autofree char *absolute = g_canonicalize_filename (folder, NULL);
  for (char **word = words; *word != NULL; word++) {
    g_autofree char *path = g_canonicalize_filename (*word, absolute);
    if (**word == '-' || (word == words && strchr (*word, '/') == NULL) ||
        !g_file_test (path, G_FILE_TEST_IS_REGULAR))
      continue;
    g_free (*word);
    *word = g_steal_pointer (&path);
  }
}

/* Endings without dot, in lower case. FALSE with error set. */
static gboolean
take_endings (StageProgram *program, const char *value, const char *origin, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_strfreev (program->endings);
  program->endings = couplet_list_split (value, &reason);
  if (program->endings == NULL)
    return configuration_fail (error, origin, "'endings' %s", reason->message);
  for (char **ending = program->endings; *ending != NULL; ending++) {
    char *plain = g_ascii_strdown (**ending == '.' ? *ending + 1 : *ending, -1);
    g_free (*ending);
    *ending = plain;
  }
  return TRUE;
}

/* Takes the value of key of a program; FALSE with error set. */
static gboolean
take_program_key (StageProgram *program, const char *key, const Setting *setting,
                  const char *folder, GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (g_str_equal (key, "endings"))
    return take_endings (program, setting->value, setting->origin, error);
  if (g_str_equal (key, "command")) {
    g_clear_pointer (&program->words, g_strfreev);
    if (!g_shell_parse_argv (setting->value, NULL, &program->words, &reason))
      return configuration_fail (error, setting->origin, "'command': %s", reason->message);
    find_command_files (program->words, folder);
  } else if (!g_str_equal (setting->value, "true") && !g_str_equal (setting->value, "false"))
    return configuration_fail (error, setting->origin, "'serves' must be 'true' or 'false'");
  else
    program->serves = g_str_equal (setting->value, "true");
  return TRUE;
}

/* The program of that kind called name, which is added where there is none. */
static StageProgram *
need_program (CoupletConfiguration *configuration, CoupletPluginKind kind, const char *name)
{
  StageProgram *program = configuration_find_program (configuration, kind, name);
  if (program != NULL)
    return program;
  program = g_new0 (StageProgram, 1);
  program->kind = kind;
  program->name = g_strdup (name);
  program->endings = g_new0 (char *, 1);
  g_ptr_array_add (configuration->programs, program);
  return program;
}

/* What group says of the program of that kind called name; keys of no meaning here are its options.
 */
static gboolean
read_program (CoupletConfiguration *configuration, GKeyFile *keys, const char *group,
              CoupletPluginKind kind, const char *name, const ConfigurationScan *scan,
              const Layer *layer, GError **error)
{
  static const char *const KEYS[] = {"command", "endings", "serves"};
  guint n_keys = kind == COUPLET_KIND_FRONTEND ? G_N_ELEMENTS (KEYS) : 1;
  StageProgram *program = need_program (configuration, kind, name);
  if (!read_stage (configuration, keys, group, name, scan, layer->folder, error))
    return FALSE;
  StageSettings *settings = settings_find (configuration->stages, name);
  for (guint i = 0; i < n_keys; i++) {
    const Setting *setting = g_hash_table_lookup (settings->settings, KEYS[i]);
    if (setting != NULL && !take_program_key (program, KEYS[i], setting, layer->folder, error))
      return FALSE;
    g_hash_table_remove (settings->settings, KEYS[i]);
  }
  return TRUE;
}

/* That `command` is missing, and which key may have been meant to be it. FALSE with error set. */
static gboolean
fail_without_command (const StageSettings *settings, GError **error)
{
  g_autofree const char **keys =
      (const char **)g_hash_table_get_keys_as_array (settings->settings, NULL);
  const char *near = couplet_nearest ("command", keys);
  return near != NULL ? configuration_fail (error, settings->origin,
                                            "unknown key '%s'; did you mean 'command'?", near)
                      : configuration_fail (error, settings->origin, "'command' is missing");
}

/* The program before the one at place end that is called like it; NULL = none. */
static const StageProgram *
find_namesake (const CoupletConfiguration *configuration, guint end)
{
  const StageProgram *program = g_ptr_array_index (configuration->programs, end);
  for (guint i = 0; i < end; i++) {
    const StageProgram *other = g_ptr_array_index (configuration->programs, i);
    if (g_str_equal (other->name, program->name))
      return other;
  }
  return NULL;
}

/* After all layers, each program must have a command, and a name of its own, by which its options
 * are known. */
static gboolean
check_programs (const CoupletConfiguration *configuration, GError **error)
{
  for (guint i = 0; i < configuration->programs->len; i++) {
    const StageProgram *program = g_ptr_array_index (configuration->programs, i);
    const StageProgram *other = find_namesake (configuration, i);
    const StageSettings *settings = settings_find (configuration->stages, program->name);
    if (program->words == NULL)
      return fail_without_command (settings, error);
    if (other != NULL)
      return configuration_fail (error, settings->origin,
                                 "both a program of kind %s and one of kind %s are called '%s'",
                                 couplet_plugin_kind_to_string (other->kind),
                                 couplet_plugin_kind_to_string (program->kind), program->name);
  }
  return TRUE;
}

/* The command line and files to the right may replace the lists later; what a file leaves unused is
 * judged by the file and what it includes. */
static void
mark_used (CoupletConfiguration *configuration)
{
  for (guint i = 0; i < configuration->stages->len; i++) {
    StageSettings *settings = g_ptr_array_index (configuration->stages, i);
    settings->used |= configuration_uses (configuration, settings->name);
  }
}

static gboolean
read_groups (CoupletConfiguration *configuration, const char *text, gsize length,
             ConfigurationScan *scan, const Layer *layer, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) reason = NULL;
  if (!configuration_scan_text (scan, text, length, error))
    return FALSE;
  if (!g_key_file_load_from_data (keys, text, length, G_KEY_FILE_NONE, &reason))
    return configuration_fail (error, scan->file, "%s", reason->message);
  if (!read_pipeline (configuration, keys, scan, layer, error))
    return FALSE;
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);
  for (char **group = groups; *group != NULL; group++) {
    if (g_str_equal (*group, "pipeline"))
      continue;
    CoupletPluginKind kind;
    const char *called = configuration_scan_program (*group, &kind);
    if (called != NULL) {
      g_autofree char *program = g_strstrip (g_strdup (called));
      if (!read_program (configuration, keys, *group, kind, program, scan, layer, error))
        return FALSE;
      continue;
    }
    g_autofree char *name = g_str_equal (*group, CONFIGURATION_DEFAULTS)
                                ? g_strdup (EVERY_STAGE)
                                : g_strstrip (g_strdup (*group + strlen ("stage ")));
    if (!read_stage (configuration, keys, *group, name, scan, layer->folder, error))
      return FALSE;
  }
  mark_used (configuration);
  return TRUE;
}

/* Reads the text of file as layer. */
static gboolean
load_layer (CoupletConfiguration *configuration, const char *file, const CoupletSource *source,
            const Layer *layer, GError **error)
{
  const char *text = source->data;
  if (strlen (text) != source->length)
    return configuration_fail (error, file, "not a configuration: it has a NUL byte");
  ConfigurationScan scan;
  configuration_scan_init (&scan, file);
  gsize mark = couplet_text_mark_length (text, source->length);
  gboolean good =
      read_groups (configuration, text + mark, source->length - mark, &scan, layer, error);
  configuration_scan_clear (&scan);
  return good;
}

/* What speaks against including file at origin, where it can be read; NULL = nothing. */
static const char *
find_circle (const Layer *layer)
{
  for (const Layer *outer = layer->from; outer != NULL; outer = outer->from)
    if (g_str_equal (outer->real, layer->real))
      return "it includes itself";
  return *layer->n_files > MOST_FILES
             ? "it and others are more than " G_STRINGIFY (MOST_FILES) " files that are included"
             : NULL;
}

static gboolean
load_file (CoupletConfiguration *configuration, const char *file, const char *origin,
           const Layer *from, guint *n_files, GError **error)
{
  CoupletSource source;
  g_autoptr (GError) reason = NULL;
  g_autofree char *place =
      origin != NULL ? g_strdup_printf ("%s: %s", origin, file) : g_strdup (file);
  if (!couplet_source_read (&source, file, LARGEST_FILE, NULL, &reason))
    return configuration_fail (error, place, "%s", reason->message);
  ++*n_files;
  char *real = realpath (file, NULL);
  Layer layer = {from, real != NULL ? real : strdup (file), g_path_get_dirname (file), n_files};
  const char *fault = find_circle (&layer);
  gboolean good = fault == NULL ? load_layer (configuration, file, &source, &layer, error)
                                : configuration_fail (error, place, "%s", fault);
  free (layer.real);
  g_free (layer.folder);
  g_free ((char *)source.data);
  return good;
}

gboolean
couplet_configuration_load (CoupletConfiguration *configuration, const char *file, GError **error)
{
  guint n_files = 0;
  return load_file (configuration, file, NULL, NULL, &n_files, error) &&
         check_programs (configuration, error);
}
