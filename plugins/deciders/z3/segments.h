/* SPDX-License-Identifier: Apache-2.0 */
/* Segments: an assignment of a threshold with a walk to the next one or the end,
 * in the classes that evidence `strategy` has shifts for. */
#ifndef COUPLET_Z3_SEGMENTS_H
#define COUPLET_Z3_SEGMENTS_H

#include "shift_terms.h"

#include <couplet/internal/context.h>
#include <couplet/host/evidence_parts.h>
#include <couplet/internal/graph.h>

/* A class of segments, and bit x + 1 for each x in {-1, 0, 1} in the sets. */
typedef struct {
  guint32 threshold;
  guint32 assignment; /* the transition they begin with */
  guint32 next;       /* the transition that assigns again; COUPLET_NONE = none */
  gint8 difference;   /* of assignment; COUPLET_SHIFT_UNUSED = any */
  CoupletShifts own;  /* the shifts that assignment can give */
  CoupletShifts left; /* those that the walk after it leaves possible */
} Segment;

typedef struct {
  GArray *segments; /* Segment: threshold by threshold, assignment by assignment */
  guint64 size;     /* how many, or a tenth of the classes of walks if these were more */
  gboolean complete;
} Segments;

/* The classes of all segments, without those that leave more shifts than another with the
 * same ends, where samples tie no thresholds. complete is FALSE when size is above most or the
 * context said to stop. The caller frees them. */
Segments *segments_new (CoupletContext *context, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, gsize most);
void segments_free (Segments *segments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Segments, segments_free)

/* Shifts for the classes of segments, from a model of Z3: evidence `strategy`. */

/* Asserts in terms what the shifts of the classes must meet: variable i is that of segment i.
 * Asserts some of it when the host says to stop. */
void segment_shifts_assert (ShiftTerms terms, CoupletContext *host,
                            const CoupletAutomaton *automaton, const Segments *segments);

/* The evidence that model is, which the caller owns; NULL when Z3 does not tell a shift. */
CoupletEvidence *segment_shifts_evidence (ShiftTerms terms, Z3_model model,
                                          const CoupletAutomaton *automaton,
                                          const Segments *segments);

#endif
