/* SPDX-License-Identifier: Apache-2.0 */
#include "between.h"

#include "attempt.h"
#include "check_effort.h"
#include "stage_bounds.h"
#include "looped_walk.h"
#include "outcome.h"

#include <couplet/host/evidence_parts.h>
#include <couplet/host/check.h>

/* Walks that take more effort to check are given without (check_effort()). */
#define MOST_EFFORT 5000000

/* Leaves of what was found of more walks than there are what holds of fewer. */
static void
keep_above (CoupletOutcome *outcome)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  const CoupletRational *upper = stage_upper (result);
  CoupletFound found = couplet_outcome_found (outcome);
  outcome_drop_walks (outcome);
  couplet_outcome_set_counterexample (outcome, NULL);
  result->has_lower = result->has_least = FALSE;
  result->guarantee = COUPLET_GUARANTEE_UPPER_BOUND;
  result->has_cost &= upper != NULL;
  if (found != COUPLET_FOUND_STRATEGY) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_NOTHING);
    couplet_outcome_set_structure (outcome, NULL);
  }
}

/* Leaves of what was found of some walks what holds of all. */
static void
keep_below (CoupletOutcome *outcome, const CoupletAutomaton *part)
{
  CoupletStageResult *result = couplet_outcome_result (outcome);
  g_auto (CoupletRational) least;
  couplet_rational_init (&least);
  const CoupletRational *lower = stage_lower (result);
  gboolean has_lower = lower != NULL && result->certified;
  if (has_lower)
    mpq_set (least.value, lower->value);
  outcome_keep_walks (outcome);
  outcome_loop_walks (outcome, part);
  result->has_least = result->has_upper = FALSE;
  if (couplet_outcome_found (outcome) == COUPLET_FOUND_NO_STRATEGY)
    return;
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NOTHING);
  result->has_cost = FALSE;
  couplet_outcome_set_bounds (outcome, has_lower ? &least : NULL, NULL);
}

/* Adds to an answer from above the lower bound of the one from below, with its evidence. */
static void
join (CoupletOutcome *above, CoupletOutcome *below, const char *why)
{
  CoupletStageResult *result = couplet_outcome_result (above);
  const CoupletStageResult *other = couplet_outcome_result (below);
  const CoupletRational *upper = stage_upper (result);
  gboolean meet =
      upper != NULL && other->has_lower && couplet_rational_compare (upper, &other->lower) == 0;
  if (other->has_lower)
    outcome_take_walks_of (above, below);
  if (meet) {
    g_auto (CoupletRational) cost;
    couplet_rational_init (&cost);
    mpq_set (cost.value, upper->value);
    couplet_outcome_set_cost (above, &cost, COUPLET_GUARANTEE_EXACT);
    return;
  }
  couplet_outcome_set_reason (above, "%s", why);
  if (other->has_lower)
    couplet_outcome_set_bounds (above, &other->lower, result->has_upper ? &result->upper : NULL);
}

/* Whether the checker, to which the cycles are those of the pairs and not of what they were merged
 * to, rejects walk. */
static gboolean
is_rejected (const CoupletEvidence *walk)
{
  g_autofree char *why = NULL;
  return check_effort (walk, MOST_EFFORT) < MOST_EFFORT &&
         couplet_evidence_check (walk, NULL, &why) == COUPLET_EVIDENCE_REJECTED;
}

CoupletOutcome *
stage_run_merged (Stage *stage, const CoupletAutomaton *merged)
{
  CoupletOutcome *outcome = stage_run (stage, merged);
  outcome_loop_walks (outcome, merged);
  g_autoptr (GPtrArray) walks = outcome_steal_walks (outcome);
  for (guint i = 0; i < walks->len; i++)
    if (is_rejected (g_ptr_array_index (walks, i)))
      couplet_evidence_free (g_ptr_array_index (walks, i));
    else
      couplet_outcome_take_evidence (outcome, g_ptr_array_index (walks, i));
  return outcome;
}

static void
take_times (CoupletStageResult *result, const CoupletStageResult *other)
{
  result->seconds = other->seconds;
  result->seconds_total = other->seconds_total;
  result->cpu_seconds = other->cpu_seconds;
}

static void
add_times (CoupletStageResult *result, const CoupletStageResult *other)
{
  result->seconds += other->seconds;
  result->seconds_total += other->seconds_total;
  result->cpu_seconds += other->cpu_seconds;
}

CoupletOutcome *
stage_run_between (Stage *stage, const CoupletAutomaton *wide, const CoupletAutomaton *part,
                   const char *why)
{
  gboolean needs_private = (stage->plugin->capabilities.answers & COUPLET_NEEDS_PRIVATE) != 0;
  /* tables over so many thresholds would be given up, too, after long */
  gboolean too_tied = most_tied (wide) > COUPLET_FACTOR_MAX;
  CoupletOutcome *above = too_tied ? stage_skip (stage, why) : stage_run (stage, wide);
  keep_above (above);
  if (needs_private || part == NULL)
    return above;
  g_autoptr (CoupletOutcome) below = stage_run (stage, part);
  add_times (couplet_outcome_result (below), couplet_outcome_result (above));
  keep_below (below, part);
  if (couplet_outcome_found (below) == COUPLET_FOUND_NO_STRATEGY) {
    couplet_outcome_free (above);
    return g_steal_pointer (&below);
  }
  take_times (couplet_outcome_result (above), couplet_outcome_result (below));
  join (above, below, why);
  return above;
}
