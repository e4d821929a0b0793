/* SPDX-License-Identifier: Apache-2.0 */
/* What an order knows, as a list and in words, and what transitions need against it. */
#ifndef COUPLET_CORE_KNOWN_H
#define COUPLET_CORE_KNOWN_H

#include <couplet/host/unfold.h>

#include "order.h"

/* `u < v, v = w`: what order knows of automaton's values, without what follows from the rest;
 * empty when nothing is. NULL when it is longer than limit. The caller frees it. */
char *known_to_text (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, gsize limit);

/* The shape of the orders of automaton, which is unfolded. */
OrderShape known_shape (const CoupletAutomaton *automaton);

/* Something that transition of automaton, which is not unfolded, needs of two values, and what
 * order knows against it. FALSE when there is none. */
gboolean order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                              const guint64 *order, guint32 transition, CoupletKnown *needed,
                              CoupletKnown *contrary);

#endif
