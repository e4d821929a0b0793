/* SPDX-License-Identifier: Apache-2.0 */
/* The classes of segments that share a strategy (docs/theory.md section 5):
 * an assignment, the set of shifts that the walk behind it leaves, and the
 * assignment that ends it or none. */
#ifndef COUPLET_SEGMENT_CLASSES_H
#define COUPLET_SEGMENT_CLASSES_H

#include <couplet/context.h>
#include <couplet/graph.h>

/* A set of shifts: bit x + 1 stands for x in {-1, 0, 1}. */
typedef guint8 ShiftSet;
#define ALL_SHIFTS 7
#define ONLY_SHIFT(x) ((ShiftSet)(1 << ((x) + 1)))

/* A transition of a segment that leaves the threshold fewer shifts. */
typedef struct {
  guint32 transition;
  ShiftSet allowed; /* by this transition alone */
} Restriction;

typedef struct {
  guint32 assignment; /* the transition that begins the segment */
  guint32 next;       /* the one that assigns again; COUPLET_NONE */
  ShiftSet own;       /* what the assignment itself allows its shift */
  ShiftSet left;      /* what the walk leaves, 0 = nothing */
  guint32 first;      /* its restrictions: in SegmentClasses.restrictions, */
  guint32 n;          /* so many, in the order of the walk */
} SegmentClass;

typedef struct {
  GArray *classes;      /* SegmentClass */
  GArray *restrictions; /* Restriction */
} SegmentClasses;

/* The shifts that transition, which does not assign, allows the threshold. */
ShiftSet shifts_allowed (const CoupletAutomaton *automaton, const CoupletComponents *components,
                         guint32 transition);

/* All classes of automaton (one threshold). An assignment that must shift by its
 * input difference, private, has its classes twice, once for each difference.
 * NULL when there are more than limit, or the context says to stop. The caller
 * frees them. */
SegmentClasses *segment_classes_new (CoupletContext *context, const CoupletAutomaton *automaton,
                                     const CoupletComponents *components, guint32 limit);
void segment_classes_free (SegmentClasses *classes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SegmentClasses, segment_classes_free)

#endif
