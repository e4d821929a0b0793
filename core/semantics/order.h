/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the order of some values (docs/theory.md section 7): `u < v` and `u <= v`
 * for pairs of them, closed under what follows. Which values there are, and what tells of them,
 * is order_rules.h's.
 */
#ifndef COUPLET_CORE_ORDER_H
#define COUPLET_CORE_ORDER_H

#include <couplet/host/unfold.h>

/* What a step knows of besides: what draws without noise read, and one other draw. */
#define ORDER_SPARE 2

/* Values 0 .. n_values - 1 are kept; after them ORDER_SPARE more are known of during a step only.
 */
typedef struct {
  guint32 n_values;
  guint32 row_words; /* of one row */
} OrderShape;

/* Two rows of bits for each value u, one value after another: the v with u < v, then those with
 * u <= v, which are these and more. Two values that are at most each other are equal. */
typedef guint64 *Order;

static inline OrderShape
order_shape (guint32 n_values)
{
  return (OrderShape){n_values, (n_values + ORDER_SPARE + 63) / 64};
}

/* Words of the rows of all values, and of those that are kept, which come first. */
static inline gsize
order_room (const OrderShape *shape)
{
  return (gsize)2 * (shape->n_values + ORDER_SPARE) * shape->row_words;
}

static inline gsize
order_words (const OrderShape *shape)
{
  return (gsize)2 * shape->n_values * shape->row_words;
}

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

gboolean order_is_less (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);
gboolean order_is_at_most (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v);

/* Adds that u is at most v, or less, with what follows. FALSE = it cannot be; then order says
 * nothing any more. */
gboolean order_add (const OrderShape *shape, Order order, guint32 u, guint32 v, gboolean strictly);

/* Drops what is known of value. */
void order_forget (const OrderShape *shape, Order order, guint32 value);

/* What order knows of u and v; FALSE = nothing that it does not tell of v and u. */
gboolean order_tells (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v,
                      CoupletKnown *known);

/* `u < v, v = w`: what order knows of automaton's values, without what follows from the rest;
 * empty when nothing is. NULL when it is longer than limit. The caller frees it. */
char *order_to_text (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, gsize limit);

#endif
