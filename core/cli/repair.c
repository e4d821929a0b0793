/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "evidence_walks.h"
#include "repair_linear.h"
#include "result_messages.h"
#include "session.h"
#include "text_diff.h"
#include "version.h"

#include <couplet/host/output_file.h>

#include <string.h>

#define STATUS_INPUT 4
#define STATUS_FAILED 6
#define STATUS_DISAGREE 7
#define STATUS_NONE_FOUND 11
#define DIGITS 6 /* of decimals beside exact numbers */

/* The command at work. */
typedef struct {
  Settings settings;
  char *output;
  gboolean split;
  Session *session; /* not owned, as the next */
  Examiner *examiner;
  Subject subject;
  CoupletRational claim;
  char *before;  /* what was proven of the file: `least d 2`, `not private` */
  guint printed; /* repairs */
  GError *error; /* what went wrong while writing */
} Repairing;

static void
repairing_clear (Repairing *repairing)
{
  settings_clear (&repairing->settings);
  couplet_rational_clear (&repairing->claim);
  g_free (repairing->output);
  g_free (repairing->before);
  g_clear_error (&repairing->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Repairing, repairing_clear)

/* Before a change, or after one that was tried. */
static const char *const not_known = "it is not known to be private for some d";

/* ---- Output --------------------------------------------------------------------------------- */

static void
append_text (gpointer text, const char *part, gsize length)
{
  g_string_append_len (text, part, (gssize)length);
}

/* The front end of the format that ends the name of the output; NULL = there is none. */
static const CoupletPlugin *
output_format (const Repairing *repairing)
{
  const char *dot = strrchr (repairing->output, '.');
  return dot != NULL ? couplet_registry_find_extension (repairing->session->registry, dot + 1)
                     : NULL;
}

/* The automaton in that format. FALSE with error set. */
static gboolean
write_automaton (Repairing *repairing, const CoupletAutomaton *automaton,
                 const CoupletPlugin *format, GString *text)
{
  if (format == NULL) {
    g_set_error (&repairing->error, COUPLET_ERROR, COUPLET_ERROR_USAGE,
                 "-o %s: expected a name that ends in a format that automata are written in, such "
                 "as .json or .dot",
                 repairing->output);
    return FALSE;
  }
  g_auto (Session) session;
  session_init (&session, &repairing->settings);
  if (!session_apply (&session, &repairing->settings, FALSE, &repairing->error))
    return FALSE;
  const CoupletHost host = {.data = text, .write = append_text};
  return session_start (&session, &host, &repairing->error) &&
         couplet_run_write (session.run, automaton, format->name, &repairing->error);
}

/* Writes the first repair that is found to the file given with -o: a program as its text, unless
 * the name of the file ends in another format. */
static void
write_output (Repairing *repairing, const Version *version)
{
  if (repairing->output == NULL || repairing->printed > 0)
    return;
  g_autoptr (GString) text = g_string_new (NULL);
  const CoupletPlugin *format = output_format (repairing);
  if (version->text != NULL && (format == NULL || format == repairing->subject.frontend))
    g_string_append (text, version->text);
  else if (!write_automaton (repairing, version->automaton, format, text))
    return;
  int reason = couplet_write_file (repairing->output, text->str, text->len);
  if (reason != 0)
    g_set_error (&repairing->error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "%s: it could not be written: %s", repairing->output, g_strerror (reason));
}

/* A line for draw, whose rate changes, and the others of its group. */
static void
print_draw (const Repairing *repairing, const Rates *rates, guint draw)
{
  const CoupletAutomaton *a = rates->automaton;
  guint32 slot = rates_slot (rates, draw);
  gboolean is_fresh = slot == DRAFT_FRESH, is_code = repairing->subject.frontend == NULL;
  gboolean named = !is_fresh && a->sampling == COUPLET_INDEPENDENT && a->n_thresholds > 1;
  g_auto (CoupletRational) changed;
  couplet_rational_init (&changed);
  const CoupletRational *rate = &a->numbers[rates_number (rates, draw)];
  mpq_mul (changed.value, rate->value, rates->factors[rates->group[draw]].value);
  g_autofree char *from = (is_code ? scale_text : couplet_rational_to_string) (rate);
  g_autofree char *to = (is_code ? scale_text : couplet_rational_to_string) (&changed);
  g_autofree char *place = version_place (&repairing->subject, a, rates_state (rates, draw));
  if (is_code)
    print_line (stdout, "  %s: %sscale %s -> %s", place, is_fresh ? "fresh noise, " : "", from, to);
  else
    print_line (stdout, "  state %s: %s%s%s%s %s -> %s", place, is_fresh ? "d_fresh" : "d",
                named ? "(" : "", named ? a->thresholds[slot] : "", named ? ")" : "", from, to);
}

/* What the rates of groups become, by their first draws. */
static void
print_rates (const Repairing *repairing, const Rates *rates)
{
  g_autofree gboolean *said = g_new0 (gboolean, rates->n_groups + 1);
  for (guint i = 0; i < rates->n_draws; i++) {
    guint32 group = rates->group[i];
    if (group == COUPLET_NONE || said[group] || mpq_cmp_ui (rates->factors[group].value, 1, 1) == 0)
      continue;
    said[group] = TRUE;
    print_draw (repairing, rates, i);
  }
}

/* The parameters that the repair was verified for. */
static void
print_parameters (const Repairing *repairing)
{
  char **given = repairing->settings.parameters;
  g_autofree char *list = given != NULL ? g_strjoinv (", ", given) : NULL;
  if (list == NULL)
    print_line (stdout, "  verified for the parameters' values in the file");
  else
    print_line (stdout, "  verified for %s; for other values of parameters verify it again", list);
}

/* `least d 2`; the caller frees it. */
static char *
describe (const CoupletResult *result)
{
  if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    return g_strdup ("not private");
  g_autofree char *d =
      result->bounds.upper != NULL ? couplet_rational_to_string (result->bounds.upper) : NULL;
  return d == NULL
             ? g_strdup ("unknown")
             : g_strdup_printf ("least d %s%s", exact_cost (result) == NULL ? "at most " : "", d);
}

/* Prints what was verified: words say what has changed; rates (NULL = as they are): by what
 * numbers. */
static void
print_repair (Repairing *repairing, const Version *from, const Version *to,
              const CoupletResult *result, const Rates *rates, const char *words)
{
  g_autofree char *claim = couplet_rational_to_string (&repairing->claim);
  g_autofree char *after = describe (result);
  print_line (stdout, "%s: %s -> %s (claim %s): %s", repairing->subject.file, repairing->before,
              after, claim, words);
  if (to->text != NULL && strcmp (to->text, from->text) != 0) {
    print_parameters (repairing);
    if (repairing->output == NULL)
      print_diff (repairing->subject.file, from->text, to->text);
  } else if (rates != NULL)
    print_rates (repairing, rates);
  write_output (repairing, to);
  repairing->printed++;
}

/* Has the pipeline verify to and prints it if the claim holds. */
static gboolean
verify_and_print (Repairing *repairing, const Version *from, const Version *to, const Rates *rates,
                  const char *words)
{
  if (to == NULL || to->automaton == NULL)
    return FALSE;
  mpq_set (to->automaton->claim.value, repairing->claim.value);
  g_autoptr (CoupletExamination) examination =
      couplet_run_automaton (repairing->session->run, to->automaton);
  const CoupletResult *result = couplet_examination_result (examination);
  if (result->claim_verdict != COUPLET_CLAIM_HOLDS || result->bounds.upper == NULL)
    return FALSE;
  print_repair (repairing, from, to, result, rates, words);
  return TRUE;
}

/* Why nothing is printed. */
static int
none_found (const Repairing *repairing, const char *why)
{
  g_autofree char *claim = couplet_rational_to_string (&repairing->claim);
  g_autofree char *what = repairing->split
                              ? g_strdup ("its budget is not split")
                              : g_strdup_printf ("no repair for the claim %s was found", claim);
  print_line (stdout, "%s: %s: %s", repairing->subject.file, what, why);
  return STATUS_NONE_FOUND;
}

/* ---- Scales --------------------------------------------------------------------------------- */

/* `1 of 2 scales grows`; the caller frees it. */
static char *
scale_words (const Rates *rates, gboolean is_uniform)
{
  guint n = 0;
  for (guint32 j = 0; j < rates->n_groups; j++)
    n += mpq_cmp_ui (rates->factors[j].value, 1, 1) != 0;
  return is_uniform && rates->n_groups > 1
             ? g_strdup ("all scales grow by one factor")
             : g_strdup_printf ("%u of %u scales %s", n, rates->n_groups,
                                n == 1 ? "grows" : "grow");
}

/* Prints version, made of from by what words say (NULL = nothing), with larger scales. */
static const char *
repair_scales (Repairing *repairing, const Version *from, const Version *version, const char *words)
{
  g_autoptr (GArray) noises = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (Rates) rates = version_rates (&repairing->subject, version, noises);
  gboolean is_uniform;
  if (!rates_search (rates, &repairing->claim, repairing->examiner, &is_uniform))
    return not_known;
  g_autofree char *scales = scale_words (rates, is_uniform);
  g_autofree char *all =
      g_strdup_printf ("%s%s%s", words != NULL ? words : "", words != NULL ? ", and " : "", scales);
  g_autoptr (Version) to = version_rescale (&repairing->subject, version, rates, noises);
  return verify_and_print (repairing, from, to, rates, all) ? NULL : not_known;
}

/* `1 : 5/2`, and what the comparison varies by. */
static char *
split_words (const Split *split)
{
  g_autofree char *ratio = couplet_rational_to_string (&split->ratio);
  g_autofree char *before = couplet_rational_to_decimal (&split->before, DIGITS);
  g_autofree char *after = couplet_rational_to_decimal (&split->after, DIGITS);
  return g_strdup_printf ("threshold : answers = 1 : %s; the variance of a comparison is %s/eps^2, "
                          "was %s/eps^2",
                          ratio, after, before);
}

static int
split_budget (Repairing *repairing, const Version *version)
{
  g_autoptr (GArray) noises = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (Rates) rates = version_rates (&repairing->subject, version, noises);
  g_auto (Split) split;
  split_init (&split);
  const char *why = rates_split (rates, &repairing->claim, repairing->examiner, &split);
  if (why == NULL) {
    g_autofree char *words = split_words (&split);
    g_autoptr (Version) to = version_rescale (&repairing->subject, version, rates, noises);
    if (verify_and_print (repairing, version, to, rates, words))
      return 0;
    why = not_known;
  }
  return none_found (repairing, why);
}

/* ---- Other changes -------------------------------------------------------------------------- */

static char *
change_words (const CoupletAutomaton *a, const Repair *repair, guint times)
{
  g_autofree char *first = couplet_transition_to_string (a, repair_place (repair, 0));
  g_autofree char *more = repair->places->len > 1
                              ? g_strdup_printf (" and %u more", repair->places->len - 1)
                              : g_strdup ("");
  switch (repair->kind) {
  case REPAIR_DROP_OUTPUT:
    return g_strdup_printf ("it outputs a symbol instead of a real value on '%s'%s", first, more);
  case REPAIR_DRAW_FRESH:
    return g_strdup_printf ("it draws fresh noise for the output on '%s'%s", first, more);
  case REPAIR_STOP:
    return times == 1 ? g_strdup_printf ("it halts after '%s'%s", first, more)
                      : g_strdup_printf ("it halts once '%s'%s has been taken %u times", first,
                                         more, times);
  default:
    return g_strdup_printf ("it draws the threshold again after '%s'%s", first, more);
  }
}

/* Prints version with a repair that is enough, halting after so many times; times 0: that is enough
 * together with larger scales only. */
static void
repair_by_change (Repairing *repairing, const Version *version, const Repair *repair, guint times)
{
  g_autoptr (Version) to = version_change (&repairing->subject, version, repair, MAX (times, 1));
  g_autofree char *words = change_words (version->automaton, repair, MAX (times, 1));
  if (times > 0)
    verify_and_print (repairing, version, to, NULL, words);
  else if (to != NULL && version_tells (to, repairing->examiner, NULL))
    repair_scales (repairing, version, to, words);
}

static int
repair_leak (Repairing *repairing, const Version *version, const CoupletResult *result)
{
  g_autoptr (ShiftConflict) conflict = NULL;
  g_autoptr (WalkSamples) walk = violating_walk (result, &conflict);
  if (walk == NULL)
    return none_found (repairing, "it is not private, and no stage shows one walk that rules a "
                                  "proof out, at which a change could begin");
  g_autoptr (GPtrArray) repairs = repairs_find (walk, conflict, repairing->examiner);
  g_autofree guint *times = g_new (guint, repairs->len + 1);
  for (guint i = 0; i < repairs->len; i++) {
    times[i] = version_most_times (&repairing->subject, version, repairs->pdata[i],
                                   &repairing->claim, repairing->examiner);
    if (times[i] > 0)
      repair_by_change (repairing, version, repairs->pdata[i], times[i]);
  }
  for (guint i = 0; i < repairs->len; i++)
    if (times[i] == 0)
      repair_by_change (repairing, version, repairs->pdata[i], 0);
  return repairing->printed > 0
             ? 0
             : none_found (repairing,
                           "it is not private, and none of the changes that were tried (a stopping "
                           "rule, fresh noise, a symbol, another draw of the threshold) is enough");
}

/* ---- The verdict ---------------------------------------------------------------------------- */

static int
repair_linear (Repairing *repairing, const CoupletLinear *linear, const CoupletResult *result)
{
  g_auto (CoupletRational) factor;
  couplet_rational_init (&factor);
  if (repairing->split)
    return none_found (repairing, "it is a linear mechanism, whose draws are not told apart as "
                                  "thresholds and answers");
  mpq_div (factor.value, repairing->claim.value, result->bounds.upper->value);
  g_autoptr (Version) to = g_new0 (Version, 1);
  to->automaton = linear_rescale (linear, &factor);
  const Version from = {NULL, NULL};
  if (!verify_and_print (repairing, &from, to, NULL, "all scales grow by one factor"))
    return none_found (repairing, not_known);
  if (repairing->output == NULL)
    print_linear_scales (linear, &factor);
  return 0;
}

/* Without --claim and with --split, what is proven of it is to stay. FALSE: nothing is claimed. */
static gboolean
choose_claim (Repairing *repairing, const CoupletResult *result)
{
  if (result->claim_verdict != COUPLET_CLAIM_NONE)
    mpq_set (repairing->claim.value, result->claim.value);
  else if (repairing->split && result->bounds.upper != NULL)
    mpq_set (repairing->claim.value, result->bounds.upper->value);
  return mpq_sgn (repairing->claim.value) > 0;
}

/* Of a mechanism that is private, but for more than is claimed, or that is to be split. */
static int
repair_private (Repairing *repairing, const Version *version, const CoupletResult *result)
{
  if (result->linear != NULL)
    return repair_linear (repairing, result->linear, result);
  if (repairing->split)
    return split_budget (repairing, version);
  const char *why = repair_scales (repairing, version, version, NULL);
  return why == NULL ? 0 : none_found (repairing, why);
}

static int
repair_version (Repairing *repairing, Version *version, const CoupletResult *result)
{
  repairing->before = describe (result);
  if (result->disagreement) {
    print_result_messages (&repairing->session->terminal, result);
    return STATUS_DISAGREE;
  }
  if (!choose_claim (repairing, result))
    return command_misuse (&REPAIR_COMMAND, "%s: nothing is claimed: give --claim D",
                           repairing->subject.file);
  mpq_set (version->automaton->claim.value, repairing->claim.value);
  if (result->claim_verdict == COUPLET_CLAIM_HOLDS && !repairing->split) {
    g_autofree char *claim = couplet_rational_to_string (&repairing->claim);
    print_line (stdout, "%s: the claim %s holds already: %s", repairing->subject.file, claim,
                repairing->before);
    return 0;
  }
  if (result->verdict == COUPLET_VERDICT_PRIVATE && result->bounds.upper != NULL)
    return repair_private (repairing, version, result);
  if (repairing->split || result->verdict != COUPLET_VERDICT_NOT_PRIVATE)
    return none_found (repairing,
                       result->reason != NULL && !repairing->split ? result->reason : not_known);
  return result->linear == NULL
             ? repair_leak (repairing, version, result)
             : none_found (repairing, "it is a linear mechanism that is not private, and larger "
                                      "scales do not make it so");
}

/* ---- The run -------------------------------------------------------------------------------- */

static int
repair_read (Repairing *repairing, const CoupletHost *host)
{
  g_autoptr (CoupletDiagnostics) diagnostics = couplet_diagnostics_new (repairing->subject.file);
  g_autoptr (Version) version = version_read (&repairing->subject, host->cancelled, diagnostics);
  guint n;
  const CoupletDiagnostic *messages = couplet_diagnostics_get (diagnostics, &n);
  terminal_print_diagnostics (&repairing->session->terminal, messages, n, NULL);
  if (version == NULL)
    return STATUS_INPUT;
  g_autoptr (CoupletExamination) examination =
      couplet_run_automaton (repairing->session->run, version->automaton);
  int status = repair_version (repairing, version, couplet_examination_result (examination));
  if (examiner_disagreement (repairing->examiner) != NULL) {
    print_rejection (repairing->subject.file, examiner_disagreement (repairing->examiner));
    status = STATUS_DISAGREE;
  }
  return repairing->error != NULL ? couplet_worse_status (status, command_fail (repairing->error))
                                  : status;
}

static int
repair_file (Repairing *repairing, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) session;
  session_init (&session, &repairing->settings);
  repairing->session = &session;
  if (!session_apply (&session, &repairing->settings, TRUE, &error))
    return command_fail (error);
  CoupletHost host = session.terminal.host;
  host.write = NULL; /* of the pipeline's report */
  host.evidence_limit = COUPLET_USUAL_SIZE;
  host.self_check = COUPLET_USUAL_EFFORT;
  g_autoptr (Examiner) examiner = examiner_new (session.registry, &host, &error);
  if (examiner == NULL || !session_start (&session, &host, &error))
    return command_fail (error);
  repairing->examiner = examiner;
  repairing->subject = (Subject){session.run, file, NULL};
  int status = repair_read (repairing, &host);
  return session_finish (&session,
                         settings_status (&repairing->settings, &session.terminal, status));
}

static int
run_repair (int n_arguments, char **arguments)
{
  g_auto (Repairing) repairing = {0};
  Settings *settings = &repairing.settings;
  couplet_rational_init (&repairing.claim);
  const GOptionEntry own[] = {
      CLAIM_ENTRY (settings),
      {"split", 0, 0, G_OPTION_ARG_NONE, &repairing.split,
       "Divide the budget between the threshold and the answers so that comparisons vary least",
       NULL},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &repairing.output,
       "Write what is repaired to FILE instead of printing a diff", "FILE"},
      ANSWERS_ENTRY (settings),
      SENSITIVITY_ENTRY (settings),
      {"option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings->overrides,
       "Set an option of a stage (* = every one)", "STAGE.KEY=VALUE"},
      EXIT_ZERO_ENTRY (settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  int status;
  g_autofree char *file =
      command_parse_file (&REPAIR_COMMAND, settings, own, n_arguments, arguments, &status);
  if (file == NULL)
    return status;
  return repair_file (&repairing, file);
}

const Command REPAIR_COMMAND = {
    "repair",
    "[OPTION...] FILE\n\n"
    "Finds the least change that makes a claim hold: larger scales of noise, or, where no d\n"
    "is enough, a stopping rule, fresh noise, a symbol, or another draw of the threshold.\n"
    "What is printed has been verified.\n\n"
    "Examples:\n"
    "  couplet repair --claim 1 lyu-algorithm-4.svt\n"
    "  couplet repair --claim 1 --split -o split.svt sparse.svt\n\n"
    "Exit status: 0 a repair is printed, or the claim holds already, 11 none was found;\n"
    "others as of couplet verify.",
    "Finds the least change that makes a claim hold.", run_repair};
