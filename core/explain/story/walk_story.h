/* SPDX-License-Identifier: Apache-2.0 */
/* A walk with its shifts, told as a proof: the coupling of each draw, the rule
 * it comes from, what it pays, and where the budget goes. */
#ifndef COUPLET_EXPLAIN_WALK_STORY_H
#define COUPLET_EXPLAIN_WALK_STORY_H

#include "document.h"
#include "walk_samples.h"

/* The notation, the table of steps with their sum, which is samples' cost, why loops cost nothing,
 * what the order of thresholds rules out, how snapped outputs are coupled, where the budget goes,
 * and the rules. Every sample has a shift. */
void tell_walk (Document *document, const WalkSamples *samples);

#endif
