/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "server.h"

#define USUAL_SECONDS 5
#define MOST_SECONDS 3600

/* Adds `name=value` unless value is NULL. */
static void
add_option (GStrvBuilder *words, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_autofree char *word = g_strdup_printf ("%s=%s", name, value);
  g_strv_builder_add (words, word);
}

/* The options that every run of this program gets. The caller frees them. */
static char **
reading_options (const Settings *settings)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  for (char **folder = settings->plugin_path; folder != NULL && *folder != NULL; folder++)
    add_option (words, "--plugin-path", *folder);
  return g_strv_builder_end (words);
}

/* And those of `verify`, besides. The caller frees them. */
static char **
verifying_options (const Settings *settings)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  for (char **file = settings->configurations; file != NULL && *file != NULL; file++)
    add_option (words, "--config", *file);
  add_option (words, "--output", "-");
  add_option (words, "--deciders", settings->deciders);
  add_option (words, "--optimizers", settings->optimizers);
  return g_strv_builder_end (words);
}

static int
serve (const Settings *settings, guint seconds)
{
  g_autoptr (CoupletRegistry) registry =
      couplet_registry_new ((const char *const *)settings->plugin_path);
  g_auto (GStrv) reading = reading_options (settings), verifying = verifying_options (settings);
  const ServerOptions options = {registry, (const char *const *)reading,
                                 (const char *const *)verifying, seconds};
  return server_run (&options);
}

static int
run_lsp (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  int seconds = USUAL_SECONDS;
  GOptionEntry own[] = {{"time-limit", 0, 0, G_OPTION_ARG_INT, &seconds,
                         "Seconds that a stage may take (usually 5); then its answer is unknown",
                         "SECONDS"},
                        {"deciders", 0, 0, G_OPTION_ARG_FILENAME, &settings.deciders,
                         "Deciders to run (empty = none)", "A,B"},
                        {"optimizers", 0, 0, G_OPTION_ARG_FILENAME, &settings.optimizers,
                         "Optimizers to run (empty = none)", "A,B"},
                        {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!command_parse (&LSP_COMMAND, n_arguments, arguments, entries, &words, &status))
    return status;
  if (words[0] != NULL)
    return command_misuse (&LSP_COMMAND, "it takes no files: the editor sends their text");
  if (seconds < 1 || seconds > MOST_SECONDS)
    return command_misuse (&LSP_COMMAND, "--time-limit %d: expected 1 to %d seconds", seconds,
                           MOST_SECONDS);
  return serve (&settings, (guint)seconds);
}

const Command LSP_COMMAND = {
    "lsp",
    "[OPTION...]\n\n"
    "Exit status: 0 after 'shutdown' and 'exit', or the end of the input after 'shutdown'; else "
    "1.",
    "Serves an editor, on standard input and output: messages, verdicts, layout.", run_lsp};
