/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shift_product.h"

#include <couplet/sample.h>

/* Of the clock's pace. */
#define STEPS_PER_VERTEX 100

typedef struct {
  ShiftProduct *product;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  const CoupletLive *live;
  GHashTable *vertex_of; /* state and known, in 64 bits, to vertex + 1 */
  GHashTable *known_of;  /* GBytes to index */
  gint8 *scratch;
} Build;

static guint32
intern_known (Build *build, const gint8 *known)
{
  g_autoptr (GBytes) bytes = g_bytes_new (known, build->product->n_thresholds);
  gpointer index;
  if (g_hash_table_lookup_extended (build->known_of, bytes, NULL, &index))
    return GPOINTER_TO_UINT (index);
  guint32 new = build->product->known->len;
  g_ptr_array_add (build->product->known, g_memdup2 (known, build->product->n_thresholds));
  g_hash_table_insert (build->known_of, g_steal_pointer (&bytes), GUINT_TO_POINTER (new));
  return new;
}

static guint32
intern_vertex (Build *build, guint32 state, guint32 known)
{
  gint64 key = (gint64)((guint64)known << 32 | state);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (build->vertex_of, &key));
  if (found > 0)
    return found - 1;
  ProductVertex vertex = {state, known};
  g_array_append_val (build->product->vertices, vertex);
  guint32 n = build->product->vertices->len;
  g_hash_table_insert (build->vertex_of, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n));
  return n - 1;
}

/* What is known behind a transition on a cycle, taken with difference. */
static guint32
known_after (Build *build, guint32 known, guint32 transition, gint8 difference)
{
  const CoupletAssignment *assignment = couplet_assignment_of (build->automaton, transition);
  guint32 target = build->automaton->target[transition], k = build->product->n_thresholds;
  if (known == 0 && assignment->n_thresholds == 0)
    return 0;
  memcpy (build->scratch, g_ptr_array_index (build->product->known, known), k);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    build->scratch[assignment->thresholds[i]] = difference;
  for (guint32 v = 0; v < k; v++)
    if (!couplet_is_live (build->live, target, v))
      build->scratch[v] = SHIFT_FREE;
  return intern_known (build, build->scratch);
}

/* Adds an edge to the vertex being explored, or the difference to its last edge
 * where that is the same otherwise. */
static void
add_edge (Build *build, guint32 transition, gint8 difference, guint32 target)
{
  ShiftProduct *product = build->product;
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
add_edges (Build *build, guint32 vertex)
{
  const CoupletAutomaton *a = build->automaton;
  ProductVertex from = g_array_index (build->product->vertices, ProductVertex, vertex);
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[from.state]; t < a->row[from.state + 1]; t++)
    for (guint32 i = 0, n = couplet_differences (a, t, differences); i < n; i++) {
      guint32 known = couplet_on_cycle (a, build->components, t)
                          ? known_after (build, from.known, t, differences[i])
                          : 0;
      add_edge (build, t, differences[i], intern_vertex (build, a->target[t], known));
    }
  g_array_append_val (build->product->row, build->product->edges->len);
}

static gboolean
explore (Build *build, guint64 limit, CoupletPace *pace)
{
  intern_vertex (build, build->automaton->initial, 0);
  for (guint32 i = 0; i < build->product->vertices->len; i++) {
    if (build->product->vertices->len > limit || couplet_pace_over (pace, STEPS_PER_VERTEX))
      return FALSE;
    add_edges (build, i);
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
  Build build = {product, automaton, components, live, vertex_of, known_of, scratch};
  intern_known (&build, nothing);
  if (!explore (&build, limit, pace))
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
