/* SPDX-License-Identifier: Apache-2.0 */
/* A walk with its shifts, told as a proof: the coupling of each draw, the rule
 * it comes from, what it pays, and where the budget goes. */
#ifndef COUPLET_EXPLAIN_WALK_STORY_H
#define COUPLET_EXPLAIN_WALK_STORY_H

#include "document.h"
#include "walk_samples.h"

/* The words that the tables use, and how the draws of the walk are named. */
void tell_notation (Document *document, const WalkSamples *samples);

/* The table of steps with their sum, which is samples' cost. Every sample has
 * a shift. */
void tell_steps (Document *document, const WalkSamples *samples);

/* Why the loops on the walk cost nothing; nothing when there are none. */
void tell_loops (Document *document, const WalkSamples *samples);

/* A bar for each transition that pays; nothing when all is free. */
void tell_budget (Document *document, const WalkSamples *samples);

#endif
