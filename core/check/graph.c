/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include "orders.h"
#include "remember.h"

#include <couplet/host/evidence.h>
#include <couplet/host/unfold.h>
#include <string.h>

/* The most memory for nodes, and for those of a walk, which has another way out. */
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define MOST_BYTES_OF_WALK (G_GUINT64_CONSTANT (1) << 25)

static void
clear_node (Node *node)
{
  g_free (node->order);
}

static void
begin_graph (Check *check)
{
  check->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_array_set_clear_func (check->nodes, (GDestroyNotify)clear_node);
  check->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  check->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  check->first = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
check_clear_graph (Check *check)
{
  g_clear_pointer (&check->nodes, g_array_unref);
  g_clear_pointer (&check->edges, g_array_unref);
  g_clear_pointer (&check->first, g_array_unref);
  g_clear_pointer (&check->known, g_hash_table_unref);
  g_clear_pointer (&check->entries, g_free);
  g_clear_pointer (&check->next_entry, g_free);
  g_clear_pointer (&check->component, g_free);
  g_clear_pointer (&check->pays, g_free);
}

/* Adds a node, which takes order over. */
static guint32
add_node (Check *check, guint32 state, char *order, CoupletMemory memory)
{
  Node node = {state, order, memory};
  g_array_append_val (check->nodes, node);
  return check->nodes->len - 1;
}

/* TRUE where walks are told apart by more than their states. */
static gboolean
tells_more (const Check *check)
{
  return check->order_size > 0 || check->remembers;
}

/* Of walks: the node of state, order and memory, which is added if it is new. */
static guint32
find_node (Check *check, guint32 state, const char *order, CoupletMemory memory)
{
  gpointer node;
  if (!tells_more (check))
    return state;
  g_autofree char *key = g_strdup_printf ("%s%d %d %u", order, memory.change, memory.last, state);
  if (g_hash_table_lookup_extended (check->known, key, NULL, &node))
    return GPOINTER_TO_UINT (node);
  guint32 added = add_node (check, state, g_strdup (order), memory);
  g_hash_table_insert (check->known, g_steal_pointer (&key), GUINT_TO_POINTER (added));
  return added;
}

/* FALSE = given up: n nodes are too many. */
static gboolean
allow_nodes (Check *check, gsize n)
{
  gboolean walk = check->entries == NULL && check->kind != COUPLET_EVIDENCE_STRATEGY;
  guint64 most = walk ? MOST_BYTES_OF_WALK : MOST_BYTES;
  return !tells_more (check) || n <= most / (check->order_size + 128) ||
         check_give_up (check, "too many orders of the thresholds are possible to tell the cycles");
}

/* Whether one of the edges from number first on leads to an entry whose order says more than that
 * of number i, or the same and stands before it. */
static gboolean
is_weaker (const Check *check, guint first, guint i)
{
  const char *mine = NODE (check, EDGE (check, i)->target)->order;
  for (guint j = first; j < check->edges->len; j++) {
    const char *other = NODE (check, EDGE (check, j)->target)->order;
    if (i != j && check_order_implies (other, mine) &&
        (j < i || !check_order_implies (mine, other)))
      return TRUE;
  }
  return FALSE;
}

/* Of bounds: edges to the entries of transition's target that order implies and memory fits,
 * without those that say less than another, or the same and stand after it. */
static void
add_edges (Check *check, guint32 transition, const char *order, CoupletMemory memory,
           guint8 differences)
{
  guint first = check->edges->len;
  for (guint32 e = check->entries[check->a->target[transition]]; e != COUPLET_NONE;
       e = check->next_entry[e]) {
    Edge edge = {transition, e, differences};
    if (check_order_implies (order, NODE (check, e)->order) &&
        check_memory_fits (NODE (check, e)->memory, memory))
      g_array_append_val (check->edges, edge);
  }
  for (guint i = check->edges->len; i-- > first;)
    if (is_weaker (check, first, i))
      g_array_remove_index (check->edges, i);
}

/* Sets the strongly connected components, by Tarjan's search in depth (SIAM J. Comput. 1972). */
static void
find_components (Check *check)
{
  guint32 n = check->nodes->len, n_met = 0, n_components = 0, n_path = 0, n_open = 0;
  g_autofree guint32 *memory = g_new0 (guint32, 5 * (gsize)n + 1);
  guint32 *met = memory, *low = met + n, *next = low + n, *path = next + n, *open = path + n;
  check->component = g_new (guint32, (gsize)n + 1);
  for (guint32 root = 0; root < n; root++) {
    if (met[root] == 0)
      path[n_path++] = root;
    while (n_path > 0) {
      guint32 v = path[n_path - 1];
      if (met[v] == 0) {
        met[v] = low[v] = ++n_met;
        next[v] = FIRST (check, v);
        open[n_open++] = v;
        check->component[v] = COUPLET_NONE;
      }
      if (next[v] < FIRST (check, v + 1)) {
        guint32 w = EDGE (check, next[v]++)->target;
        if (met[w] == 0)
          path[n_path++] = w;
        else if (check->component[w] == COUPLET_NONE)
          low[v] = MIN (low[v], met[w]);
        continue;
      }
      if (--n_path > 0)
        low[path[n_path - 1]] = MIN (low[path[n_path - 1]], low[v]);
      if (low[v] == met[v]) {
        do
          check->component[open[--n_open]] = n_components;
        while (open[n_open] != v);
        n_components++;
      }
    }
  }
}

/* Adds the edges of transition from node, after which order is known, for some differences that
 * leave the same memory. FALSE = rejected: there is none. */
static gboolean
link_behind (Check *check, guint32 node, guint32 transition, const char *order,
             CoupletMemory memory, guint8 differences)
{
  guint n_edges = check->edges->len;
  guint32 target = check->a->target[transition];
  if (check->entries != NULL)
    add_edges (check, transition, order, memory, differences);
  else {
    Edge edge = {transition, find_node (check, target, order, memory), differences};
    g_array_append_val (check->edges, edge);
  }
  if (check->edges->len > n_edges)
    return TRUE;
  check_stand_at (check, "entry", node, NODE (check, node)->state, transition, NO_DIFFERENCE);
  return check_reject (check, "state %s has no entry for what is known there",
                       check->a->states[target].name);
}

/* The same for all differences: one by one where they are remembered. */
static gboolean
link_transition (Check *check, guint32 node, guint32 transition, const char *order)
{
  CoupletMemory memory = NODE (check, node)->memory;
  guint8 differences = check_differences (check, memory, transition);
  if (!check->remembers)
    return link_behind (check, node, transition, order, memory, differences);
  for (int difference = -1; difference <= 1; difference++) {
    guint8 one = differences & (guint8)(1 << (difference + 1));
    if (one != 0 && !link_behind (check, node, transition, order,
                                  check_memory_behind (check, memory, transition, difference), one))
      return FALSE;
  }
  return TRUE;
}

/* Adds the edges and, of walks, the nodes that the first ones lead to. */
static gboolean
link_nodes (Check *check)
{
  const CoupletAutomaton *a = check->a;
  g_autofree char *order = g_malloc (check->order_size + 1);
  for (guint32 node = 0; node < check->nodes->len; node++) {
    guint32 state = NODE (check, node)->state;
    if (!allow_nodes (check, check->nodes->len))
      return FALSE;
    g_array_append_val (check->first, check->edges->len);
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
      memcpy (order, NODE (check, node)->order, check->order_size + 1);
      if (check->order_size > 0 && !check_order_advance (check, order, t))
        continue;
      if (!link_transition (check, node, t, order))
        return FALSE;
    }
  }
  g_array_append_val (check->first, check->edges->len);
  find_components (check);
  return TRUE;
}

void
check_begin_unexplored (Check *check)
{
  const CoupletAutomaton *a = check->a;
  begin_graph (check);
  for (guint32 q = 0; !tells_more (check) && q < a->n_states; q++)
    add_node (check, q, g_strdup (""), check_memory_start ());
  g_autofree char *nothing = g_strnfill (check->order_size, UNRELATED);
  check->start = find_node (check, a->initial, nothing, check_memory_start ());
}

gboolean
check_explore (Check *check)
{
  check_begin_unexplored (check);
  return link_nodes (check);
}

/* Adds the node of an entry, with all that follows from its order. FALSE = rejected. */
static gboolean
add_entry (Check *check, guint32 entry)
{
  CoupletEvidenceEntry e = couplet_evidence_entry (check->evidence, entry);
  check_stand_at (check, "entry", entry, e.state, COUPLET_NONE, NO_DIFFERENCE);
  if (e.n_relations > 0 && check->order_size == 0)
    return check_reject (check, "it has an order, which only shared sampling of several "
                                "thresholds and draws without noise reveal");
  char *order = g_strnfill (check->order_size, UNRELATED);
  add_node (check, e.state, order, e.memory);
  for (guint32 r = 0; r < e.n_relations; r++)
    if (!check_order_add (check, order, &e.relations[r]))
      return check_reject (check, "its order says two things of one pair");
  if (e.n_relations > 0)
    check_order_close (check, order);
  return TRUE;
}

gboolean
check_link_entries (Check *check)
{
  guint32 n = couplet_evidence_n_entries (check->evidence);
  begin_graph (check);
  check->entries = g_new (guint32, check->a->n_states);
  check->next_entry = g_new (guint32, (gsize)n + 1);
  for (guint32 q = 0; q < check->a->n_states; q++)
    check->entries[q] = COUPLET_NONE;
  if (!allow_nodes (check, n))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (!add_entry (check, i))
      return FALSE;
  for (guint32 i = n; i-- > 0;) {
    check->next_entry[i] = check->entries[NODE (check, i)->state];
    check->entries[NODE (check, i)->state] = i;
  }
  return link_nodes (check);
}

/* Sets *target to where transition leads from node with difference, and on_cycle; FALSE = what is
 * known there contradicts it. */
static gboolean
follow_edge (Check *check, guint32 node, guint32 transition, guint8 taken, guint32 *target)
{
  guint32 e = FIRST (check, node);
  while (e < FIRST (check, node + 1) &&
         (EDGE (check, e)->transition != transition || (EDGE (check, e)->differences & taken) == 0))
    e++;
  if (e == FIRST (check, node + 1))
    return FALSE;
  *target = EDGE (check, e)->target;
  check->on_cycle = check->component[*target] == check->component[node] &&
                    (check->pays == NULL || check->pays[check->component[node]] == 0);
  return TRUE;
}

/* The same where nothing is explored. */
static gboolean
follow_unexplored (Check *check, guint32 node, guint32 transition, int difference, guint32 *target)
{
  g_autofree char *order = g_strdup (NODE (check, node)->order);
  CoupletMemory memory =
      check_memory_behind (check, NODE (check, node)->memory, transition, difference);
  check->on_cycle = FALSE;
  if (check->order_size > 0 && !check_order_advance (check, order, transition))
    return FALSE;
  *target = find_node (check, check->a->target[transition], order, memory);
  return TRUE;
}

gboolean
check_follow (Check *check, guint32 *node, guint step)
{
  guint n;
  const CoupletWalkStep *walk = &couplet_evidence_walk (check->evidence, &n)[step];
  guint32 state = NODE (check, *node)->state;
  gboolean differs = couplet_evidence_kind (check->evidence) != COUPLET_EVIDENCE_STRATEGY;
  guint8 differences = check_differences (check, NODE (check, *node)->memory, walk->transition);
  guint8 taken = differs ? (guint8)(1 << (walk->difference + 1)) : differences;
  check_stand_at (check, "step", step, state, walk->transition,
                  differs ? walk->difference : NO_DIFFERENCE);
  if (check->a->source[walk->transition] != state)
    return check_reject (check, "the walk is not at that state");
  if ((differences & taken) == 0)
    return check_reject (check, check->a->states[state].input == COUPLET_PUBLIC
                                    ? "the inputs of a public state do not differ"
                                    : "after those before it, the input cannot differ by that");
  if (!(check->component != NULL
            ? follow_edge (check, *node, walk->transition, taken, node)
            : follow_unexplored (check, *node, walk->transition, walk->difference, node)))
    return check_reject (check, "what comes before makes it impossible: it contradicts the order "
                                "of the thresholds");
  return TRUE;
}
