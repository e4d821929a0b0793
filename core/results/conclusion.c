/* SPDX-License-Identifier: Apache-2.0 */
#include "conclusion.h"

/* Of a claim, the part by which costs of rounded numbers may exceed it: 2^-ROUNDING. */
#define ROUNDING 40

/* ---- Bounds of a stage ------------------------------------------------------------------- */

static gboolean
has_finite_cost (const CoupletStageResult *stage)
{
  return stage->has_cost && !stage->cost_is_infinite;
}

gboolean
stage_denies_cost (const CoupletStageResult *stage)
{
  return stage->has_cost && stage->cost_is_infinite &&
         stage->guarantee != COUPLET_GUARANTEE_UPPER_BOUND;
}

const CoupletRational *
stage_upper (const CoupletStageResult *stage)
{
  if (has_finite_cost (stage) && stage->guarantee != COUPLET_GUARANTEE_LOWER_BOUND)
    return &stage->cost;
  return stage->has_upper ? &stage->upper : NULL;
}

const CoupletRational *
stage_lower (const CoupletStageResult *stage)
{
  if (has_finite_cost (stage) && stage->guarantee != COUPLET_GUARANTEE_UPPER_BOUND)
    return &stage->cost;
  return stage->has_lower ? &stage->lower : NULL;
}

/* ---- The file ---------------------------------------------------------------------------- */

CoupletVerdict
grounds_verdict (const Grounds *grounds, guint n)
{
  CoupletVerdict verdict = COUPLET_VERDICT_UNKNOWN;
  for (guint i = 0; i < n; i++)
    if (grounds[i].verdict != COUPLET_VERDICT_UNKNOWN)
      verdict = grounds[i].verdict;
  return verdict;
}

const CoupletRational *
grounds_upper (const Grounds *grounds, guint n)
{
  const CoupletRational *least = NULL;
  for (guint i = 0; i < n; i++) {
    const CoupletRational *upper = grounds[i].upper;
    if (upper != NULL && (least == NULL || couplet_rational_compare (upper, least) < 0))
      least = upper;
  }
  return least;
}

const CoupletRational *
grounds_lower (const Grounds *grounds, guint n)
{
  const CoupletRational *greatest = NULL;
  for (guint i = 0; i < n; i++) {
    const CoupletRational *lower = grounds[i].lower;
    if (lower != NULL && (greatest == NULL || couplet_rational_compare (lower, greatest) > 0))
      greatest = lower;
  }
  return greatest;
}

/* ---- The claim --------------------------------------------------------------------------- */

gboolean
claim_is_exceeded (const CoupletResult *result, const CoupletRational *cost)
{
  if (!result->is_rounded)
    return couplet_rational_compare (cost, &result->claim) > 0;
  g_auto (CoupletRational) most;
  couplet_rational_init (&most);
  mpq_div_2exp (most.value, result->claim.value, ROUNDING);
  mpq_add (most.value, most.value, result->claim.value);
  return couplet_rational_compare (cost, &most) > 0;
}

CoupletClaimVerdict
claim_conclude (const CoupletResult *result)
{
  /* with floating snaps it is only of exact arithmetic, and refutes nothing */
  gboolean necessary = result->has_at_least && !couplet_result_is_snapped (result);
  if (result->verdict == COUPLET_VERDICT_NOT_PRIVATE ||
      (necessary && claim_is_exceeded (result, &result->at_least)))
    return COUPLET_CLAIM_FAILS;
  return result->has_cost && !claim_is_exceeded (result, &result->cost) ? COUPLET_CLAIM_HOLDS
                                                                        : COUPLET_CLAIM_OPEN;
}
