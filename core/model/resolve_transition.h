/* SPDX-License-Identifier: Apache-2.0 */
/* Transitions: their names and texts to indices, sorted by source. */
#ifndef COUPLET_CORE_RESOLVE_TRANSITION_H
#define COUPLET_CORE_RESOLVE_TRANSITION_H

#include "resolver.h"

/* Reports what is wrong with each transition: names that are not declared, texts without a
 * meaning, and, as a warning, guards that can never hold. */
void resolve_check_transitions (Resolver *resolver);

/* Sorts the usable transitions by source, keeping the order of the input. FALSE when one
 * that may be taken is left out. */
gboolean resolve_transitions (Resolver *resolver);

#endif
