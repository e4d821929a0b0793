/* SPDX-License-Identifier: Apache-2.0 */
#include "check_evidence.h"
#include "check_folder.h"
#include "reader.h"

/* Whether file is the index of a folder with evidence, which a shell names along with it. */
static gboolean
is_index (const char *file)
{
  g_autofree char *name = g_path_get_basename (file), *folder = g_path_get_dirname (file);
  if (!g_str_equal (name, COUPLET_EVIDENCE_INDEX))
    return FALSE;
  g_autoptr (CoupletEvidenceIndex) index = couplet_evidence_index_read (folder, NULL);
  return index != NULL;
}

static int
check (const Settings *settings, char **files)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) reader;
  int status;
  if (!reader_init (&reader, settings, &error))
    return command_fail (error);
  g_autoptr (CoupletAutomaton) automaton = reader_read (&reader, files[0], &status);
  char **file = files + 1;
  for (; automaton != NULL && *file != NULL && !terminal_is_cancelled (&reader.terminal); file++)
    if (!is_index (*file))
      status = couplet_worse_status (status, check_evidence_file (automaton, *file, NULL));
  guint done = (guint)(file - files) - 1;
  int rest = terminal_status_of_rest (&reader.terminal, done, done + g_strv_length (file));
  return reader_finish (&reader, couplet_worse_status (status, rest));
}

/* Whether there are words, and all are folders. */
static gboolean
are_folders (char **words)
{
  guint n = 0;
  while (words[n] != NULL && g_file_test (words[n], G_FILE_TEST_IS_DIR))
    n++;
  return n > 0 && words[n] == NULL;
}

static int
check_all_folders (const Settings *settings, char **folders)
{
  int status = 0;
  gboolean said = settings->origins != NULL && g_hash_table_contains (settings->origins, "define");
  if (settings->parameters != NULL && !said)
    return command_misuse (&CHECK_COMMAND, "-D does not go with folders: their indexes say it");
  for (; *folders != NULL; folders++)
    status = couplet_worse_status (status, check_folder (settings, *folders));
  return status;
}

static int
run_check (int n_arguments, char **arguments)
{
  g_auto (Settings) settings = {0};
  g_autofree GOptionEntry *read_entries = settings_read_entries (&settings);
  g_autofree GOptionEntry *option_entries = settings_option_entries (&settings);
  g_autofree GOptionEntry *plugin_entries = settings_plugin_entries (&settings);
  GOptionEntry *const entries[] = {read_entries, option_entries, plugin_entries, NULL};
  g_auto (GStrv) words = NULL;
  int status;
  if (!settings_parse (&CHECK_COMMAND, &settings, entries, n_arguments, arguments, &words, &status))
    return status;
  settings.evidence = TRUE; /* it says what it belongs to */
  if (are_folders (words))
    return check_all_folders (&settings, words);
  if (g_strv_length (words) < 2)
    return command_misuse (&CHECK_COMMAND,
                           "expected an automaton and files with evidence, or folders with it");
  return check (&settings, words);
}

const Command CHECK_COMMAND = {
    "check",
    "[OPTION...] FILE EVIDENCE...\n"
    "  couplet check [OPTION...] FOLDER...\n\n"
    "A FOLDER is one that 'couplet verify --evidence-dir' has made: its\n"
    "index.json says which file each piece of evidence is about.\n\n"
    "Exit status: 0 all accepted, 7 some rejected, 11 some neither, "
    "being too large;\n"
    "others as of couplet verify.",
    "Checks evidence about an automaton, by rules that need no search.", run_check};
