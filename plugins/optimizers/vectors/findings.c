/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "vector_bound.h"
#include "vector_walk.h"
#include "word_evidence.h"

/* Longer walks with loops are left out. */
#define MOST_LETTERS 100000

void
findings_clear (Findings *found)
{
  couplet_evidence_free (found->walk);
  couplet_evidence_free (found->bound);
  couplet_unit_free (found->rounded);
  g_free (found->stopped);
}

void
findings_stop (Findings *found, const char *reason)
{
  g_free (found->stopped);
  found->stopped = g_strdup (reason);
}

void
findings_count (const VectorSets *sets, Findings *found)
{
  found->vectors += sets->made;
  found->largest = MAX (found->largest, sets->largest);
}

void
findings_take_lower (const VectorSets *sets, VectorSpace *exact, Findings *found)
{
  CoupletCost cost;
  findings_count (sets, found);
  if (sets->best_node == NO_NODE) /* nothing, or nothing better */
    return;
  g_autoptr (CoupletEvidence) walk = vector_walk_trace (sets, exact, &cost);
  if (walk == NULL) {
    findings_stop (found, couplet_context_stop_reason (sets->context));
    return;
  }
  if (found->has_lower && couplet_cost_compare (cost, found->lower) <= 0)
    return;
  couplet_evidence_free (found->walk);
  found->walk = g_steal_pointer (&walk);
  found->violated |= sets->violated;
  found->has_lower = !sets->violated;
  found->lower = cost;
}

void
findings_set_upper (const VectorSets *sets, CoupletCost upper, Findings *found)
{
  found->has_upper = TRUE;
  found->upper = upper;
  found->upper_unit = sets->space.unit;
}

void
findings_show_upper (const VectorSets *sets, gboolean kept, Findings *found)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (found->upper_unit, found->upper, &cost);
  couplet_evidence_free (found->bound);
  found->bound = vector_bound_new (sets, &cost, kept, &found->left_out);
  found->is_whole = FALSE;
}

void
findings_take_upper (const VectorSets *sets, Findings *found)
{
  findings_set_upper (sets, sets->best, found);
  findings_show_upper (sets, TRUE, found);
}

/* Sets the bounds that found has. */
static void
load_bounds (const VectorSets *sets, const Findings *found, CoupletRational *lower,
             CoupletRational *upper)
{
  couplet_rational_init (lower);
  couplet_rational_init (upper);
  if (found->has_lower)
    couplet_cost_to_rational (sets->space.unit, found->lower, lower);
  if (found->has_upper)
    couplet_cost_to_rational (found->upper_unit, found->upper, upper);
}

gboolean
findings_are_within (const VectorSets *sets, const Findings *found, const CoupletRational *gap)
{
  if (!found->has_lower || !found->has_upper)
    return FALSE;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  load_bounds (sets, found, &lower, &upper);
  mpq_sub (upper.value, upper.value, lower.value);
  if (gap == NULL)
    return mpq_sgn (upper.value) <= 0;
  mpq_mul (lower.value, lower.value, gap->value);
  return couplet_rational_compare (&upper, &lower) <= 0;
}

gboolean
findings_are_settled (const VectorSets *sets, const Findings *found)
{
  return found->violated || found->stopped != NULL ||
         findings_are_within (sets, found, sets->options->gap);
}

void
findings_take_word (const VectorSets *sets, Findings *found)
{
  gsize length = 0;
  couplet_evidence_free (found->walk);
  found->walk = word_evidence_new (sets, MOST_LETTERS, &length);
  found->repeats = TRUE;
  found->word_left_out = found->walk == NULL ? length : 0;
}

static void
give_violation (const Findings *found, gboolean exact, CoupletOutcome *outcome)
{
  couplet_outcome_set_infinite (outcome,
                                exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
  if (found->walk != NULL && !found->repeats)
    vector_walk_tell (found->walk, outcome);
  else
    couplet_outcome_set_reason (outcome, "there are walks that cost more and more, without end");
}

void
findings_answer (const VectorSets *sets, const Findings *found, CoupletOutcome *outcome)
{
  gboolean exact = sets->options->policy == SEARCH_EXACT;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  load_bounds (sets, found, &lower, &upper);
  couplet_outcome_set_statistic (outcome, "vectors", found->vectors);
  couplet_outcome_set_statistic (outcome, "largest-set", found->largest);
  if (found->violated)
    give_violation (found, exact, outcome);
  else if (found->has_upper && (!exact || findings_are_within (sets, found, NULL)))
    couplet_outcome_set_cost (outcome, &upper,
                              exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  else {
    if (found->stopped != NULL)
      couplet_outcome_set_reason (outcome, "%s", found->stopped);
    else
      couplet_outcome_set_cost (outcome, &upper, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_bounds (outcome, found->has_lower ? &lower : NULL,
                                found->has_upper ? &upper : NULL);
    if (found->has_upper)
      couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  }
}

void
findings_give_evidence (Findings *found, CoupletOutcome *outcome)
{
  if (found->walk != NULL)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->walk));
  if (found->bound != NULL && !found->violated)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->bound));
  gsize left_out = MAX (found->left_out, found->word_left_out);
  if (left_out > 0)
    couplet_outcome_leave_out_evidence (outcome, left_out);
}
