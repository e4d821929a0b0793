/* SPDX-License-Identifier: Apache-2.0 */
#include "stage_settings.h"

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

GPtrArray *
settings_list_new (void)
{
  return g_ptr_array_new_with_free_func (settings_free);
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

StageSettings *
settings_need (GPtrArray *list, const char *stage, const char *origin)
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

void
settings_put (StageSettings *settings, const char *key, const char *value, const char *origin)
{
  Setting *setting = g_new (Setting, 1);
  *setting = (Setting){g_strdup (value), g_strdup (origin)};
  g_hash_table_replace (settings->settings, g_strdup (key), setting);
}
