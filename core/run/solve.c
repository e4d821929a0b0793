/* SPDX-License-Identifier: Apache-2.0 */
#include "solve.h"

/* What outcome is that no answer can be; NULL = it is possible. */
static const char *
find_impossible (CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (result->guarantee > COUPLET_GUARANTEE_LOWER_BOUND ||
      couplet_outcome_found (outcome) > COUPLET_FOUND_DISTINGUISHER)
    return "it answers with a number that means nothing";
  if ((result->has_cost && !result->cost_is_infinite && mpq_sgn (result->cost.value) < 0) ||
      (result->has_upper && mpq_sgn (result->upper.value) < 0))
    return "it answers with a negative cost";
  if (result->has_lower && result->has_upper &&
      couplet_rational_compare (&result->lower, &result->upper) > 0)
    return "its lower bound is above its upper bound";
  for (guint i = 0; i < result->n_evidence; i++)
    if (couplet_evidence_is_broken (result->evidence[i]))
      return "its evidence names what there is not, or a threshold twice";
  return NULL;
}

gboolean
couplet_check_possible (CoupletOutcome *outcome, GError **error)
{
  const char *impossible = find_impossible (outcome);
  if (impossible != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s", impossible);
  return impossible == NULL;
}

gboolean
couplet_stage_solve (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                     GError **error)
{
  if (stage->plugin->solver->run (stage->instance, stage->context, automaton, outcome, error))
    return couplet_check_possible (outcome, error);
  if (*error == NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it gave no reason");
  return FALSE;
}
