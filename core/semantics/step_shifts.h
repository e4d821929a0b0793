/* SPDX-License-Identifier: Apache-2.0 */
/* What a step leaves of a threshold's shifts, for searches to which costs do not matter. */
#ifndef COUPLET_CORE_STEP_SHIFTS_H
#define COUPLET_CORE_STEP_SHIFTS_H

#include <couplet/step.h>

/* The shifts that threshold can keep through transition, which does not assign it, whatever the
 * inputs are: those that pay something finite at each difference of couplet_step_load_of(). */
CoupletShifts step_shifts_left (const CoupletAutomaton *automaton,
                                const CoupletComponents *free_cycles, guint32 transition,
                                guint32 threshold);

#endif
