/* SPDX-License-Identifier: Apache-2.0 */
/* The walks of one segment that may be worth something: from a state on, over
 * transitions that do not assign.
 *
 * Walks to the same state that leave the threshold the same set of shifts are
 * one class (docs/theory.md sections 5 and 6). */
#ifndef COUPLET_SEGMENT_REGION_H
#define COUPLET_SEGMENT_REGION_H

#include "outlook.h"

/* Walks that end at state and leave the set shifts. */
typedef struct {
  guint32 state;
  guint32 shifts;
  CoupletCost cost; /* the largest of one shift */
  guint32 next;     /* of the same state; for region.c */
} RegionClass;

/* Only walks whose class may yet become one that leaves the set after, two shifts or
 * three of them, and costs, with own on top, more than above for shift x - 1. None
 * goes into components with numbers below last. */
typedef struct {
  guint32 after, x;
  CoupletCost own, above;
  guint32 last;
} RegionLimits;

/* Scratch space for many regions of one automaton. */
typedef struct Regions Regions;

/* The caller frees it; the arguments must outlive it. */
Regions *regions_new (CoupletContext *context, const CoupletAutomaton *automaton,
                      const CoupletComponents *components, CoupletUnit *unit,
                      const Outlook *outlook);
void regions_free (Regions *regions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Regions, regions_free)

/* The classes of the walks from start within limits, *n of them: their costs for
 * shift limits->x - 1. In time n log n. Valid until the next call; not
 * all when the context says to stop. */
const RegionClass *region_classes (Regions *regions, guint32 start, const RegionLimits *limits,
                                   guint32 *n);

#endif
