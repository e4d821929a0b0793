/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_product.h"

#include <couplet/sample.h>

/* Of the clock's pace. */
#define STEPS_PER_VERTEX 100

/* The product as far as it is explored, and where its vertices are found again. */
typedef struct {
  ShiftProduct *product;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  const CoupletLive *live;
  GHashTable *vertex_of; /* state and known, in 64 bits, to vertex + 1 */
  GHashTable *known_of;  /* GBytes to index */
  gint8 *scratch;
} Exploration;

static guint32
intern_known (Exploration *exploration, const gint8 *known)
{
  g_autoptr (GBytes) bytes = g_bytes_new (known, exploration->product->n_thresholds);
  gpointer index;
  if (g_hash_table_lookup_extended (exploration->known_of, bytes, NULL, &index))
    return GPOINTER_TO_UINT (index);
  guint32 new = exploration->product->known->len;
  g_ptr_array_add (exploration->product->known,
                   g_memdup2 (known, exploration->product->n_thresholds));
  g_hash_table_insert (exploration->known_of, g_steal_pointer (&bytes), GUINT_TO_POINTER (new));
  return new;
}

static guint32
intern_vertex (Exploration *exploration, guint32 state, guint32 known)
{
  gint64 key = (gint64)((guint64)known << 32 | state);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (exploration->vertex_of, &key));
  if (found > 0)
    return found - 1;
  ProductVertex vertex = {state, known};
  g_array_append_val (exploration->product->vertices, vertex);
  guint32 n = exploration->product->vertices->len;
  g_hash_table_insert (exploration->vertex_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n));
  return n - 1;
}

/* What is known behind a transition on a cycle, taken with difference. */
static guint32
known_after (Exploration *exploration, guint32 known, guint32 transition, gint8 difference)
{
  const CoupletAssignment *assignment = couplet_assignment_of (exploration->automaton, transition);
  guint32 target = exploration->automaton->target[transition],
          k = exploration->product->n_thresholds;
  if (known == 0 && assignment->n_thresholds == 0)
    return 0;
  memcpy (exploration->scratch, g_ptr_array_index (exploration->product->known, known), k);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    exploration->scratch[assignment->thresholds[i]] = difference;
  for (guint32 v = 0; v < k; v++)
    if (!couplet_is_live (exploration->live, target, v))
      exploration->scratch[v] = SHIFT_FREE;
  return intern_known (exploration, exploration->scratch);
}

/* Adds an edge to the vertex being explored, or the difference to its last edge
 * where that is the same otherwise. */
static void
add_edge (Exploration *exploration, guint32 transition, gint8 difference, guint32 target)
{
  ShiftProduct *product = exploration->product;
  guint8 bit = (guint8)(1 << (difference + 1));
  if (product->edges->len > g_array_index (product->row, guint32, product->row->len - 1)) {
    ProductEdge *last = &g_array_index (product->edges, ProductEdge, product->edges->len - 1);
    if (last->transition == transition &&
        g_array_index (product->target, guint32, product->edges->len - 1) == target) {
      last->differences |= bit;
      return;
    }
  }
  ProductEdge edge = {transition, bit};
  g_array_append_val (product->edges, edge);
  g_array_append_val (product->target, target);
}

static void
add_edges (Exploration *exploration, guint32 vertex)
{
  const CoupletAutomaton *a = exploration->automaton;
  ProductVertex from = g_array_index (exploration->product->vertices, ProductVertex, vertex);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[from.state]; t < a->row[from.state + 1]; t++)
    for (guint32 i = 0, n = couplet_differences (a, t, differences); i < n; i++) {
      guint32 known = couplet_on_cycle (a, exploration->components, t)
                          ? known_after (exploration, from.known, t, differences[i])
                          : 0;
      add_edge (exploration, t, differences[i], intern_vertex (exploration, a->target[t], known));
    }
  g_array_append_val (exploration->product->row, exploration->product->edges->len);
}

static gboolean
explore (Exploration *exploration, guint64 limit, CoupletPace *pace)
{
  intern_vertex (exploration, exploration->automaton->initial, 0);
  for (guint32 i = 0; i < exploration->product->vertices->len; i++) {
    if (exploration->product->vertices->len > limit || couplet_pace_over (pace, STEPS_PER_VERTEX))
      return FALSE;
    add_edges (exploration, i);
  }
  return TRUE;
}

ShiftProduct *
shift_product_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                   const CoupletLive *live, guint64 limit, CoupletPace *pace)
{
  g_autoptr (ShiftProduct) product = g_new0 (ShiftProduct, 1);
  g_autoptr (GHashTable) vertex_of =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) known_of =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autofree gint8 *nothing = g_new (gint8, automaton->n_thresholds);
  g_autofree gint8 *scratch = g_new (gint8, automaton->n_thresholds);
  guint32 zero = 0;
  product->n_thresholds = automaton->n_thresholds;
  product->vertices = g_array_new (FALSE, FALSE, sizeof (ProductVertex));
  product->row = g_array_new (FALSE, FALSE, sizeof (guint32));
  product->edges = g_array_new (FALSE, FALSE, sizeof (ProductEdge));
  product->target = g_array_new (FALSE, FALSE, sizeof (guint32));
  product->known = g_ptr_array_new_with_free_func (g_free);
  g_array_append_val (product->row, zero);
  memset (nothing, SHIFT_FREE, automaton->n_thresholds);
  Exploration exploration = {product, automaton, components, live, vertex_of, known_of, scratch};
  intern_known (&exploration, nothing);
  if (!explore (&exploration, limit, pace))
    return NULL;
  return g_steal_pointer (&product);
}

void
shift_product_free (ShiftProduct *product)
{
  if (product == NULL)
    return;
  g_array_unref (product->vertices);
  g_array_unref (product->row);
  g_array_unref (product->edges);
  g_array_unref (product->target);
  g_ptr_array_unref (product->known);
  g_free (product);
}
