/* SPDX-License-Identifier: Apache-2.0 */
#include "reader.h"

#include <couplet/host/check.h>
#include <couplet/host/evidence.h>
#include <couplet/host/evidence_read.h>
#include <couplet/format.h>

#define STATUS_INPUT 4
#define STATUS_REJECTED 7
#define STATUS_TOO_LARGE 11
#define LARGEST_EVIDENCE 1024 /* MiB */

/* What accepted evidence shows. The caller frees it. */
static char *
meaning_of (const CoupletEvidence *evidence, const CoupletRational *found)
{
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  g_autofree char *text = couplet_format_cost (cost != NULL ? cost : found);
  guint n;
  switch (couplet_evidence_kind (evidence)) {
  case COUPLET_EVIDENCE_BOUND:
    return g_strdup_printf ("every path costs at most %s", text);
  case COUPLET_EVIDENCE_ATTAINED:
    return g_strdup_printf ("no strategy costs less than %s", text);
  case COUPLET_EVIDENCE_VIOLATION:
    return g_strdup ("no strategy has a finite cost");
  case COUPLET_EVIDENCE_UNBOUNDED:
    return g_strdup ("paths cost more and more, without end, as the loops are repeated");
  case COUPLET_EVIDENCE_STRATEGY:
    break;
  }
  g_autofree char *sum = couplet_format_cost (found);
  couplet_evidence_classes (evidence, &n);
  return n > 0 ? g_strdup ("every path has a valid strategy")
               : g_strdup_printf ("a valid strategy for this path, which costs %s", sum);
}

static const char *const ANSWERS[] = {
    [COUPLET_EVIDENCE_ACCEPTED] = "accepted",
    [COUPLET_EVIDENCE_REJECTED] = "rejected",
    [COUPLET_EVIDENCE_TOO_LARGE] = "neither accepted nor rejected, too large",
};

static int
check_one (const char *file, guint number, const CoupletEvidence *evidence)
{
  const char *kind = couplet_evidence_kind_to_string (couplet_evidence_kind (evidence));
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  g_autofree char *why = NULL, *meaning = NULL;
  CoupletEvidenceCheck answer = couplet_evidence_check (evidence, &cost, &why);
  if (answer == COUPLET_EVIDENCE_ACCEPTED)
    meaning = meaning_of (evidence, &cost);
  const char *other = couplet_evidence_other_input (evidence);
  if (answer != COUPLET_EVIDENCE_ACCEPTED && other != NULL) {
    print_line (stdout, "%s: evidence %u (%s): it belongs to %s", file, number, kind, other);
    return STATUS_INPUT;
  }
  print_line (stdout, "%s: evidence %u (%s): %s: %s%s%s", file, number, kind, ANSWERS[answer],
              meaning != NULL ? meaning : why, other != NULL ? "; it was made from " : "",
              other != NULL ? other : "");
  return answer == COUPLET_EVIDENCE_ACCEPTED   ? 0
         : answer == COUPLET_EVIDENCE_REJECTED ? STATUS_REJECTED
                                               : STATUS_TOO_LARGE;
}

static int
check_file (const CoupletAutomaton *automaton, const char *file)
{
  g_autoptr (GError) error = NULL;
  CoupletSource source;
  int status = 0;
  if (!couplet_source_read (&source, file, LARGEST_EVIDENCE, NULL, &error)) {
    print_line (stderr, "couplet: %s: %s", file, error->message);
    return STATUS_INPUT;
  }
  g_autofree char *text = (char *)source.data;
  g_autoptr (GPtrArray) evidence =
      couplet_evidence_read (automaton, file, text, source.length, &error);
  if (evidence == NULL)
    return command_fail (error);
  for (guint i = 0; i < evidence->len; i++)
    status =
        couplet_worse_status (status, check_one (file, i + 1, g_ptr_array_index (evidence, i)));
  return status;
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
    status = couplet_worse_status (status, check_file (automaton, *file));
  guint done = (guint)(file - files) - 1;
  int rest = terminal_status_of_rest (&reader.terminal, done, done + g_strv_length (file));
  return reader_finish (&reader, couplet_worse_status (status, rest));
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
  if (!command_parse (&CHECK_COMMAND, n_arguments, arguments, entries, &words, &status))
    return status;
  if (g_strv_length (words) < 2)
    return command_misuse (&CHECK_COMMAND, "expected an automaton and files with evidence");
  settings.evidence = TRUE; /* it says what it belongs to */
  return check (&settings, words);
}

const Command CHECK_COMMAND = {"check",
                               "[OPTION...] FILE EVIDENCE...\n\n"
                               "Exit status: 0 all accepted, 7 some rejected, 11 some neither, "
                               "being too large;\n"
                               "others as of couplet verify.",
                               "Checks evidence about an automaton, by rules that need no search.",
                               run_check};
