/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include <string.h>

/* Beyond so many bytes of orders a walk is not checked. */
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define MOST_NODES 8000000

/* ---- Orders -------------------------------------------------------------------------- */

gsize
check_order_size (const CoupletAutomaton *a)
{
  if (a->sampling != COUPLET_SHARED || a->n_thresholds < 2)
    return 0;
  return (gsize)a->n_thresholds * a->n_thresholds;
}

void
check_order_close (const CoupletAutomaton *a, guint8 *order)
{
  guint32 k = a->n_thresholds;
  for (guint32 v = 0; v < k; v++)
    for (guint32 u = 0; u < k; u++)
      for (guint32 w = 0; w < k && order[u * k + v] != UNRELATED; w++)
        if (order[v * k + w] != UNRELATED)
          order[u * k + w] = MAX (order[u * k + w], MAX (order[u * k + v], order[v * k + w]));
  for (guint32 v = 0; v < k; v++)
    if (order[v * k + v] == EQUAL)
      order[v * k + v] = UNRELATED;
}

/* Whether literal i of guard is `>=` and literal j is `<`. */
static gboolean
is_between (const CoupletGuard *guard, guint32 i, guint32 j)
{
  return guard->literals[i].comparison == COUPLET_GREATER_EQUAL &&
         guard->literals[j].comparison == COUPLET_LESS;
}

gboolean
check_order_contradicts (const CoupletAutomaton *a, const guint8 *order, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  guint32 k = a->n_thresholds;
  for (guint32 i = 0; i < guard->n_literals; i++)
    for (guint32 j = 0; j < guard->n_literals; j++) {
      guint32 u = guard->literals[i].threshold, v = guard->literals[j].threshold;
      if (is_between (guard, i, j) && (order[v * k + u] == LESS || order[u * k + v] == EQUAL))
        return TRUE;
    }
  return FALSE;
}

/* Where the sample of guard stands: for each threshold LESS in below (above) when the
 * sample is known to be above (below) it. With noise it ties with none. */
static void
place_sample (const CoupletAutomaton *a, const guint8 *order, const CoupletGuard *guard,
              gboolean noisy, guint8 *below, guint8 *above)
{
  guint32 k = a->n_thresholds;
  for (guint32 i = 0; i < guard->n_literals; i++) {
    guint32 v = guard->literals[i].threshold;
    for (guint32 u = 0; u < k; u++)
      if (guard->literals[i].comparison == COUPLET_LESS)
        above[u] |= u == v || order[v * k + u] != UNRELATED;
      else
        below[u] |= order[u * k + v] == LESS || (noisy && (u == v || order[u * k + v] == EQUAL));
  }
}

void
check_order_advance (const CoupletAutomaton *a, guint8 *order, guint32 transition)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  guint32 k = a->n_thresholds;
  gboolean noisy = a->noises[a->states[a->source[transition]].noise].d[0] != COUPLET_NO_NOISE;
  for (guint32 i = 0; i < guard->n_literals; i++)
    for (guint32 j = 0; j < guard->n_literals; j++)
      if (is_between (guard, i, j))
        order[guard->literals[i].threshold * k + guard->literals[j].threshold] = LESS;
  check_order_close (a, order);
  if (assignment->n_thresholds == 0)
    return;
  g_autofree guint8 *sides = g_new0 (guint8, (gsize)2 * k);
  guint8 *below = sides, *above = sides + k;
  place_sample (a, order, guard, noisy, below, above);
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 w = assignment->thresholds[i];
    for (guint32 u = 0; u < k; u++)
      order[u * k + w] = order[w * k + u] = UNRELATED;
    below[w] = above[w] = 0;
  }
  for (guint32 i = 0; i < assignment->n_thresholds; i++) {
    guint32 w = assignment->thresholds[i];
    for (guint32 u = 0; u < k; u++) {
      if (below[u])
        order[u * k + w] = LESS;
      if (above[u])
        order[w * k + u] = LESS;
    }
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      if (j != i)
        order[w * k + assignment->thresholds[j]] = EQUAL;
  }
}

/* ---- Graphs ----------------------------------------------------------------------------- */

void
check_graph_init (Graph *graph)
{
  *graph = (Graph){.n_nodes = 0};
  graph->state = g_array_new (FALSE, FALSE, sizeof (guint32));
  graph->first_pair = g_array_new (FALSE, FALSE, sizeof (guint32));
  graph->first_edge = g_array_new (FALSE, FALSE, sizeof (guint32));
  graph->target = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
check_graph_clear (Graph *graph)
{
  g_array_unref (graph->state);
  g_array_unref (graph->first_pair);
  g_array_unref (graph->first_edge);
  g_array_unref (graph->target);
  g_free (graph->component);
}

/* The node of state and order, made if it is new; a node's key is its number's order
 * behind the state. */
static guint32
intern (Graph *graph, GHashTable *known, GPtrArray *orders, guint32 state, const guint8 *order,
        gsize size)
{
  gpointer node;
  g_autoptr (GBytes) key = NULL;
  g_autofree guint8 *text = g_malloc (sizeof state + size);
  memcpy (text, &state, sizeof state);
  if (size > 0)
    memcpy (text + sizeof state, order, size);
  key = g_bytes_new (text, sizeof state + size);
  if (g_hash_table_lookup_extended (known, key, NULL, &node))
    return GPOINTER_TO_UINT (node);
  g_array_append_val (graph->state, state);
  g_ptr_array_add (orders, g_bytes_ref (key));
  g_hash_table_insert (known, key, GUINT_TO_POINTER (graph->n_nodes));
  return graph->n_nodes++;
}

/* Adds the pairs and edges of node. */
static void
expand (Graph *graph, const CoupletAutomaton *a, GHashTable *known, GPtrArray *orders, guint32 node,
        guint8 *scratch)
{
  gsize size = check_order_size (a);
  guint32 state = g_array_index (graph->state, guint32, node);
  const guint8 *order =
      (const guint8 *)g_bytes_get_data (g_ptr_array_index (orders, node), NULL) + sizeof state;
  g_array_append_val (graph->first_pair, graph->first_edge->len);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    g_array_append_val (graph->first_edge, graph->target->len);
    if (size > 0 && check_order_contradicts (a, order, t))
      continue;
    if (size > 0) {
      memcpy (scratch, order, size);
      check_order_advance (a, scratch, t);
    }
    guint32 target = intern (graph, known, orders, a->target[t], scratch, size);
    g_array_append_val (graph->target, target);
  }
}

/* Without orders a node is a state. */
static void
copy_states (Graph *graph, const CoupletAutomaton *a)
{
  graph->n_nodes = a->n_states;
  graph->start = a->initial;
  for (guint32 q = 0; q < a->n_states; q++)
    g_array_append_val (graph->state, q);
  for (guint32 t = 0; t < a->n_transitions; t++)
    g_array_append_val (graph->first_edge, t);
  g_array_append_vals (graph->first_pair, a->row, a->n_states);
  g_array_append_vals (graph->target, a->target, a->n_transitions);
}

static void
finish (Graph *graph)
{
  g_array_append_val (graph->first_pair, graph->first_edge->len);
  g_array_append_val (graph->first_edge, graph->target->len);
}

gboolean
check_graph_explore (Graph *graph, const CoupletAutomaton *a)
{
  gsize size = check_order_size (a);
  if (size == 0) {
    copy_states (graph, a);
    finish (graph);
    check_graph_find_components (graph);
    return TRUE;
  }
  g_autoptr (GHashTable) known = g_hash_table_new (g_bytes_hash, g_bytes_equal);
  g_autoptr (GPtrArray) orders = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_autofree guint8 *scratch = g_new0 (guint8, size);
  intern (graph, known, orders, a->initial, scratch, size);
  for (guint32 node = 0; node < graph->n_nodes; node++) {
    expand (graph, a, known, orders, node, scratch);
    if (graph->n_nodes > MOST_NODES || graph->n_nodes > MOST_BYTES / size)
      return FALSE;
  }
  finish (graph);
  check_graph_find_components (graph);
  return TRUE;
}

/* ---- Components ---------------------------------------------------------------------------- */

/* A search in depth that numbers nodes as it meets them. A node is finished when its
 * edges are; it is then the first of its component exactly when no edge from below it
 * leads to an unfinished component met before it (path-based search: `path` holds
 * the nodes that may still turn out to be first). */
typedef struct {
  guint32 *met, n_met;   /* per node: its number from 1; 0 = not met */
  guint32 *edge;         /* per node: its next edge */
  guint32 *walk, n_walk; /* the nodes whose edges are being followed */
  guint32 *open, n_open; /* the nodes without component */
  guint32 *path, n_path;
  guint32 n_components;
} Depth;

static guint32
edge_end (const Graph *graph, guint32 node)
{
  return g_array_index (graph->first_edge, guint32,
                        g_array_index (graph->first_pair, guint32, node + 1));
}

static void
enter (Depth *depth, const Graph *graph, guint32 node)
{
  depth->met[node] = ++depth->n_met;
  depth->edge[node] =
      g_array_index (graph->first_edge, guint32, g_array_index (graph->first_pair, guint32, node));
  depth->walk[depth->n_walk++] = node;
  depth->open[depth->n_open++] = node;
  depth->path[depth->n_path++] = node;
}

static void
leave (Depth *depth, Graph *graph, guint32 node)
{
  depth->n_walk--;
  if (depth->path[depth->n_path - 1] != node)
    return;
  depth->n_path--;
  guint32 member;
  do {
    member = depth->open[--depth->n_open];
    graph->component[member] = depth->n_components;
  } while (member != node);
  depth->n_components++;
}

void
check_graph_find_components (Graph *graph)
{
  gsize n = graph->n_nodes;
  g_autofree guint32 *memory = g_new0 (guint32, 5 * n + 1);
  Depth depth = {.met = memory,
                 .edge = memory + n,
                 .walk = memory + 2 * n,
                 .open = memory + 3 * n,
                 .path = memory + 4 * n};
  graph->component = g_new (guint32, n + 1);
  for (guint32 q = 0; q < n; q++)
    graph->component[q] = COUPLET_NONE;
  for (guint32 root = 0; root < n; root++) {
    if (depth.met[root] == 0)
      enter (&depth, graph, root);
    while (depth.n_walk > 0) {
      guint32 node = depth.walk[depth.n_walk - 1];
      if (depth.edge[node] == edge_end (graph, node)) {
        leave (&depth, graph, node);
        continue;
      }
      guint32 target = g_array_index (graph->target, guint32, depth.edge[node]++);
      if (depth.met[target] == 0)
        enter (&depth, graph, target);
      else if (graph->component[target] == COUPLET_NONE)
        while (depth.met[depth.path[depth.n_path - 1]] > depth.met[target])
          depth.n_path--;
    }
  }
}

gboolean
check_graph_on_cycle (const Graph *graph, const CoupletAutomaton *a, guint32 node,
                      guint32 transition)
{
  guint32 pair = check_graph_pair (graph, a, node, transition);
  guint32 end = g_array_index (graph->first_edge, guint32, pair + 1);
  for (guint32 e = g_array_index (graph->first_edge, guint32, pair); e < end; e++)
    if (graph->component[g_array_index (graph->target, guint32, e)] == graph->component[node])
      return TRUE;
  return FALSE;
}
