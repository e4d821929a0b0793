/* SPDX-License-Identifier: Apache-2.0 */
/* Upper bounds of delta that need no probabilities: docs/theory.md section 5. */
#ifndef COUPLET_DELTA_BOUND_H
#define COUPLET_DELTA_BOUND_H

#include "delta.h"

/* Sets bound to the least one at number i of question. automaton: the mechanism, not unfolded; NULL
 * = a linear one. Returns why it holds; NULL = no bound is proven, and bound is 1. */
const char *delta_bound (const DeltaQuestion *question, const CoupletAutomaton *automaton, guint i,
                         arb_t bound);

#endif
