/* SPDX-License-Identifier: Apache-2.0 */
/* Configurations from files. */
#include "configuration.h"
#include "configuration_scan.h"

#include <string.h>

#define LARGEST_FILE 1 /* MiB */

static gboolean
read_pipeline (CoupletConfiguration *configuration, GKeyFile *keys, const ConfigurationScan *scan,
               GError **error)
{
  for (const char *const *key = CONFIGURATION_PIPELINE_KEYS; *key != NULL; key++) {
    g_autoptr (GError) reason = NULL;
    if (!g_key_file_has_key (keys, "pipeline", *key, NULL))
      continue;
    g_autofree char *origin = configuration_scan_origin (scan, "pipeline", *key);
    g_autofree char *value = g_key_file_get_string (keys, "pipeline", *key, &reason);
    if (reason != NULL)
      return configuration_fail (error, origin, "%s", reason->message);
    if (g_str_equal (*key, "deciders")) {
      if (!configuration_read_list (&configuration->deciders, value, ";", origin, error))
        return FALSE;
    } else if (g_str_equal (*key, "optimizers")) {
      if (!configuration_read_list (&configuration->optimizers, value, ";", origin, error))
        return FALSE;
    } else if (*value == '\0')
      return configuration_fail (error, origin, "'%s' is empty", *key);
    else if (g_str_equal (*key, "frontend"))
      couplet_configuration_set_frontend (configuration, value);
    else
      couplet_configuration_set_report (configuration, value);
    g_hash_table_replace (configuration->origins, g_strdup (*key), g_steal_pointer (&origin));
  }
  return TRUE;
}

/* What group says of the stage called name. */
static gboolean
read_stage (CoupletConfiguration *configuration, GKeyFile *keys, const char *group,
            const char *name, const ConfigurationScan *scan, GError **error)
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
    settings_put (settings, *key, value, origin);
  }
  return TRUE;
}

/* Takes the value of key of a front end that is a program; FALSE with error set. */
static gboolean
take_command_key (FrontendCommand *command, const char *key, const char *value, const char *origin,
                  GError **error)
{
  g_autoptr (GError) reason = NULL;
  if (g_str_equal (key, "command")) {
    if (!g_shell_parse_argv (value, NULL, &command->words, &reason))
      return configuration_fail (error, origin, "'command': %s", reason->message);
  } else if (g_str_equal (key, "endings")) {
    command->endings = g_strsplit_set (value, "; ", -1);
    for (char **ending = command->endings; *ending != NULL; ending++) {
      char *plain = g_ascii_strdown (**ending == '.' ? *ending + 1 : *ending, -1);
      g_free (*ending);
      *ending = plain;
    }
  } else if (!g_str_equal (value, "true") && !g_str_equal (value, "false"))
    return configuration_fail (error, origin, "'serves' must be 'true' or 'false'");
  else
    command->serves = g_str_equal (value, "true");
  return TRUE;
}

/* What group says of the front end called name; keys of no meaning here are its options. */
static gboolean
read_command (CoupletConfiguration *configuration, GKeyFile *keys, const char *group,
              const char *name, const ConfigurationScan *scan, GError **error)
{
  static const char *const KEYS[] = {"command", "endings", "serves", NULL};
  g_autofree char *group_origin = configuration_scan_origin (scan, group, NULL);
  FrontendCommand *command = g_new0 (FrontendCommand, 1);
  command->name = g_strdup (name);
  g_ptr_array_add (configuration->commands, command);
  if (!read_stage (configuration, keys, group, name, scan, error))
    return FALSE;
  StageSettings *settings = settings_find (configuration->stages, name);
  for (guint i = 0; KEYS[i] != NULL; i++) {
    const Setting *setting = g_hash_table_lookup (settings->settings, KEYS[i]);
    if (setting != NULL &&
        !take_command_key (command, KEYS[i], setting->value, setting->origin, error))
      return FALSE;
    g_hash_table_remove (settings->settings, KEYS[i]);
  }
  if (command->words == NULL)
    return configuration_fail (error, group_origin, "'command' is missing");
  if (command->endings == NULL)
    command->endings = g_new0 (char *, 1);
  return TRUE;
}

/* The command line may replace the lists later; what the file leaves unused is
 * judged by the file alone. */
static void
mark_unused (CoupletConfiguration *configuration)
{
  for (guint i = 0; i < configuration->stages->len; i++) {
    StageSettings *settings = g_ptr_array_index (configuration->stages, i);
    settings->unused = !configuration_uses (configuration, settings->name);
  }
}

static gboolean
read_groups (CoupletConfiguration *configuration, const char *text, gsize length,
             ConfigurationScan *scan, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) reason = NULL;
  if (!configuration_scan_text (scan, text, length, error))
    return FALSE;
  if (!g_key_file_load_from_data (keys, text, length, G_KEY_FILE_NONE, &reason))
    return configuration_fail (error, scan->file, "%s", reason->message);
  if (!read_pipeline (configuration, keys, scan, error))
    return FALSE;
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);
  for (char **group = groups; *group != NULL; group++) {
    if (g_str_equal (*group, "pipeline"))
      continue;
    if (g_str_has_prefix (*group, "frontend ")) {
      g_autofree char *command = g_strstrip (g_strdup (*group + strlen ("frontend ")));
      if (!read_command (configuration, keys, *group, command, scan, error))
        return FALSE;
      continue;
    }
    g_autofree char *name = g_str_equal (*group, CONFIGURATION_DEFAULTS)
                                ? g_strdup (EVERY_STAGE)
                                : g_strstrip (g_strdup (*group + strlen ("stage ")));
    if (!read_stage (configuration, keys, *group, name, scan, error))
      return FALSE;
  }
  mark_unused (configuration);
  return TRUE;
}

gboolean
couplet_configuration_load (CoupletConfiguration *configuration, const char *file, GError **error)
{
  CoupletSource source;
  g_autoptr (GError) reason = NULL;
  if (!couplet_source_read (&source, file, LARGEST_FILE, NULL, &reason))
    return configuration_fail (error, file, "%s", reason->message);
  g_autofree char *text = (char *)source.data;
  gsize length = source.length;
  if (strlen (text) != length)
    return configuration_fail (error, file, "not a configuration: it has a NUL byte");
  ConfigurationScan scan;
  configuration_scan_init (&scan, file);
  gsize mark = couplet_text_mark_length (text, length);
  gboolean good = read_groups (configuration, text + mark, length - mark, &scan, error);
  configuration_scan_clear (&scan);
  return good;
}
