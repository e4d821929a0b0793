/* SPDX-License-Identifier: Apache-2.0 */
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

/* Options that are numbers with commas between. */
enum { CLAIM, WITHIN, DELTA_AT, DELTA_INPUTS, DELTA_LEAST_D, N_LISTS };

static const struct {
  const char *name;
  guint least, most; /* numbers */
  gboolean or_none, is_set, may_be_negative;
  const char *expected;
} LISTS[N_LISTS] = {
    {"claim", 1, 1, TRUE, FALSE, TRUE, "a number"},
    {"within", 2, 2, TRUE, FALSE, TRUE, "LOW,HIGH: two numbers with a comma between"},
    {"delta-at", 1, 1000, TRUE, TRUE, FALSE, "1 to 1000 numbers with commas between"},
    {"delta-inputs", 1, 1000, FALSE, TRUE, TRUE, "1 to 1000 numbers with commas between"},
    {"delta-least-d", 1, 1, TRUE, FALSE, FALSE, "a number"},
};

static gboolean
fail (GError **error, const char *option, const char *text, const char *why)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "%s: '%s': %s", option, text,
               why);
  return FALSE;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  return couplet_rational_compare (a, b);
}

/* Each number once, ascending. */
static void
sort_numbers (GArray *numbers)
{
  g_array_sort (numbers, compare_numbers);
  for (guint i = numbers->len; i-- > 1;)
    if (compare_numbers (couplet_number (numbers, i), couplet_number (numbers, i - 1)) == 0)
      g_array_remove_index (numbers, i);
}

/* Reads the numbers of an option. The caller unrefs *numbers also where this fails. */
static gboolean
read_list (CoupletContext *context, guint option, GArray **numbers, GError **error)
{
  const char *name = LISTS[option].name, *text = couplet_context_option_string (context, name);
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint n = g_strv_length (words);
  g_autoptr (GError) wrong = NULL;
  *numbers = couplet_numbers_new (n);
  if (!(n == 0 && LISTS[option].or_none) && (n < LISTS[option].least || n > LISTS[option].most)) {
    g_autofree char *expected = g_strdup_printf ("it is not %s", LISTS[option].expected);
    return fail (error, name, text, expected);
  }
  for (guint i = 0; i < n; i++) {
    CoupletRational *number = couplet_number (*numbers, i);
    if (!couplet_rational_parse (number, words[i], strlen (words[i]), &wrong))
      return fail (error, name, text, wrong->message);
    if (!LISTS[option].may_be_negative && mpq_sgn (number->value) < 0)
      return fail (error, name, text, "a number is negative");
  }
  if (option == WITHIN && n > 0 &&
      compare_numbers (couplet_number (*numbers, 0), couplet_number (*numbers, 1)) >= 0)
    return fail (error, name, text, "the first number must be below the second");
  if (LISTS[option].is_set)
    sort_numbers (*numbers);
  return TRUE;
}

/* Answers for automaton, or for linear where that is NULL, which claims a d; 0 = nothing. */
static gboolean
answer (CoupletContext *context, const CoupletAutomaton *automaton, const CoupletLinear *linear,
        const CoupletRational *claimed, GArray *const *lists, CoupletOutcome *outcome,
        GError **error)
{
  const CoupletRational *first[N_LISTS]; /* NULL = none */
  gboolean claims = mpq_sgn (claimed->value) > 0;
  for (guint i = 0; i < N_LISTS; i++)
    first[i] = lists[i]->len > 0 ? couplet_number (lists[i], 0) : NULL;
  g_auto (CoupletRational) epsilon;
  couplet_rational_init (&epsilon);
  couplet_context_option_rational (context, "epsilon", &epsilon);
  if (mpq_sgn (epsilon.value) <= 0) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_CONFIGURATION, "epsilon must be positive");
    return FALSE;
  }
  if (first[DELTA_AT] != NULL) {
    const DeltaQuestion question = {
        .at = lists[DELTA_AT],
        .inputs = lists[DELTA_INPUTS],
        .all_inputs = couplet_context_option_boolean (context, "delta-all-inputs"),
        .answers = (guint)couplet_context_option_integer (context, "delta-answers"),
        .least_d = first[DELTA_LEAST_D],
        .epsilon = &epsilon};
    g_autofree char *rows = delta_rows (context, automaton, linear, &question, outcome);
    couplet_outcome_set_delta (outcome, rows);
    return TRUE;
  }
  const ProbeOptions options = {.epsilon = &epsilon,
                                .claim = claims ? claimed : first[CLAIM],
                                .range = first[WITHIN],
                                .turns =
                                    couplet_context_option_boolean (context, "turns") && !claims};
  if (automaton != NULL)
    return probe_run (context, automaton, &options, outcome, error);
  probe_run_linear (context, linear, &options, outcome);
  return TRUE;
}

static gboolean
read_and_answer (CoupletContext *context, const CoupletAutomaton *automaton,
                 const CoupletLinear *linear, const CoupletRational *claimed,
                 CoupletOutcome *outcome, GError **error)
{
  GArray *lists[N_LISTS] = {NULL};
  gboolean good = TRUE;
  for (guint i = 0; i < N_LISTS && good; i++)
    good = read_list (context, i, &lists[i], error);
  good = good && answer (context, automaton, linear, claimed, lists, outcome, error);
  for (guint i = 0; i < N_LISTS; i++)
    g_clear_pointer (&lists[i], g_array_unref);
  return good;
}

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return read_and_answer (context, automaton, NULL, &automaton->claim, outcome, error);
}

static gboolean
run_linear (gpointer instance, CoupletContext *context, const CoupletLinear *linear,
            CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  return read_and_answer (context, NULL, linear, &linear->claim, outcome, error);
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
