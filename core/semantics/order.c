/* SPDX-License-Identifier: Apache-2.0 */
#include "order.h"

#include <string.h>

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

/* w is less than v, or at most it, and so than what v is less than, or at most. */
static void
place_below (const OrderShape *shape, Order order, guint32 w, guint32 v, gboolean strictly)
{
  guint64 *less = less_row (shape, order, w), *at_most = at_most_row (shape, order, w);
  const guint64 *beyond = at_most_row (shape, order, v);
  const guint64 *far = strictly ? beyond : less_row (shape, order, v);
  for (guint32 i = 0; i < shape->row_words; i++) {
    at_most[i] |= beyond[i];
    less[i] |= far[i];
  }
  order_row_include (at_most, v);
  exclude (at_most, w); /* goes without saying */
  if (strictly)
    order_row_include (less, v);
}

gboolean
order_add (const OrderShape *shape, Order order, guint32 u, guint32 v, gboolean strictly)
{
  if (strictly ? order_is_less (shape, order, u, v) : order_is_at_most (shape, order, u, v))
    return TRUE;
  for (guint32 w = 0; w < shape->n_values + ORDER_SPARE; w++)
    if (w == u || order_is_at_most (shape, order, w, u))
      place_below (shape, order, w, v, strictly || order_is_less (shape, order, w, u));
  return !order_is_less (shape, order, v, v);
}

void
order_forget (const OrderShape *shape, Order order, guint32 value)
{
  memset (less_row (shape, order, value), 0, (gsize)2 * shape->row_words * sizeof *order);
  for (guint32 u = 0; u < shape->n_values + ORDER_SPARE; u++) {
    exclude (less_row (shape, order, u), value);
    exclude (at_most_row (shape, order, u), value);
  }
}

/* ---- In words ------------------------------------------------------------------------------- */

/* Moves *v on to the first value, *v or one after it, that is kept and that u is at most. FALSE =
 * there is none. */
static gboolean
next_above (const OrderShape *shape, const guint64 *order, guint32 u, guint32 *v)
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

static gboolean
is_equal (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return order_is_at_most (shape, order, u, v) && order_is_at_most (shape, order, v, u);
}

gboolean
order_tells (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v,
             CoupletKnown *known)
{
  gboolean equal = is_equal (shape, order, u, v);
  *known = (CoupletKnown){.below = u,
                          .above = v,
                          .relation = order_is_less (shape, order, u, v) ? COUPLET_KNOWN_LESS
                                      : equal                            ? COUPLET_KNOWN_EQUAL
                                                                         : COUPLET_KNOWN_AT_MOST};
  return order_is_at_most (shape, order, u, v) && (!equal || u < v);
}

/* Whether another value between them says as much as known, which are not equal. */
static gboolean
is_implied (const OrderShape *shape, const guint64 *order, const CoupletKnown *known)
{
  guint32 u = known->below, v = known->above;
  for (guint32 w = 0; next_above (shape, order, u, &w); w++)
    if (order_is_at_most (shape, order, w, v) && !is_equal (shape, order, u, w) &&
        !is_equal (shape, order, w, v) &&
        (known->relation == COUPLET_KNOWN_AT_MOST || order_is_less (shape, order, u, w) ||
         order_is_less (shape, order, w, v)))
      return TRUE;
  return FALSE;
}

static const char *
value_name (const CoupletAutomaton *automaton, guint32 value)
{
  return value < automaton->n_thresholds ? automaton->thresholds[value] : "last input";
}

char *
couplet_known_to_string (const CoupletAutomaton *automaton, const CoupletKnown *known)
{
  static const char *const SIGNS[] = {
      [COUPLET_KNOWN_LESS] = "<", [COUPLET_KNOWN_EQUAL] = "=", [COUPLET_KNOWN_AT_MOST] = "<="};
  return g_strdup_printf ("%s %s %s", value_name (automaton, known->below), SIGNS[known->relation],
                          value_name (automaton, known->above));
}

char *
order_to_text (const CoupletAutomaton *automaton, const OrderShape *shape, const guint64 *order,
               gsize limit)
{
  CoupletKnown known;
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 u = 0; u < shape->n_values && text->len <= limit; u++)
    for (guint32 v = 0; next_above (shape, order, u, &v); v++) {
      if (!order_tells (shape, order, u, v, &known) ||
          (known.relation != COUPLET_KNOWN_EQUAL && is_implied (shape, order, &known)))
        continue;
      g_autofree char *one = couplet_known_to_string (automaton, &known);
      g_string_append_printf (text, "%s%s", text->len == 0 ? "" : ", ", one);
    }
  return text->len <= limit ? g_strdup (text->str) : NULL;
}

CoupletKnown *
couplet_known_order (const CoupletAutomaton *automaton, guint32 state, guint *n)
{
  CoupletKnown one;
  GArray *known = g_array_new (FALSE, FALSE, sizeof (CoupletKnown));
  const OrderShape shape = order_shape (automaton->n_ordered);
  for (guint32 u = 0; automaton->order != NULL && u < shape.n_values; u++)
    for (guint32 v = 0; next_above (&shape, automaton->order[state], u, &v); v++)
      if (order_tells (&shape, automaton->order[state], u, v, &one))
        g_array_append_val (known, one);
  *n = known->len;
  return (CoupletKnown *)(gpointer)g_array_free (known, FALSE);
}

char *
couplet_known_order_to_string (const CoupletAutomaton *automaton, guint32 state)
{
  const OrderShape shape = order_shape (automaton->n_ordered);
  return automaton->order == NULL
             ? g_strdup ("")
             : order_to_text (automaton, &shape, automaton->order[state], G_MAXSIZE);
}
