/* SPDX-License-Identifier: Apache-2.0 */
/* What the core does with an outcome besides <couplet/host/outcome.h>. */
#ifndef COUPLET_CORE_OUTCOME_H
#define COUPLET_CORE_OUTCOME_H

#include <couplet/result.h>

/* Forgets and frees all that outcome says but statistics. */
void outcome_clear (CoupletOutcome *outcome);

/* Drops evidence that consists of a walk (ATTAINED, VIOLATION, UNBOUNDED). */
void outcome_drop_walks (CoupletOutcome *outcome);

/* Takes all evidence out of outcome and drops what is no walk. The caller frees the walks and the
 * array. */
GPtrArray *outcome_steal_walks (CoupletOutcome *outcome);

/* Moves the walks of other to outcome; the rest of its evidence is dropped. */
void outcome_take_walks_of (CoupletOutcome *outcome, CoupletOutcome *other);

#endif
