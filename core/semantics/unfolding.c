/* SPDX-License-Identifier: Apache-2.0 */
#include "unfolding.h"

#include <couplet/internal/pair_hash.h>

#include <string.h>

/* Keys carry their length in front, so that hashing needs no context. */
static guint
hash_order (gconstpointer key)
{
  const guint64 *words = key;
  guint64 hash = 0;
  for (guint64 i = 1; i <= words[0]; i++)
    hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (hash >> 29);
  return (guint)(hash ^ hash >> 32);
}

static gboolean
same_order (gconstpointer a, gconstpointer b)
{
  const guint64 *p = a, *q = b;
  return p[0] == q[0] && memcmp (p + 1, q + 1, p[0] * sizeof (guint64)) == 0;
}

guint32
unfolding_order (Unfolding *unfolding)
{
  gpointer number;
  gsize words = unfolding_order_words (unfolding);
  guint64 *key = unfolding->current - 1;
  if (g_hash_table_lookup_extended (unfolding->order_numbers, key, NULL, &number))
    return GPOINTER_TO_UINT (number);
  guint64 *kept = couplet_arena_new_array (unfolding->arena, guint64, words + 1);
  memcpy (kept, key, (words + 1) * sizeof (guint64));
  g_hash_table_insert (unfolding->order_numbers, kept, GUINT_TO_POINTER (unfolding->orders->len));
  g_ptr_array_add (unfolding->orders, kept + 1);
  return unfolding->orders->len - 1;
}

guint32
unfolding_node (Unfolding *unfolding, guint32 state, guint32 order, guint8 memory)
{
  gint64 key = ((gint64)order * unfolding->automaton->n_states + state) * MEMORY_CODES + memory;
  gpointer node;
  if (g_hash_table_lookup_extended (unfolding->nodes, &key, NULL, &node))
    return GPOINTER_TO_UINT (node);
  gint64 *kept = couplet_arena_alloc (unfolding->arena, sizeof *kept);
  *kept = key;
  guint32 number = unfolding->state->len;
  g_hash_table_insert (unfolding->nodes, kept, GUINT_TO_POINTER (number));
  g_array_append_val (unfolding->state, state);
  g_array_append_val (unfolding->order, order);
  g_array_append_val (unfolding->memory, memory);
  return number;
}

static void
init_rules (Unfolding *unfolding, UnfoldExtent extent)
{
  const CoupletAutomaton *a = unfolding->automaton;
  unfolding->tells_orders = extent != UNFOLD_NO_ORDERS && order_matters (a);
  unfolding->tells_memories = memory_matters (a);
  if (unfolding->tells_memories)
    memory_rules_init (&unfolding->memory_rules, a);
  if (unfolding->tells_orders)
    order_rules_init (&unfolding->order_rules, a, &unfolding->memory_rules);
}

void
unfolding_init (Unfolding *unfolding, const CoupletAutomaton *automaton, UnfoldExtent extent)
{
  *unfolding = (Unfolding){.automaton = automaton, .extent = extent};
  init_rules (unfolding, extent);
  if (extent == UNFOLD_PART)
    unfolding->later = g_array_new (FALSE, FALSE, sizeof (LaterNode));
  unfolding->arena = couplet_arena_new ();
  unfolding->order_numbers = g_hash_table_new (hash_order, same_order);
  unfolding->nodes = g_hash_table_new (couplet_hash_pair, g_int64_equal);
  unfolding->orders = g_ptr_array_new ();
  unfolding->state = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding->memory = g_array_new (FALSE, FALSE, sizeof (guint8));
  unfolding->differences = g_array_new (FALSE, FALSE, sizeof (guint8));
  unfolding->row = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding->target = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding->transition = g_array_new (FALSE, FALSE, sizeof (guint32));
  unfolding->taken = g_new0 (guint8, MAX (automaton->n_transitions, 1));
  unfolding->contradicted = g_new (guint32, MAX (automaton->n_transitions, 1));
  memset (unfolding->contradicted, 0xff, automaton->n_transitions * sizeof (guint32));
}

void
unfolding_clear (Unfolding *unfolding)
{
  g_hash_table_unref (unfolding->order_numbers);
  g_hash_table_unref (unfolding->nodes);
  g_ptr_array_unref (unfolding->orders);
  g_array_unref (unfolding->state);
  g_array_unref (unfolding->order);
  g_array_unref (unfolding->memory);
  g_array_unref (unfolding->differences);
  memory_rules_clear (&unfolding->memory_rules);
  order_relevance_free (unfolding->relevance);
  g_array_unref (unfolding->row);
  g_array_unref (unfolding->target);
  g_array_unref (unfolding->transition);
  g_clear_pointer (&unfolding->later, g_array_unref);
  g_free (unfolding->taken);
  g_free (unfolding->contradicted);
  if (unfolding->current != NULL)
    g_free (unfolding->current - 1);
  g_free (unfolding->scratch);
}
