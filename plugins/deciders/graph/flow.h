/* SPDX-License-Identifier: Apache-2.0 */
/* Demands that flow along walks until they meet one they conflict with. */
#ifndef COUPLET_GRAPH_FLOW_H
#define COUPLET_GRAPH_FLOW_H

#include "demand.h"

/* A walk at whose first transition a demand arises, which holds up to the last,
 * where a demand of the other side stands that conflicts with it. */
typedef struct {
  GArray *transitions; /* guint32, at least two; first and last may be the same transition */
  DemandSide side;     /* of the demand that flows */
  gboolean from_given; /* it is about the shift that the first transition assigns */
} Conflict;

void conflict_clear (Conflict *conflict);

static inline guint32
conflict_first (const Conflict *conflict)
{
  return g_array_index (conflict->transitions, guint32, 0);
}

static inline guint32
conflict_last (const Conflict *conflict)
{
  return g_array_index (conflict->transitions, guint32, conflict->transitions->len - 1);
}

/* TRUE when demands (one per transition; those that leave unreachable states
 * must be empty) conflict along some walk; *conflict, which the caller clears,
 * receives one of the shortest. FALSE, too, when pace is over. Linear in states and
 * transitions; at most 25 bytes per state. */
gboolean flow_find_conflict (const CoupletAutomaton *automaton, const Demand *demands,
                             CoupletPace *pace, Conflict *conflict);

#endif
