/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#define STATUS_INPUT 4

/* A program as one of the language. */
static int
restate (Session *reader, const char *file)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (file);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean good = couplet_run_restate (reader->run, file, text, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (&reader->terminal, messages, n, NULL);
  if (!good)
    return STATUS_INPUT;
  const CoupletHost *host = &reader->terminal.host;
  host->write (host->data, text->str, text->len);
  print_line (stderr, "couplet: %s: comments at the top of the program say how it differs", file);
  return report_unused_parameters (reader->run, reader->parameters, NULL);
}

static int
convert (const Settings *settings, const char *file, const char *format)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) reader;
  int status;
  if (!reader_init (&reader, settings, &error))
    return command_fail (error);
  if (g_str_equal (format, COUPLET_PROGRAM_FORMAT))
    return reader_finish (&reader, restate (&reader, file));
  g_autoptr (CoupletAutomaton) automaton = reader_read (&reader, file, &status);
  if (automaton != NULL && !couplet_run_write (reader.run, automaton, format, &error))
    status = couplet_worse_status (status, command_fail (error));
  return reader_finish (&reader, status);
}

static int
run_convert (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  g_autofree char *format = NULL;
  GOptionEntry own[] = {{"to", 0, 0, G_OPTION_ARG_FILENAME, &format,
                         "The format to write: json, dot, ...; svt for programs", "FORMAT"},
                        {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *read_entries = settings_read_entries (&settings);
  g_autofree GOptionEntry *option_entries = settings_option_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, read_entries, option_entries, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&CONVERT_COMMAND, &settings, entries, n_arguments, arguments, &words,
                       &status))
    return status;
  if (format == NULL || g_strv_length (words) != 1)
    return command_misuse (&CONVERT_COMMAND, "%s",
                           format == NULL ? "--to FORMAT is missing" : "expected one file");
  return convert (&settings, words[0], format);
}

const Command CONVERT_COMMAND = {"convert", "--to FORMAT [OPTION...] FILE",
                                 "Writes an automaton or mechanism in another format.",
                                 run_convert};
