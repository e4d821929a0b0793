/* SPDX-License-Identifier: Apache-2.0 */
#include "run_setup.h"

#include "run_options.h"

#include <string.h>

static const char *const *
copy_texts (CoupletArena *arena, const char *const *texts, guint32 n)
{
  const char **copy = couplet_arena_new_array (arena, const char *, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    copy[i] = couplet_arena_strndup (arena, texts[i], strlen (texts[i]));
  return copy;
}

/* Each plugin of the stages once. */
static void
note_plugins (CoupletProvenance *provenance, const CoupletRun *run, Tools *tools)
{
  CoupletTool *plugins =
      couplet_arena_new_array (tools_arena (tools), CoupletTool, MAX (run->solvers->len, 1));
  guint32 n = 0;
  for (guint i = 0; i < run->solvers->len; i++) {
    const Stage *stage = g_ptr_array_index (run->solvers, i);
    const CoupletTool *tool = tools_plugin (tools, stage->plugin, stage->file);
    gboolean again = FALSE;
    for (guint32 j = 0; j < n; j++)
      again |= g_str_equal (plugins[j].kind, tool->kind) &&
               g_str_equal (plugins[j].name, tool->name) &&
               g_strcmp0 (plugins[j].file, tool->file) == 0;
    if (!again)
      plugins[n++] = *tool;
  }
  provenance->n_plugins = n;
  provenance->plugins = plugins;
}

static void
note_plugin_path (CoupletProvenance *provenance, const CoupletRun *run, CoupletArena *arena)
{
  g_auto (GStrv) folders = couplet_registry_folders (run->registry);
  provenance->n_plugin_path = g_strv_length (folders);
  provenance->plugin_path =
      copy_texts (arena, (const char *const *)folders, provenance->n_plugin_path);
}

/* Answers do not depend on it, but how long they take, and what a plugin that fails does. */
static void
add_isolation (GPtrArray *options, const CoupletRun *run)
{
  for (guint i = 0; i < run->solvers->len; i++) {
    const char *name = ((const Stage *)g_ptr_array_index (run->solvers, i))->name;
    const Setting *setting = configuration_setting_of (run->configuration, name, "isolate");
    if (setting != NULL)
      g_ptr_array_add (options, g_strdup_printf ("--option=%s.isolate=%s", name, setting->value));
  }
}

/* What the command line asks beside the configuration, and what is set for front ends. */
static void
note_options (CoupletProvenance *provenance, const CoupletRun *run, CoupletArena *arena)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  CoupletProgram program;
  for (const char *const *one = run->host.more_options; one != NULL && *one != NULL; one++)
    g_ptr_array_add (options, g_strdup (*one));
  add_isolation (options, run);
  for (guint i = 0; i < run->frontends->len; i++)
    run_options_add_stage (options, run->configuration, g_ptr_array_index (run->frontends, i));
  for (guint i = 0; couplet_configuration_program (run->configuration, i, &program); i++)
    run_options_add_program (options, run->configuration, program.name);
  provenance->n_more_options = options->len;
  provenance->more_options = copy_texts (arena, (const char *const *)options->pdata, options->len);
}

static void
note_programs (CoupletProvenance *provenance, const CoupletRun *run, CoupletArena *arena)
{
  CoupletProgram program;
  guint32 n = run->configuration->commands->len;
  CoupletProgram *programs = couplet_arena_new_array (arena, CoupletProgram, MAX (n, 1));
  for (guint32 i = 0; couplet_configuration_program (run->configuration, i, &program); i++) {
    programs[i] = program;
    programs[i].name = couplet_arena_strndup (arena, program.name, strlen (program.name));
    programs[i].command = copy_texts (arena, program.command, program.n_command);
    programs[i].endings = copy_texts (arena, program.endings, program.n_endings);
  }
  provenance->n_programs = n;
  provenance->programs = programs;
}

void
run_setup_note (CoupletProvenance *provenance, const CoupletRun *run, Tools *tools)
{
  CoupletArena *arena = tools_arena (tools);
  const char *command = run->host.command;
  provenance->command = couplet_arena_strndup (arena, command, strlen (command));
  note_plugins (provenance, run, tools);
  note_plugin_path (provenance, run, arena);
  note_options (provenance, run, arena);
  note_programs (provenance, run, arena);
}

void
run_setup_share (CoupletProvenance *to, const CoupletProvenance *from)
{
  to->command = from->command;
  if (to->n_plugins == 0) {
    to->n_plugins = from->n_plugins;
    to->plugins = from->plugins;
  }
  to->n_plugin_path = from->n_plugin_path;
  to->plugin_path = from->plugin_path;
  to->n_more_options = from->n_more_options;
  to->more_options = from->more_options;
  to->n_programs = from->n_programs;
  to->programs = from->programs;
}
