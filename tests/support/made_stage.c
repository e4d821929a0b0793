/* SPDX-License-Identifier: Apache-2.0 */
#include "made_stage.h"

Stage *
made_stage (const CoupletPlugin *plugin, const CoupletHost *host)
{
  Stage *stage = g_new0 (Stage, 1);
  stage->name = g_strdup (plugin->name);
  stage->plugin = plugin;
  stage->trusted = stage->entered = TRUE;
  stage->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  stage->context = couplet_context_new (plugin, stage->values, host, stage->name);
  return stage;
}
