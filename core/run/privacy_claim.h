/* SPDX-License-Identifier: Apache-2.0 */
/* What is claimed of a mechanism, held against what is proven: docs/theory.md. */
#ifndef COUPLET_CORE_PRIVACY_CLAIM_H
#define COUPLET_CORE_PRIVACY_CLAIM_H

#include <couplet/host.h>

/* Sets claim, verdict of the claim, its reason and its path in *result, whose verdict,
 * cost and stages are set and whose claim is initialised; nothing where its automaton has no
 * claim. The strings it sets are the caller's to free. */
void conclude_claim (CoupletFileResult *result);

#endif
