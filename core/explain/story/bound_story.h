/* SPDX-License-Identifier: Apache-2.0 */
/* Why a d is enough: the potentials of all states, and an inequality for each transition. */
#ifndef COUPLET_EXPLAIN_BOUND_STORY_H
#define COUPLET_EXPLAIN_BOUND_STORY_H

#include "numbered.h"

/* The result is one of an automaton that is private, with a cost. */
void tell_bound (Numbered *numbered);

#endif
