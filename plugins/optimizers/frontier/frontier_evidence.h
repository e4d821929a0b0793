/* SPDX-License-Identifier: Apache-2.0 */
/* What frontier shows for its answers (docs/evidence.md). */
#ifndef COUPLET_FRONTIER_EVIDENCE_H
#define COUPLET_FRONTIER_EVIDENCE_H

#include "frontier_walk.h"

#include <couplet/plugin.h>

/* Evidence `attained` that no strategy costs less than the walk's cost in unit, or
 * `violation` when it is infinite. */
void frontier_give_walk (const CoupletAutomaton *automaton, const CoupletUnit *unit,
                         const FrontierWalk *walk, CoupletOutcome *outcome);

/* Evidence `bound` that no walk costs more than best. kept: search was brought to its
 * end, and the vectors it keeps belong to it; what was pruned, or everything, is
 * covered by its to_go. */
void frontier_give_bound (const Search *search, const CoupletRational *best, gboolean kept,
                          CoupletOutcome *outcome);

#endif
