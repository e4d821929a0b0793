/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton that an unfolding comes to. */
#ifndef COUPLET_CORE_UNFOLD_RESULT_H
#define COUPLET_CORE_UNFOLD_RESULT_H

#include "unfolding.h"

/* The automaton, which owns the arena from now on; NULL, the arena being the caller's, when
 * stopped. */
CoupletAutomaton *unfold_result (const Unfolding *unfolding, Pace *pace);

#endif
