/* SPDX-License-Identifier: Apache-2.0 */
#include "order_relevance.h"

/* With more thresholds it would take seconds to find out what leads back to what. */
#define MOST_THRESHOLDS 2000

struct OrderRelevance {
  OrderShape shape;
  CoupletLive *below; /* the thresholds that a later guard may put something below */
  CoupletLive *above; /* and those that it may put something above */
  guint64 *behind;    /* per threshold u a row: the v from which relations may lead to u */
};

static guint64 *
behind_row (const OrderRelevance *relevance, guint32 u)
{
  return &relevance->behind[(gsize)u * relevance->shape.row_words];
}

/* Adds what transition may tell: that a threshold it compares by `>=` is at most what it compares
 * by `<`, with what it assigns between them. */
static void
add_relations (OrderRelevance *relevance, const CoupletAutomaton *a, guint32 transition)
{
  guint32 n;
  const CoupletLiteral *literals = order_literals (a, transition, &n);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n && literals[i].comparison == COUPLET_LESS; j++)
      if (literals[j].comparison != COUPLET_LESS)
        order_row_include (behind_row (relevance, literals[i].threshold), literals[j].threshold);
  for (guint32 k = 0; k < assignment->n_thresholds; k++) {
    guint32 drawn = assignment->thresholds[k];
    for (guint32 i = 0; i < n; i++)
      if (literals[i].comparison == COUPLET_LESS)
        order_row_include (behind_row (relevance, literals[i].threshold), drawn);
      else
        order_row_include (behind_row (relevance, drawn), literals[i].threshold);
    for (guint32 l = 0; l < assignment->n_thresholds; l++)
      order_row_include (behind_row (relevance, drawn), assignment->thresholds[l]);
  }
}

/* Closes the relations: what leads to w leads to where w leads. FALSE when stopped. */
static gboolean
close_relations (OrderRelevance *relevance, Pace *pace)
{
  guint32 k = relevance->shape.n_values, words = relevance->shape.row_words;
  for (guint32 w = 0; w < k; w++) {
    for (guint32 u = 0; u < k; u++)
      for (guint32 i = 0; order_row_has (behind_row (relevance, u), w) && i < words; i++)
        behind_row (relevance, u)[i] |= behind_row (relevance, w)[i];
    if (pace_over (pace, k * (guint64)words))
      return FALSE;
  }
  return TRUE;
}

static gboolean
find_relations (OrderRelevance *relevance, const CoupletAutomaton *a, Pace *pace)
{
  relevance->behind =
      g_new0 (guint64, (gsize)relevance->shape.n_values * relevance->shape.row_words);
  for (guint32 t = 0; t < a->n_transitions; t++) {
    if (pace_over (pace, 1))
      return FALSE;
    if (a->reachable[a->source[t]])
      add_relations (relevance, a, t);
  }
  return close_relations (relevance, pace);
}

OrderRelevance *
order_relevance_new (const OrderRules *rules, Clock *clock)
{
  Pace pace = {.clock = clock};
  const CoupletAutomaton *a = rules->automaton;
  if (rules->keeps_input || a->n_thresholds > MOST_THRESHOLDS)
    return NULL;
  g_autoptr (CoupletComponents) components = components_new_by (a, clock);
  if (components == NULL)
    return NULL;
  g_autoptr (OrderRelevance) relevance = g_new0 (OrderRelevance, 1);
  relevance->shape = rules->shape;
  relevance->below = live_compared_by (a, components, COUPLET_LESS, clock);
  relevance->above = live_compared_by (a, components, COUPLET_GREATER_EQUAL, clock);
  if (relevance->below == NULL || relevance->above == NULL || !find_relations (relevance, a, &pace))
    return NULL;
  return g_steal_pointer (&relevance);
}

void
order_relevance_free (OrderRelevance *relevance)
{
  if (relevance == NULL)
    return;
  couplet_live_free (relevance->below);
  couplet_live_free (relevance->above);
  g_free (relevance->behind);
  g_free (relevance);
}

gboolean
order_relevance_restrict (const OrderRelevance *relevance, Order order, guint32 state)
{
  const OrderShape *shape = &relevance->shape;
  const CoupletLive *above = relevance->above;
  guint64 dropped = 0;
  for (guint32 u = 0; u < shape->n_values; u++) {
    guint64 *less = &order[(gsize)2 * u * shape->row_words], *at_most = less + shape->row_words;
    gboolean matters = couplet_is_live (relevance->below, state, u);
    for (guint32 i = 0; i < shape->row_words; i++) {
      guint64 kept =
          matters && i < above->row_words
              ? behind_row (relevance, u)[i] & above->bits[(gsize)state * above->row_words + i]
              : 0;
      dropped |= at_most[i] & ~kept; /* those of less among them */
      less[i] &= kept;
      at_most[i] &= kept;
    }
  }
  return dropped != 0;
}
