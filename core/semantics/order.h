/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of the thresholds' values (docs/theory.md section 7).
 *
 * With shared sampling all comparisons at a state read one value, so a guard
 * with `>= u` and `< v` tells that u < v. Events of probability 0 are left out:
 * two values of which at least one was drawn with noise of its own never tie.
 */
#ifndef COUPLET_CORE_ORDER_H
#define COUPLET_CORE_ORDER_H

#include <couplet/model.h>

/* Two bits for each pair (u, v) of thresholds, rows one after another: u < v is
 * known, in the first half; u and v hold one value, in the second. The relation
 * `<` is kept transitively closed, also across equal thresholds. */
typedef struct {
  guint32 n_thresholds;
  guint32 row_words; /* of one row */
} OrderShape;

typedef guint64 *Order;

void order_shape (OrderShape *shape, guint32 n_thresholds);

/* Words of one order. */
static inline gsize
order_words (const OrderShape *shape)
{
  return (gsize)2 * shape->n_thresholds * shape->row_words;
}

gboolean order_is_less (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);
gboolean order_is_equal (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);

/* A pair u, v such that guard says that u < v and order that this cannot be:
 * v < u, or both are equal. FALSE = the guard may hold. scratch has room for one
 * order. */
gboolean order_contradicts (const OrderShape *shape, const guint64 *order,
                            const CoupletGuard *guard, guint64 *scratch, guint32 *u, guint32 *v);

/* Changes order by a transition whose guard (a conjunction) it does not
 * contradict: learns from the guard, then gives the assigned thresholds the
 * relations of the sample. noisy: the sample has noise, so it ties with nothing.
 * scratch has room for one order. */
void order_advance (const OrderShape *shape, Order order, const CoupletGuard *guard,
                    const CoupletAssignment *assignment, gboolean noisy, guint64 *scratch);

#endif
