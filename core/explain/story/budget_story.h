/* SPDX-License-Identifier: Apache-2.0 */
/* Where the budget of a walk goes: what each of its transitions pays. */
#ifndef COUPLET_EXPLAIN_BUDGET_STORY_H
#define COUPLET_EXPLAIN_BUDGET_STORY_H

#include "document.h"
#include "walk_samples.h"

/* A heading and a table of the transitions that pay, none where nothing does. Every sample has a
 * shift. */
void tell_budget (Document *document, const WalkSamples *samples);

#endif
