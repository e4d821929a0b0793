/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include <stdio.h>

static int
convert (const Settings *settings, const char *file, const char *format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletRegistry) registry =
      couplet_registry_new ((const char *const *)settings->plugin_path);
  g_autoptr (CoupletConfiguration) configuration = couplet_configuration_new ();
  couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER, "", NULL);
  couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER, "", NULL);
  if (!settings_apply (settings, configuration, &error))
    return command_fail (error);
  g_autoptr (GArray) parameters = settings_parameters (settings, &error);
  if (parameters == NULL)
    return command_fail (error);
  Terminal terminal;
  terminal_init (&terminal, settings->verbose, settings->quiet, FALSE);
  g_autoptr (CoupletRun) run =
      couplet_run_new (configuration, registry, &terminal.host, parameters, &error);
  if (run == NULL)
    return command_fail (error);
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (file);
  g_autoptr (CoupletAutomaton) automaton = couplet_run_read (run, file, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (&terminal, messages, n);
  if (automaton == NULL)
    return 4;
  int status = report_unused_parameters (parameters);
  if (!couplet_run_write (run, automaton, format, &error))
    status = couplet_worse_status (status, command_fail (error));
  if (!terminal_finish (&terminal))
    status = couplet_worse_status (status, 6);
  return status;
}

static int
run_convert (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  g_autofree char *format = NULL;
  GOptionEntry own[] = {
      {"to", 0, 0, G_OPTION_ARG_STRING, &format, "The format to write: json, dot, ...", "FORMAT"},
      {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *read_entries = settings_read_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, read_entries, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!command_parse (&CONVERT_COMMAND, n_arguments, arguments, entries, &words, &status))
    return status;
  if (format == NULL || g_strv_length (words) != 1) {
    fprintf (stderr, "couplet convert: %s\nTry 'couplet convert --help'.\n",
             format == NULL ? "--to FORMAT is missing" : "expected one file");
    return STATUS_USAGE;
  }
  return convert (&settings, words[0], format);
}

const Command CONVERT_COMMAND = {"convert", "--to FORMAT [OPTION...] FILE",
                                 "Writes an automaton or mechanism in another format.",
                                 run_convert};
