/* SPDX-License-Identifier: Apache-2.0 */
/* Segments: an assignment of a threshold with a walk to the next one or the end,
 * in the classes that evidence `strategy` has shifts for. */
#ifndef COUPLET_Z3_SEGMENTS_H
#define COUPLET_Z3_SEGMENTS_H

#include "z3_terms.h"

#include <couplet/host/evidence_parts.h>

typedef struct {
  CoupletShiftClass class; /* without its shift; left: those that the walk leaves possible */
  CoupletShifts own;       /* those that the assignment can give */
} Segment;

typedef struct {
  const CoupletAutomaton *automaton;
  GArray *segments; /* Segment: threshold by threshold, assignment by assignment */
  guint64 size;     /* how many, or a tenth of the classes of walks if these were more */
} Segments;

/* The classes of all segments, without those that leave more shifts than another with the
 * same ends, where samples tie no thresholds. Not all, when size is above most or the context said
 * to stop. The caller frees them. */
Segments *segments_new (CoupletContext *context, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, gsize most);
void segments_free (Segments *segments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Segments, segments_free)

/* Evidence `strategy`: shifts, found by Z3, for the classes, of which none is missing. What Z3 was
 * told before it forgets. With independent sampling and guards that ask for equality there may be
 * none, though a strategy exists that remembers more: NULL. The caller owns it. */
CoupletEvidence *segments_evidence (const Segments *segments, ShiftTerms terms);

#endif
