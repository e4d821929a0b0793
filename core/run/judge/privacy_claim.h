/* SPDX-License-Identifier: Apache-2.0 */
/* What is claimed of a mechanism, held against what is proven: docs/theory.md. */
#ifndef COUPLET_CORE_PRIVACY_CLAIM_H
#define COUPLET_CORE_PRIVACY_CLAIM_H

#include "verdict.h"

/* Sets claim, verdict of the claim, its reason, its path and its inputs in *result, of n stages
 * that were asked question, whose verdict, cost and stages are set and whose claim is initialised;
 * nothing where its automaton has no claim. What it sets is the caller's to free. */
void conclude_claim (CoupletResult *result, const Question *question, const StageOutcome *stages,
                     guint n);

/* The same for claim, 0 = none, without a path and inputs. */
void conclude_claim_of (CoupletResult *result, const CoupletRational *claim);

#endif
