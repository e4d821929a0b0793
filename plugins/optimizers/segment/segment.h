/* SPDX-License-Identifier: Apache-2.0 */
/* The polynomial upper bound: one shift per class of segments,
 * docs/theory.md section 6. */
#ifndef COUPLET_SEGMENT_H
#define COUPLET_SEGMENT_H

#include <couplet/internal/plugin.h>

/* Whether the shift of an assignment may depend on its input difference. */
typedef enum { SEGMENT_ADAPTIVE, SEGMENT_FIXED } SegmentStrategy;

/* Of one threshold: 4 GiB of them. */
#define SEGMENT_MOST_CLASSES ((gsize)1 << 27)

/* Sets an upper bound on the cost of automaton on outcome, infinite when no
 * strategy exists; with several thresholds by vectors for sets of possible
 * shifts, docs/theory.md section 7. A statistic with one threshold:
 * `classes` of walks, those that are kept, most_classes at most at a time; a sixteenth of them at
 * least stays for evidence. False with error set when the costs have
 * no common unit of sensible size. */
gboolean segment_run (CoupletContext *context, const CoupletAutomaton *automaton,
                      SegmentStrategy strategy, gsize most_classes, CoupletOutcome *outcome,
                      GError **error);

#endif
