/* SPDX-License-Identifier: Apache-2.0 */
/* What an order knows, as a list and in words. */
#ifndef COUPLET_CORE_KNOWN_H
#define COUPLET_CORE_KNOWN_H

#include <couplet/host/unfold.h>

#include "order.h"

/* What order knows of u and v; FALSE = nothing that it does not tell of v and u. */
gboolean known_of (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v,
                   CoupletKnown *known);

/* `u < v, v = w`: what order knows of automaton's values, without what follows from the rest;
 * empty when nothing is. NULL when it is longer than limit. The caller frees it. */
char *known_to_text (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, gsize limit);

/* The shape of the orders of automaton, which is unfolded. */
OrderShape known_shape (const CoupletAutomaton *automaton);

#endif
