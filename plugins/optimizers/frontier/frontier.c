/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier.h"

#include "vector_search.h"

#include <couplet/internal/lossy_walk.h>
#include <couplet/internal/path_inputs.h>

/* What a vector is reckoned to take. */
#define BYTES_PER_VECTOR 256
/* The longest path that shows a person why a claim fails. */
#define LONGEST_REFUTATION 400

static gboolean
bound_above (CoupletContext *context, const CoupletAutomaton *automaton,
             const FrontierOptions *options, CoupletOutcome *outcome, GError **error)
{
  const SearchOptions search = {SEARCH_EXACT, options->pruning, options->vector_limit,
                                (guint64)options->vector_limit * BYTES_PER_VECTOR, options->gap};
  return vector_search (context, automaton, &search, outcome, error);
}

/* Adds inputs, and outputs all of whose paths cost more than is claimed. */
static void
refute_claim (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  if (automaton->memory != NULL)
    return; /* as what may differ depends on the path */
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_by_outputs (automaton, &automaton->claim, LONGEST_REFUTATION, context);
  g_autoptr (CoupletCounterexample) shown =
      walk == NULL
          ? NULL
          : couplet_counterexample_by_theorem (automaton,
                                               (const CoupletWalkStep *)(gpointer)walk->steps->data,
                                               walk->steps->len, &automaton->claim, &walk->loss);
  couplet_outcome_set_counterexample (outcome, shown);
}

/* Where paths are not told, or guards hold in several ways, costs are upper bounds: adds what
 * the outputs alone prove necessary. */
static void
bound_below (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  if (automaton->output_distinct && couplet_has_only_conjunctions (automaton))
    return;
  if (!couplet_walks_are_possible (automaton))
    return;
  gboolean unbounded;
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_by_outputs (automaton, context, &cost, &unbounded);
  if (unbounded) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (
        outcome, "there are outputs all of whose paths cost more and more, without end");
  }
  couplet_outcome_set_least (outcome, &cost);
  if (couplet_has_claim (automaton) &&
      (unbounded || couplet_rational_compare (&cost, &automaton->claim) > 0))
    refute_claim (context, automaton, outcome);
}

gboolean
frontier_run (CoupletContext *context, const CoupletAutomaton *automaton,
              const FrontierOptions *options, CoupletOutcome *outcome, GError **error)
{
  if (!bound_above (context, automaton, options, outcome, error))
    return FALSE;
  bound_below (context, automaton, outcome);
  return TRUE;
}
