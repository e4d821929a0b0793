/* SPDX-License-Identifier: Apache-2.0 */
/* Why a transition cannot be taken, in two values: what it needs of them, and what is known. */
#ifndef COUPLET_CORE_CONTRADICTION_H
#define COUPLET_CORE_CONTRADICTION_H

#include <couplet/host/unfold.h>

#include "order.h"

/* Something that transition of automaton, which is not unfolded, needs of two values, and what
 * order knows against it. FALSE when there is none. */
gboolean order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                              const guint64 *order, guint32 transition, CoupletKnown *needed,
                              CoupletKnown *contrary);

#endif
