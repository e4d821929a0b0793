/* SPDX-License-Identifier: Apache-2.0 */
#include "methods.h"

#include "frontier.h"
#include "graph_decide.h"
#include "segment.h"
#include "weight.h"

#include <couplet/host.h>
#include <couplet/internal/live.h>

#if COUPLET_HAVE_GLPK
#include "glpk_run.h"
#endif
#if COUPLET_HAVE_Z3
#include "z3_decide.h"
#endif

#include <stdio.h>
#include <stdlib.h>

static const CoupletPlugin PLUGIN = {.name = "test", .kind = COUPLET_KIND_OPTIMIZER};
static const CoupletHost HOST = {0};

gboolean
method_is_built (Method method)
{
  switch (method) {
  case GLPK_LP: /* NOLINT(bugprone-branch-clone): alike only where both are built, or neither */
  case GLPK_MILP:
    return COUPLET_HAVE_GLPK;
  case Z3_STRATEGIES:
  case Z3_SHIFTS:
    return COUPLET_HAVE_Z3;
  default:
    return TRUE;
  }
}

static gboolean
run_glpk (Method method, CoupletContext *context, const CoupletAutomaton *automaton,
          CoupletOutcome *outcome, GError **error)
{
#if COUPLET_HAVE_GLPK
  GlpkOptions options = {method == GLPK_MILP, 1000000, 1000000, ""};
  return glpk_run (context, automaton, &options, outcome, error);
#else
  (void)method, (void)context, (void)automaton, (void)outcome, (void)error;
  return FALSE;
#endif
}

static gboolean
run_z3 (Method method, CoupletContext *context, const CoupletAutomaton *automaton,
        CoupletOutcome *outcome, GError **error)
{
#if COUPLET_HAVE_Z3
  Z3Options options = {method == Z3_SHIFTS ? ENCODING_SHIFTS : ENCODING_STRATEGIES, 100000, "", 0};
  return z3_decide (context, automaton, &options, outcome, error);
#else
  (void)method, (void)context, (void)automaton, (void)outcome, (void)error;
  return FALSE;
#endif
}

gboolean
run_method (Method method, CoupletContext *context, const CoupletAutomaton *automaton,
            CoupletOutcome *outcome, GError **error)
{
  FrontierOptions frontier = {method == FRONTIER ? PRUNE_NEVER : PRUNE_ALWAYS, 1000000, NULL};
  switch (method) {
  case FRONTIER:
  case FRONTIER_PRUNED:
    return frontier_run (context, automaton, &frontier, outcome, error);
  case ADAPTIVE:
    return segment_run (context, automaton, SEGMENT_ADAPTIVE, SEGMENT_MOST_CLASSES, outcome, error);
  case FIXED:
    return segment_run (context, automaton, SEGMENT_FIXED, SEGMENT_MOST_CLASSES, outcome, error);
  case WEIGHT:
    return weight_run (context, automaton, outcome, error);
  case GLPK_LP:
  case GLPK_MILP:
    return run_glpk (method, context, automaton, outcome, error);
  case Z3_STRATEGIES:
  case Z3_SHIFTS:
    return run_z3 (method, context, automaton, outcome, error);
  case GRAPH:
    graph_decide (context, automaton, outcome);
    return TRUE;
  }
  return FALSE;
}

/* cost in units of sensitivity / NOISE_UNIT, which it is a whole number of. */
static gint64
in_units (const CoupletRational *cost, const CoupletRational *sensitivity)
{
  mpq_t scaled;
  mpq_init (scaled);
  mpq_set_ui (scaled, NOISE_UNIT, 1);
  mpq_mul (scaled, scaled, cost->value);
  mpq_div (scaled, scaled, sensitivity->value);
  if (mpz_cmp_ui (mpq_denref (scaled), 1) != 0)
    abort ();
  gint64 units = mpz_get_si (mpq_numref (scaled));
  mpq_clear (scaled);
  return units;
}

gint64
ask_method (Method method, const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletContext) context = couplet_context_new (&PLUGIN, NULL, &HOST, "test");
  g_autoptr (CoupletOutcome) outcome = couplet_outcome_new ("test", &PLUGIN);
  g_autoptr (GError) error = NULL;
  couplet_context_start (context, 0);
  gboolean good = run_method (method, context, automaton, outcome, &error);
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  gboolean decider = method == GRAPH || method >= Z3_STRATEGIES;
  if (method == GRAPH && couplet_outcome_found (outcome) == COUPLET_FOUND_NOTHING)
    return NO_ANSWER;
  if (!good ||
      (decider ? couplet_outcome_found (outcome) == COUPLET_FOUND_NOTHING : !result->has_cost)) {
    fprintf (stderr, "method %d does not answer: %s\n", method,
             error != NULL ? error->message : result->reason);
    abort ();
  }
  if (decider)
    return couplet_outcome_found (outcome) == COUPLET_FOUND_STRATEGY ? 0 : BRUTE_INFINITE;
  return result->cost_is_infinite ? BRUTE_INFINITE
                                  : in_units (&result->cost, &automaton->sensitivity);
}

gboolean
rule_may_be_too_strict (const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletComponents) components = couplet_components_new (automaton);
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  return pays != NULL;
}
