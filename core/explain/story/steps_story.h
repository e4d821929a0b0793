/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a walk as a table: the coupling of each draw, why, by which rule, what it pays. */
#ifndef COUPLET_EXPLAIN_STEPS_STORY_H
#define COUPLET_EXPLAIN_STEPS_STORY_H

#include "document.h"
#include "walk_samples.h"

/* Rows of steps: a longer walk is told from both ends. */
#define MOST_STEPS 80

/* The table with its sum, which is samples' cost, and what its words mean. Every sample has a
 * shift. */
void tell_steps (Document *document, const WalkSamples *samples);

#endif
