/* SPDX-License-Identifier: Apache-2.0 */
/* The walks of a segment: from a state on, over transitions that do not assign.
 *
 * Walks to the same state that leave the threshold the same set of shifts are
 * one class; the cost of a class is, for each shift, the largest cost of its
 * walks (docs/theory.md sections 5 and 6). */
#ifndef COUPLET_SEGMENT_REGION_H
#define COUPLET_SEGMENT_REGION_H

#include <couplet/step.h>

/* Walks that end at state and leave the set shifts: cost.at[x + 1] for those x;
 * the other entries are 0. */
typedef struct {
  guint32 state;
  guint32 shifts;
  CoupletVector cost;
  guint32 next; /* of the same state; for region.c */
} CoupletClass;

/* Scratch space for many regions of one automaton. */
typedef struct CoupletRegions CoupletRegions;

/* The caller frees it; the arguments must outlive it. */
CoupletRegions *couplet_regions_new (const CoupletAutomaton *automaton,
                                     const CoupletComponents *components, CoupletUnit *unit);
void couplet_regions_free (CoupletRegions *regions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletRegions, couplet_regions_free)

/* The classes of the walks from start that leave two shifts or three, *n of them.
 * In time proportional to what start reaches. Valid until the next call. */
const CoupletClass *couplet_region_classes (CoupletRegions *regions, guint32 start, guint32 *n);

#endif
