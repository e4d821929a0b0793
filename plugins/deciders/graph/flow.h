/* SPDX-License-Identifier: Apache-2.0 */
/* Demands that flow along walks until they meet one they conflict with. */
#ifndef COUPLET_GRAPH_FLOW_H
#define COUPLET_GRAPH_FLOW_H

#include "demand.h"

/* A walk at whose first transition a demand arises, which holds up to the last,
 * where the opposite demand stands. */
typedef struct {
  GArray *transitions; /* guint32; the first and the last may be the same one */
  gboolean lower;      /* the one that flows is a lower demand */
  gboolean from_new;   /* it is about the shift that the first transition assigns */
} Conflict;

void conflict_clear (Conflict *conflict);

/* Whether lower (upper) demands flow into a conflict; the first that is met.
 * codes: a byte per transition, flow_codes(). Linear in time; 14 bytes per
 * state. */
gboolean flow_find (const CoupletAutomaton *automaton, const guint8 *codes, gboolean lower,
                    Conflict *conflict);

/* The demands of all transitions, packed for flow_find(). *impossible receives
 * the first reachable transition whose demand is impossible, or COUPLET_NONE.
 * The caller frees it. */
guint8 *flow_codes (const CoupletAutomaton *automaton, const CoupletComponents *components,
                    guint32 *impossible);

#endif
