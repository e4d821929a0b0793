/* SPDX-License-Identifier: Apache-2.0 */
#include "attempt.h"

#include "ask.h"
#include "capabilities.h"
#include "measure.h"
#include "outcome.h"

CoupletOutcome *
stage_fail (Stage *stage, const char *reason)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  outcome_fail (stage, outcome, reason);
  return outcome;
}

CoupletOutcome *
stage_skip (Stage *stage, const char *reason)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  couplet_outcome_set_reason (outcome, "%s", reason);
  return outcome;
}

static CoupletOutcome *
leave_out (Stage *stage)
{
  CoupletOutcome *outcome = stage_skip (stage, stage->problem);
  couplet_outcome_result (outcome)->left_out = TRUE;
  return outcome;
}

CoupletOutcome *
stage_run (Stage *stage, const CoupletAutomaton *automaton)
{
  if (stage->problem != NULL)
    return stage->optional ? leave_out (stage) : stage_fail (stage, stage->problem);
  g_autofree char *obstacle = capabilities_obstacle (stage->plugin, automaton);
  if (obstacle != NULL)
    return stage_skip (stage, obstacle);
  CoupletOutcome *outcome = stage_ask (stage, automaton);
  g_autofree char *fault = stage_measure (stage, automaton, outcome);
  if (fault != NULL)
    outcome_fail (stage, outcome, fault);
  couplet_outcome_result (outcome)->ran &= fault == NULL;
  return outcome;
}
