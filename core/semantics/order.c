/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <string.h>

void
order_shape (OrderShape *shape, guint32 n_values, guint32 n_spare)
{
  *shape = (OrderShape){n_values, n_spare, (n_values + n_spare + 63) / 64};
}

static guint64 *
less_row (const OrderShape *shape, const guint64 *order, guint32 u)
{
  return (guint64 *)order + (gsize)2 * u * shape->row_words;
}

static guint64 *
at_most_row (const OrderShape *shape, const guint64 *order, guint32 u)
{
  return less_row (shape, order, u) + shape->row_words;
}

static void
exclude (guint64 *row, guint32 v)
{
  row[v / 64] &= ~(G_GUINT64_CONSTANT (1) << (v % 64));
}

static void
include_row (const OrderShape *shape, guint64 *row, const guint64 *other)
{
  for (guint32 i = 0; i < shape->row_words; i++)
    row[i] |= other[i];
}

static gboolean
is_empty (const OrderShape *shape, const guint64 *row)
{
  for (guint32 i = 0; i < shape->row_words; i++)
    if (row[i] != 0)
      return FALSE;
  return TRUE;
}

static gboolean
meets (const OrderShape *shape, const guint64 *row, const guint64 *other)
{
  for (guint32 i = 0; i < shape->row_words; i++)
    if ((row[i] & other[i]) != 0)
      return TRUE;
  return FALSE;
}

gboolean
order_is_less (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return order_row_has (less_row (shape, order, u), v);
}

gboolean
order_is_at_most (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return order_row_has (at_most_row (shape, order, u), v);
}

gboolean
order_next_above (const OrderShape *shape, const guint64 *order, guint32 u, guint32 *v)
{
  const guint64 *row = at_most_row (shape, order, u);
  for (guint32 i = *v / 64, bit = *v % 64; i < shape->row_words; i++, bit = 0) {
    guint64 rest = row[i] >> bit << bit;
    if (rest != 0) {
      *v = 64 * i + (guint32)__builtin_ctzll (rest);
      return *v < shape->n_values;
    }
  }
  return FALSE;
}

/* u is less than value, or at most it, and so than what value is less than, or at most. */
static void
place_below (const OrderShape *shape, Order order, guint32 u, guint32 value, gboolean strictly)
{
  guint64 *less = less_row (shape, order, u), *at_most = at_most_row (shape, order, u);
  const guint64 *beyond = at_most_row (shape, order, value);
  include_row (shape, at_most, beyond);
  include_row (shape, less, strictly ? beyond : less_row (shape, order, value));
  order_row_include (at_most, value);
  if (strictly)
    order_row_include (less, value);
}

/* value is less than those in greater and what these are at most, and so is what is at most
 * value. */
static void
learn_greater (const OrderShape *shape, Order order, guint32 value, guint64 *greater)
{
  guint32 n = shape->n_values + shape->n_spare;
  for (guint32 v = 0; v < n; v++)
    if (order_row_has (greater, v))
      include_row (shape, greater, at_most_row (shape, order, v));
  for (guint32 u = 0; u < n; u++)
    if (u == value || order_is_at_most (shape, order, u, value)) {
      include_row (shape, less_row (shape, order, u), greater);
      include_row (shape, at_most_row (shape, order, u), greater);
    }
}

/* What is at most one of those below value, or one of them, is below value, too. */
static void
learn_below (const OrderShape *shape, Order order, guint32 value, const OrderBounds *bounds)
{
  guint32 n = shape->n_values + shape->n_spare;
  for (guint32 u = 0; u < n; u++) {
    gboolean one = order_row_has (bounds->at_most, u);
    if (!one && !meets (shape, at_most_row (shape, order, u), bounds->at_most))
      continue;
    gboolean strictly = order_row_has (bounds->less, u) ||
                        meets (shape, less_row (shape, order, u), bounds->at_most) ||
                        meets (shape, at_most_row (shape, order, u), bounds->less);
    place_below (shape, order, u, value, strictly);
  }
}

gboolean
order_learn (const OrderShape *shape, Order order, guint32 value, const OrderBounds *bounds)
{
  if (!is_empty (shape, bounds->greater))
    learn_greater (shape, order, value, bounds->greater);
  if (!is_empty (shape, bounds->at_most))
    learn_below (shape, order, value, bounds);
  gboolean possible = !order_is_less (shape, order, value, value);
  for (guint32 u = 0; u < shape->n_values + shape->n_spare; u++)
    exclude (at_most_row (shape, order, u), u); /* goes without saying */
  return possible;
}

void
order_forget (const OrderShape *shape, Order order, guint32 value)
{
  memset (less_row (shape, order, value), 0, (gsize)2 * shape->row_words * sizeof *order);
  for (guint32 u = 0; u < shape->n_values + shape->n_spare; u++) {
    exclude (less_row (shape, order, u), value);
    exclude (at_most_row (shape, order, u), value);
  }
}

void
order_equate (const OrderShape *shape, Order order, guint32 value, guint32 other)
{
  memcpy (less_row (shape, order, value), less_row (shape, order, other),
          (gsize)2 * shape->row_words * sizeof *order);
  for (guint32 u = 0; u < shape->n_values + shape->n_spare; u++) {
    if (order_is_less (shape, order, u, other))
      order_row_include (less_row (shape, order, u), value);
    if (order_is_at_most (shape, order, u, other))
      order_row_include (at_most_row (shape, order, u), value);
  }
  order_row_include (at_most_row (shape, order, value), other);
  order_row_include (at_most_row (shape, order, other), value);
}
