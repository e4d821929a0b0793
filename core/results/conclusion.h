/* SPDX-License-Identifier: Apache-2.0 */
/* The rules by which the answers of stages become that of the file: docs/theory.md section 5. The
 * judge concludes by them, and reports that are read are held against them. */
#ifndef COUPLET_CORE_CONCLUSION_H
#define COUPLET_CORE_CONCLUSION_H

#include <couplet/internal/plugin.h>

/* The least upper and the greatest lower bound that stage has; NULL = none. */
const CoupletRational *stage_upper (const CoupletStageResult *stage);
const CoupletRational *stage_lower (const CoupletStageResult *stage);

/* Whether the stage says that no cost is finite; an infinite upper bound does not. */
gboolean stage_denies_cost (const CoupletStageResult *stage);

/* What of one stage the file's answer may rest on. */
typedef struct {
  CoupletVerdict verdict;
  const CoupletRational *upper, *lower; /* of d; NULL = none */
} Grounds;

/* What n stages that do not contradict each other come to: the verdict, the least upper and the
 * greatest lower bound; NULL = none. */
CoupletVerdict grounds_verdict (const Grounds *grounds, guint n);
const CoupletRational *grounds_upper (const Grounds *grounds, guint n);
const CoupletRational *grounds_lower (const Grounds *grounds, guint n);

/* Whether cost is above what is claimed, by more than rounding where numbers were rounded. */
gboolean claim_is_exceeded (const CoupletResult *result, const CoupletRational *cost);

/* What verdict and bounds of result, which are set as the number that is claimed is, come to. */
CoupletClaimVerdict claim_conclude (const CoupletResult *result);

#endif
