/* SPDX-License-Identifier: Apache-2.0 */
#include "command.h"

#include "refute_script.h"
#include "session.h"

#include <string.h>

#define STATUS_REFUTED 10
#define STATUS_NONE_FOUND 11
/* What is refuted where nothing is claimed. */
#define DEFAULT_CLAIM "1"
/* The largest epsilon, and the reciprocal of the least, that probabilities are computed at. */
#define EPSILON_RANGE 1000000
#define DIGITS 6 /* of decimals beside exact numbers */

/* The command at work. */
typedef struct {
  Settings settings;
  char *epsilon, *within;
  gboolean script;
  Terminal *terminal; /* not owned */
  int status;         /* what the counterexample, or that there is none, calls for */
} Refute;

static void
refute_clear (Refute *refute)
{
  settings_clear (&refute->settings);
  g_free (refute->epsilon);
  g_free (refute->within);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Refute, refute_clear)

/* ---- What is printed ------------------------------------------------------------------- */

static const CoupletStageResult *
find_stage (const CoupletResult *result, const char *plugin)
{
  for (guint i = 0; i < result->n_stages; i++)
    if (g_str_equal (result->stages[i].plugin, plugin))
      return &result->stages[i];
  return NULL;
}

/* What the path to node end of list outputs, in its order. */
static void
print_outputs (FILE *out, const CoupletLinearList *list, const CoupletCounterexample *found,
               guint32 end)
{
  guint32 real = list->n_answers;
  for (guint32 at = 0; at != end; at = couplet_linear_next (list, at, end)) {
    const CoupletLinearNode *node = &list->nodes[at];
    const char *text = node->kind == COUPLET_LINEAR_SYMBOL ? node->text
                       : node->kind == COUPLET_LINEAR_REAL && real < found->n_steps
                           ? found->steps[real++].output
                           : NULL;
    g_autofree char *line =
        node->place.line > 0 ? g_strdup_printf (" (line %u)", node->place.line) : g_strdup ("");
    if (text != NULL)
      print_line (out, "  output %s%s", text, line);
  }
}

/* A row for each answer, and the outputs that both runs have. */
static void
print_answers (FILE *out, const CoupletLinear *linear, const CoupletCounterexample *found)
{
  const CoupletLinearList *list = NULL;
  guint32 n = 0;
  while (n < found->n_steps && found->steps[n].output == NULL)
    n++;
  for (guint32 i = 0; i < linear->n_lists; i++)
    if (linear->lists[i].n_answers == n)
      list = &linear->lists[i];
  if (list == NULL || n == 0)
    return;
  print_line (out, "  %-8s %-12s %s", "answer", "first run", "second run");
  for (guint32 i = 0; i < n; i++)
    print_line (out, "  %-8u %-12s %s", i + 1, found->steps[i].input, found->steps[i].adjacent);
  print_outputs (out, list, found, found->steps[0].transition);
}

/* One row for steps that are the same. */
static void
print_steps (FILE *out, const CoupletResult *result, const CoupletCounterexample *counterexample)
{
  const CoupletAutomaton *automaton = result->automaton;
  if (result->linear != NULL) {
    print_answers (out, result->linear, counterexample);
    return;
  }
  print_line (out, "  %-6s %-12s %-12s %-8s %s", "steps", "first run", "second run", "output",
              "transition");
  for (guint32 i = 0, n; i < counterexample->n_steps; i += n) {
    const CoupletCounterexampleStep *step = &counterexample->steps[i];
    n = couplet_counterexample_repeats (counterexample, i);
    g_autofree char *times = n > 1 ? g_strdup_printf ("%u x", n) : g_strdup ("");
    g_autofree char *words = couplet_transition_to_string (automaton, step->transition);
    print_line (out, "  %-6s %-12s %-12s %-8s %s", times, step->input, step->adjacent,
                step->output != NULL ? step->output : "", words);
  }
}

/* A decimal, for people. */
static char *
print_decimal (const char *text)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_rational_parse (&value, text, strlen (text), NULL);
  return couplet_rational_to_decimal (&value, DIGITS);
}

static void
print_turns (const CoupletStageResult *probe)
{
  for (guint i = 0; i < probe->n_statistics; i++)
    if (g_str_has_prefix (probe->statistics[i].name, "steps-for-"))
      print_line (stdout,
                  "  A loss of more than %s epsilon takes %" G_GUINT64_FORMAT
                  " steps of such a path.",
                  probe->statistics[i].name + strlen ("steps-for-"), probe->statistics[i].value);
}

/* What the theorem says of the inputs, where probabilities are not known. */
static void
print_theorem (const CoupletCounterexample *found)
{
  print_line (
      stdout,
      "  Run k, for k = 0, 1, 2 and so on, reads the first run's inputs and k times what the");
  print_line (
      stdout,
      "  second run's differ by, so that runs k and k + 1 are adjacent. The event: the outputs");
  print_line (stdout,
              "  begin with these. For one of the first %s pairs of runs its %s is more than",
              found->pairs, found->is_density ? "density" : "probability");
  print_line (
      stdout,
      "  e^(%s*epsilon) times as large in run k as in run k + 1. This is proven by the theorem",
      found->claim);
  print_line (stdout, "  of the least d (docs/theory.md), and not by certified probabilities.");
  print_line (stdout, "  loss: in the end as near as one likes to %s epsilon; claimed: %s",
              found->loss, found->claim);
}

/* The loss that is proven: without bound where the second run cannot output this. */
static char *
describe_loss (const CoupletCounterexample *found)
{
  g_autofree char *loss = print_decimal (found->loss);
  return g_str_equal (found->adjacent_probability, "0")
             ? g_strdup ("infinite")
             : g_strdup_printf ("at least %s epsilon", loss);
}

static void
print_probabilities (const CoupletCounterexample *found)
{
  const char *what = found->is_density ? "density" : "probability";
  g_autofree char *loss = describe_loss (found);
  print_line (stdout, "  %s of these outputs in the first run   %s", what, found->probability);
  print_line (stdout, "  %s of these outputs in the second run  %s", what,
              found->adjacent_probability);
  print_line (stdout, "  loss: %s; claimed: %s", loss, found->claim);
}

static void
print_counterexample (const CoupletResult *result, const CoupletStageResult *probe)
{
  const CoupletCounterexample *found = probe->counterexample;
  print_line (stdout, "%s: not %s*epsilon-private: %s at epsilon = %s", result->file, found->claim,
              found->pairs != NULL ? "refuted by theorem" : "a counterexample", found->epsilon);
  print_steps (stdout, result, found);
  if (found->pairs != NULL)
    print_theorem (found);
  else
    print_probabilities (found);
  if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE)
    print_turns (probe);
}

static void
print_script (const CoupletResult *result, const CoupletCounterexample *found)
{
  g_autoptr (GString) script = g_string_new (NULL);
  append_refute_script (script, result->file, result->automaton, found);
  fputs (script->str, stdout);
}

/* Why nothing is refuted. */
static void
print_none (FILE *out, const CoupletResult *result, const CoupletStageResult *probe)
{
  gboolean claims = result->claim_verdict != COUPLET_CLAIM_NONE;
  g_autofree char *claim = claims ? couplet_rational_to_string (&result->claim) : NULL;
  print_line (out, "%s: no counterexample to the claim %s was found%s%s", result->file,
              claims ? claim : DEFAULT_CLAIM, probe != NULL && probe->reason != NULL ? ": " : "",
              probe != NULL && probe->reason != NULL ? probe->reason : "");
  if (result->claim_verdict == COUPLET_CLAIM_FAILS)
    print_line (out, "  it fails all the same: %s%s%s", result->claim_reason,
                result->claim_path != NULL ? "; more is paid on the path " : "",
                result->claim_path != NULL ? result->claim_path : "");
  if (probe != NULL && probe->counterexample != NULL && !probe->claimed) {
    g_autofree char *loss = print_decimal (probe->counterexample->loss);
    print_line (out, "  the largest loss found is at least %s epsilon, on these inputs:", loss);
    print_steps (out, result, probe->counterexample);
  }
}

/* ---- The verdict ------------------------------------------------------------------------- */

/* Whether what is proven of result says that nothing is to be refuted. */
static gboolean
claim_holds (const CoupletResult *result)
{
  return result->claim_verdict == COUPLET_CLAIM_HOLDS ||
         (result->claim_verdict == COUPLET_CLAIM_NONE &&
          result->verdict == COUPLET_VERDICT_PRIVATE);
}

static void
print_holds (FILE *out, const CoupletResult *result)
{
  if (result->claim_verdict != COUPLET_CLAIM_NONE) {
    g_autofree char *claim = couplet_rational_to_string (&result->claim);
    g_autofree char *cost = couplet_rational_to_string (result->bounds.upper);
    print_line (out, "%s: the claim %s holds: it is %s*epsilon-private", result->file, claim, cost);
    return;
  }
  g_autofree char *words = couplet_bounds_to_words (&result->bounds, FALSE);
  print_line (out, "%s: private%s%s; nothing is claimed that could be refuted (--claim D)",
              result->file, words != NULL ? ", " : "", words != NULL ? words : "");
}

static void
print_refutation (Refute *refute, const CoupletResult *result, const CoupletStageResult *probe)
{
  const CoupletCounterexample *found = probe->counterexample;
  refute->status = STATUS_REFUTED;
  if (!refute->script) {
    print_counterexample (result, probe);
    return;
  }
  const char *obstacle =
      found->pairs != NULL ? NULL : refute_script_obstacle (result->automaton, found);
  if (found->pairs == NULL && obstacle == NULL) {
    print_script (result, found);
    return;
  }
  refute->status = STATUS_NONE_FOUND;
  g_autofree char *why =
      obstacle != NULL
          ? g_strdup_printf ("refuted, but --script writes no program for %s", obstacle)
          : g_strdup ("refuted by theorem, which no program repeats");
  print_line (stderr, "%s: the claim %s is %s; without --script the inputs are printed",
              result->file, found->claim, why);
}

/* Whether probe's inputs refute the claim, and are not only claimed to, as by a stranger. */
static gboolean
refutes (const CoupletStageResult *probe)
{
  return probe != NULL && !probe->claimed && probe->counterexample != NULL &&
         probe->counterexample->refutes;
}

static void
on_result (gpointer data, const CoupletResult *result)
{
  Refute *refute = data;
  terminal_print_diagnostics (refute->terminal, result->diagnostics, result->n_diagnostics, NULL);
  if (result->automaton == NULL && result->linear == NULL)
    return;
  if (result->linear != NULL && refute->script) {
    print_line (stderr, "couplet: %s: --script does not take linear mechanisms", result->file);
    refute->status = 2;
    return;
  }
  const CoupletStageResult *probe = find_stage (result, couplet_stage_for (COUPLET_FOR_INPUTS));
  FILE *out = refute->script ? stderr : stdout; /* where a program is expected, nothing else goes */
  if (claim_holds (result)) {
    refute->status = 0;
    print_holds (out, result);
  } else if (refutes (probe)) {
    print_refutation (refute, result, probe);
  } else {
    refute->status = STATUS_NONE_FOUND;
    print_none (out, result, probe);
  }
}

/* ---- The run ------------------------------------------------------------------------------- */

static gboolean
override (CoupletConfiguration *configuration, const char *option, const char *value,
          GError **error)
{
  if (value == NULL)
    return TRUE;
  g_autofree char *setting =
      g_strdup_printf ("%s.%s=%s", couplet_stage_for (COUPLET_FOR_INPUTS), option, value);
  return couplet_configuration_override (configuration, setting, error);
}

/* The exact methods, and the search for inputs. */
static gboolean
configure (const Refute *refute, CoupletConfiguration *configuration, GError **error)
{
  return couplet_configuration_ask_exact (configuration, TRUE, error) &&
         override (configuration, "claim", DEFAULT_CLAIM, error) &&
         override (configuration, "epsilon", refute->epsilon, error) &&
         override (configuration, "within", refute->within, error) &&
         override (configuration, "turns", "true", error);
}

static int
refute_file (Refute *refute, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_auto (Session) session;
  session_init (&session, &refute->settings);
  refute->terminal = &session.terminal;
  if (!configure (refute, session.configuration, &error) ||
      !session_apply (&session, &refute->settings, FALSE, &error))
    return command_fail (error);
  CoupletHost host = session.terminal.host;
  host.write = NULL; /* of the pipeline's report */
  if (!session_start (&session, &host, &error))
    return command_fail (error);
  int status = session_finish (&session, session_run_file (&session, file, on_result, refute));
  gboolean answered = status == 0 || status == 10 || status == 11;
  return settings_status (&refute->settings, &session.terminal, answered ? refute->status : status);
}

/* ---- Options ------------------------------------------------------------------------------- */

static char *
check_epsilon (const char *text)
{
  g_auto (CoupletRational) epsilon;
  couplet_rational_init (&epsilon);
  char *wrong = check_positive ("epsilon", text, &epsilon);
  if (wrong == NULL && (mpq_cmp_ui (epsilon.value, EPSILON_RANGE, 1) > 0 ||
                        mpq_cmp_ui (epsilon.value, 1, EPSILON_RANGE) < 0))
    return g_strdup_printf ("--epsilon %s: it must be from 1/%d to %d", text, EPSILON_RANGE,
                            EPSILON_RANGE);
  return wrong;
}

/* What is wrong with a range; NULL = nothing. The caller frees it. */
static char *
check_range (const char *text)
{
  g_auto (CoupletRational) low, high;
  couplet_rational_init (&low);
  couplet_rational_init (&high);
  const char *comma = strchr (text, ',');
  if (comma == NULL || !couplet_rational_parse (&low, text, (gsize)(comma - text), NULL) ||
      !couplet_rational_parse (&high, comma + 1, strlen (comma + 1), NULL))
    return g_strdup_printf ("--within %s: expected LOW,HIGH: two numbers with a comma between",
                            text);
  return couplet_rational_compare (&low, &high) < 0
             ? NULL
             : g_strdup_printf ("--within %s: the first number must be below the second", text);
}

/* What is wrong with the options; NULL = nothing. The caller frees it. */
static char *
check_options (const Refute *refute)
{
  char *wrong = refute->epsilon != NULL ? check_epsilon (refute->epsilon) : NULL;
  if (wrong == NULL && refute->within != NULL)
    wrong = check_range (refute->within);
  return wrong;
}

static int
run_refute (int n_arguments, char **arguments)
{
  g_auto (Refute) refute = {.status = STATUS_NONE_FOUND};
  Settings *settings = &refute.settings;
  const GOptionEntry own[] = {
      CLAIM_ENTRY (settings),
      ANSWERS_ENTRY (settings),
      SENSITIVITY_ENTRY (settings),
      {"epsilon", 0, 0, G_OPTION_ARG_STRING, &refute.epsilon,
       "The epsilon to find inputs for, from 1/1000000 to 1000000 (default 1)", "E"},
      {"within", 0, 0, G_OPTION_ARG_STRING, &refute.within, "Keep all inputs between two numbers",
       "LOW,HIGH"},
      {"script", 0, 0, G_OPTION_ARG_NONE, &refute.script,
       "Print a Python program that computes both probabilities instead", NULL},
      {"option", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &settings->overrides,
       "Set an option of a stage", "STAGE.KEY=VALUE"},
      EXIT_ZERO_ENTRY (settings),
      {NULL, 0, 0, 0, NULL, NULL, NULL},
  };
  int status;
  g_autofree char *file =
      command_parse_file (&REFUTE_COMMAND, settings, own, n_arguments, arguments, &status);
  if (file == NULL)
    return status;
  g_autofree char *wrong = check_options (&refute);
  if (wrong != NULL)
    return command_misuse (&REFUTE_COMMAND, "%s", wrong);
  return refute_file (&refute, file);
}

const Command REFUTE_COMMAND = {
    "refute",
    "[OPTION...] FILE\n\n"
    "Looks for two adjacent inputs, and outputs of one path, whose probabilities differ by\n"
    "more than the claim allows at the epsilon given. The probabilities are certified\n"
    "intervals. Where a mechanism is not d*epsilon-private, such inputs exist at every epsilon.\n\n"
    "Examples:\n"
    "  couplet refute --claim 1 lyu-algorithm-4.svt\n"
    "  couplet refute --epsilon 1/10 --script svt-star.json > repeat.py\n\n"
    "Exit status: 10 a counterexample was found, 0 the claim holds, 11 none was found;\n"
    "others as of couplet verify.",
    "Finds inputs that show that a claim of privacy is wrong.", run_refute};
