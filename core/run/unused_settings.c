/* SPDX-License-Identifier: Apache-2.0 */
#include "unused_settings.h"

#include "options.h"

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
    return configuration_fail (error, settings->origin, "no stage %s is used in the pipeline%s",
                               quoted, stages);
  return configuration_fail (error, settings->origin, "no stage %s is used in the pipeline%s",
                             quoted, hint);
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
      return configuration_fail (error, setting->origin,
                                 "not every decider and optimizer has an option %s", quoted);
    if (wrong != NULL)
      return configuration_fail (error, setting->origin, "%s: %s", (const char *)key, wrong);
  }
  return TRUE;
}

gboolean
check_unused_settings (const CoupletConfiguration *configuration, CoupletRegistry *registry,
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
