/* SPDX-License-Identifier: Apache-2.0 */
#include "claim.h"

#include "stage_bounds.h"

#include <couplet/internal/format.h>
#include <couplet/host/evidence.h>

/* What no evidence shows. */
#define NEVER_SHOWN (1u << 31)

/* What the stage says of the cost; NULL = nothing. The caller frees it. */
static char *
cost_words (const CoupletStageResult *result)
{
  const CoupletRational *upper = stage_upper (result), *lower = stage_lower (result);
  g_autofree char *most = upper != NULL ? couplet_format_cost (upper) : NULL;
  g_autofree char *least = lower != NULL ? couplet_format_cost (lower) : NULL;
  if (upper != NULL && upper == lower)
    return g_strdup_printf ("exact cost %s", most);
  if (upper != NULL && lower != NULL)
    return g_strdup_printf ("cost from %s to %s", least, most);
  if (upper != NULL)
    return g_strdup_printf ("cost at most %s", most);
  return lower != NULL ? g_strdup_printf ("cost at least %s", least) : NULL;
}

char *
claim_to_string (CoupletOutcome *outcome)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  CoupletFound found = couplet_outcome_found (outcome);
  g_autofree char *cost = cost_words (result);
  if (stage_denies_cost (result))
    return g_strdup_printf ("%s says that no finite cost exists", result->stage);
  if (cost != NULL)
    return g_strdup_printf ("%s says %s", result->stage, cost);
  return g_strdup_printf ("%s says that %s", result->stage,
                          found == COUPLET_FOUND_STRATEGY  ? "a strategy exists"
                          : found == COUPLET_FOUND_NOTHING ? "it found no answer"
                                                           : "no strategy exists");
}

guint32
claim_shown_by (CoupletOutcome *outcome, const CoupletEvidence *evidence)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletRational *upper = stage_upper (result), *lower = stage_lower (result);
  guint n_classes;
  switch (couplet_evidence_kind (evidence)) {
  case COUPLET_EVIDENCE_BOUND:
  case COUPLET_EVIDENCE_SHIFTS:
    return SHOWN_STRATEGY |
           (upper != NULL && couplet_rational_compare (cost, upper) <= 0 ? SHOWN_UPPER : 0);
  case COUPLET_EVIDENCE_ATTAINED:
    return lower != NULL && couplet_rational_compare (cost, lower) >= 0 ? SHOWN_LOWER : 0;
  case COUPLET_EVIDENCE_VIOLATION:
  case COUPLET_EVIDENCE_UNBOUNDED:
    return SHOWN_NO_STRATEGY;
  case COUPLET_EVIDENCE_WEIGHTS:
    if (cost == NULL)
      return SHOWN_NO_STRATEGY;
    return lower != NULL && couplet_rational_compare (cost, lower) >= 0 ? SHOWN_LOWER : 0;
  case COUPLET_EVIDENCE_STRATEGY: /* by classes it is one for every path */
    couplet_evidence_classes (evidence, &n_classes);
    return n_classes > 0 ? SHOWN_STRATEGY : 0;
  }
  return 0;
}

guint32
claim_needs (CoupletOutcome *outcome, gboolean conclusive)
{
  const CoupletStageResult *result = couplet_outcome_result (outcome);
  const CoupletRational *lower = stage_lower (result);
  CoupletFound found = couplet_outcome_found (outcome);
  guint32 needs = stage_denies_cost (result) ? SHOWN_NO_STRATEGY : 0;
  if (found == COUPLET_FOUND_STRATEGY)
    needs |= SHOWN_STRATEGY;
  else if (found == COUPLET_FOUND_NO_STRATEGY)
    needs |= SHOWN_NO_STRATEGY;
  else if (found == COUPLET_FOUND_DISTINGUISHER)
    needs |= conclusive ? SHOWN_NO_STRATEGY : NEVER_SHOWN;
  if (stage_upper (result) != NULL)
    needs |= SHOWN_UPPER;
  if (lower != NULL && mpq_sgn (lower->value) > 0) /* no cost is below 0 */
    needs |= SHOWN_LOWER;
  if (result->counterexample != NULL || result->has_least)
    needs |= SHOWN_ASIDE;
  return needs;
}
