/* SPDX-License-Identifier: Apache-2.0 */
#include "linear_probe.h"
#include "probe.h"

#include <couplet/plugin.h>

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
};

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

static gboolean
run (gpointer instance, CoupletContext *context, const CoupletAutomaton *automaton,
     CoupletOutcome *outcome, GError **error)
{
  (void)instance;
  g_auto (ProbeOptions) options;
  probe_options_init (&options);
  return read_options (context, &automaton->claim, &options, error) &&
         probe_run (context, automaton, &options, outcome, error);
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
    .capabilities = {COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED | COUPLET_TAKES_NO_NOISE |
                         COUPLET_TAKES_DIFFERENCES | COUPLET_TAKES_EXPONENTIAL,
                     0},
    .options = OPTIONS,
    .n_options = G_N_ELEMENTS (OPTIONS),
    .solver = &SOLVER,
    .libraries = LIBRARIES,
    .n_libraries = G_N_ELEMENTS (LIBRARIES),
};

COUPLET_PLUGIN_ENTRY (&PLUGIN)
