/* SPDX-License-Identifier: Apache-2.0 */
/* The walk whose conditions contradict each other, as evidence `violation`. */
#ifndef COUPLET_Z3_CONTRADICTING_WALK_H
#define COUPLET_Z3_CONTRADICTING_WALK_H

#include "walk_classes.h"

#include <couplet/evidence.h>

/* The walk of classes, which is not empty, led up to from the initial state by as few
 * transitions as possible. The caller owns it. */
CoupletEvidence *contradicting_walk_new (const CoupletAutomaton *automaton,
                                         const WalkClasses *classes);

#endif
