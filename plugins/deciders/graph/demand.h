/* SPDX-License-Identifier: Apache-2.0 */
/* What a transition demands of the shift of a threshold by itself
 * (docs/theory.md section 5).
 *
 * A lower demand is x >= 0 or x >= 1, an upper one x <= 0 or x <= -1. */
#ifndef COUPLET_GRAPH_DEMAND_H
#define COUPLET_GRAPH_DEMAND_H

#include <couplet/internal/graph.h>

/* How strong: NONE, x >= 0 (x <= 0), x >= 1 (x <= -1). */
enum { DEMAND_NONE, DEMAND_WEAK, DEMAND_STRONG };

typedef enum { DEMAND_LOWER, DEMAND_UPPER } DemandSide;

/* The demands of one side. */
typedef struct {
  guint8 before : 2;  /* of the shift before the transition */
  guint8 given : 2;   /* an assignment: of the shift it gives, whatever it was; both sides
                         may be strong, when the adversary picks the difference */
  guint8 carries : 1; /* what is demanded before it holds after it too */
} DemandHalf;

/* Two bytes, as there is one for every transition. */
typedef struct {
  DemandHalf side[2];
} Demand;

/* The demand of transition on the shift of threshold; what it asks of other
 * thresholds is left out. */
Demand demand_of (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  guint32 threshold, guint32 transition);

/* What is left of it when the shift that a noise-free comparison of a private
 * input demands is all that counts, and an assignment ends everything. */
Demand demand_without_noise (const CoupletAutomaton *automaton, guint32 threshold,
                             guint32 transition);

/* TRUE when no shift at all will do for transition: a real output of a private
 * input that would have to be free. *difference becomes one of those of the input at which. */
gboolean demand_is_impossible (const CoupletAutomaton *automaton,
                               const CoupletComponents *components, guint32 transition,
                               gint8 *difference);

/* TRUE when transition outputs the sample that is compared with threshold. */
gboolean demand_shows_sample (const CoupletAutomaton *automaton, guint32 threshold,
                              guint32 transition);

/* TRUE when the sample of transition for threshold must shift by its input difference: it is
 * used, and the transition is on a cycle or the draw has no noise. */
gboolean demand_is_tight (const CoupletAutomaton *automaton, const CoupletComponents *components,
                          guint32 threshold, guint32 transition);

/* TRUE when a demand of either side cannot be met together. */
static inline gboolean
demands_conflict (guint8 lower, guint8 upper)
{
  return lower != DEMAND_NONE && upper != DEMAND_NONE && lower + upper > DEMAND_STRONG;
}

#endif
