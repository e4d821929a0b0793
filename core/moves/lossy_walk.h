/* SPDX-License-Identifier: Apache-2.0 */
/* <couplet/lossy_walk.h> with all its limits, for those who have a clock. */
#ifndef COUPLET_CORE_LOSSY_WALK_H
#define COUPLET_CORE_LOSSY_WALK_H

#include "clock.h"

#include <couplet/internal/lossy_walk.h>

/* What a search for a walk may take. entries: of vectors, computed or compared, some 10 ns each;
 * 0 = no limit. */
typedef struct {
  guint steps; /* of a walk */
  guint walks; /* kept in all */
  guint64 entries;
} LossyWalkLimits;

/* couplet_lossy_walk_find(). clock may be NULL. */
CoupletLossyWalk *lossy_walk_find_by (const CoupletAutomaton *automaton,
                                      const CoupletRational *claim, const LossyWalkLimits *limits,
                                      Clock *clock, GError **error);

#endif
