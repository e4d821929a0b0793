/* SPDX-License-Identifier: Apache-2.0 */
/* Walks that are put together of two halves: vectors of walks to a state, and of what may follow
 * there (docs/theory.md section 4). Half as long, they are about the square root as many.
 */
#ifndef COUPLET_MEETING_H
#define COUPLET_MEETING_H

#include "vector_sets.h"
#include "walk_rests.h"

/* Searches vectors of one threshold from both ends of the automaton, each time on the side
 * that has made fewer, and puts them together where the sides meet. After it sets->rests is rests,
 * and, if all vectors and rests were asked for, the best cost is that of all walks, unless sets
 * says that it is stopped or violated. width: most vectors kept per state, 0 = all. rests is
 * initialised, and the caller's. The best cost must be known from some search with to_go before. */
void find_meeting (VectorSets *sets, guint32 width, WalkRests *rests);

#endif
