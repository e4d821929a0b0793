/* SPDX-License-Identifier: Apache-2.0 */
/* Why a claim fails: a walk that loses more, and inputs along it (docs/theory.md section 5). */
#ifndef COUPLET_CORE_REFUTATION_H
#define COUPLET_CORE_REFUTATION_H

#include "verdict.h"

/* Inputs that show that result's claim fails, which is known, given question: what one of n stages
 * found, or what the theorem of the least d says of a walk that loses more. NULL when no such walk
 * is known: it would be long or is not easily found, or the costs of walks prove nothing; or
 * outputs are snapped in floating point. The caller frees it. */
CoupletCounterexample *refutation_new (const CoupletResult *result, const Question *question,
                                       const StageOutcome *stages, guint n);

#endif
