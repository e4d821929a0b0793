/* SPDX-License-Identifier: Apache-2.0 */
#include "known.h"

#include "order_rules.h"

static gboolean
is_equal (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v)
{
  return order_is_at_most (shape, order, u, v) && order_is_at_most (shape, order, v, u);
}

/* What order knows of u and v; FALSE = nothing that it does not tell of v and u. */
static gboolean
known_of (const OrderShape *shape, const guint64 *order, guint32 u, guint32 v, CoupletKnown *known)
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
  for (guint32 w = 0; order_next_above (shape, order, u, &w); w++)
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
known_to_text (const CoupletAutomaton *automaton, const OrderShape *shape, const guint64 *order,
               gsize limit)
{
  CoupletKnown known;
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 u = 0; u < shape->n_values && text->len <= limit; u++)
    for (guint32 v = 0; order_next_above (shape, order, u, &v); v++) {
      if (!known_of (shape, order, u, v, &known) ||
          (known.relation != COUPLET_KNOWN_EQUAL && is_implied (shape, order, &known)))
        continue;
      g_autofree char *one = couplet_known_to_string (automaton, &known);
      g_string_append_printf (text, "%s%s", text->len == 0 ? "" : ", ", one);
    }
  return text->len <= limit ? g_strdup (text->str) : NULL;
}

/* ---- Of an unfolded automaton --------------------------------------------------------------- */

OrderShape
known_shape (const CoupletAutomaton *automaton)
{
  OrderShape shape;
  order_shape (&shape, automaton->n_ordered, ORDER_RULES_SPARE);
  return shape;
}

CoupletKnown *
couplet_known_order (const CoupletAutomaton *automaton, guint32 state, guint *n)
{
  CoupletKnown one;
  GArray *known = g_array_new (FALSE, FALSE, sizeof (CoupletKnown));
  OrderShape shape = known_shape (automaton);
  for (guint32 u = 0; automaton->order != NULL && u < shape.n_values; u++)
    for (guint32 v = 0; order_next_above (&shape, automaton->order[state], u, &v); v++)
      if (known_of (&shape, automaton->order[state], u, v, &one))
        g_array_append_val (known, one);
  *n = known->len;
  return (CoupletKnown *)(gpointer)g_array_free (known, FALSE);
}

char *
couplet_known_order_to_string (const CoupletAutomaton *automaton, guint32 state)
{
  OrderShape shape = known_shape (automaton);
  if (automaton->order == NULL)
    return g_strdup ("");
  return known_to_text (automaton, &shape, automaton->order[state], G_MAXSIZE);
}

/* ---- Why a transition cannot be taken ------------------------------------------------------- */

/* What it needs of two values, and what is known. */
typedef struct {
  const CoupletAutomaton *automaton;
  const OrderShape *shape;
  const guint64 *order;
  guint32 state;
  CoupletKnown *needed, *contrary;
} Needs;

/* Whether order knows that `u < v`, or `u <= v`, which is needed, cannot be. */
static gboolean
is_against (const Needs *needs, guint32 u, guint32 v, CoupletRelation relation)
{
  gboolean against = relation == COUPLET_KNOWN_LESS
                         ? order_is_at_most (needs->shape, needs->order, v, u)
                         : order_is_less (needs->shape, needs->order, v, u);
  if (!against)
    return FALSE;
  *needs->needed = (CoupletKnown){.below = u, .above = v, .relation = relation};
  if (!known_of (needs->shape, needs->order, v, u, needs->contrary))
    known_of (needs->shape, needs->order, u, v, needs->contrary); /* they are equal */
  return TRUE;
}

/* What a literal needs of the input that is read again. */
static gboolean
literal_is_against (const Needs *needs, const CoupletLiteral *literal)
{
  const CoupletAutomaton *a = needs->automaton;
  guint32 v = literal->threshold, input = a->n_thresholds;
  CoupletNoiseKind noise = order_noise_beside (a, needs->state, v);
  if (needs->shape->n_values == input || a->states[needs->state].input != COUPLET_AGAIN)
    return FALSE;
  if (literal->comparison == COUPLET_LESS)
    return (noise == COUPLET_NOISELESS || couplet_noise_is_one_sided (noise)) &&
           is_against (needs, input, v, COUPLET_KNOWN_LESS);
  return noise == COUPLET_NOISELESS && is_against (needs, v, input, COUPLET_KNOWN_AT_MOST);
}

/* What a pair of literals needs: `>= lower` of a draw that is, or is less than, the one that has
 * `< upper`. */
static gboolean
pair_is_against (const Needs *needs, const CoupletLiteral *lower, const CoupletLiteral *upper)
{
  const CoupletAutomaton *a = needs->automaton;
  if (lower->comparison != COUPLET_GREATER_EQUAL || upper->comparison != COUPLET_LESS)
    return FALSE;
  if (a->sampling != COUPLET_SHARED) {
    CoupletNoiseKind noise = order_noise_beside (a, needs->state, upper->threshold);
    if (order_noise_beside (a, needs->state, lower->threshold) != COUPLET_NOISELESS ||
        (noise != COUPLET_NOISELESS && !couplet_noise_is_one_sided (noise)))
      return FALSE;
  }
  return is_against (needs, lower->threshold, upper->threshold, COUPLET_KNOWN_LESS);
}

gboolean
order_contradiction (const CoupletAutomaton *automaton, const OrderShape *shape,
                     const guint64 *order, guint32 transition, CoupletKnown *needed,
                     CoupletKnown *contrary)
{
  guint32 n;
  const CoupletLiteral *literals = order_literals (automaton, transition, &n);
  Needs needs = {automaton, shape, order, automaton->source[transition], needed, contrary};
  for (guint32 i = 0; i < n; i++) {
    if (literal_is_against (&needs, &literals[i]))
      return TRUE;
    for (guint32 j = 0; j < n; j++)
      if (pair_is_against (&needs, &literals[i], &literals[j]))
        return TRUE;
  }
  return FALSE;
}

gboolean
couplet_known_contradiction (const CoupletAutomaton *automaton, guint32 state, guint32 transition,
                             CoupletKnown *needed, CoupletKnown *contrary)
{
  OrderShape shape = known_shape (automaton);
  return automaton->order != NULL &&
         order_contradiction (automaton->folded, &shape, automaton->order[state], transition,
                              needed, contrary);
}
