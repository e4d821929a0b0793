/* SPDX-License-Identifier: Apache-2.0 */
/* Which relations of an order matter at a state: a later guard may contradict them, with what is
 * learnt until then (docs/theory.md section 7). Orders that agree on these permit the same walks.
 */
#ifndef COUPLET_CORE_ORDER_RELEVANCE_H
#define COUPLET_CORE_ORDER_RELEVANCE_H

#include "order_rules.h"
#include "within.h"

typedef struct OrderRelevance OrderRelevance;

/* The relevance of the relations that rules tell of, which the caller frees. NULL when stopped, or
 * when all are taken to matter: where inputs are values, and with thousands of thresholds. */
OrderRelevance *order_relevance_new (const OrderRules *rules, Clock *clock);
void order_relevance_free (OrderRelevance *relevance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OrderRelevance, order_relevance_free)

/* Drops from order, which is known at state, what does not matter there. FALSE = all does. */
gboolean order_relevance_restrict (const OrderRelevance *relevance, Order order, guint32 state);

#endif
