/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict.h"

/* Why the absence of a strategy does not prove that automaton is not private;
 * NULL when it does. */
static const char *
why_not_conclusive (const CoupletAutomaton *automaton)
{
  if (automaton->n_thresholds > 1)
    return "with several thresholds that does not prove it not private";
  if (!automaton->output_distinct)
    return "as its outputs do not tell which transition was taken, that does not prove it not "
           "private";
  if (automaton->compares_publicly)
    return "as it compares public inputs, that does not prove it not private";
  if (!automaton->all_noise_finite)
    return "as some draws have no noise, that does not prove it not private";
  return NULL;
}

static void
append_reason (CoupletOutcome *outcome, const char *text)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  g_autofree char *before = g_strdup (result->reason);
  if (before == NULL)
    couplet_outcome_set_reason (outcome, "no strategy of shifts obeys all rules; %s", text);
  else
    couplet_outcome_set_reason (outcome, "%s; no strategy of shifts obeys all rules, but %s",
                                before, text);
}

/* Sets what the stage alone allows to conclude. */
static void
conclude_stage (const StageOutcome *stage, const CoupletAutomaton *automaton)
{
  CoupletStageResult *result = couplet_outcome_result (stage->outcome);
  const char *obstacle;
  result->verdict = COUPLET_VERDICT_UNKNOWN;
  if ((stage->plugin->capabilities.flags & COUPLET_NEEDS_PRIVATE) != 0)
    couplet_outcome_set_found (stage->outcome, COUPLET_FOUND_NOTHING);
  switch (couplet_outcome_found (stage->outcome)) {
  case COUPLET_FOUND_NOTHING:
    break;
  case COUPLET_FOUND_STRATEGY:
    result->verdict = COUPLET_VERDICT_PRIVATE;
    break;
  case COUPLET_FOUND_DISTINGUISHER:
    result->verdict = COUPLET_VERDICT_NOT_PRIVATE;
    break;
  case COUPLET_FOUND_NO_STRATEGY:
    obstacle = why_not_conclusive (automaton);
    if (obstacle != NULL)
      append_reason (stage->outcome, obstacle);
    else if ((stage->plugin->capabilities.flags & COUPLET_COMPLETE) != 0)
      result->verdict = COUPLET_VERDICT_NOT_PRIVATE;
    break;
  }
}

/* ---- Agreement -------------------------------------------------------------------- */

/* Whether the stage claims that no strategy exists, as a proven fact. */
static gboolean
denies_strategy (const StageOutcome *stage)
{
  CoupletFound found = couplet_outcome_found (stage->outcome);
  return found == COUPLET_FOUND_DISTINGUISHER ||
         (found == COUPLET_FOUND_NO_STRATEGY &&
          (stage->plugin->capabilities.flags & COUPLET_COMPLETE) != 0);
}

/* The least and the greatest cost the stage allows; NULL = it does not say. */
static const CoupletRational *
upper_of (const CoupletStageResult *result)
{
  if (result->has_cost && !result->cost_is_infinite &&
      result->guarantee != COUPLET_GUARANTEE_LOWER_BOUND)
    return &result->cost;
  return result->has_upper ? &result->upper : NULL;
}

static const CoupletRational *
lower_of (const CoupletStageResult *result)
{
  if (result->has_cost && !result->cost_is_infinite &&
      result->guarantee != COUPLET_GUARANTEE_UPPER_BOUND)
    return &result->cost;
  return result->has_lower ? &result->lower : NULL;
}

static gboolean
contradict (const StageOutcome *a, const StageOutcome *b)
{
  const CoupletStageResult *p = couplet_outcome_result (a->outcome);
  const CoupletStageResult *q = couplet_outcome_result (b->outcome);
  if (couplet_outcome_found (a->outcome) == COUPLET_FOUND_STRATEGY && denies_strategy (b))
    return TRUE;
  const CoupletRational *upper = upper_of (p), *lower = lower_of (q);
  return upper != NULL && lower != NULL && couplet_rational_compare (upper, lower) < 0;
}

static char *
describe (const CoupletStageResult *result)
{
  if (result->has_cost && result->cost_is_infinite)
    return g_strdup_printf ("%s says that no finite cost exists", result->stage);
  const CoupletRational *figure = upper_of (result) != NULL ? upper_of (result) : lower_of (result);
  if (figure == NULL)
    return g_strdup_printf ("%s says %s", result->stage,
                            result->verdict == COUPLET_VERDICT_PRIVATE
                                ? "that a coupling proof exists"
                                : "that no coupling proof exists");
  g_autofree char *cost = couplet_rational_to_string (figure);
  return g_strdup_printf (
      "%s says %s cost %s", result->stage,
      result->has_cost ? couplet_guarantee_to_string (result->guarantee) : "bracketed", cost);
}

static void
find_disagreement (CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n && !result->disagreement; i++)
    for (guint j = 0; j < n && !result->disagreement; j++) {
      if (i == j || !contradict (&stages[i], &stages[j]))
        continue;
      g_autofree char *first = describe (couplet_outcome_result (stages[MIN (i, j)].outcome));
      g_autofree char *second = describe (couplet_outcome_result (stages[MAX (i, j)].outcome));
      result->disagreement = TRUE;
      result->disagreement_text = g_strdup_printf ("%s, but %s", first, second);
    }
}

/* ---- The file ----------------------------------------------------------------------- */

static CoupletVerdict
overall_verdict (const CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  CoupletVerdict verdict = COUPLET_VERDICT_UNKNOWN;
  if (result->disagreement)
    return verdict;
  for (guint i = 0; i < n; i++) {
    CoupletVerdict one = couplet_outcome_result (stages[i].outcome)->verdict;
    if (one != COUPLET_VERDICT_UNKNOWN)
      verdict = one;
  }
  return verdict;
}

/* Takes back bounds that hold only for private automata. */
static void
drop_unfounded_bounds (const CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n; i++) {
    CoupletStageResult *stage = couplet_outcome_result (stages[i].outcome);
    if ((stages[i].plugin->capabilities.flags & COUPLET_NEEDS_PRIVATE) == 0 || !stage->has_cost ||
        result->verdict == COUPLET_VERDICT_PRIVATE)
      continue;
    stage->has_cost = FALSE;
    couplet_outcome_set_reason (stages[i].outcome,
                                "its bound holds for private automata only, and no other stage "
                                "shows this one to be private");
  }
}

/* The least upper bound that is proven. */
static void
set_cost (CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n && result->verdict == COUPLET_VERDICT_PRIVATE; i++) {
    const CoupletStageResult *stage = couplet_outcome_result (stages[i].outcome);
    const CoupletRational *upper = stage->certified ? upper_of (stage) : NULL;
    if (upper == NULL || (result->has_cost && couplet_rational_compare (upper, &result->cost) >= 0))
      continue;
    mpq_set (result->cost.value, upper->value);
    result->has_cost = TRUE;
  }
}

/* The first reason given by a stage whose verdict is the file's, preferring
 * those that found something out. */
static void
set_reason (CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  if (result->verdict == COUPLET_VERDICT_PRIVATE || result->disagreement)
    return;
  for (guint pass = 0; pass < 2 && result->reason == NULL; pass++)
    for (guint i = 0; i < n && result->reason == NULL; i++) {
      const CoupletStageResult *stage = couplet_outcome_result (stages[i].outcome);
      gboolean found = couplet_outcome_found (stages[i].outcome) != COUPLET_FOUND_NOTHING;
      if (stage->verdict == result->verdict && (found || pass == 1))
        result->reason = g_strdup (stage->reason);
    }
  if (result->reason == NULL && result->verdict == COUPLET_VERDICT_UNKNOWN)
    result->reason =
        g_strdup (n == 0 ? "no decider or optimizer was asked" : "no stage found anything out");
}

void
couplet_conclude (CoupletFileResult *result, const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n; i++)
    conclude_stage (&stages[i], result->automaton);
  find_disagreement (result, stages, n);
  result->verdict = overall_verdict (result, stages, n);
  drop_unfounded_bounds (result, stages, n);
  if (!result->disagreement)
    set_cost (result, stages, n);
  set_reason (result, stages, n);
}
