/* SPDX-License-Identifier: Apache-2.0 */
/* A walk of the adversary's with his input differences, and what a best strategy
 * answers on it (one threshold). */
#ifndef COUPLET_FRONTIER_WALK_H
#define COUPLET_FRONTIER_WALK_H

#include "frontier_sets.h"

#include <couplet/evidence.h>

typedef struct {
  GArray *steps;    /* CoupletWalkStep, with the shifts of a best strategy */
  CoupletCost cost; /* in unit; infinite = no strategy is valid on it */
} FrontierWalk;

/* The walk to search's best vector, its cost reckoned anew in unit, which may be
 * finer than that of the search. Owned by the caller: frontier_walk_clear(). FALSE,
 * and nothing to clear, when the stage is overdue. */
gboolean frontier_walk_trace (FrontierWalk *walk, const Search *search, CoupletUnit *unit);
void frontier_walk_clear (FrontierWalk *walk);

#endif
