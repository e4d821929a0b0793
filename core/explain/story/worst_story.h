/* SPDX-License-Identifier: Apache-2.0 */
/* The walk that shows what a proof has to pay, where there is one, and what is said where it cannot
 * be told. */
#ifndef COUPLET_EXPLAIN_WORST_STORY_H
#define COUPLET_EXPLAIN_WORST_STORY_H

#include "telling.h"
#include "walk_samples.h"

/* Introduces samples, of worst_walk(), and the stage that found them: on this walk a proof pays as
 * much as on any, or at least so much. */
void put_worst_walk (Line *line, const CoupletResult *result, const WalkSamples *samples,
                     const CoupletStageResult *by);

/* Says how much more than samples, which may be NULL, an accepted walk costs that is too long to be
 * told in steps. FALSE: there is none. */
gboolean tell_long_walk (Telling *telling, const WalkSamples *samples);

/* Whether a stage gave a walk with steps. */
gboolean has_large_walk (const Telling *telling);

#endif
