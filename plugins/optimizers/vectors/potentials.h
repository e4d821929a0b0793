/* SPDX-License-Identifier: Apache-2.0 */
/* Upper bounds by state and shift on what walks cost, for one threshold whose cycles must be free:
 * at least the fee and the potential at the other end of each letter (docs/theory.md section 6). */
#ifndef COUPLET_POTENTIALS_H
#define COUPLET_POTENTIALS_H

#include <couplet/internal/step.h>

typedef enum {
  COST_SO_FAR, /* entry x + 1: the least cost of a walk to the state that leaves shift x is at most
                  this, whatever the adversary did */
  COST_TO_GO   /* from the state with shift x, whatever the adversary does costs at most that much
                  more: a strategy picks the shift of an assignment from the previous one and its
                  D alone */
} Potential;

/* The potential of each reachable state; infinite = no bound is known. Linear. The caller frees
 * it. NULL when pace is over. */
CoupletVector *find_potentials (Potential potential, const CoupletAutomaton *automaton,
                                const CoupletComponents *components, CoupletUnit *unit,
                                CoupletPace *pace);

/* *before = the least costs, by the shift before step, of taking it with difference[i] and paying
 * after by the shift after it. */
void cost_before_step (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                       const CoupletVector *after, CoupletVector *before);

#endif
