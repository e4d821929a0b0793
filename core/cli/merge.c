/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "files.h"
#include "result_messages.h"
#include "session.h"

#define STATUS_CONTRADICTION 7
#define STATUS_MISSING 11
#define MOST_FINDINGS 20 /* of a kind, unless --verbose is given */

static void
print_messages (gpointer terminal, const CoupletResult *result)
{
  print_result_messages (terminal, result);
}

/* FALSE with error set when name, which may be NULL, is that of a file that is merged. */
static gboolean
check_store (const CoupletMerge *merge, const char *name, GError **error)
{
  if (name == NULL || !couplet_merge_has_source (merge, name))
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
               "%s: it is merged, and cannot be written, too", name);
  return FALSE;
}

/* Prints what joining found, and returns the exit status that it calls for. */
static int
print_findings (const CoupletMerge *merge, const Settings *settings)
{
  static const char *const more[] = {"missing answers", "double answers", "contradictions",
                                     "remarks"};
  guint n, printed[G_N_ELEMENTS (more)] = {0};
  const CoupletFinding *findings = couplet_merge_findings (merge, &n);
  for (guint i = 0; i < n; i++) {
    CoupletFindingKind kind = findings[i].kind;
    gboolean quiet =
        settings->quiet && (kind == COUPLET_FINDING_DOUBLE || kind == COUPLET_FINDING_NOTE);
    if (!quiet && (printed[kind]++ < MOST_FINDINGS || settings->verbose))
      print_line (stderr, "couplet: %s", findings[i].text);
  }
  for (guint kind = 0; kind < G_N_ELEMENTS (more); kind++)
    if (printed[kind] > MOST_FINDINGS && !settings->verbose)
      print_line (stderr, "couplet: and %u more %s", printed[kind] - MOST_FINDINGS, more[kind]);
  int status = printed[COUPLET_FINDING_CONTRADICTION] > 0 ? STATUS_CONTRADICTION : 0;
  return printed[COUPLET_FINDING_MISSING] > 0 ? couplet_worse_status (status, STATUS_MISSING)
                                              : status;
}

/* Adds the answers of inputs, and the files that should have some. FALSE with error set. */
static gboolean
add_inputs (CoupletMerge *merge, const Settings *settings, char **inputs, CoupletRegistry *registry,
            GError **error)
{
  if (settings->lists != NULL) {
    char *none[] = {NULL};
    g_autoptr (GPtrArray) files =
        files_of_words (none, settings->lists, registry, settings->pipeline, CODE_NAMED, error);
    if (files == NULL)
      return FALSE;
    couplet_merge_expect (merge, (const char *const *)files->pdata, files->len);
  }
  for (; *inputs != NULL; inputs++)
    if (!couplet_merge_add (merge, *inputs, error))
      return FALSE;
  return couplet_merge_join (merge, error);
}

/* A pipeline that has a report only. */
static gboolean
start_session (Session *session, const Settings *settings, CoupletRational *least, GError **error)
{
  session_init (session, settings);
  return session_apply (session, settings, TRUE, error) &&
         session_order (session, settings, least, error) &&
         couplet_configuration_set_stages (session->configuration, COUPLET_KIND_DECIDER, "",
                                           error) &&
         couplet_configuration_set_stages (session->configuration, COUPLET_KIND_OPTIMIZER, "",
                                           error) &&
         session_start (session, &session->terminal.host, error);
}

static int
merge_inputs (const Settings *settings, char **inputs, gboolean compare)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CoupletMerge) merge = couplet_merge_new ();
  g_auto (CoupletRational) least;
  g_auto (Session) session = {0};
  int status;
  couplet_rational_init (&least);
  if (!start_session (&session, settings, &least, &error) ||
      !add_inputs (merge, settings, inputs, session.registry, &error) ||
      !check_store (merge, settings->store, &error) ||
      !couplet_run_merge (session.run, merge, compare, print_messages, &session.terminal, &status,
                          &error))
    return command_fail (error);
  status = settings_status (settings, &session.terminal, status);
  terminal_clear_progress (&session.terminal);
  status = couplet_worse_status (status, print_findings (merge, settings));
  if (settings->store != NULL && !couplet_merge_store (merge, settings->store, status, &error))
    return command_fail (error);
  return session_finish (&session, status);
}

static int
run_merge (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  gboolean compare = FALSE;
  GOptionEntry own[] = {
      REPORT_ENTRY (&settings),
      {"compare", 0, 0, G_OPTION_ARG_NONE, &compare, "Print methods side by side, as compare does",
       NULL},
      {"files-from", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &settings.lists,
       "Say which files of LIST have no answer, and keep its order ('-' = standard input)", "LIST"},
      {"store", 0, 0, G_OPTION_ARG_FILENAME, &settings.store,
       "Also write the answers into STORE, an SQLite database", "STORE"},
      EXIT_ZERO_ENTRY (&settings),
      {"verbose", 'v', 0, G_OPTION_ARG_NONE, &settings.verbose,
       "Name every answer that is missing, double or contradicted, not the first 20 only", NULL},
      QUIET_ENTRY (&settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL}};
  g_autofree GOptionEntry *compare_entries = settings_compare_entries (&settings);
  g_autofree GOptionEntry *option_entries = settings_option_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {own, compare_entries, option_entries, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&MERGE_COMMAND, &settings, entries, n_arguments, arguments, &words, &status))
    return status;
  if (settings.store != NULL && *settings.store == '\0')
    return command_misuse (&MERGE_COMMAND, "--store '': expected the name of a file");
  if (!compare && (settings.sort != NULL || settings.loose != NULL))
    return command_misuse (&MERGE_COMMAND, "--sort and --loose go with --compare");
  return words[0] != NULL ? merge_inputs (&settings, words, compare)
                          : command_misuse (&MERGE_COMMAND, "no report or store is given");
}

const Command MERGE_COMMAND = {
    "merge", "[OPTION...] FILE...",
    "Joins JSON reports and stores, as of the shards of a run, into one report.", run_merge};
