/* SPDX-License-Identifier: Apache-2.0 */
/* A walk on which no strategy is valid: its conditions, and the loops. */
#ifndef COUPLET_EXPLAIN_VIOLATION_STORY_H
#define COUPLET_EXPLAIN_VIOLATION_STORY_H

#include "walk_samples.h"
#include "document.h"

#include <couplet/internal/plugin.h>

/* The conditions that contradict each other, and what follows beside the file's verdict. */
void tell_conflict (Document *document, const WalkSamples *samples, const ShiftConflict *conflict,
                    CoupletVerdict verdict);

/* The loops that the conflict comes from. */
void tell_conflict_loops (Document *document, const WalkSamples *samples,
                          const ShiftConflict *conflict);

#endif
