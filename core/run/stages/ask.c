/* SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#include "isolate.h"
#include "outcome.h"
#include "solve.h"
#include "solve_here.h"
#include "stopwatch.h"

/* Adds to the reason which plugin it is about, where that is not an installed one. */
static void
name_stranger (const Stage *stage, CoupletOutcome *outcome)
{
  const char *reason = couplet_outcome_result (outcome)->reason;
  if (stage->trusted || reason == NULL)
    return;
  g_autofree char *before = g_strdup (reason);
  couplet_outcome_set_reason (outcome, "%s (plugin '%s' of %s)", before, stage->plugin->name,
                              stage->file);
}

void
outcome_fail (const Stage *stage, CoupletOutcome *outcome, const char *reason)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  outcome_clear (outcome);
  result->failed = TRUE;
  result->guarantee = COUPLET_GUARANTEE_EXACT; /* of nothing: one that has a name */
  couplet_outcome_set_reason (outcome, "%s", reason);
  name_stranger (stage, outcome);
}

CoupletOutcome *
stage_ask (Stage *stage, const CoupletAutomaton *automaton)
{
  CoupletOutcome *outcome = couplet_outcome_new (stage->name, stage->plugin);
  CoupletStageResult *result = couplet_outcome_result (outcome);
  g_autoptr (GError) error = NULL;
  Stopwatch watch = stopwatch_start ();
  couplet_context_start (stage->context, stage->limit_ms);
  gboolean good = stage_is_apart (stage)
                      ? isolate_run (stage, automaton, outcome, &error) &&
                            stage_check_answer (stage, automaton, outcome, &error)
                      : stage_solve_here (stage, automaton, outcome, &error);
  result->seconds_total = stopwatch_seconds (&watch);
  /* a process that ended before it told has taken all the time, as far as is known */
  result->seconds =
      result->seconds > 0 ? MIN (result->seconds, result->seconds_total) : result->seconds_total;
  result->ran = good;
  if (!good)
    outcome_fail (stage, outcome, error->message);
  else if (couplet_context_seconds_left (stage->context) <= 0)
    name_stranger (stage, outcome);
  return outcome;
}
