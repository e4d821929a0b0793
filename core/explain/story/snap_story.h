/* SPDX-License-Identifier: Apache-2.0 */
/* Snapped outputs: the coupling of the uniform draws behind their noise. */
#ifndef COUPLET_EXPLAIN_SNAP_STORY_H
#define COUPLET_EXPLAIN_SNAP_STORY_H

#include "document.h"
#include "walk_samples.h"

/* How each snapped output of the walk that pays is coupled; nothing when there is none. */
void tell_snaps (Document *document, const WalkSamples *samples);

#endif
