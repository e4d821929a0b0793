/* SPDX-License-Identifier: Apache-2.0 */
#include "provenance.h"

#include "origin.h"

#include <string.h>

gboolean *
forget_use (GArray *parameters)
{
  guint n = parameters != NULL ? parameters->len : 0;
  gboolean *before = g_new0 (gboolean, MAX (n, 1));
  for (guint i = 0; i < n; i++) {
    CoupletParameter *parameter = &g_array_index (parameters, CoupletParameter, i);
    before[i] = parameter->used;
    parameter->used = FALSE;
  }
  return before;
}

GArray *
find_use (GArray *parameters, const gboolean *before)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (CoupletDefinition));
  for (guint i = 0; parameters != NULL && i < parameters->len; i++) {
    CoupletParameter *parameter = &g_array_index (parameters, CoupletParameter, i);
    CoupletDefinition definition = {parameter->name, parameter->value};
    if (parameter->used)
      g_array_append_val (used, definition);
    parameter->used |= before[i];
  }
  return used;
}

/* Puts what frontend's options are set to, as `svt.option`, after used; names keeps the names. */
static void
add_options (const Stage *frontend, GArray *used, GPtrArray *names)
{
  for (guint32 i = 0; i < frontend->plugin->n_options; i++) {
    const CoupletOption *option = &frontend->plugin->options[i];
    const char *value = g_hash_table_lookup (frontend->values, option->name);
    if (value == NULL || g_str_equal (value, option->default_value))
      continue;
    CoupletDefinition setting = {g_strconcat (frontend->name, ".", option->name, NULL), value};
    g_ptr_array_add (names, (gpointer)setting.name);
    g_array_append_val (used, setting);
  }
}

/* Says in origin, just made, what repeats run, and that reader, or frontend, has read the file. */
static void
add_setup (const CoupletOrigin *origin, const Stage *frontend, const CommandReader *reader,
           RunProvenance *run)
{
  CoupletProvenance *provenance = (CoupletProvenance *)origin->provenance;
  if (run->provenance.command == NULL)
    return;
  run_setup_share (provenance, &run->provenance);
  provenance->frontend = reader != NULL
                             ? tools_reader (run->tools, reader)
                             : tools_plugin (run->tools, frontend->plugin, frontend->file);
}

const CoupletOrigin *
make_origin (const char *file, const char *sha256, const Stage *frontend,
             const CommandReader *reader, GArray *used, RunProvenance *run, CoupletArena *arena)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (Libraries) libraries;
  CoupletProvenance provenance = run->provenance;
  add_options (frontend, used, names);
  libraries_init_copy (&libraries, provenance.libraries, provenance.n_libraries);
  libraries_add (&libraries, frontend->plugin);
  provenance.n_libraries = libraries.list->len;
  provenance.libraries = (const CoupletDefinition *)(gpointer)libraries.list->data;
  g_autofree char *base = g_path_get_basename (file);
  const CoupletOrigin origin = {g_str_equal (file, "-") ? NULL : base, sha256, used->len,
                                (const CoupletDefinition *)(gpointer)used->data, &provenance};
  const CoupletOrigin *made = origin_copy (arena, &origin);
  add_setup (made, frontend, reader, run);
  return made;
}

void
note_stage (CoupletRun *run, const CoupletOrigin *origin, const Stage *stage, CoupletArena *arena)
{
  if (origin == NULL || origin->provenance == NULL || origin->provenance->command == NULL)
    return;
  CoupletProvenance *provenance = (CoupletProvenance *)origin->provenance;
  guint32 n = provenance->n_plugins;
  CoupletTool *plugins = couplet_arena_new_array (arena, CoupletTool, n + 1);
  memcpy (plugins, provenance->plugins, n * sizeof *plugins);
  plugins[n] = *tools_plugin (run->provenance->tools, stage->plugin, stage->file);
  provenance->n_plugins = n + 1;
  provenance->plugins = plugins;
}
