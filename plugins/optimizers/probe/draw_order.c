/* SPDX-License-Identifier: Apache-2.0 */
#include "draw_order.h"

guint64
draw_order_key (const DrawOrder *order)
{
  guint64 key = 0;
  for (guint i = 0; i < order->n; i++)
    key |= (guint64)(order->cell[i] << 4 | (order->variable[i] + 1)) << (16 * i);
  return key;
}

/* Sets the ends of gap by its neighbours. */
static void
set_ends (const DrawOrder *order, guint n_constants, OrderGap *gap)
{
  guint place = gap->place, cell = gap->cell;
  if (place > 0 && order->cell[place - 1] == cell)
    gap->low = (GapEnd){END_VARIABLE, order->variable[place - 1]};
  else
    gap->low = (GapEnd){cell > 0 ? END_CONSTANT : END_INFINITE, cell > 0 ? cell - 1 : 0};
  if (place < order->n && order->cell[place] == cell)
    gap->high = (GapEnd){END_VARIABLE, order->variable[place]};
  else
    gap->high = (GapEnd){cell < n_constants ? END_CONSTANT : END_INFINITE, cell};
}

OrderGap
draw_order_first_gap (const DrawOrder *order, guint n_constants)
{
  OrderGap gap = {0};
  set_ends (order, n_constants, &gap);
  return gap;
}

gboolean
draw_order_next_gap (const DrawOrder *order, guint n_constants, OrderGap *gap)
{
  if (gap->high.kind == END_INFINITE)
    return FALSE;
  if (gap->high.kind == END_VARIABLE)
    gap->place++;
  else
    gap->cell++;
  set_ends (order, n_constants, gap);
  return TRUE;
}

DrawOrder
draw_order_insert (const DrawOrder *order, guint variable, const OrderGap *gap)
{
  DrawOrder result = *order;
  for (guint i = order->n; i > gap->place; i--) {
    result.variable[i] = result.variable[i - 1];
    result.cell[i] = result.cell[i - 1];
  }
  result.variable[gap->place] = (guint8)variable;
  result.cell[gap->place] = (guint16)gap->cell;
  result.n++;
  return result;
}

DrawOrder
draw_order_restrict (const DrawOrder *order, guint kept)
{
  DrawOrder result = {0};
  for (guint i = 0; i < order->n; i++)
    if ((kept >> order->variable[i] & 1) != 0) {
      result.variable[result.n] = order->variable[i];
      result.cell[result.n++] = order->cell[i];
    }
  return result;
}

guint
draw_order_place (const DrawOrder *order, guint variable)
{
  guint place = 0;
  while (order->variable[place] != variable)
    place++;
  return place;
}

GArray *
draw_orders (guint variables, guint n_constants)
{
  GArray *orders = g_array_new (FALSE, TRUE, sizeof (DrawOrder));
  const DrawOrder none = {0};
  g_array_append_val (orders, none);
  for (guint v = 0; v < MOST_VARIABLES; v++) {
    if ((variables >> v & 1) == 0)
      continue;
    GArray *more = g_array_new (FALSE, TRUE, sizeof (DrawOrder));
    for (guint i = 0; i < orders->len; i++) {
      const DrawOrder *order = &g_array_index (orders, DrawOrder, i);
      OrderGap gap = draw_order_first_gap (order, n_constants);
      do {
        DrawOrder longer = draw_order_insert (order, v, &gap);
        g_array_append_val (more, longer);
      } while (draw_order_next_gap (order, n_constants, &gap));
    }
    g_array_unref (orders);
    orders = more;
  }
  return orders;
}
