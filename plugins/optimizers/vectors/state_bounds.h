/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds on costs, one array of shifts for each state, that grow component by component until
 * they hold or are given up. */
#ifndef COUPLET_STATE_BOUNDS_H
#define COUPLET_STATE_BOUNDS_H

#include <couplet/step.h>

/* A component settles in so many sweeps, or is given up as having no bound. */
#define STATE_BOUNDS_SWEEPS 4

/* All are lent but bound, which has an array for each state. */
typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletPace *pace;
  guint64 steps; /* of the pace, for each transition */
  CoupletVector *bound;
} StateBounds;

/* Raises bounds by what a transition asks for; returns TRUE when one became larger. */
typedef gboolean (*StateBoundsRaise) (StateBounds *bounds, guint32 transition);

/* All bounds are 0. */
void state_bounds_init (StateBounds *bounds, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, CoupletUnit *unit, CoupletPace *pace);

/* Makes *bound at least to, shift by shift; returns TRUE when it became larger. */
gboolean state_bounds_raise (CoupletVector *bound, const CoupletVector *to);

/* Calls raise once for each transition that leaves a state of component; returns TRUE when it
 * raised one. Ends early when the pace is over. */
gboolean state_bounds_sweep (StateBounds *bounds, guint32 component, StateBoundsRaise raise);

/* No bound is known at the states of component. */
void state_bounds_give_up (StateBounds *bounds, guint32 component);

/* The bounds, which the caller frees, or NULL when the pace is over. Ends the use of bounds. */
CoupletVector *state_bounds_finish (StateBounds *bounds);

#endif
