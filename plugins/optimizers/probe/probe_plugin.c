/* SPDX-License-Identifier: Apache-2.0 */
#include "delta.h"
#include "probe.h"

#include <couplet/internal/plugin.h>

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

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return couplet_rational_compare (a, b);
}

/* Reads the numbers of option, as many as least to most: what is expected. NULL with error set. */
static GArray *
read_numbers (CoupletContext *context, const char *option, guint least, guint most,
              const char *expected, GError **error)
{
  const char *text = couplet_context_option_string (context, option);
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint n = g_strv_length (words);
  g_autoptr (GArray) numbers = couplet_numbers_new (n);
  g_autoptr (GError) wrong = NULL;
  if (n < least || n > most) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: '%s' is not %s", option,
                 text, expected);
    return NULL;
  }
  for (guint i = 0; i < n; i++)
    if (!couplet_rational_parse (couplet_number (numbers, i), words[i], strlen (words[i]),
                                 &wrong)) {
      g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: %s", option,
                   wrong->message);
      return NULL;
    }
  return g_steal_pointer (&numbers);
}

/* The same, each once, ascending and not negative. */
static GArray *
read_set (CoupletContext *context, const char *option, gboolean negative, GError **error)
{
  GArray *numbers = read_numbers (context, option, 1, MOST_NUMBERS,
                                  "1 to 1000 numbers with commas between", error);
  if (numbers == NULL)
    return NULL;
  g_array_sort (numbers, compare_numbers);
  for (guint i = numbers->len; i-- > 1;)
    if (couplet_rational_compare (couplet_number (numbers, i), couplet_number (numbers, i - 1)) ==
        0)
      g_array_remove_index (numbers, i);
  if (negative || mpq_sgn (couplet_number (numbers, 0)->value) >= 0)
    return numbers;
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: a number is negative",
               option);
  g_array_unref (numbers);
  return NULL;
}

/* The mechanism asked about: automaton, or linear where that is NULL. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletLinear *linear;
  CoupletOutcome *outcome;
} Asked;

/* Answers with bounds of delta. FALSE with error set. */
static gboolean
run_delta (const Asked *asked, const CoupletRational *epsilon, GError **error)
{
  CoupletContext *context = asked->context;
  g_autoptr (GArray) at = read_set (context, "delta-at", FALSE, error);
  g_autoptr (GArray) inputs = at != NULL ? read_set (context, "delta-inputs", TRUE, error) : NULL;
  g_autoptr (GArray) d =
      inputs != NULL ? read_numbers (context, "delta-least-d", 0, 1, "a number", error) : NULL;
  if (d == NULL)
    return FALSE;
  if (d->len > 0 && mpq_sgn (couplet_number (d, 0)->value) < 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                 "delta-least-d: a number is negative");
    return FALSE;
  }
  const DeltaQuestion question = {
      .at = at,
      .inputs = inputs,
      .all_inputs = couplet_context_option_boolean (context, "delta-all-inputs"),
      .answers = (guint)couplet_context_option_integer (context, "delta-answers"),
      .least_d = d->len > 0 ? couplet_number (d, 0) : NULL,
      .epsilon = epsilon};
  g_autofree char *rows =
      delta_rows (context, asked->automaton, asked->linear, &question, asked->outcome);
  couplet_outcome_set_delta (asked->outcome, rows);
  return TRUE;
}

/* Reads the options; claimed: what the mechanism claims, 0 = nothing. */
static gboolean
run_asked (const Asked *asked, const CoupletRational *claimed, GError **error)
{
  static const char RANGE[] = "LOW,HIGH: two numbers with a comma between";
  CoupletContext *context = asked->context;
  g_auto (CoupletRational) epsilon;
  couplet_rational_init (&epsilon);
  couplet_context_option_rational (context, "epsilon", &epsilon);
  if (mpq_sgn (epsilon.value) <= 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "epsilon must be positive");
    return FALSE;
  }
  if (*couplet_context_option_string (context, "delta-at") != '\0')
    return run_delta (asked, &epsilon, error);
  gboolean claims = mpq_sgn (claimed->value) > 0;
  g_autoptr (GArray) claim = read_numbers (context, "claim", 0, 1, "a number", error);
  if (claim == NULL)
    return FALSE;
  const char *within = couplet_context_option_string (context, "within");
  g_autoptr (GArray) range =
      read_numbers (context, "within", *within != '\0' ? 2 : 0, 2, RANGE, error);
  if (range == NULL)
    return FALSE;
  if (range->len > 0 &&
      compare_numbers (couplet_number (range, 0), couplet_number (range, 1)) >= 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION,
                 "within: '%s': the first number must be below the second", within);
    return FALSE;
  }
  const ProbeOptions options = {.epsilon = epsilon,
                                .claim = claims           ? claimed
                                         : claim->len > 0 ? couplet_number (claim, 0)
                                                          : NULL,
                                .range = range->len > 0 ? couplet_number (range, 0) : NULL,
                                .turns =
                                    couplet_context_option_boolean (context, "turns") && !claims};
  if (asked->automaton != NULL)
    return probe_run (context, asked->automaton, &options, asked->outcome, error);
  probe_run_linear (context, asked->linear, &options, asked->outcome);
  return TRUE;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  const Asked asked = {context, automaton, NULL, outcome};
  return run_asked (&asked, &automaton->claim, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  const Asked asked = {context, NULL, linear, outcome};
  return run_asked (&asked, &linear->claim, error);
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
