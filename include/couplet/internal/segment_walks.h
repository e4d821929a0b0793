/* SPDX-License-Identifier: Apache-2.0 */
/* The walks of a segment: after an assignment of a threshold, over transitions that do
 * not assign it. Those that lead to the same state and leave the threshold the same
 * shifts are one class (docs/theory.md sections 5 and 6). What a transition asks of
 * other thresholds falls away.
 */
#ifndef COUPLET_INTERNAL_SEGMENT_WALKS_H
#define COUPLET_INTERNAL_SEGMENT_WALKS_H

#include <couplet/internal/step.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

typedef struct {
  guint32 state;
  CoupletShifts shifts; /* left to the threshold; a class without any is not followed */
  CoupletVector cost;   /* at[x + 1]: the most that its walks pay with shift x, whatever the
                           inputs are; infinite outside of shifts */
  guint32 last; /* the transition that the first walk found ends with, a shortest one; COUPLET_NONE
                   = it is the segment's beginning */
  guint32 before; /* the place of the class that it comes from */
} CoupletSegmentClass;

/* Whether walks that come to state with these shifts left, at that cost, are of interest. */
typedef gboolean (*CoupletSegmentFilter) (gpointer data, guint32 state, CoupletShifts shifts,
                                          const CoupletVector *cost);

/* Looks for the classes of one automaton. */
typedef struct CoupletSegmentWalks CoupletSegmentWalks;

/* unit: NULL = all costs that are finite are 0. The arguments must outlive the result, which the
 * caller frees. */
CoupletSegmentWalks *couplet_segment_walks_new (const CoupletAutomaton *automaton,
                                                const CoupletComponents *components,
                                                CoupletUnit *unit);
void couplet_segment_walks_free (CoupletSegmentWalks *walks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletSegmentWalks, couplet_segment_walks_free)

/* The classes of the segments of threshold that begin in state, *n of them, in the order in
 * which they were found. filter: NULL = all are of interest; it is asked for each walk that comes
 * to a class, and what it does not care for is not followed, so that it can end the search. Valid
 * until the next call; they belong to walks. */
const CoupletSegmentClass *couplet_segment_classes (CoupletSegmentWalks *walks, guint32 threshold,
                                                    guint32 state, CoupletSegmentFilter filter,
                                                    gpointer data, guint32 *n);

#pragma GCC visibility pop
G_END_DECLS

#endif
