/* SPDX-License-Identifier: Apache-2.0 */
#include "unused_settings.h"

#include "options.h"

#include <couplet/internal/text.h>

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
      const Setting *setting = configuration_setting_of (configuration, stage, "plugin");
      if (g_str_equal (setting != NULL ? setting->value : stage, plugin))
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
  g_autofree char *hint = couplet_choose_from (settings->name, (const char *const *)names->pdata);
  g_autofree char *quoted = couplet_quote (settings->name, -1);
  g_autofree char *stages = stages_of_plugin (configuration, settings->name);
  if (*stages != '\0')
    return configuration_fail (error, settings->origin, "no stage %s is used in the pipeline%s",
                               quoted, stages);
  return configuration_fail (error, settings->origin, "no stage %s is used in the pipeline%s",
                             quoted, hint);
}

/* ---- What is set for every stage ----------------------------------------------------------- */

static gboolean
has_option (const CoupletPlugin *plugin, const char *key)
{
  return option_find (plugin->options, plugin->n_options, key) != NULL;
}

/* Whether some stage in names has an option key; one whose plugin is missing may have it. */
static gboolean
stages_may_have (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                 CoupletPluginKind kind, const GPtrArray *names, const char *key)
{
  for (guint i = 0; i < names->len; i++) {
    const CoupletPlugin *plugin = configuration_find_plugin (configuration, registry, kind,
                                                             g_ptr_array_index (names, i), NULL);
    if (plugin == NULL || has_option (plugin, key))
      return TRUE;
  }
  return FALSE;
}

/* Whether some plugin has an option key; with frontends, only those count. names: gets all
 * options that are looked at. */
static gboolean
some_plugin_has (CoupletRegistry *registry, gboolean frontends, const char *key, GPtrArray *names)
{
  guint n;
  const CoupletRegistryEntry *entries = couplet_registry_list (registry, &n);
  for (guint i = 0; i < n; i++) {
    const CoupletPlugin *plugin = entries[i].plugin;
    if (plugin == NULL || (frontends && plugin->kind != COUPLET_KIND_FRONTEND))
      continue;
    if (has_option (plugin, key))
      return TRUE;
    for (guint j = 0; j < plugin->n_options; j++)
      g_ptr_array_add (names, (gpointer)plugin->options[j].name);
  }
  return FALSE;
}

/* Whether key may be an option of a stage; of what a file says, also of one that the command line
 * has put another in the place of. */
static gboolean
is_shared_option (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                  const char *key, gboolean from_file, GPtrArray *names)
{
  g_autoptr (GPtrArray) report = g_ptr_array_new ();
  g_autoptr (GPtrArray) frontend = g_ptr_array_new ();
  gboolean automatic = g_str_equal (configuration->frontend, "auto");
  g_ptr_array_add (report, configuration->report);
  if (!automatic)
    g_ptr_array_add (frontend, configuration->frontend);
  return stages_may_have (configuration, registry, COUPLET_KIND_DECIDER, configuration->deciders,
                          key) ||
         stages_may_have (configuration, registry, COUPLET_KIND_OPTIMIZER,
                          configuration->optimizers, key) ||
         stages_may_have (configuration, registry, COUPLET_KIND_REPORT, report, key) ||
         stages_may_have (configuration, registry, COUPLET_KIND_FRONTEND, frontend, key) ||
         ((automatic || from_file) && some_plugin_has (registry, !from_file, key, names));
}

/* An option of the host, or of some stage. */
static gboolean
check_shared (const CoupletConfiguration *configuration, CoupletRegistry *registry, const char *key,
              const Setting *setting, gboolean from_file, GError **error)
{
  guint n;
  const CoupletOption *options = couplet_host_options (&n);
  const CoupletOption *option = g_str_equal (key, "plugin") ? NULL : option_find (options, n, key);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *wrong = option != NULL ? option_check (option, setting->value) : NULL;
  if (wrong != NULL)
    return configuration_fail (error, setting->origin, "%s: %s", key, wrong);
  if (option != NULL || (!g_str_equal (key, "plugin") &&
                         is_shared_option (configuration, registry, key, from_file, names)))
    return TRUE;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (gpointer)options[i].name);
  g_ptr_array_add (names, NULL);
  g_autofree char *quoted = couplet_quote (key, -1);
  g_autofree char *hint = couplet_choose_from (key, (const char *const *)names->pdata);
  return configuration_fail (error, setting->origin, "no stage has an option %s%s", quoted,
                             g_str_equal (key, "plugin") ? " for all" : hint);
}

static gboolean
check_common (const CoupletConfiguration *configuration, CoupletRegistry *registry,
              const StageSettings *settings, gboolean from_file, GError **error)
{
  GHashTableIter iter;
  gpointer key, setting;
  g_hash_table_iter_init (&iter, settings->settings);
  while (g_hash_table_iter_next (&iter, &key, &setting))
    if (!check_shared (configuration, registry, key, setting, from_file, error))
      return FALSE;
  return TRUE;
}

/* ---- All of them ----------------------------------------------------------------------------- */

gboolean
check_unused_settings (const CoupletConfiguration *configuration, CoupletRegistry *registry,
                       GError **error)
{
  const GPtrArray *lists[] = {configuration->stages, configuration->overrides};
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < lists[i]->len; j++) {
      const StageSettings *settings = g_ptr_array_index (lists[i], j);
      if (g_str_equal (settings->name, EVERY_STAGE) &&
          !check_common (configuration, registry, settings, i == 0, error))
        return FALSE;
      gboolean unused =
          i == 0 ? !settings->used : !configuration_uses (configuration, settings->name);
      /* with `auto`, what remains may be the options of a frontend */
      if (unused &&
          !(g_str_equal (configuration->frontend, "auto") &&
            couplet_registry_find (registry, COUPLET_KIND_FRONTEND, settings->name, NULL) != NULL))
        return fail_unused (configuration, settings, error);
    }
  return TRUE;
}
