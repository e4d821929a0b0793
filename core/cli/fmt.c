/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"
#include "reader.h"

#include <couplet/host/output_file.h>

#define STATUS_INPUT 4

typedef struct {
  gboolean check, in_place;
  CoupletRun *run;
  Terminal *terminal;
} Formatter;

static gboolean
has_layout (const CoupletPlugin *plugin)
{
  return plugin->frontend->format != NULL;
}

static void
print (const Formatter *formatter, const char *text, gsize length)
{
  const CoupletHost *host = &formatter->terminal->host;
  host->write (host->data, text, length);
}

static gboolean
rewrite (const char *file, const GString *text, GError **error)
{
  int reason = couplet_write_file (file, text->str, text->len);
  if (reason != 0)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_INPUT, "%s: it could not be rewritten: %s",
                 file, g_strerror (reason));
  return reason == 0;
}

/* Does with the new text of file what was asked for; the exit status. */
static int
deliver (const Formatter *formatter, const char *file, const GString *text, gboolean changed)
{
  g_autoptr (GError) error = NULL;
  if (formatter->check && changed) {
    terminal_clear_progress (formatter->terminal);
    print_line (stdout, "%s", file);
    return STATUS_INPUT;
  }
  if (!formatter->check && !formatter->in_place)
    print (formatter, text->str, text->len);
  else if (formatter->in_place && changed && !rewrite (file, text, &error))
    return command_fail (error);
  return 0;
}

static int
format_file (const Formatter *formatter, const char *file)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (file);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean changed;
  gboolean good = couplet_run_format (formatter->run, file, text, &changed, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (formatter->terminal, messages, n, NULL);
  return good ? deliver (formatter, file, text, changed) : STATUS_INPUT;
}

static int
format_files (const Settings *settings, Formatter *formatter, char **words)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) reader;
  if (!reader_init (&reader, settings, &error))
    return command_fail (error);
  g_autoptr (GPtrArray) files =
      files_of_words_for (words, settings->lists, reader.registry, has_layout, &error);
  if (files == NULL)
    return command_fail (error);
  formatter->run = reader.run;
  formatter->terminal = &reader.terminal;
  int status = 0;
  guint i = 0;
  for (; i < files->len && !terminal_is_cancelled (&reader.terminal); i++)
    status = couplet_worse_status (status, format_file (formatter, g_ptr_array_index (files, i)));
  int rest = terminal_status_of_rest (&reader.terminal, i, files->len);
  return reader_finish (&reader, couplet_worse_status (status, rest));
}

/* What is wrong with the words of the command line; NULL = nothing. */
static const char *
find_misuse (const Formatter *formatter, const Settings *settings, char **words)
{
  if (words[0] == NULL && settings->lists == NULL)
    return "no file is given ('-' reads standard input)";
  if (formatter->check && formatter->in_place)
    return "--check and --in-place exclude each other";
  if (formatter->in_place && g_strv_contains ((const char *const *)words, "-"))
    return "standard input cannot be rewritten in place";
  return NULL;
}

static int
run_fmt (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  Formatter formatter = {0};
  GOptionEntry own[] = {
      {"check", 0, 0, G_OPTION_ARG_NONE, &formatter.check,
       "Print the names of the files that are not laid out so; the status is then 4", NULL},
      {"in-place", 'i', 0, G_OPTION_ARG_NONE, &formatter.in_place, "Rewrite the files", NULL},
      {"from", 0, 0, G_OPTION_ARG_FILENAME, &settings.from, "Read every file in this format",
       "FORMAT"},
      FILES_FROM_ENTRY (&settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *option_entries = settings_option_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, option_entries, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&FMT_COMMAND, &settings, entries, n_arguments, arguments, &words, &status))
    return status;
  const char *misuse = find_misuse (&formatter, &settings, words);
  if (misuse != NULL)
    return command_misuse (&FMT_COMMAND, "%s", misuse);
  return format_files (&settings, &formatter, words);
}

const Command FMT_COMMAND = {"fmt", "[OPTION...] FILE...",
                             "Lays mechanisms out anew, comments kept, on standard output.",
                             run_fmt};
