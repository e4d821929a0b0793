/* SPDX-License-Identifier: Apache-2.0 */
#include "solve.h"

#include <couplet/host/evidence.h>

#include "stage_bounds.h"
#include "context.h"
#include "counterexample.h"
#include "stopwatch.h"

/* What figures of an outcome cannot be an answer; NULL = they can. */
static const char *
find_impossible_figure (CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  const CoupletRational *upper = stage_upper (result), *lower = stage_lower (result);
  if (result->guarantee > COUPLET_GUARANTEE_LOWER_BOUND ||
      couplet_outcome_found (outcome) > COUPLET_FOUND_DISTINGUISHER)
    return "it answers with a number that means nothing";
  if ((upper != NULL && mpq_sgn (upper->value) < 0) ||
      (result->has_upper && mpq_sgn (result->upper.value) < 0) ||
      (result->has_cost && !result->cost_is_infinite && mpq_sgn (result->cost.value) < 0))
    return "it answers with a negative cost";
  if (result->has_lower && result->has_upper &&
      couplet_rational_compare (&result->lower, &result->upper) > 0)
    return "its lower bound is above its upper bound";
  if ((upper != NULL && lower != NULL && couplet_rational_compare (lower, upper) > 0) ||
      (upper != NULL && result->has_lower &&
       couplet_rational_compare (&result->lower, upper) > 0) ||
      (lower != NULL && result->has_upper && couplet_rational_compare (lower, &result->upper) > 0))
    return "its cost is outside its own bounds";
  return NULL;
}

/* What outcome says that its plugin may not say, by the field that does; NULL = nothing. */
static const char *
find_forbidden_field (const CoupletPlugin *plugin, CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  CoupletFound found = couplet_outcome_found (outcome);
  gboolean denies = found == COUPLET_FOUND_NO_STRATEGY || found == COUPLET_FOUND_DISTINGUISHER;
  if (plugin->kind == COUPLET_KIND_DECIDER && result->has_cost)
    return "it sets a cost, which a decider cannot; it sets what it found";
  if (plugin->kind == COUPLET_KIND_DECIDER && (result->has_lower || result->has_upper))
    return "it sets bounds, which a decider cannot; it sets what it found";
  if (found == COUPLET_FOUND_NO_STRATEGY && (plugin->capabilities.answers & COUPLET_COMPLETE) == 0)
    return "its found is COUPLET_FOUND_NO_STRATEGY, but its capabilities.answers lack "
           "COUPLET_COMPLETE";
  if (denies && stage_upper (result) != NULL)
    return "its found is that there is no strategy, but it sets a finite cost or upper bound";
  if (found == COUPLET_FOUND_STRATEGY && result->has_cost && result->cost_is_infinite &&
      result->guarantee != COUPLET_GUARANTEE_UPPER_BOUND)
    return "its found is COUPLET_FOUND_STRATEGY, but it sets an infinite cost";
  return NULL;
}

/* What automaton was unfolded from, or is a view of, or itself. */
static const CoupletAutomaton *
read_automaton (const CoupletAutomaton *automaton)
{
  return automaton->folded != NULL   ? automaton->folded
         : automaton->linear != NULL ? automaton->linear->automaton
                                     : automaton;
}

/* What is wrong with evidence for an answer about automaton; NULL = nothing. */
static const char *
find_evidence_fault (const CoupletEvidence *evidence, const CoupletAutomaton *automaton)
{
  CoupletEvidenceKind kind = couplet_evidence_kind (evidence);
  if (couplet_evidence_is_broken (evidence))
    return "its evidence names what there is not, or a threshold twice";
  if (couplet_evidence_automaton (evidence) != read_automaton (automaton))
    return "its evidence is about another automaton";
  if ((kind == COUPLET_EVIDENCE_BOUND || kind == COUPLET_EVIDENCE_ATTAINED ||
       kind == COUPLET_EVIDENCE_SHIFTS) &&
      couplet_evidence_cost (evidence) == NULL)
    return "its evidence has no cost";
  return NULL;
}

gboolean
stage_check_answer (const Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                    GError **error)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  const char *fault = find_impossible_figure (outcome);
  if (fault == NULL)
    fault = find_forbidden_field (stage->plugin, outcome);
  if (fault == NULL && result->counterexample != NULL)
    fault = counterexample_fault (result->counterexample, read_automaton (automaton));
  for (guint i = 0; i < result->n_evidence && fault == NULL; i++)
    fault = find_evidence_fault (result->evidence[i], automaton);
  if (fault != NULL)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "%s", fault);
  return fault == NULL;
}

gboolean
stage_solve (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
             GError **error)
{
  const CoupletSolver *solver = stage->plugin->solver;
  g_autoptr (GError) reason = NULL;
  Stopwatch watch = stopwatch_start ();
  gboolean good = automaton->linear != NULL
                      ? solver->run_linear (stage->instance, stage->context, automaton->linear,
                                            outcome, &reason)
                      : solver->run (stage->instance, stage->context, automaton, outcome, &reason);
  CoupletStageResult *result = couplet_outcome_result (outcome);
  result->seconds = stopwatch_seconds (&watch);
  result->cpu_seconds = stopwatch_cpu_seconds (&watch);
  const char *misuse = context_misuse (stage->context);
  if (good && reason == NULL && misuse == NULL)
    return stage_check_answer (stage, automaton, outcome, error);
  if (misuse != NULL)
    g_set_error_literal (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, misuse);
  else if (good)
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "it returned TRUE and set an error: %s", reason->message);
  else if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "it gave no reason");
  return FALSE;
}
