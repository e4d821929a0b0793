/* SPDX-License-Identifier: Apache-2.0 */
#include "stage_bounds.h"

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

CoupletBounds
bounds_of_verdict (CoupletVerdict verdict)
{
  return (CoupletBounds){.is_finite = verdict == COUPLET_VERDICT_PRIVATE,
                         .is_infinite = verdict == COUPLET_VERDICT_NOT_PRIVATE};
}

CoupletClaimVerdict
judge_claim (const CoupletResult *result)
{
  return couplet_bounds_judge (&result->bounds, &result->claim, result->is_rounded);
}
