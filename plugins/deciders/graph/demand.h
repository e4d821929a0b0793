/* SPDX-License-Identifier: Apache-2.0 */
/* What a transition demands of the shift of its threshold by itself
 * (docs/theory.md section 5).
 *
 * A lower demand is x >= 0 or x >= 1, an upper one x <= 0 or x <= -1. */
#ifndef COUPLET_GRAPH_DEMAND_H
#define COUPLET_GRAPH_DEMAND_H

#include <couplet/graph.h>

/* How strong: NONE, x >= 0 (x <= 0), x >= 1 (x <= -1). */
enum { DEMAND_NONE, DEMAND_WEAK, DEMAND_STRONG };

typedef struct {
  guint8 lower, upper;         /* of the shift before the transition */
  guint8 new_lower, new_upper; /* an assignment: of the shift it gives; both may be strong,
                                  when the adversary picks the difference */
  gboolean assigns;
  gboolean carries_lower; /* a lower demand before it holds behind it too */
  gboolean carries_upper;
  gboolean impossible; /* no shift of its sample will do at all */
} Demand;

/* The demand of transition of automaton, which has one threshold. */
Demand demand_of (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  guint32 transition);

/* TRUE when the sample of transition must shift by its input difference: it is
 * used, and the transition is on a cycle or the draw has no noise. */
gboolean demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                          guint32 transition);

/* TRUE when lower and upper demands cannot both be met. */
static inline gboolean
demands_conflict (guint8 lower, guint8 upper)
{
  return lower != DEMAND_NONE && upper != DEMAND_NONE && lower + upper > 2;
}

#endif
