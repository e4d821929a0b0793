/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict.h"

#include "claim.h"
#include "stage_bounds.h"
#include "outcome.h"

/* Whether the stage's figures hold for private automata only. */
static gboolean
needs_private (const StageOutcome *stage)
{
  return (stage->plugin->capabilities.answers & COUPLET_NEEDS_PRIVATE) != 0;
}

/* Whether what the stage says holds for the rule that cycles must be free only, which asks
 * for too much. */
static gboolean
rests_on_rule (const Question *question, const StageOutcome *stage)
{
  return question->rule_too_strict &&
         (stage->plugin->capabilities.answers & COUPLET_PAYS_ON_CYCLES) == 0;
}

/* Makes an upper bound of what was found. */
static void
weaken (CoupletOutcome *outcome)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  result->has_lower = FALSE;
  if (result->has_cost && result->guarantee == COUPLET_GUARANTEE_EXACT)
    result->guarantee = COUPLET_GUARANTEE_UPPER_BOUND;
  else if (result->has_cost && result->guarantee == COUPLET_GUARANTEE_LOWER_BOUND)
    result->has_cost = FALSE;
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
conclude_stage (const StageOutcome *stage, const Question *question)
{
  CoupletStageResult *result = couplet_outcome_result (stage->outcome);
  const char *obstacle;
  result->verdict = COUPLET_VERDICT_UNKNOWN;
  if (rests_on_rule (question, stage) || question->floating)
    weaken (stage->outcome);
  if (rests_on_rule (question, stage) && stage->exact != NULL)
    weaken (stage->exact);
  if (needs_private (stage))
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
    obstacle = rests_on_rule (question, stage)
                   ? "as its cycles assign thresholds that are compared later, others may"
                   : question->not_conclusive;
    if (obstacle != NULL)
      append_reason (stage->outcome, obstacle);
    else if ((stage->plugin->capabilities.answers & COUPLET_COMPLETE) != 0)
      result->verdict = COUPLET_VERDICT_NOT_PRIVATE;
    break;
  }
}

/* ---- Claims --------------------------------------------------------------------------- */

/* What of the stage's answer is neither trusted nor shown: a set of Shown. */
static guint32
not_shown (const StageOutcome *stage, const Question *question)
{
  if (stage->trusted)
    return 0;
  return claim_needs (stage->outcome, question->not_conclusive == NULL) & ~stage->shown;
}

/* The verdict that the file may rest on. */
static CoupletVerdict
verdict_to_rest_on (const StageOutcome *stage, const Question *question)
{
  guint32 missing =
      not_shown (stage, question) & ~(guint32)(SHOWN_UPPER | SHOWN_LOWER | SHOWN_ASIDE);
  return missing != 0 ? COUPLET_VERDICT_UNKNOWN : couplet_outcome_result (stage->outcome)->verdict;
}

static const CoupletRational *
upper_to_rest_on (const StageOutcome *stage, const Question *question)
{
  const CoupletStageResult *result = couplet_outcome_result (stage->outcome);
  gboolean shown = (not_shown (stage, question) & SHOWN_UPPER) == 0;
  return shown && result->certified ? stage_upper (result) : NULL;
}

/* Marks the answer as claimed, and says so, when not all of it may be rested on. */
static void
mark_claimed (const StageOutcome *stage, const Question *question)
{
  CoupletStageResult *result = couplet_outcome_result (stage->outcome);
  if (not_shown (stage, question) == 0)
    return;
  const char *why = result->n_evidence == 0 ? "it gives no evidence"
                    : stage->shown == 0     ? "none of its evidence was checked and accepted"
                                            : "its accepted evidence does not show all of it";
  g_autofree char *before = g_strdup (result->reason);
  result->claimed = TRUE;
  couplet_outcome_set_reason (stage->outcome, "%s%sonly claimed: %s", before != NULL ? before : "",
                              before != NULL ? "; " : "", why);
}

/* ---- Agreement -------------------------------------------------------------------- */

/* Whether the stage claims that the costs of paths have no bound, as a proven fact. */
static gboolean
denies_strategy (const Question *question, const StageOutcome *stage)
{
  CoupletFound found = couplet_outcome_found (stage->outcome);
  return found == COUPLET_FOUND_DISTINGUISHER ||
         (found == COUPLET_FOUND_NO_STRATEGY &&
          (stage->plugin->capabilities.answers & COUPLET_COMPLETE) != 0 &&
          !rests_on_rule (question, stage));
}

/* Of two stages that contradict each other, the first one whose side is only claimed by a stranger,
 * and so no part of a disagreement; NULL = there is none. */
static const StageOutcome *
find_claimed (const Question *question, const StageOutcome *a, guint32 of_a, const StageOutcome *b,
              guint32 of_b)
{
  if (a->stranger != NULL && (not_shown (a, question) & of_a) != 0)
    return a;
  return b->stranger != NULL && (not_shown (b, question) & of_b) != 0 ? b : NULL;
}

/* Whether a and b contradict each other; *claimed receives what find_claimed() says. is_private:
 * some stage finds a strategy, so that figures hold that need one. */
static gboolean
contradict (const Question *question, const StageOutcome *a, const StageOutcome *b,
            gboolean is_private, const StageOutcome **claimed)
{
  const guint32 verdict = ~(guint32)(SHOWN_UPPER | SHOWN_LOWER | SHOWN_ASIDE);
  const CoupletStageResult *p = couplet_outcome_result (a->outcome);
  const CoupletStageResult *q = couplet_outcome_result (b->outcome);
  if (couplet_outcome_found (a->outcome) == COUPLET_FOUND_STRATEGY &&
      denies_strategy (question, b)) {
    *claimed = find_claimed (question, a, verdict, b, verdict);
    return TRUE;
  }
  if ((!is_private || question->rule_too_strict) && (needs_private (a) || needs_private (b)))
    return FALSE;
  const CoupletRational *upper = stage_upper (p), *lower = stage_lower (q);
  *claimed = find_claimed (question, a, SHOWN_UPPER, b, SHOWN_LOWER);
  return upper != NULL && lower != NULL && couplet_rational_compare (upper, lower) < 0;
}

/* Says that claimed, one of the stages whose answers are in text, does not count. */
static void
warn_of_claim (const StageOutcome *claimed, const char *text, CoupletDiagnostics *diagnostics)
{
  if (diagnostics != NULL)
    couplet_diagnostics_add (diagnostics, COUPLET_SEVERITY_WARNING, (CoupletPlace){0},
                             "%s; what %s only claims does not count", text, claimed->stranger);
}

static void
find_disagreement (CoupletResult *result, const Question *question, const StageOutcome *stages,
                   guint n, CoupletDiagnostics *diagnostics)
{
  gboolean is_private = FALSE;
  for (guint i = 0; i < n; i++)
    is_private |= couplet_outcome_found (stages[i].outcome) == COUPLET_FOUND_STRATEGY;
  for (guint i = 0; i < n && !result->disagreement; i++)
    for (guint j = 0; j < n && !result->disagreement; j++) {
      const StageOutcome *claimed = NULL;
      if (i == j || !contradict (question, &stages[i], &stages[j], is_private, &claimed))
        continue;
      g_autofree char *first = claim_to_string (stages[MIN (i, j)].outcome);
      g_autofree char *second = claim_to_string (stages[MAX (i, j)].outcome);
      char *text = g_strdup_printf ("%s, but %s", first, second);
      if (claimed != NULL) {
        warn_of_claim (claimed, text, diagnostics);
        g_free (text);
        continue;
      }
      result->disagreement = TRUE;
      result->disagreement_text = text;
    }
}

/* ---- The file ----------------------------------------------------------------------- */

/* Takes back bounds that hold only for private automata; not one that is part of a
 * disagreement, which is told with both sides. */
static void
drop_unfounded_bounds (const CoupletResult *result, const Question *question,
                       const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n; i++) {
    CoupletStageResult *stage = couplet_outcome_result (stages[i].outcome);
    if (!needs_private (&stages[i]) || !stage->has_cost || result->disagreement ||
        (result->verdict == COUPLET_VERDICT_PRIVATE && !question->rule_too_strict))
      continue;
    stage->has_cost = stage->claimed = FALSE;
    couplet_outcome_set_reason (stages[i].outcome,
                                result->verdict == COUPLET_VERDICT_PRIVATE
                                    ? "its bound holds where no cycle assigns what is compared "
                                      "later"
                                    : "its bound holds for private automata only, and no other "
                                      "stage shows this one to be private");
  }
}

/* What the stage proves necessary of d; NULL = nothing. Evidence about exact arithmetic where
 * outputs are snapped in floating point is not checked. */
static const CoupletRational *
least_to_rest_on (const StageOutcome *stage, const Question *question)
{
  CoupletOutcome *outcome = question->floating ? stage->exact : stage->outcome;
  if (outcome == NULL)
    return NULL;
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  if (question->not_conclusive != NULL)
    return stage->trusted && result->has_least ? &result->least : NULL;
  gboolean shown =
      question->floating ? stage->trusted : (not_shown (stage, question) & SHOWN_LOWER) == 0;
  return shown && result->certified ? stage_lower (result) : NULL;
}

/* What the file may rest on of all stages. */
static CoupletBounds
meet_stages (const Question *question, const StageOutcome *stages, guint n)
{
  CoupletBounds all = {0};
  for (guint i = 0; i < n; i++) {
    CoupletBounds one = bounds_of_verdict (verdict_to_rest_on (&stages[i], question));
    one.upper = upper_to_rest_on (&stages[i], question);
    one.lower = least_to_rest_on (&stages[i], question);
    couplet_bounds_meet (&all, &one);
  }
  return all;
}

/* What is known of exact arithmetic, or forced by some outputs where no d is enough, stands beside
 * the bounds. */
static void
set_bounds (CoupletResult *result, const Question *question, const StageOutcome *stages, guint n)
{
  CoupletBounds bounds = meet_stages (question, stages, n);
  gboolean infinite = result->verdict == COUPLET_VERDICT_NOT_PRIVATE;
  if (infinite || question->floating) {
    result->beside = infinite && question->not_conclusive == NULL ? NULL : bounds.lower;
    bounds.lower = NULL;
  }
  if (result->verdict != COUPLET_VERDICT_PRIVATE)
    bounds.upper = NULL;
  result->bounds = bounds;
}

/* Which reasons are told first: of stages that found something out, then of those that tried, and
 * of those that would have, but are absent. */
static guint
rank_of_reason (const StageOutcome *stage)
{
  const CoupletStageResult *result = couplet_outcome_result (stage->outcome);
  if (couplet_outcome_found (stage->outcome) != COUPLET_FOUND_NOTHING)
    return 0;
  if (result->ran || result->failed)
    return 1;
  return result->left_out ? 2 : 3;
}

static gboolean
any_ran (const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n; i++)
    if (couplet_outcome_result (stages[i].outcome)->ran)
      return TRUE;
  return FALSE;
}

/* The first reason of the best rank given by a stage whose verdict is the file's. Why others did
 * not try is no reason where one did. */
static void
set_reason (CoupletResult *result, const Question *question, const StageOutcome *stages, guint n)
{
  const guint worst = any_ran (stages, n) ? 1 : 3;
  if (result->verdict == COUPLET_VERDICT_PRIVATE || result->disagreement)
    return;
  for (guint rank = 0; rank <= worst && result->reason == NULL; rank++)
    for (guint i = 0; i < n && result->reason == NULL; i++) {
      const CoupletStageResult *stage = couplet_outcome_result (stages[i].outcome);
      if (verdict_to_rest_on (&stages[i], question) == result->verdict &&
          rank_of_reason (&stages[i]) == rank)
        result->reason = g_strdup (stage->reason);
    }
  if (result->reason == NULL && result->verdict == COUPLET_VERDICT_UNKNOWN)
    result->reason =
        g_strdup (n == 0 ? "no decider or optimizer was asked" : "no stage found anything out");
}

void
verdict_drop_walks_by_rule (const Question *question, const StageOutcome *stages, guint n)
{
  for (guint i = 0; i < n; i++)
    if (rests_on_rule (question, &stages[i]))
      outcome_drop_walks (stages[i].outcome);
}

void
verdict_conclude (CoupletResult *result, const Question *question, const StageOutcome *stages,
                  guint n, CoupletDiagnostics *diagnostics)
{
  for (guint i = 0; i < n; i++)
    conclude_stage (&stages[i], question);
  for (guint i = 0; i < n; i++)
    mark_claimed (&stages[i], question);
  find_disagreement (result, question, stages, n, diagnostics);
  const CoupletBounds all = meet_stages (question, stages, n);
  result->verdict = result->disagreement ? COUPLET_VERDICT_UNKNOWN : couplet_bounds_verdict (&all);
  drop_unfounded_bounds (result, question, stages, n);
  if (!result->disagreement)
    set_bounds (result, question, stages, n);
  set_reason (result, question, stages, n);
}
