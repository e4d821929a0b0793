/* SPDX-License-Identifier: Apache-2.0 */
/* The samples that a transition uses and the conditions on their shifts, for any
 * number of thresholds and both samplings (docs/theory.md sections 2 and 7).
 */
#ifndef COUPLET_SAMPLE_H
#define COUPLET_SAMPLE_H

#include <couplet/cost.h>
#include <couplet/graph.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* One sample, whose shift g in {-1, 0, 1} has to meet, for every literal,
 * g <= x of its threshold (COUPLET_LESS), g >= x (COUPLET_GREATER_EQUAL) or both;
 * outputs: g = 0; tight: g = D, since the transition is on a cycle or the draw
 * has no noise. It costs |D - g| * d. Afterwards the assigned thresholds have x = g.
 * The arrays belong to the automaton. */
typedef struct {
  guint32 slot; /* of the state's noise parameters: the threshold, or 0 with shared sampling */
  guint32 n_literals;
  const CoupletLiteral *literals;
  guint32 n_assigned;
  const guint32 *assigned;
  gboolean outputs;
  gboolean tight;
  CoupletCost d; /* in the unit; infinite without noise */
} CoupletSample;

/* How many samples of a state there are, used or not: one for each threshold,
 * or one with shared sampling. */
static inline guint32
couplet_n_slots (const CoupletAutomaton *automaton)
{
  return automaton->sampling == COUPLET_SHARED ? 1 : automaton->n_thresholds;
}

/* Fills samples, which has room for couplet_n_slots(), with those transition
 * uses, by slot, and returns their number. unit may be NULL: then d is not set. */
guint32 couplet_samples_load (CoupletSample *samples, const CoupletAutomaton *automaton,
                              const CoupletComponents *components, const CoupletUnit *unit,
                              guint32 transition);

/* |D - g| * d; infinite where g breaks a condition that no threshold's shift
 * has a say in. */
CoupletCost couplet_sample_cost (const CoupletSample *sample, CoupletUnit *unit, int difference,
                                 int g);

/* What a fresh output costs when the inputs differ by difference (conditions 4
 * and 6); 0 for a transition without one. */
CoupletCost couplet_fresh_cost (const CoupletAutomaton *automaton,
                                const CoupletComponents *components, const CoupletUnit *unit,
                                guint32 transition, int difference);

/* The input differences of a state that matter: -1 and 1, or 0 at a public
 * one. Returns their number. */
static inline guint32
couplet_differences (const CoupletState *state, gint8 differences[2])
{
  differences[0] = state->input == COUPLET_PRIVATE ? -1 : 0;
  differences[1] = 1;
  return state->input == COUPLET_PRIVATE ? 2 : 1;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
