/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <string.h>

void
order_shape (OrderShape *shape, guint32 n_thresholds)
{
  shape->n_thresholds = n_thresholds;
  shape->row_words = (n_thresholds + 63) / 64;
}

static gsize
less_row (const OrderShape *shape, guint32 u)
{
  return (gsize)u * shape->row_words;
}

static gsize
equal_row (const OrderShape *shape, guint32 u)
{
  return (gsize)(shape->n_thresholds + u) * shape->row_words;
}

static gboolean
has (const guint64 *row, guint32 v)
{
  return (row[v / 64] >> (v % 64) & 1) != 0;
}

static void
include (guint64 *row, guint32 v)
{
  row[v / 64] |= G_GUINT64_CONSTANT (1) << (v % 64);
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

gboolean
order_is_less (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return has (order + less_row (shape, u), v);
}

gboolean
order_is_equal (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return has (order + equal_row (shape, u), v);
}

static gboolean
meets (const OrderShape *shape, const guint64 *row, const guint64 *other)
{
  for (guint32 i = 0; i < shape->row_words; i++)
    if ((row[i] & other[i]) != 0)
      return TRUE;
  return FALSE;
}

/* The thresholds that guard compares with in this way, as a row. */
static void
find_compared (const OrderShape *shape, const CoupletGuard *guard, CoupletComparison comparison,
               guint64 *row)
{
  const CoupletConjunction *literals = guard->alternatives; /* the only one */
  memset (row, 0, shape->row_words * sizeof *row);
  for (guint32 i = 0; i < literals->n_literals; i++)
    if (literals->literals[i].comparison == comparison)
      include (row, literals->literals[i].threshold);
}

gboolean
order_contradicts (const OrderShape *shape, const guint64 *order, const CoupletGuard *guard,
                   guint64 *scratch, guint32 *u, guint32 *v)
{
  const CoupletConjunction *literals = guard->alternatives;
  find_compared (shape, guard, COUPLET_GREATER_EQUAL, scratch);
  for (guint32 i = 0; i < literals->n_literals; i++) {
    *v = literals->literals[i].threshold;
    if (literals->literals[i].comparison != COUPLET_LESS ||
        (!meets (shape, order + less_row (shape, *v), scratch) &&
         !meets (shape, order + equal_row (shape, *v), scratch)))
      continue;
    for (*u = 0; !has (scratch, *u) ||
                 (!order_is_less (shape, order, *v, *u) && !order_is_equal (shape, order, *v, *u));)
      ++*u;
    return TRUE;
  }
  return FALSE;
}

/* The thresholds known to be below the sample, and those above it, as rows.
 * strictly: leaves out those that the sample may tie with. scratch: a row. */
static void
place_sample (const OrderShape *shape, const guint64 *order, const CoupletGuard *guard,
              gboolean strictly, guint64 *below, guint64 *above, guint64 *scratch)
{
  memset (below, 0, shape->row_words * sizeof *below);
  find_compared (shape, guard, COUPLET_GREATER_EQUAL, scratch);
  for (guint32 u = 0; u < shape->n_thresholds; u++)
    if (meets (shape, order + less_row (shape, u), scratch) ||
        (!strictly && (has (scratch, u) || meets (shape, order + equal_row (shape, u), scratch))))
      include (below, u);
  const CoupletConjunction *literals = guard->alternatives;
  find_compared (shape, guard, COUPLET_LESS, above);
  for (guint32 i = 0; i < literals->n_literals; i++)
    if (literals->literals[i].comparison == COUPLET_LESS) {
      include_row (shape, above, order + less_row (shape, literals->literals[i].threshold));
      include_row (shape, above, order + equal_row (shape, literals->literals[i].threshold));
    }
}

static void
forget (const OrderShape *shape, Order order, guint32 v)
{
  memset (order + less_row (shape, v), 0, shape->row_words * sizeof *order);
  memset (order + equal_row (shape, v), 0, shape->row_words * sizeof *order);
  for (guint32 u = 0; u < shape->n_thresholds; u++) {
    exclude (order + less_row (shape, u), v);
    exclude (order + equal_row (shape, u), v);
  }
}

/* The assigned thresholds, all equal, stand between below and above. */
static void
place_assigned (const OrderShape *shape, Order order, const CoupletAssignment *assignment,
                guint64 *below, guint64 *above)
{
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 w = assignment->thresholds[i];
    forget (shape, order, w);
    exclude (below, w);
    exclude (above, w);
  }
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 w = assignment->thresholds[i];
    include_row (shape, order + less_row (shape, w), above);
    for (guint32 u = 0; u < shape->n_thresholds; u++)
      if (has (below, u))
        include (order + less_row (shape, u), w);
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      if (j != i)
        include (order + equal_row (shape, w), assignment->thresholds[j]);
  }
}

void
order_advance (const OrderShape *shape, Order order, const CoupletGuard *guard,
               const CoupletAssignment *assignment, gboolean noisy, guint64 *scratch)
{
  guint64 *below = scratch, *above = below + shape->row_words;
  guint64 *row = above + shape->row_words;
  place_sample (shape, order, guard, FALSE, below, above, row);
  for (guint32 u = 0; u < shape->n_thresholds; u++)
    if (has (below, u))
      include_row (shape, order + less_row (shape, u), above);
  if (assignment->n_thresholds == 0)
    return;
  if (!noisy)
    place_sample (shape, order, guard, TRUE, below, above, row);
  place_assigned (shape, order, assignment, below, above);
}
