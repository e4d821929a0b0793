/* SPDX-License-Identifier: Apache-2.0 */
#include "run_provenance.h"

#include "run_options.h"

#include <string.h>

/* ---- The date ------------------------------------------------------------------------ */

/* NULL with error set. */
static char *
date_of_run (GError **error)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 seconds = 0;
  if (epoch != NULL && !g_ascii_string_to_unsigned (epoch, 10, 0, G_MAXINT64, &seconds, NULL))
    seconds = G_MAXUINT64;
  g_autoptr (GDateTime) date = epoch == NULL ? g_date_time_new_now_utc ()
                               : seconds > G_MAXINT64
                                   ? NULL
                                   : g_date_time_new_from_unix_utc ((gint64)seconds);
  if (date != NULL)
    return g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ");
  g_autofree char *quoted = couplet_quote (epoch, -1);
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
               "the environment variable SOURCE_DATE_EPOCH is %s; expected seconds since 1970",
               quoted);
  return NULL;
}

/* ---- What repeats the run ------------------------------------------------------------- */

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
    const CoupletTool *tool = tools_stage (tools, stage);
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
    if (g_str_equal (program.kind, "frontend"))
      run_options_add_program (options, run->configuration, program.name);
  provenance->n_more_options = options->len;
  provenance->more_options = copy_texts (arena, (const char *const *)options->pdata, options->len);
}

static void
note_programs (CoupletProvenance *provenance, const CoupletRun *run, CoupletArena *arena)
{
  CoupletProgram program;
  guint32 n = run->configuration->programs->len;
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

/* Adds to provenance what repeats run; it belongs to tools. */
static void
note_setup (CoupletProvenance *provenance, const CoupletRun *run, Tools *tools)
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

/* ---- All of it ------------------------------------------------------------------------- */

/* Lets provenance point to what run has. */
static void
point (RunProvenance *run)
{
  run->provenance = (CoupletProvenance){
      .version = couplet_version (),
      .commit = couplet_commit (),
      .date = run->date,
      .n_libraries = run->libraries.list->len,
      .libraries = (const CoupletDefinition *)(gpointer)run->libraries.list->data,
      .n_options = run->options->len,
      .options = (const char *const *)run->options->pdata,
  };
}

RunProvenance *
run_provenance_new (const CoupletRun *run, gboolean repeatable, GError **error)
{
  char *date = date_of_run (error);
  if (date == NULL)
    return NULL;
  RunProvenance *made = g_new0 (RunProvenance, 1);
  made->date = date;
  made->options = run_options_new (run->configuration, &run->host, run->solvers);
  made->tools = tools_new ();
  libraries_init (&made->libraries);
  for (guint i = 0; i < run->solvers->len; i++)
    libraries_add (&made->libraries, ((const Stage *)g_ptr_array_index (run->solvers, i))->plugin);
  point (made);
  if (repeatable)
    note_setup (&made->provenance, run, made->tools);
  return made;
}

void
run_provenance_free (RunProvenance *run)
{
  if (run == NULL)
    return;
  libraries_clear (&run->libraries);
  g_ptr_array_unref (run->options);
  tools_free (run->tools);
  g_free (run->date);
  g_free (run);
}
