/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of some values (docs/theory.md section 7): `u < v` and `u <= v`
 * for pairs of them, closed under what follows. Which values there are, and what tells of them,
 * is order_rules.h's.
 */
#ifndef COUPLET_CORE_ORDER_H
#define COUPLET_CORE_ORDER_H

#include <glib.h>

/* Values 0 .. n_values - 1 are kept; after them n_spare more are known of during a step only. */
typedef struct {
  guint32 n_values;
  guint32 n_spare;
  guint32 row_words; /* of one row */
} OrderShape;

/* Two rows of bits for each value u, one value after another: the v with u < v, then those with
 * u <= v, which are these and more. Two values that are at most each other are equal. */
typedef guint64 *Order;

void order_shape (OrderShape *shape, guint32 n_values, guint32 n_spare);

/* Words of the rows of all values, and of those that are kept, which come first. */
static inline gsize
order_room (const OrderShape *shape)
{
  return (gsize)2 * (shape->n_values + shape->n_spare) * shape->row_words;
}

static inline gsize
order_words (const OrderShape *shape)
{
  return (gsize)2 * shape->n_values * shape->row_words;
}

gboolean order_is_less (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);
gboolean order_is_at_most (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);

/* Moves *v on to the first value, *v or one after it, that is kept and that u is at most. FALSE =
 * there is none. */
gboolean order_next_above (const OrderShape *shape, const guint64 *order, guint32 u, guint32 *v);

/* A set of values, as a row. */
static inline gboolean
order_row_has (const guint64 *row, guint32 value)
{
  return (row[value / 64] >> (value % 64) & 1) != 0;
}

static inline void
order_row_include (guint64 *row, guint32 value)
{
  row[value / 64] |= G_GUINT64_CONSTANT (1) << (value % 64);
}

/* What a step tells of one value, as rows: those that are at most it, those of them that are
 * less, and those that are greater. */
typedef struct {
  guint64 *at_most;
  guint64 *less;
  guint64 *greater;
} OrderBounds;

/* Adds that, with what follows. FALSE = it cannot be; then order says nothing any more. */
gboolean order_learn (const OrderShape *shape, Order order, guint32 value,
                      const OrderBounds *bounds);

/* Drops what is known of value. */
void order_forget (const OrderShape *shape, Order order, guint32 value);

/* Makes value, of which nothing is known, equal to other. */
void order_equate (const OrderShape *shape, Order order, guint32 value, guint32 other);

#endif
