/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_run.h"
#include "session.h"

#include <couplet/internal/format.h>

#define STATUS_DIFFERENT 1
#define STATUS_INPUT 4
#define STATUS_FAILED 6
#define PLUGIN_PATH_VARIABLE "COUPLET_PLUGIN_PATH"

/* A run that is repeated. */
typedef struct {
  const char *report;
  RecordedRun recorded;
  Differences differences;
  GPtrArray *made_by; /* components.h: of the run as it is now */
  gboolean unread;    /* a file could not be read then or now, so that its front end is not known */
  guint n_answers;
} Rerun;

static void
rerun_init (Rerun *rerun, const char *report)
{
  *rerun = (Rerun){.report = report};
  differences_init (&rerun->differences);
  rerun->made_by = components_new ();
}

static void
rerun_clear (Rerun *rerun)
{
  recorded_run_clear (&rerun->recorded);
  differences_clear (&rerun->differences);
  g_ptr_array_unref (rerun->made_by);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rerun, rerun_clear)

/* ---- What is asked again ------------------------------------------------------------------- */

/* The options that a report may ask for: nothing that writes a file. */
static GOptionEntry *
repeated_entries (Settings *settings)
{
  const GOptionEntry entries[] = {
      {"from", 0, 0, G_OPTION_ARG_FILENAME, &settings->from, NULL, NULL},
      {"deciders", 0, 0, G_OPTION_ARG_FILENAME, &settings->deciders, NULL, NULL},
      {"optimizers", 0, 0, G_OPTION_ARG_FILENAME, &settings->optimizers, NULL, NULL},
      {"claim", 0, 0, G_OPTION_ARG_FILENAME, &settings->claim, NULL, NULL},
      {"option", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->overrides, NULL, NULL},
      {"define", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->parameters, NULL, NULL},
      {"solve", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->solve, NULL, NULL},
      {"at-most", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings->at_most, NULL, NULL},
      {"by-output", 0, 0, G_OPTION_ARG_NONE, &settings->by_output, NULL, NULL},
      {"evidence", 0, 0, G_OPTION_ARG_NONE, &settings->evidence, NULL, NULL},
      {"repeat", 0, 0, G_OPTION_ARG_FILENAME, &settings->repeat, NULL, NULL},
      {"self-check", 0, 0, G_OPTION_ARG_FILENAME, &settings->self_check, NULL, NULL},
      {"require-evidence", 0, 0, G_OPTION_ARG_NONE, &settings->require_evidence, NULL, NULL},
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  return g_memdup2 (entries, sizeof entries);
}

/* Takes the options of the report. FALSE, with a message printed, where they are none. */
static gboolean
take_options (Rerun *rerun, Settings *settings)
{
  const CoupletProvenance *setup = rerun->recorded.setup;
  g_autofree GOptionEntry *repeated = repeated_entries (settings);
  GOptionEntry *const entries[] = {repeated, NULL};
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (GStrv) rest = NULL;
  int status;
  g_ptr_array_add (words, (gpointer)RERUN_COMMAND.name);
  for (guint32 i = 0; i < setup->n_options; i++)
    g_ptr_array_add (words, (gpointer)setup->options[i]);
  for (guint32 i = 0; i < setup->n_more_options; i++)
    g_ptr_array_add (words, (gpointer)setup->more_options[i]);
  if (command_parse (&RERUN_COMMAND, (int)words->len, (char **)words->pdata, entries, &rest,
                     &status) &&
      rest[0] == NULL)
    return TRUE;
  print_line (stderr, "couplet: %s: its options are not those of a run", rerun->report);
  return FALSE;
}

/* Folders that are missing are told, and left out. */
static void
take_plugin_path (Rerun *rerun, Settings *settings)
{
  const CoupletProvenance *setup = rerun->recorded.setup;
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  for (guint32 i = 0; i < setup->n_plugin_path; i++)
    if (g_file_test (setup->plugin_path[i], G_FILE_TEST_IS_DIR))
      g_strv_builder_add (folders, setup->plugin_path[i]);
    else
      differences_add (&rerun->differences, "%s: was a folder with plugins, is missing",
                       setup->plugin_path[i]);
  settings->plugin_path = g_strv_builder_end (folders);
}

/* Only the folders of the report are searched, and the installed one unless the variable is set and
 * empty, as in the report's run. */
static void
forget_plugin_path (void)
{
  const char *variable = g_getenv (PLUGIN_PATH_VARIABLE);
  if (variable != NULL && *variable != '\0')
    g_unsetenv (PLUGIN_PATH_VARIABLE);
}

/* FALSE with error set. */
static gboolean
start (const Rerun *rerun, Session *session, const Settings *settings, GError **error)
{
  const CoupletProvenance *setup = rerun->recorded.setup;
  for (guint32 i = 0; i < setup->n_programs; i++)
    couplet_configuration_add_program (session->configuration, &setup->programs[i]);
  if (!session_apply (session, settings, FALSE, error) ||
      !session_ask_stages (session, settings, error))
    return FALSE;
  session_note_command (session, settings, setup->command);
  session->terminal.host.wants_provenance = TRUE;
  /* a plugin that is gone is a difference, and the others are asked all the same */
  return couplet_configuration_override (session->configuration, "*.optional=true", error) &&
         session_start (session, &session->terminal.host, error);
}

/* ---- What is answered now ------------------------------------------------------------------ */

/* The inputs that are gone. */
static void
tell_missing (Rerun *rerun)
{
  for (guint i = 0; i < rerun->recorded.answers->len; i++) {
    const RecordedAnswer *was = g_ptr_array_index (rerun->recorded.answers, i);
    gboolean missing = was->sha256 != NULL && !g_str_equal (was->path, "-") &&
                       !g_file_test (was->path, G_FILE_TEST_EXISTS);
    rerun->unread |= missing || was->sha256 == NULL;
    if (missing)
      differences_add (&rerun->differences, "%s: sha256 was %s, the file is missing", was->path,
                       was->sha256);
  }
}

static void
compare_answer (gpointer data, const CoupletResult *result)
{
  Rerun *rerun = data;
  const CoupletOrigin *origin = result->origin;
  RecordedAnswer *was = recorded_run_find (&rerun->recorded, result);
  rerun->n_answers++;
  if (origin != NULL && origin->provenance != NULL)
    components_add (rerun->made_by, origin->provenance);
  rerun->unread |= origin == NULL;
  if (was == NULL)
    return;
  was->found = TRUE;
  if (was->sha256 != NULL && origin != NULL)
    differences_compare (&rerun->differences, was->path, "sha256", was->sha256, origin->sha256);
  for (guint i = 0; i < N_ANSWER_PARTS; i++) {
    g_autofree char *is = answer_part (result, i);
    differences_compare (&rerun->differences, was->item, ANSWER_PARTS[i], was->parts[i], is);
  }
}

/* The files of the report, each once, as they were named. */
static GPtrArray *
files_of (const RecordedRun *recorded)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *files = g_ptr_array_new ();
  for (guint i = 0; i < recorded->answers->len; i++) {
    const RecordedAnswer *answer = g_ptr_array_index (recorded->answers, i);
    if (g_hash_table_add (known, answer->file))
      g_ptr_array_add (files, answer->file);
  }
  return files;
}

/* Of a part of a run, only the items that it has are asked again. */
static void
keep_recorded (const RecordedRun *recorded, GArray *items)
{
  guint kept = 0;
  for (guint i = 0; i < items->len; i++) {
    const CoupletItem *item = &g_array_index (items, CoupletItem, i);
    if (recorded_run_find_item (recorded, item) != NULL)
      g_array_index (items, CoupletItem, kept++) = *item;
  }
  g_array_set_size (items, kept);
}

/* Asks all again. The status of an interruption, or 0; a worse one with error set. */
static int
ask_again (Rerun *rerun, Session *session, guint jobs, GError **error)
{
  g_autoptr (GPtrArray) files = files_of (&rerun->recorded);
  g_autoptr (GArray) of_files =
      couplet_items_new ((const char *const *)files->pdata, files->len, session->sweep, error);
  if (of_files == NULL)
    return STATUS_INPUT;
  if (rerun->recorded.is_part)
    keep_recorded (&rerun->recorded, of_files);
  g_autoptr (GArray) items = couplet_run_expand (session->run, of_files);
  couplet_run_items (session->run, (const CoupletItem *)(gpointer)items->data, items->len, jobs,
                     compare_answer, rerun);
  return terminal_status_of_rest (&session->terminal, rerun->n_answers, items->len);
}

static void
tell_unanswered (Rerun *rerun)
{
  for (guint i = 0; i < rerun->recorded.answers->len; i++) {
    const RecordedAnswer *was = g_ptr_array_index (rerun->recorded.answers, i);
    if (!was->found)
      differences_add (&rerun->differences, "%s: was %s, is not answered", was->item,
                       was->parts[ANSWER_VERDICT]);
  }
}

/* ---- The command --------------------------------------------------------------------------- */

/* Runs what settings say; the exit status. */
static int
repeat (Rerun *rerun, const Settings *settings, guint jobs)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) session;
  session_init (&session, settings);
  tell_missing (rerun);
  if (!start (rerun, &session, settings, &error)) {
    differences_add (&rerun->differences, "the run was possible, is not: %s", error->message);
    return STATUS_DIFFERENT;
  }
  int status = ask_again (rerun, &session, jobs, &error);
  if (error != NULL)
    return command_fail (error);
  if (status == 0) {
    tell_unanswered (rerun);
    components_add (rerun->made_by, couplet_run_provenance (session.run));
    components_compare (rerun->recorded.made_by, rerun->made_by, rerun->unread,
                        &rerun->differences);
    status = differences_any (&rerun->differences) ? STATUS_DIFFERENT : 0;
  }
  return terminal_finish (&session.terminal) ? status : STATUS_FAILED;
}

static int
rerun_report (const Settings *given, const char *report, guint jobs)
{
  g_autoptr (GError) error = NULL;
  g_auto (Rerun) rerun;
  g_auto (Settings) settings = {.sweeps = TRUE, .verbose = given->verbose, .quiet = given->quiet};
  rerun_init (&rerun, report);
  if (!recorded_run_load (&rerun.recorded, report, &error))
    return command_fail (error);
  if (!take_options (&rerun, &settings))
    return STATUS_INPUT;
  take_plugin_path (&rerun, &settings);
  forget_plugin_path ();
  return repeat (&rerun, &settings, jobs);
}

static int
run_rerun (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  GOptionEntry own[] = {
      JOBS_ENTRY (&settings),
      {"verbose", 'v', 0, G_OPTION_ARG_NONE, &settings.verbose,
       "Print what each stage answers, and the plugins' messages, on standard error", NULL},
      QUIET_ENTRY (&settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL}};
  GOptionEntry *const entries[] = {own, NULL};
  g_auto (GStrv) words = NULL;
  guint jobs;
  int status;
  if (!command_parse (&RERUN_COMMAND, n_arguments, arguments, entries, &words, &status) ||
      !command_read_jobs (&RERUN_COMMAND, &settings, &jobs, &status))
    return status;
  if (g_strv_length (words) != 1 || g_str_equal (words[0], "-"))
    return command_misuse (&RERUN_COMMAND, "expected the file of one JSON report");
  return rerun_report (&settings, words[0], jobs);
}

const Command RERUN_COMMAND = {
    "rerun",
    "[OPTION...] REPORT\n\n"
    "REPORT is what 'couplet verify --report json' or 'couplet compare --report json' wrote. Its\n"
    "run is repeated with the same settings, inputs and plugins, by what the report says of them:\n"
    "programs and plugins that it names are run. A line is printed for each difference, of "
    "inputs,\n"
    "plugins, front ends, versions and answers; times and dates are not compared.\n\n"
    "Exit status: 0 nothing differs, whatever the verdicts; 1 something does; 2 usage;\n"
    "4 REPORT is missing, or no such report; 11 the run was interrupted.",
    "Repeats the run of a JSON report, and says what differs.", run_rerun};
