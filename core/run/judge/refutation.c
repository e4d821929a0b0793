/* SPDX-License-Identifier: Apache-2.0 */
#include "refutation.h"

#include "counterexample.h"
#include "outcome.h"

#include <couplet/internal/lossy_walk.h>

/* Longer walks are not shown, and walks beyond so many are not looked at. */
#define MOST_STEPS 400
#define MOST_WALKS 20000

/* What some stage that is trusted found; probabilities say more than the theorem. NULL = nothing.
 */
static const CoupletCounterexample *
find_counterexample (const CoupletResult *result, const StageOutcome *stages, guint n)
{
  const CoupletCounterexample *best = NULL;
  for (guint i = 0; i < n; i++) {
    const CoupletCounterexample *one = couplet_outcome_result (stages[i].outcome)->counterexample;
    if (one != NULL && stages[i].trusted && counterexample_refutes (one, &result->claim) &&
        (best == NULL || best->probability == NULL))
      best = one;
  }
  return best;
}

/* Along the shortest walk that loses more. One of evidence may lose less, as it takes loops once
 * that have to be taken more often. */
static CoupletCounterexample *
refute_by_search (const CoupletResult *result, const CoupletAutomaton *automaton)
{
  g_autoptr (CoupletLossyWalk) walk =
      couplet_lossy_walk_find (automaton, &result->claim, MOST_STEPS, MOST_WALKS, NULL, NULL);
  return walk == NULL
             ? NULL
             : couplet_counterexample_by_theorem (
                   automaton, (const CoupletWalkStep *)(gpointer)walk->steps->data,
                   walk->steps->len, &result->claim, walk->is_infinite ? NULL : &walk->loss);
}

CoupletCounterexample *
refutation_new (const CoupletResult *result, const Question *question, const StageOutcome *stages,
                guint n)
{
  const CoupletCounterexample *known = find_counterexample (result, stages, n);
  const CoupletAutomaton *automaton =
      result->unfolded != NULL ? result->unfolded : result->automaton;
  if (question->floating) /* the theorem is about exact arithmetic */
    return NULL;
  if (known != NULL)
    return counterexample_copy (known);
  return question->not_conclusive == NULL && !question->tells_input
             ? refute_by_search (result, automaton)
             : NULL;
}
