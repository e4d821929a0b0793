/* SPDX-License-Identifier: Apache-2.0 */
/* The table of segment classes. */
#ifndef COUPLET_EXPLAIN_SEGMENT_STORY_H
#define COUPLET_EXPLAIN_SEGMENT_STORY_H

#include "document.h"
#include "segment_table.h"

/* What a segment is, and what each class of them costs under each strategy. */
void tell_segments (Document *document, const CoupletAutomaton *automaton,
                    const SegmentTable *table);

#endif
