/* SPDX-License-Identifier: Apache-2.0 */
#include "delta.h"
#include "probe.h"

#include <couplet/internal/plugin.h>

#include <arb.h>
#include <string.h>

static const CoupletOption OPTIONS[] = {
    {"epsilon", COUPLET_OPTION_RATIONAL, "1", 0, 0, NULL,
     "the epsilon that the mechanism runs at; positive"},
    {"claim", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "stop at inputs that lose more than this multiple of epsilon, where the mechanism claims "
     "nothing itself; empty = look for a large loss"},
    {"within", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "LOW,HIGH: keep all inputs in this range; empty = any numbers"},
    {"turns", COUPLET_OPTION_BOOLEAN, "false", 0, 0, NULL,
     "also count the steps of paths that lose more than 10 and 100, by their cost alone, where "
     "the mechanism claims nothing"},
    {"delta-at", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "numbers e with commas between: answer with bounds of delta(e) instead; empty = do not"},
    {"delta-inputs", COUPLET_OPTION_STRING, "-1,0,1", 0, 0, NULL,
     "numbers with commas between that the answers of both runs are taken from"},
    {"delta-all-inputs", COUPLET_OPTION_BOOLEAN, "true", 0, 0, NULL,
     "the upper bounds are for all inputs; the numbers of delta-inputs are tried"},
    {"delta-answers", COUPLET_OPTION_INTEGER, "3", 1, 64, NULL, "how many answers runs read"},
    {"delta-least-d", COUPLET_OPTION_STRING, "", 0, 0, NULL,
     "a d that is proven sufficient; empty = none is known"},
};

/* The most numbers that an option lists. */
#define MOST_NUMBERS 1000

static void
probe_options_init (ProbeOptions *options)
{
  *options = (ProbeOptions){0};
  couplet_rational_init (&options->epsilon);
  couplet_rational_init (&options->claim);
  couplet_rational_init (&options->low);
  couplet_rational_init (&options->high);
}

static void
probe_options_clear (ProbeOptions *options)
{
  couplet_rational_clear (&options->epsilon);
  couplet_rational_clear (&options->claim);
  couplet_rational_clear (&options->low);
  couplet_rational_clear (&options->high);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProbeOptions, probe_options_clear)

/* Reads the rational text of option. */
static gboolean
read_number (const char *option, const char *text, gsize length, CoupletRational *value,
             GError **error)
{
  g_autoptr (GError) wrong = NULL;
  if (couplet_rational_parse (value, text, length, &wrong))
    return TRUE;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: %s", option, wrong->message);
  return FALSE;
}

static gboolean
read_range (const char *text, ProbeOptions *options, GError **error)
{
  const char *comma = strchr (text, ',');
  if (comma == NULL) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                 "within: '%s' is not LOW,HIGH: two numbers with a comma between", text);
    return FALSE;
  }
  if (!read_number ("within", text, (gsize)(comma - text), &options->low, error) ||
      !read_number ("within", comma + 1, strlen (comma + 1), &options->high, error))
    return FALSE;
  if (couplet_rational_compare (&options->low, &options->high) >= 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                 "within: '%s': the first number must be below the second", text);
    return FALSE;
  }
  return TRUE;
}

/* claimed: what the mechanism claims, 0 = nothing. */
static gboolean
read_options (CoupletContext *context, const CoupletRational *claimed, ProbeOptions *options,
              GError **error)
{
  const char *claim = couplet_context_option_string (context, "claim");
  const char *within = couplet_context_option_string (context, "within");
  couplet_context_option_rational (context, "epsilon", &options->epsilon);
  gboolean claims = mpq_sgn (claimed->value) > 0;
  options->turns = couplet_context_option_boolean (context, "turns") && !claims;
  options->has_claim = claims || *claim != '\0';
  options->has_range = *within != '\0';
  if (mpq_sgn (options->epsilon.value) <= 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "epsilon must be positive");
    return FALSE;
  }
  if (claims)
    mpq_set (options->claim.value, claimed->value);
  else if (options->has_claim &&
           !read_number ("claim", claim, strlen (claim), &options->claim, error))
    return FALSE;
  return !options->has_range || read_range (within, options, error);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return fmpq_cmp (a, b);
}

/* Reads the numbers of option, each once and ascending; *n receives how many, 0 = error is set. The
 * caller frees them by _fmpq_vec_clear(). */
static fmpq *
read_numbers (CoupletContext *context, const char *option, guint *n, GError **error)
{
  g_auto (GStrv) words = g_strsplit (couplet_context_option_string (context, option), ",", -1);
  guint n_words = g_strv_length (words), read = 0;
  fmpq *numbers = _fmpq_vec_init (MAX (n_words, 1));
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  *n = 0;
  if (n_words == 0 || n_words > MOST_NUMBERS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                 "%s: expected 1 to %d numbers with commas between", option, MOST_NUMBERS);
    _fmpq_vec_clear (numbers, MAX (n_words, 1));
    return NULL;
  }
  while (read < n_words && read_number (option, words[read], strlen (words[read]), &value, error))
    fmpq_set_mpq (&numbers[read++], value.value);
  if (read < n_words) {
    _fmpq_vec_clear (numbers, n_words);
    return NULL;
  }
  qsort (numbers, n_words, sizeof *numbers, compare_numbers);
  for (guint i = 0; i < n_words; i++)
    if (*n == 0 || !fmpq_equal (&numbers[*n - 1], &numbers[i]))
      fmpq_swap (&numbers[(*n)++], &numbers[i]);
  for (guint i = *n; i < n_words; i++)
    fmpq_clear (&numbers[i]);
  return numbers;
}

/* Answers with bounds of delta for automaton, or for linear where that is NULL. FALSE with error
 * set. */
static gboolean
run_delta (CoupletContext *context, const CoupletAutomaton *automaton, const CoupletLinear *linear,
           const ProbeOptions *options, CoupletOutcome *outcome, GError **error)
{
  DeltaQuestion question = {
      .all_inputs = couplet_context_option_boolean (context, "delta-all-inputs"),
      .answers = (guint)couplet_context_option_integer (context, "delta-answers"),
  };
  fmpq *at = read_numbers (context, "delta-at", &question.n_at, error);
  fmpq *inputs =
      at != NULL ? read_numbers (context, "delta-inputs", &question.n_inputs, error) : NULL;
  gboolean good = inputs != NULL;
  g_auto (fmpq_t) least_d, epsilon;
  fmpq_init (least_d);
  fmpq_init (epsilon);
  g_auto (CoupletRational) given;
  couplet_rational_init (&given);
  const char *d = couplet_context_option_string (context, "delta-least-d");
  good = good && (*d == '\0' || read_number ("delta-least-d", d, strlen (d), &given, error));
  fmpq_set_mpq (least_d, given.value);
  if (good && (fmpq_sgn (&at[0]) < 0 || fmpq_sgn (least_d) < 0)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: a number is negative",
                 fmpq_sgn (least_d) < 0 ? "delta-least-d" : "delta-at");
    good = FALSE;
  }
  fmpq_set_mpq (epsilon, options->epsilon.value);
  question.at = at;
  question.inputs = inputs;
  question.least_d = *d != '\0' ? least_d : NULL;
  question.epsilon = epsilon;
  g_autofree char *rows = NULL;
  if (good)
    rows = automaton != NULL ? delta_rows (context, automaton, &question, outcome)
                             : delta_linear_rows (context, linear, &question, outcome);
  couplet_outcome_set_delta (outcome, rows);
  if (inputs != NULL)
    _fmpq_vec_clear (inputs, question.n_inputs);
  if (at != NULL)
    _fmpq_vec_clear (at, question.n_at);
  return good;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  g_auto (ProbeOptions) options;
  probe_options_init (&options);
  if (!read_options (context, &automaton->claim, &options, error))
    return FALSE;
  if (*couplet_context_option_string (context, "delta-at") != '\0')
    return run_delta (context, automaton, NULL, &options, outcome, error);
  return probe_run (context, automaton, &options, outcome, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  g_auto (ProbeOptions) options;
  probe_options_init (&options);
  if (!read_options (context, &linear->claim, &options, error))
    return FALSE;
  if (*couplet_context_option_string (context, "delta-at") != '\0')
    return run_delta (context, NULL, linear, &options, outcome, error);
  linear_probe_run (context, linear, &options, outcome);
  return TRUE;
}

static const CoupletSolver SOLVER = {.run = run, .run_linear = run_linear};

static char *
version_of_arb (void)
{
  return g_strdup (arb_version);
}

static char *
version_of_flint (void)
{
  return g_strdup (flint_version);
}

static const CoupletLibrary LIBRARIES[] = {{"Arb", version_of_arb}, {"FLINT", version_of_flint}};

static const CoupletPlugin PLUGIN = {
    COUPLET_PLUGIN_HEADER,
    .kind = COUPLET_KIND_OPTIMIZER,
    .name = "probe",
    .version = "1.0",
    .summary = "certified lower bound: what two adjacent inputs lose at one epsilon",
    .capabilities = {.takes = COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED |
                              COUPLET_TAKES_NO_NOISE | COUPLET_TAKES_DIFFERENCES |
                              COUPLET_TAKES_GAPS | COUPLET_TAKES_DISCRETE |
                              COUPLET_TAKES_EXPONENTIAL | COUPLET_TAKES_SNAPS},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
