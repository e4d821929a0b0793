/* SPDX-License-Identifier: Apache-2.0 */
#include "configuration.h"
#include "configuration_scan.h"
#include "options.h"

#include <string.h>

#define LARGEST_FILE 1 /* MiB */

/* The key that says which stages of a kind there are. */
static const char *const KEY_OF_KIND[] = {[COUPLET_KIND_FRONTEND] = "frontend",
                                          [COUPLET_KIND_DECIDER] = "deciders",
                                          [COUPLET_KIND_OPTIMIZER] = "optimizers",
                                          [COUPLET_KIND_REPORT] = "report"};

/* ---- Memory ---------------------------------------------------------------------- */

static void
setting_free (gpointer data)
{
  Setting *setting = data;
  g_free (setting->value);
  g_free (setting->origin);
  g_free (setting);
}

static void
settings_free (gpointer data)
{
  StageSettings *settings = data;
  g_free (settings->name);
  g_free (settings->origin);
  g_hash_table_unref (settings->settings);
  g_free (settings);
}

StageSettings *
settings_find (const GPtrArray *list, const char *stage)
{
  for (guint i = 0; i < list->len; i++) {
    StageSettings *settings = g_ptr_array_index (list, i);
    if (g_str_equal (settings->name, stage))
      return settings;
  }
  return NULL;
}

static StageSettings *
need_settings (GPtrArray *list, const char *stage, const char *origin)
{
  StageSettings *settings = settings_find (list, stage);
  if (settings == NULL) {
    settings = g_new0 (StageSettings, 1);
    settings->name = g_strdup (stage);
    settings->origin = g_strdup (origin);
    settings->settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, setting_free);
    g_ptr_array_add (list, settings);
  }
  return settings;
}

static void
put (StageSettings *settings, const char *key, const char *value, const char *origin)
{
  Setting *setting = g_new (Setting, 1);
  *setting = (Setting){g_strdup (value), g_strdup (origin)};
  g_hash_table_replace (settings->settings, g_strdup (key), setting);
}

static GPtrArray *
names_of (const char *const *names)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  for (; *names != NULL; names++)
    g_ptr_array_add (list, g_strdup (*names));
  return list;
}

CoupletConfiguration *
couplet_configuration_new (void)
{
  static const char *const deciders[] = {"graph", NULL};
  static const char *const optimizers[] = {"frontier", "segment", NULL};
  CoupletConfiguration *configuration = g_new0 (CoupletConfiguration, 1);
  couplet_rational_init (&configuration->claim);
  configuration->frontend = g_strdup ("auto");
  configuration->report = g_strdup ("table");
  configuration->deciders = names_of (deciders);
  configuration->optimizers = names_of (optimizers);
  configuration->stages = g_ptr_array_new_with_free_func (settings_free);
  configuration->overrides = g_ptr_array_new_with_free_func (settings_free);
  configuration->broken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  configuration->origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return configuration;
}

void
couplet_configuration_free (CoupletConfiguration *configuration)
{
  if (configuration == NULL)
    return;
  couplet_rational_clear (&configuration->claim);
  g_free (configuration->frontend);
  g_free (configuration->report);
  g_free (configuration->dump_folder);
  g_ptr_array_unref (configuration->deciders);
  g_ptr_array_unref (configuration->optimizers);
  g_ptr_array_unref (configuration->stages);
  g_ptr_array_unref (configuration->overrides);
  g_hash_table_unref (configuration->broken);
  g_hash_table_unref (configuration->origins);
  g_free (configuration);
}

/* ---- Reading ------------------------------------------------------------------------ */

static gboolean fail_at (GError **error, const char *origin, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
fail_at (GError **error, const char *origin, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: %s", origin, text);
  return FALSE;
}

/* Replaces *list by the names in text, separated by separator. */
static gboolean
read_list (GPtrArray **list, const char *text, const char *separator, const char *origin,
           GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (text, separator, -1);
  for (char **part = parts; *part != NULL; part++) {
    char *name = g_strstrip (*part);
    if (*name == '\0')
      continue;
    for (guint i = 0; i < names->len; i++)
      if (g_str_equal (g_ptr_array_index (names, i), name))
        return fail_at (error, origin, "stage '%s' stands twice in the list", name);
    g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_unref (*list);
  *list = g_steal_pointer (&names);
  return TRUE;
}

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
      return fail_at (error, origin, "%s", reason->message);
    if (g_str_equal (*key, "deciders")) {
      if (!read_list (&configuration->deciders, value, ";", origin, error))
        return FALSE;
    } else if (g_str_equal (*key, "optimizers")) {
      if (!read_list (&configuration->optimizers, value, ";", origin, error))
        return FALSE;
    } else if (*value == '\0')
      return fail_at (error, origin, "'%s' is empty", *key);
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
  StageSettings *settings = need_settings (configuration->stages, name, group_origin);
  g_auto (GStrv) names = g_key_file_get_keys (keys, group, NULL, NULL);
  for (char **key = names; *key != NULL; key++) {
    g_autoptr (GError) reason = NULL;
    g_autofree char *origin = configuration_scan_origin (scan, group, *key);
    g_autofree char *value = g_key_file_get_string (keys, group, *key, &reason);
    if (reason != NULL)
      return fail_at (error, origin, "%s", reason->message);
    put (settings, *key, value, origin);
  }
  return TRUE;
}

static gboolean
list_has (const GPtrArray *list, const char *name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (g_ptr_array_index (list, i), name))
      return TRUE;
  return FALSE;
}

gboolean
configuration_uses (const CoupletConfiguration *configuration, const char *stage)
{
  return g_str_equal (stage, EVERY_STAGE) || list_has (configuration->deciders, stage) ||
         list_has (configuration->optimizers, stage) ||
         g_str_equal (configuration->report, stage) || g_str_equal (configuration->frontend, stage);
}

const Setting *
configuration_setting_of (const CoupletConfiguration *configuration, const char *stage,
                          const char *key)
{
  const GPtrArray *lists[] = {configuration->overrides, configuration->stages};
  const char *const names[] = {stage, EVERY_STAGE};
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++) {
      const StageSettings *settings = settings_find (lists[i], names[j]);
      const Setting *setting =
          settings != NULL ? g_hash_table_lookup (settings->settings, key) : NULL;
      if (setting != NULL)
        return setting;
    }
  return NULL;
}

const char *
configuration_plugin_of (const CoupletConfiguration *configuration, const char *stage)
{
  const Setting *setting = configuration_setting_of (configuration, stage, "plugin");
  return setting != NULL ? setting->value : stage;
}

const char *
configuration_origin_of (const CoupletConfiguration *configuration, CoupletPluginKind kind,
                         const char *stage)
{
  const Setting *setting = configuration_setting_of (configuration, stage, "plugin");
  return setting != NULL ? setting->origin
                         : g_hash_table_lookup (configuration->origins, KEY_OF_KIND[kind]);
}

/* `; the stages of plugin 'glpk' are 'glpk-lp', 'glpk-milp'`, or empty when it has none. The
 * caller frees it. */
static char *
stages_of_plugin (const CoupletConfiguration *configuration, const char *plugin)
{
  const GPtrArray *lists[] = {configuration->deciders, configuration->optimizers};
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++) {
      const char *stage = g_ptr_array_index (lists[i], j);
      if (g_str_equal (configuration_plugin_of (configuration, stage), plugin))
        g_string_append_printf (text, "%s'%s'", text->len > 0 ? ", " : "", stage);
    }
  if (text->len > 0) {
    g_autofree char *start = g_strdup_printf ("; the stages of plugin '%s' are ", plugin);
    g_string_prepend (text, start);
  }
  return g_string_free (text, FALSE);
}

static gboolean
fail_unused (const CoupletConfiguration *configuration, const StageSettings *settings,
             GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_ptr_array_extend (names, configuration->deciders, NULL, NULL);
  g_ptr_array_extend (names, configuration->optimizers, NULL, NULL);
  g_ptr_array_add (names, configuration->report);
  g_ptr_array_add (names, NULL);
  g_autofree char *hint = couplet_did_you_mean (settings->name, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (settings->name, -1);
  g_autofree char *stages = stages_of_plugin (configuration, settings->name);
  if (*stages != '\0')
    return fail_at (error, settings->origin, "no stage %s is used in the pipeline%s", quoted,
                    stages);
  return fail_at (error, settings->origin, "no stage %s is used in the pipeline%s", quoted, hint);
}

/* Whether every decider and optimizer has what settings, of all stages, set. */
static gboolean
check_common (const StageSettings *settings, GError **error)
{
  GHashTableIter iter;
  gpointer key, value;
  guint n;
  const CoupletOption *options = couplet_host_options (&n);
  g_hash_table_iter_init (&iter, settings->settings);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const Setting *setting = value;
    const CoupletOption *option =
        g_str_equal (key, "plugin") ? NULL : option_find (options, n, key);
    g_autofree char *quoted = couplet_quote (key, -1);
    g_autofree char *wrong = option != NULL ? option_check (option, setting->value) : NULL;
    if (option == NULL)
      return fail_at (error, setting->origin, "not every decider and optimizer has an option %s",
                      quoted);
    if (wrong != NULL)
      return fail_at (error, setting->origin, "%s: %s", (const char *)key, wrong);
  }
  return TRUE;
}

gboolean
configuration_check_unused (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                            GError **error)
{
  const GPtrArray *lists[] = {configuration->stages, configuration->overrides};
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < lists[i]->len; j++) {
      const StageSettings *settings = g_ptr_array_index (lists[i], j);
      if (g_str_equal (settings->name, EVERY_STAGE) && !check_common (settings, error))
        return FALSE;
      gboolean unused =
          i == 0 ? settings->unused : !configuration_uses (configuration, settings->name);
      /* with `auto`, what remains may be the options of a frontend */
      if (unused &&
          !(g_str_equal (configuration->frontend, "auto") &&
            couplet_registry_find (registry, COUPLET_KIND_FRONTEND, settings->name, NULL) != NULL))
        return fail_unused (configuration, settings, error);
    }
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
    return fail_at (error, scan->file, "%s", reason->message);
  if (!read_pipeline (configuration, keys, scan, error))
    return FALSE;
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);
  for (char **group = groups; *group != NULL; group++) {
    if (g_str_equal (*group, "pipeline"))
      continue;
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
    return fail_at (error, file, "%s", reason->message);
  g_autofree char *text = (char *)source.data;
  gsize length = source.length;
  if (strlen (text) != length)
    return fail_at (error, file, "not a configuration: it has a NUL byte");
  ConfigurationScan scan;
  configuration_scan_init (&scan, file);
  gboolean good = read_groups (configuration, text, length, &scan, error);
  configuration_scan_clear (&scan);
  return good;
}

/* ---- What the command line says ------------------------------------------------------ */

gboolean
couplet_configuration_set_stages (CoupletConfiguration *configuration, CoupletPluginKind kind,
                                  const char *list, GError **error)
{
  gboolean deciders = kind == COUPLET_KIND_DECIDER;
  GPtrArray **stages = deciders ? &configuration->deciders : &configuration->optimizers;
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[kind]);
  if (!read_list (stages, list, ",", deciders ? "--deciders" : "--optimizers", error))
    return FALSE;
  for (guint i = 0; i < (*stages)->len; i++) /* what is asked for by name must be there */
    g_hash_table_remove (configuration->broken, g_ptr_array_index (*stages, i));
  return TRUE;
}

void
couplet_configuration_set_report (CoupletConfiguration *configuration, const char *report)
{
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_REPORT]);
  g_free (configuration->report);
  configuration->report = g_strdup (report);
}

void
couplet_configuration_set_frontend (CoupletConfiguration *configuration, const char *frontend)
{
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_FRONTEND]);
  g_free (configuration->frontend);
  configuration->frontend = g_strdup (frontend);
}

void
couplet_configuration_set_claim (CoupletConfiguration *configuration, const CoupletRational *claim)
{
  mpq_set (configuration->claim.value, claim->value);
}

void
couplet_configuration_set_dump (CoupletConfiguration *configuration, const char *folder)
{
  g_free (configuration->dump_folder);
  configuration->dump_folder = g_strdup (folder);
}

gboolean
couplet_configuration_override (CoupletConfiguration *configuration, const char *setting,
                                GError **error)
{
  const char *equals = strchr (setting, '=');
  const char *dot = equals != NULL ? memchr (setting, '.', (gsize)(equals - setting)) : NULL;
  if (dot == NULL || dot == setting || dot + 1 == equals) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE, "-o %s: expected stage.key=value",
                 setting);
    return FALSE;
  }
  g_autofree char *stage = g_strndup (setting, (gsize)(dot - setting));
  g_autofree char *key = g_strndup (dot + 1, (gsize)(equals - dot - 1));
  g_autofree char *origin = g_strdup_printf ("-o %s", setting);
  put (need_settings (configuration->overrides, stage, origin), key, equals + 1, origin);
  return TRUE;
}

/* One stage per method of plugin, or one for all of it. */
static void
add_methods (CoupletConfiguration *configuration, GPtrArray *stages, const CoupletPlugin *plugin)
{
  const CoupletOption *method = NULL;
  for (guint32 i = 0; plugin->method_option != NULL && i < plugin->n_options; i++)
    if (g_str_equal (plugin->options[i].name, plugin->method_option))
      method = &plugin->options[i];
  if (method == NULL || method->choices == NULL) {
    g_ptr_array_add (stages, g_strdup (plugin->name));
    return;
  }
  for (const char *const *choice = method->choices; *choice != NULL; choice++) {
    char *stage = g_strdup_printf ("%s-%s", plugin->name, *choice);
    g_ptr_array_add (stages, stage);
    StageSettings *settings = need_settings (configuration->stages, stage, "compare");
    put (settings, "plugin", plugin->name, "compare");
    put (settings, method->name, *choice, "compare");
  }
}

/* A stage that fails; one for all plugins that are called so. */
static void
add_broken (CoupletConfiguration *configuration, GPtrArray *stages,
            const CoupletRegistryEntry *entry)
{
  if (!list_has (stages, entry->name))
    g_ptr_array_add (stages, g_strdup (entry->name));
  g_hash_table_replace (configuration->broken, g_strdup (entry->name),
                        g_strdup_printf ("%s: %s", entry->file, entry->problem));
}

void
couplet_configuration_set_all_stages (CoupletConfiguration *configuration,
                                      CoupletRegistry *registry)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (registry, &n);
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_DECIDER]);
  g_hash_table_remove (configuration->origins, KEY_OF_KIND[COUPLET_KIND_OPTIMIZER]);
  g_ptr_array_set_size (configuration->deciders, 0);
  g_ptr_array_set_size (configuration->optimizers, 0);
  for (guint i = 0; i < n; i++) {
    if (entries[i].kind != COUPLET_KIND_DECIDER && entries[i].kind != COUPLET_KIND_OPTIMIZER)
      continue;
    GPtrArray *stages = entries[i].kind == COUPLET_KIND_DECIDER ? configuration->deciders
                                                                : configuration->optimizers;
    if (entries[i].problem == NULL)
      add_methods (configuration, stages, entries[i].plugin);
    else
      add_broken (configuration, stages, &entries[i]);
  }
}
