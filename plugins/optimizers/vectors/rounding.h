/* SPDX-License-Identifier: Apache-2.0 */
/* How coarse costs may be for a bracket of a given width. */
#ifndef COUPLET_ROUNDING_H
#define COUPLET_ROUNDING_H

#include <couplet/internal/step.h>

/* A unit in which costs are rounded up to multiples of so small a part of epsilon
 * that no walk's cost rises by more than gap (> 0) times lower, a cost (> 0) in the
 * exact unit. The caller frees it. */
CoupletUnit *rounded_unit_new (const CoupletAutomaton *automaton,
                               const CoupletComponents *components, const CoupletUnit *exact,
                               CoupletCost lower, const CoupletRational *gap);

#endif
