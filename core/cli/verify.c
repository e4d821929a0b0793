/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "evidence_folder.h"
#include "files.h"
#include "result_messages.h"
#include "session.h"
#include "shard.h"

#include <couplet/internal/format.h>

#define STATUS_UNKNOWN 11

typedef struct {
  Terminal *terminal; /* not owned */
  EvidenceFolder folder;
  guint n_reported; /* items */
  gboolean warned;  /* of one of them */
} Output;

static void
output_clear (Output *output)
{
  evidence_folder_close (&output->folder, FALSE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Output, output_clear)

static void
print_evidence_left_out (const CoupletResult *result, const CoupletStageResult *stage)
{
  g_autofree char *file = couplet_format_item (result);
  if (stage->evidence_left_out > EVIDENCE_MOST_SIZE)
    print_line (stderr,
                "couplet: %s: stage '%s': its evidence of size %" G_GUINT64_FORMAT
                " is left out; the most is %d",
                file, stage->stage, stage->evidence_left_out, EVIDENCE_MOST_SIZE);
  else if (stage->evidence_left_out > 0)
    print_line (stderr, "couplet: %s: stage '%s': no time was left for its evidence", file,
                stage->stage);
}

static gboolean
has_warning (const CoupletResult *result)
{
  for (guint i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == COUPLET_SEVERITY_WARNING)
      return TRUE;
  return FALSE;
}

static void
print_messages (gpointer data, const CoupletResult *result)
{
  Output *output = data;
  const CoupletHost *host = &output->terminal->host;
  output->n_reported++;
  output->warned |= has_warning (result);
  print_result_messages (output->terminal, result);
  for (guint i = 0; i < result->n_stages; i++)
    if (!result->stages[i].failed && (host->wants_evidence || host->self_check == G_MAXSIZE))
      print_evidence_left_out (result, &result->stages[i]);
  evidence_folder_write (&output->folder, result);
}

/* FALSE with error set. */
static gboolean
ask_stages (Session *session, const Settings *settings, Output *output, GError **error)
{
  return session_ask_stages (session, settings, error) &&
         (evidence_folder_open (&output->folder, settings->evidence_folder, error) ||
          settings_blame (settings, "evidence-dir", error));
}

static int
run_items (CoupletRun *run, const GArray *items, gboolean compare, guint jobs, Output *output)
{
  couplet_run_begin (run, compare);
  int status = couplet_run_items (run, (const CoupletItem *)(gpointer)items->data, items->len, jobs,
                                  print_messages, output);
  couplet_run_end (run);
  return status;
}

/* How files are divided, among processes here and among machines. */
typedef struct {
  guint jobs;
  Shard shard;
} Division;

/* Keeps the items of shard, whose parts then point to asked and list, and opens the store for them
 * if there is to be one. FALSE with error set. */
static gboolean
divide (CoupletRun *run, const Settings *settings, Shard shard, const char *asked, const char *list,
        GArray *items, GError **error)
{
  const CoupletPart part = {shard.index, shard.n, 0, items->len, asked, list};
  shard_keep (&part, items);
  return settings->store == NULL ||
         couplet_run_open_store (run, settings->store, &part,
                                 (const CoupletItem *)(gpointer)items->data, items->len, error);
}

/* FALSE, with a message printed, when some answer could not be kept. */
static gboolean
close_store (CoupletRun *run, int status)
{
  g_autoptr (GError) error = NULL;
  if (couplet_run_close_store (run, status, &error))
    return TRUE;
  print_line (stderr, "couplet: %s", error->message);
  return FALSE;
}

/* What is left out is no error, and no report has it. */
static void
print_ignored (const Output *output, const CoupletRun *run)
{
  const char *file;
  for (guint i = 0; (file = couplet_run_ignored (run, i)) != NULL; i++)
    if (!output->terminal->quiet)
      print_line (stderr, "%s: nothing is judged: comments 'couplet: ignore' leave out all of it",
                  file);
}

/* FALSE with error set. */
static gboolean
open_output (Session *session, const Settings *settings, GError **error)
{
  return settings->output == NULL || g_str_equal (settings->output, "-") ||
         terminal_write_to (&session->terminal, settings->output, error) ||
         settings_blame (settings, "output", error);
}

/* Everything after the parsing of options. */
static int
run_with_settings (const Settings *settings, char **words, gboolean compare,
                   const Division *division)
{
  g_autoptr (GError) error = NULL;
  g_auto (CoupletRational) least;
  couplet_rational_init (&least);
  g_auto (Session) session;
  g_auto (Output) output = {0};
  session_init (&session, settings);
  output.terminal = &session.terminal;
  if (compare && settings->configurations == NULL &&
      (settings->deciders == NULL || settings->optimizers == NULL))
    couplet_configuration_set_all_stages (session.configuration, session.registry);
  if (!session_apply (&session, settings, FALSE, &error) ||
      !ask_stages (&session, settings, &output, &error) ||
      !session_order (&session, settings, &least, &error) ||
      !open_output (&session, settings, &error))
    return command_fail (error);
  session_note_command (&session, settings, compare ? "compare" : "verify");
  if (!session_start (&session, &session.terminal.host, &error))
    return command_fail (error);
  CodeWanted code = settings->code ? CODE_ALL : settings->commented ? CODE_COMMENTED : CODE_NAMED;
  g_autoptr (GPtrArray) files = files_of_words (words, settings->lists, session.registry,
                                                session.configuration, code, &error);
  if (files == NULL)
    return command_fail (error);
  if (settings->sort != NULL && g_ptr_array_find_with_equal_func (files, "-", g_str_equal, NULL)) {
    print_line (stderr,
                "couplet: --sort does not go with standard input ('-'), which is read once");
    return STATUS_USAGE;
  }
  g_autoptr (GArray) of_files =
      couplet_items_new ((const char *const *)files->pdata, files->len, session.sweep, &error);
  if (of_files == NULL)
    return command_fail (error);
  g_autoptr (GArray) items = couplet_run_expand (session.run, of_files);
  print_ignored (&output, session.run);
  if (files->len > 0 && !couplet_run_asks_for_all (
                            session.run, (const CoupletItem *)(gpointer)items->data, items->len)) {
    terminal_forget_report (&session.terminal);
    return session_finish (&session, 0);
  }
  g_autofree char *asked = couplet_run_asked (session.run);
  g_autofree char *list =
      settings->store != NULL || division->shard.n > 1
          ? couplet_items_digest ((const CoupletItem *)(gpointer)items->data, items->len)
          : NULL;
  if (!divide (session.run, settings, division->shard, asked, list, items, &error))
    return command_fail (error);
  int status = settings_status (settings, &session.terminal,
                                run_items (session.run, items, compare, division->jobs, &output));
  if (status == 0 && settings->strict && output.warned)
    status = STATUS_UNKNOWN;
  if (!evidence_folder_close (&output.folder, output.n_reported == items->len))
    status = couplet_worse_status (status, 6);
  if (!close_store (session.run, status))
    status = couplet_worse_status (status, 6);
  int rest = terminal_status_of_rest (&session.terminal, output.n_reported, items->len);
  status = couplet_worse_status (status, rest);
  if (rest == 0 && division->shard.n == 1 && files->len > 0)
    return session_finish (&session, status);
  /* which parameters are used is not known */
  return terminal_finish (&session.terminal) ? status : couplet_worse_status (status, 6);
}

/* FALSE: *status is set, and the message is printed. */
static gboolean
read_division (const Command *command, const Settings *settings, Division *division, int *status)
{
  if (!command_read_jobs (command, settings, &division->jobs, status))
    return FALSE;
  if (!shard_parse (settings->shard, &division->shard))
    *status = command_misuse (command,
                              "--shard %s: expected I/N, such as 2/5, with I from 1 to N "
                              "and N at most %d",
                              settings->shard, COUPLET_MOST_SHARDS);
  return *status == 0;
}

static int
run_command (const Command *command, gboolean compare, int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {.sweeps = TRUE};
  g_autofree GOptionEntry *run_entries = settings_run_entries (&settings);
  g_autofree GOptionEntry *read_entries = settings_read_entries (&settings);
  g_autofree GOptionEntry *option_entries = settings_option_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  g_autofree GOptionEntry *compare_entries = settings_compare_entries (&settings);
  GOptionEntry *const entries[] = {
      run_entries, read_entries, option_entries, plugin_entries, compare ? compare_entries : NULL,
      NULL};
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  if (!command_parse (command, n_arguments, arguments, entries, &words, &status))
    return status;
  if (words[0] == NULL && settings.claim != NULL &&
      g_file_test (settings.claim, G_FILE_TEST_EXISTS))
    return command_misuse (command, "--claim '%s': that is a file, not a number: --claim needs one",
                           settings.claim);
  if (!settings_load (&settings, entries, &error))
    return command_fail (error);
  char **files = words[0] == NULL && settings.lists == NULL ? settings.inputs : words;
  if (files == NULL || (files[0] == NULL && settings.lists == NULL))
    return command_misuse (command, "no file is given ('-' reads standard input)");
  if (settings.code && settings.commented)
    return command_misuse (command, "--code does not go with --commented");
  if (settings.store != NULL && settings.solve != NULL)
    return command_misuse (command, "--store does not keep what --solve finds");
  if (settings.by_output && (settings.store != NULL || settings.solve != NULL))
    return command_misuse (command, "--by-output does not go with --%s",
                           settings.store != NULL ? "store" : "solve");
  if (settings.store != NULL && *settings.store == '\0')
    return command_misuse (command, "--store '': expected the name of a file");
  Division division = {0};
  return read_division (command, &settings, &division, &status)
             ? run_with_settings (&settings, files, compare, &division)
             : status;
}

static int
run_verify (int n_arguments, char **arguments)
{
  return run_command (&VERIFY_COMMAND, FALSE, n_arguments, arguments);
}

static int
run_compare (int n_arguments, char **arguments)
{
  return run_command (&COMPARE_COMMAND, TRUE, n_arguments, arguments);
}

const Command VERIFY_COMMAND = {
    "verify", "[OPTION...] FILE...",
    "Says of each automaton or mechanism whether it is differentially private, and at what cost.",
    run_verify};

const Command COMPARE_COMMAND = {
    "compare", "[OPTION...] FILE...",
    "Like verify, with every decider and optimizer that is installed, side by side.", run_compare};
