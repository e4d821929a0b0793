/* SPDX-License-Identifier: Apache-2.0 */
#include "dipa_condition.h"

static const CoupletLiteral *
literal_at (const GArray *condition, guint i)
{
  return &g_array_index (condition, CoupletLiteral, i);
}

static int
compare_literals (gconstpointer a, gconstpointer b)
{
  const CoupletLiteral *l = a, *m = b;
  return (l->threshold > m->threshold) - (l->threshold < m->threshold);
}

gboolean
dipa_condition_settle (GArray *literals)
{
  guint kept = 0;
  g_array_sort (literals, compare_literals);
  for (guint i = 0; i < literals->len; i++) {
    CoupletLiteral literal = *literal_at (literals, i);
    const CoupletLiteral *last = kept > 0 ? literal_at (literals, kept - 1) : NULL;
    if (last == NULL || last->threshold != literal.threshold)
      g_array_index (literals, CoupletLiteral, kept++) = literal;
    else if (last->comparison != literal.comparison)
      return FALSE;
  }
  g_array_set_size (literals, kept);
  return TRUE;
}

/* Puts the literals of other that condition lacks into missing. False when the
 * two contradict each other. */
static gboolean
find_missing (const GArray *condition, const GArray *other, GArray *missing)
{
  guint i = 0;
  g_array_set_size (missing, 0);
  for (guint j = 0; j < other->len; j++) {
    CoupletLiteral literal = *literal_at (other, j);
    while (i < condition->len && literal_at (condition, i)->threshold < literal.threshold)
      i++;
    if (i == condition->len || literal_at (condition, i)->threshold != literal.threshold)
      g_array_append_val (missing, literal);
    else if (literal_at (condition, i)->comparison != literal.comparison)
      return FALSE;
  }
  return TRUE;
}

static gboolean
spend (gsize *budget, gsize amount)
{
  gboolean enough = *budget >= amount;
  *budget -= enough ? amount : *budget;
  return enough;
}

/* Adds to pieces what of condition is left where one of missing fails: the first
 * fails, or the first holds and the second fails, and so on. */
static gboolean
add_pieces (GPtrArray *pieces, const GArray *condition, const GArray *missing, gsize *budget)
{
  for (guint i = 0; i < missing->len; i++) {
    if (!spend (budget, condition->len + i + 1))
      return FALSE;
    GArray *piece = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
    if (condition->len > 0)
      g_array_append_vals (piece, condition->data, condition->len);
    g_array_append_vals (piece, missing->data, i + 1);
    g_array_index (piece, CoupletLiteral, piece->len - 1).comparison ^=
        COUPLET_LESS | COUPLET_GREATER_EQUAL;
    dipa_condition_settle (piece);
    g_ptr_array_add (pieces, piece);
  }
  return TRUE;
}

static GPtrArray *
new_pieces (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
}

GPtrArray *
dipa_condition_without (GArray *condition, const GPtrArray *earlier, gsize *budget)
{
  g_autoptr (GPtrArray) pieces = new_pieces ();
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (CoupletLiteral));
  g_ptr_array_add (pieces, g_array_ref (condition));
  for (guint e = 0; e < earlier->len; e++) {
    const GArray *other = g_ptr_array_index (earlier, e);
    g_autoptr (GPtrArray) left = new_pieces ();
    for (guint p = 0; p < pieces->len; p++) {
      GArray *piece = g_ptr_array_index (pieces, p);
      if (!find_missing (piece, other, missing))
        g_ptr_array_add (left, g_array_ref (piece));
      else if (!add_pieces (left, piece, missing, budget))
        return NULL;
    }
    GPtrArray *done = pieces;
    pieces = g_steal_pointer (&left);
    g_ptr_array_unref (done);
  }
  return g_steal_pointer (&pieces);
}
