/* SPDX-License-Identifier: Apache-2.0 */
/* What the core does with an outcome besides <couplet/host/context.h>. */
#ifndef COUPLET_CORE_OUTCOME_H
#define COUPLET_CORE_OUTCOME_H

#include <couplet/internal/plugin.h>

/* Forgets and frees all that outcome says but statistics. */
void outcome_clear (CoupletOutcome *outcome);

/* Drops evidence that consists of a walk (ATTAINED, VIOLATION, UNBOUNDED). */
void outcome_drop_walks (CoupletOutcome *outcome);

/* Drops all other evidence. */
void outcome_keep_walks (CoupletOutcome *outcome);

/* Takes the walks out of outcome, which keeps its other evidence. The caller frees them and the
 * array. */
GPtrArray *outcome_steal_walks (CoupletOutcome *outcome);

/* Moves the walks of other to outcome. */
void outcome_take_walks_of (CoupletOutcome *outcome, CoupletOutcome *other);

#endif
