/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "session.h"

#include <couplet/host/unfold.h>
#include <couplet/internal/json.h>
#include <couplet/internal/json_tree.h>

#include <string.h>

#define STATUS_FAILS 10
#define STATUS_OPEN 11
#define STATUS_MISUSE 2
/* Steps of the grid from 0 to epsilon times the least d. */
#define STEPS 8
#define MOST_NUMBERS 1000 /* that an option lists */
#define MOST_ANSWERS 64

/* The command at work. */
typedef struct {
  Settings settings;
  char *at, *epsilon_text, *inputs, *claim_text;
  CoupletRational epsilon, claim;
  Terminal *terminal; /* not owned */
  /* of the file at work: a d that is proven, and the rows, JSON */
  gboolean has_d, is_example; /* a linear mechanism whose lists are examples of longer ones */
  CoupletRational d;
  guint64 answers; /* the most that runs read for which d is enough; 0 = any number */
  char *rows, *reason;
  int status; /* what the claim calls for */
} Delta;

static void
delta_init (Delta *delta)
{
  couplet_rational_init (&delta->epsilon);
  couplet_rational_init (&delta->claim);
  couplet_rational_init (&delta->d);
  mpq_set_ui (delta->epsilon.value, 1, 1);
}

static void
delta_clear (Delta *delta)
{
  settings_clear (&delta->settings);
  couplet_rational_clear (&delta->epsilon);
  couplet_rational_clear (&delta->claim);
  couplet_rational_clear (&delta->d);
  g_free (delta->at);
  g_free (delta->epsilon_text);
  g_free (delta->inputs);
  g_free (delta->claim_text);
  g_free (delta->rows);
  g_free (delta->reason);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Delta, delta_clear)

/* ---- What is printed ------------------------------------------------------------------------ */

static const char *
text_of (const CoupletJsonValue *row, const char *key)
{
  return couplet_json_text_of (couplet_json_member (row, key));
}

/* `0,1,1 and 1,1,1`; empty where there is no pair. The caller frees it. */
static char *
pair_text (const CoupletJsonValue *row)
{
  GString *text = g_string_new (NULL);
  const CoupletJsonValue *run = couplet_json_first (couplet_json_member (row, "pair"));
  for (; run != NULL; run = run->next) {
    g_string_append (text, text->len > 0 ? " and " : "");
    for (const CoupletJsonValue *input = run->first; input != NULL; input = input->next)
      g_string_append_printf (text, "%s%s", input != run->first ? "," : "", input->text);
  }
  return g_string_free (text, FALSE);
}

static void
print_table (const Delta *delta, const char *file, const CoupletJsonValue *rows)
{
  g_autofree char *epsilon = couplet_rational_to_string (&delta->epsilon);
  g_autofree char *most =
      delta->answers > 0 ? g_strdup_printf (", answers read: at most %u", (guint)delta->answers)
                         : NULL;
  print_line (stdout, "%s: delta at epsilon = %s, %s%s%s", file, epsilon,
              delta->inputs != NULL ? "for inputs from " : "for all inputs",
              delta->inputs != NULL ? delta->inputs : "", most != NULL ? most : "");
  print_line (stdout, "  %-10s %-16s %-16s %s", "at", "delta at least", "delta at most", "");
  for (const CoupletJsonValue *row = rows->first; row != NULL; row = row->next) {
    g_autofree char *pair = pair_text (row);
    print_line (stdout, "  %-10s %-16s %-16s %s%s%s", text_of (row, "at"),
                text_of (row, "delta_at_least"), text_of (row, "delta_at_most"),
                text_of (row, "reason"), *pair != '\0' ? "; from below: " : "", pair);
  }
}

static void
print_csv (const char *file, const CoupletJsonValue *rows)
{
  for (const CoupletJsonValue *row = rows->first; row != NULL; row = row->next) {
    g_autofree char *pair = pair_text (row);
    g_auto (GStrv) quotes = g_strsplit (file, "\"", -1);
    g_autofree char *name = g_strjoinv ("\"\"", quotes);
    printf ("\"%s\",%s,%s,%s,\"%s\",\"%s\"\r\n", name, text_of (row, "at"),
            text_of (row, "delta_at_least"), text_of (row, "delta_at_most"), pair,
            text_of (row, "reason"));
  }
}

static void
print_json (const Delta *delta, const char *file, const char *verdict)
{
  const CoupletJson json = {g_string_new (NULL), FALSE};
  couplet_json_open (&json, NULL, '{');
  couplet_json_string (&json, "file", file);
  couplet_json_rational (&json, "epsilon", &delta->epsilon);
  if (delta->inputs == NULL)
    couplet_json_null (&json, "inputs");
  else {
    g_auto (GStrv) inputs = g_strsplit (delta->inputs, ",", -1);
    couplet_json_open (&json, "inputs", '[');
    for (guint i = 0; inputs[i] != NULL; i++)
      couplet_json_string (&json, NULL, inputs[i]);
    couplet_json_close (&json, ']');
  }
  if (delta->answers > 0)
    couplet_json_unsigned (&json, "answers", delta->answers);
  else
    couplet_json_null (&json, "answers");
  couplet_json_raw (&json, "rows", delta->rows);
  if (verdict != NULL) {
    couplet_json_rational (&json, "claim_delta", &delta->claim);
    couplet_json_string (&json, "claim_verdict", verdict);
  }
  couplet_json_close (&json, '}');
  print_line (stdout, "%s", json.text->str);
  g_string_free (json.text, TRUE);
}

/* Compares the claim with the number of row called key. */
static int
compare_claim (const Delta *delta, const CoupletJsonValue *row, const char *key)
{
  const char *text = text_of (row, key);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_rational_parse (&value, text, strlen (text), NULL);
  return couplet_rational_compare (&delta->claim, &value);
}

/* The verdict on the claim, which has to hold in each row; NULL = nothing is claimed. */
static const char *
judge_claim (Delta *delta, const CoupletJsonValue *rows)
{
  gboolean holds = TRUE, fails = FALSE;
  if (delta->claim_text == NULL)
    return NULL;
  for (const CoupletJsonValue *row = rows->first; row != NULL; row = row->next) {
    holds &= compare_claim (delta, row, "delta_at_most") >= 0;
    fails |= compare_claim (delta, row, "delta_at_least") < 0;
  }
  delta->status = couplet_worse_status (delta->status, fails   ? STATUS_FAILS
                                                       : holds ? 0
                                                               : STATUS_OPEN);
  return fails ? "fails" : holds ? "holds" : "open";
}

static void
print_rows (Delta *delta, const char *file)
{
  CoupletPlace place;
  g_autofree char *why = NULL;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  const CoupletJsonValue *rows =
      couplet_json_read (delta->rows, strlen (delta->rows), arena, NULL, &place, &why);
  const char *verdict = judge_claim (delta, rows);
  const char *report = delta->settings.report;
  if (g_strcmp0 (report, "json") == 0)
    print_json (delta, file, verdict);
  else if (g_strcmp0 (report, "csv") == 0)
    print_csv (file, rows);
  else {
    print_table (delta, file, rows);
    if (verdict != NULL)
      print_line (stdout, "  claim delta %s: %s", delta->claim_text, verdict);
  }
}

/* ---- The runs ------------------------------------------------------------------------------- */

/* The rows that the stage has answered with, or why it has none. */
static void
take_rows (Delta *delta, const CoupletResult *result)
{
  for (guint i = 0; i < result->n_stages; i++) /* linear mechanisms are asked of another, too */
    if (g_str_equal (result->stages[i].plugin, couplet_stage_for (COUPLET_FOR_INPUTS))) {
      delta->rows = g_strdup (result->stages[i].delta);
      delta->reason = g_strdup (result->stages[i].reason);
    }
}

/* Eight equal steps from 0 to epsilon times the d that is known, or times 1. The caller frees it.
 */
static char *
make_grid (const Delta *delta)
{
  GString *grid = g_string_new (NULL);
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  for (guint i = 0; i <= STEPS; i++) {
    mpq_set_ui (number.value, i, STEPS);
    mpq_canonicalize (number.value);
    mpq_mul (number.value, number.value, delta->epsilon.value);
    if (delta->has_d)
      mpq_mul (number.value, number.value, delta->d.value);
    g_autofree char *text = couplet_rational_to_string (&number);
    if (i == 0 || mpq_sgn (number.value) != 0)
      g_string_append_printf (grid, "%s%s", i > 0 ? "," : "", text);
  }
  return g_string_free (grid, FALSE);
}

static gboolean
set_probe (CoupletConfiguration *configuration, const char *option, const char *value,
           GError **error)
{
  g_autofree char *setting =
      g_strdup_printf ("%s.%s=%s", couplet_stage_for (COUPLET_FOR_INPUTS), option, value);
  return value == NULL || couplet_configuration_override (configuration, setting, error);
}

/* The stage that computes the rows. */
static gboolean
configure_rows (const Delta *delta, CoupletConfiguration *configuration, GError **error)
{
  g_autofree char *grid = delta->at == NULL ? make_grid (delta) : NULL;
  g_autofree char *d = delta->has_d ? couplet_rational_to_string (&delta->d) : NULL;
  return couplet_configuration_set_stages (configuration, COUPLET_KIND_DECIDER, "", error) &&
         couplet_configuration_set_stages (configuration, COUPLET_KIND_OPTIMIZER,
                                           couplet_stage_for (COUPLET_FOR_INPUTS), error) &&
         set_probe (configuration, "epsilon", delta->epsilon_text, error) &&
         set_probe (configuration, "delta-at", grid != NULL ? grid : delta->at, error) &&
         set_probe (configuration, "delta-inputs", delta->inputs, error) &&
         set_probe (configuration, "delta-all-inputs",
                    delta->inputs != NULL && !delta->is_example ? "false" : "true", error) &&
         set_probe (configuration, "delta-answers", delta->settings.answers, error) &&
         set_probe (configuration, "delta-least-d", d, error);
}

/* Starts the session, whose stages are configured, without its report. */
static gboolean
start (const Delta *delta, Session *session, GError **error)
{
  if (!session_apply (session, &delta->settings, FALSE, error))
    return FALSE;
  CoupletHost host = session->terminal.host;
  host.write = NULL;
  return session_start (session, &host, error);
}

/* Takes the d that result proves, if any. TRUE: it does. */
static gboolean
take_least (Delta *delta, const CoupletResult *result)
{
  if (result->verdict != COUPLET_VERDICT_PRIVATE || result->bounds.upper == NULL ||
      result->epsilon != NULL || result->disagreement)
    return FALSE;
  delta->has_d = TRUE;
  mpq_set (delta->d.value, result->bounds.upper->value);
  return TRUE;
}

/* Takes the d that is enough for the runs of automaton that read as many answers as --answers says,
 * where it is known. FALSE with error set. */
static gboolean
take_least_of_answers (Delta *delta, const CoupletAutomaton *automaton, GError **error)
{
  guint64 answers = 0;
  if (delta->settings.answers == NULL ||
      !g_ascii_string_to_unsigned (delta->settings.answers, 10, 1, MOST_ANSWERS, &answers, NULL))
    return TRUE;
  g_auto (Session) session;
  session_init (&session, &delta->settings);
  if (!couplet_configuration_ask_exact (session.configuration, FALSE, error) ||
      !start (delta, &session, error))
    return FALSE;
  g_autoptr (CoupletAutomaton) runs = couplet_runs_of_answers (automaton, (guint32)answers);
  if (runs == NULL)
    return TRUE;
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (session.run, runs);
  if (take_least (delta, couplet_examination_result (examination)))
    delta->answers = answers;
  return TRUE;
}

/* Computes the rows of automaton. FALSE with error set. */
static gboolean
find_rows (Delta *delta, const CoupletAutomaton *automaton, GError **error)
{
  g_auto (Session) session;
  session_init (&session, &delta->settings);
  if (!configure_rows (delta, session.configuration, error) || !start (delta, &session, error))
    return FALSE;
  g_autoptr (CoupletExamination) examination = couplet_run_automaton (session.run, automaton);
  take_rows (delta, couplet_examination_result (examination));
  return TRUE;
}

/* Whether two of the numbers that inputs are taken from may be read by adjacent runs. */
static gboolean
has_adjacent_inputs (const Delta *delta, const CoupletRational *sensitivity)
{
  g_auto (GStrv) words = g_strsplit (delta->inputs, ",", -1);
  g_auto (CoupletRational) one, other;
  gboolean found = FALSE;
  couplet_rational_init (&one);
  couplet_rational_init (&other);
  for (guint i = 0; words[i] != NULL && !found; i++)
    for (guint k = 0; k < i && !found; k++) {
      couplet_rational_parse (&one, words[i], strlen (words[i]), NULL);
      couplet_rational_parse (&other, words[k], strlen (words[k]), NULL);
      mpq_sub (one.value, one.value, other.value);
      mpq_abs (one.value, one.value);
      found = mpq_sgn (one.value) > 0 && couplet_rational_compare (&one, sensitivity) <= 0;
    }
  return found;
}

/* FALSE, with that said, when no two inputs are adjacent. */
static gboolean
accept_inputs (Delta *delta, const char *file, const CoupletRational *sensitivity)
{
  if (delta->inputs == NULL || has_adjacent_inputs (delta, sensitivity))
    return TRUE;
  g_autofree char *most = couplet_rational_to_string (sensitivity);
  print_line (stderr,
              "couplet: %s: --inputs %s: no two of these numbers are adjacent: answers of adjacent "
              "runs differ by at most %s",
              file, delta->inputs, most);
  delta->status = couplet_worse_status (delta->status, STATUS_MISUSE);
  return FALSE;
}

/* Takes a d that is enough at this epsilon, then prints the rows. */
static void
on_result (gpointer data, const CoupletResult *result)
{
  Delta *delta = data;
  g_autoptr (GError) error = NULL;
  terminal_print_diagnostics (delta->terminal, result->diagnostics, result->n_diagnostics, NULL);
  const CoupletAutomaton *automaton =
      result->linear != NULL ? result->linear->automaton : result->automaton;
  if (automaton == NULL || !accept_inputs (delta, result->file,
                                           result->linear != NULL ? &result->linear->sensitivity
                                                                  : &automaton->sensitivity))
    return;
  delta->is_example = automaton->linear != NULL && !automaton->linear->exactly;
  delta->has_d = FALSE;
  delta->answers = 0;
  take_least (delta, result);
  g_clear_pointer (&delta->rows, g_free);
  g_clear_pointer (&delta->reason, g_free);
  if ((result->linear == NULL && !take_least_of_answers (delta, automaton, &error)) ||
      !find_rows (delta, automaton, &error))
    delta->status = couplet_worse_status (delta->status, command_fail (error));
  else if (delta->rows != NULL)
    print_rows (delta, result->file);
  else {
    print_line (stderr, "couplet: %s: no bounds of delta: %s", result->file,
                delta->reason != NULL ? delta->reason : "the stage 'probe' did not answer");
    delta->status = couplet_worse_status (delta->status, STATUS_OPEN);
  }
}

/* Returns the status of an error; 0 = none. */
static int
run_file (Delta *delta, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) session;
  session_init (&session, &delta->settings);
  delta->terminal = &session.terminal;
  if (!couplet_configuration_ask_exact (session.configuration, FALSE, &error) ||
      !start (delta, &session, &error))
    return command_fail (error);
  int status = session_finish (&session, session_run_file (&session, file, on_result, delta));
  return status == STATUS_FAILS || status == STATUS_OPEN ? 0 : status; /* those are of d */
}

/* ---- Options -------------------------------------------------------------------------------- */

/* What is wrong with the numbers given to option, with commas between; NULL = nothing. The caller
 * frees it. */
static char *
check_list (const char *option, const char *text, gboolean may_be_negative)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  if (words[0] == NULL || g_strv_length (words) > MOST_NUMBERS)
    return g_strdup_printf ("--%s: expected 1 to %d numbers with commas between", option,
                            MOST_NUMBERS);
  for (guint i = 0; words[i] != NULL; i++) {
    g_autoptr (GError) error = NULL;
    if (!couplet_rational_parse (&value, words[i], strlen (words[i]), &error))
      return g_strdup_printf ("--%s %s: %s", option, text, error->message);
    if (!may_be_negative && mpq_sgn (value.value) < 0)
      return g_strdup_printf ("--%s %s: a number is negative", option, text);
  }
  return NULL;
}

/* What is wrong with the options; NULL = nothing. The caller frees it. */
static char *
check_options (Delta *delta)
{
  const char *report = delta->settings.report;
  char *wrong = NULL;
  if (report != NULL && !g_str_equal (report, "table") && !g_str_equal (report, "json") &&
      !g_str_equal (report, "csv"))
    return g_strdup_printf ("--report %s: expected table, json or csv", report);
  if (delta->epsilon_text != NULL)
    wrong = check_positive ("epsilon", delta->epsilon_text, &delta->epsilon);
  if (wrong == NULL && delta->claim_text != NULL)
    wrong = check_positive ("claim-delta", delta->claim_text, &delta->claim);
  if (wrong == NULL && delta->at != NULL)
    wrong = check_list ("at", delta->at, FALSE);
  if (wrong == NULL && delta->inputs != NULL)
    wrong = check_list ("inputs", delta->inputs, TRUE);
  return wrong;
}

static int
run_delta (int n_arguments, char **arguments)
{
  g_auto (Delta) delta = {0};
  delta_init (&delta);
  Settings *settings = &delta.settings;
  const GOptionEntry own[] = {
      {"at", 0, 0, G_OPTION_ARG_STRING, &delta.at,
       "The numbers e that delta(e) is bounded at (default: eight steps up to epsilon times the "
       "least d)",
       "E,..."},
      {"epsilon", 0, 0, G_OPTION_ARG_STRING, &delta.epsilon_text,
       "The epsilon that the mechanism runs at (default 1)", "E"},
      {"inputs", 0, 0, G_OPTION_ARG_STRING, &delta.inputs,
       "Bounds for answers from these numbers only, not for all; public inputs are 0", "U,..."},
      {"answers", 0, 0, G_OPTION_ARG_FILENAME, &settings->answers,
       "Bounds for runs that read at most N answers; without it pairs of 3 are tried, and the "
       "upper "
       "bound is for all runs",
       "N"},
      {"claim-delta", 0, 0, G_OPTION_ARG_STRING, &delta.claim_text,
       "Say whether delta is at most D in each row", "D"},
      {"report", 0, 0, G_OPTION_ARG_FILENAME, &settings->report, "How to print: table, json or csv",
       "REPORT"},
      EXIT_ZERO_ENTRY (settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  g_auto (GStrv) words = NULL;
  int status;
  if (!command_parse_own (&DELTA_COMMAND, settings, own, n_arguments, arguments, &words, &status))
    return status;
  g_autofree char *wrong = words[0] == NULL
                               ? g_strdup ("no file is given ('-' reads standard input)")
                               : check_options (&delta);
  if (wrong != NULL)
    return command_misuse (&DELTA_COMMAND, "%s", wrong);
  if (g_strcmp0 (settings->report, "csv") == 0)
    printf ("file,at,delta_at_least,delta_at_most,pair,reason\r\n");
  status = 0;
  for (guint i = 0; words[i] != NULL; i++)
    status = couplet_worse_status (status, run_file (&delta, words[i]));
  if (settings->exit_zero && (delta.status == STATUS_FAILS || delta.status == STATUS_OPEN))
    delta.status = 0;
  return couplet_worse_status (status, delta.status);
}

const Command DELTA_COMMAND = {
    "delta",
    "[OPTION...] FILE...\n\n"
    "Bounds delta(e) from below and above: the least delta for which the mechanism, at the "
    "epsilon\n"
    "given, is (e, delta)-private. All numbers are certified and rounded outwards.\n\n"
    "Examples:\n"
    "  couplet delta above-threshold.svt\n"
    "  couplet delta --at 1/4,1/2 --inputs 0,1 --answers 6 above-threshold.svt\n\n"
    "Exit status: 0 bounds were printed, and the claim holds where one is made; 10 it fails,\n"
    "11 it is open, or there are no bounds; others as of couplet verify.",
    "Bounds delta at a grid of epsilons.", run_delta};
