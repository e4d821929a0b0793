/* SPDX-License-Identifier: Apache-2.0 */
/* What one stage says of the least d, and what n stages come to: docs/theory.md section 5. The
 * judge concludes by it, and reports that are read are held against it. */
#ifndef COUPLET_CORE_STAGE_BOUNDS_H
#define COUPLET_CORE_STAGE_BOUNDS_H

#include <couplet/internal/plugin.h>

/* The least upper and the greatest lower bound that stage has; NULL = none. */
const CoupletRational *stage_upper (const CoupletStageResult *stage);
const CoupletRational *stage_lower (const CoupletStageResult *stage);

/* Whether the stage says that no cost is finite; an infinite upper bound does not. */
gboolean stage_denies_cost (const CoupletStageResult *stage);

/* The bounds of verdict without numbers. */
CoupletBounds bounds_of_verdict (CoupletVerdict verdict);

/* What is known of the claim of result, whose verdict, bounds and claim are set. */
CoupletClaimVerdict judge_claim (const CoupletResult *result);

#endif
