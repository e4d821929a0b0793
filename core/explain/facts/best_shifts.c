/* SPDX-License-Identifier: Apache-2.0 */
#include "best_shifts.h"

#define SOURCE 0 /* nodes on its side of the cut: the answer is yes */
#define SINK 1   /* nodes on its side: no */
#define NO_EDGE G_MAXUINT

/* Edges come in pairs, an edge and its reverse: e and e ^ 1. */
typedef struct {
  guint to, next; /* next: edge leaving the same node, or NO_EDGE */
  gboolean unbounded;
  mpq_t room;
} Edge;

typedef struct {
  GArray *edges;
  guint *first; /* per node */
  guint n_nodes;
} Network;

static Edge *
edge_at (const Network *network, guint e)
{
  return &g_array_index (network->edges, Edge, e);
}

static void
clear_edge (gpointer edge)
{
  mpq_clear (((Edge *)edge)->room);
}

/* room NULL = unbounded. */
static void
add_edge (Network *network, guint from, guint to, mpq_srcptr room)
{
  Edge edges[2] = {{.to = to, .unbounded = room == NULL}, {.to = from}};
  guint ends[2] = {from, to};
  for (int i = 0; i < 2; i++) {
    mpq_init (edges[i].room);
    edges[i].next = network->first[ends[i]];
    network->first[ends[i]] = network->edges->len;
    if (i == 0 && room != NULL)
      mpq_set (edges[i].room, room);
    g_array_append_val (network->edges, edges[i]);
  }
}

static gboolean
has_room (const Edge *edge)
{
  return edge->unbounded || mpq_sgn (edge->room) > 0;
}

/* Breadth first from the source over edges with room; via[node] is the edge
 * that led there. Whether the sink was reached. */
static gboolean
search (const Network *network, guint *via)
{
  g_autofree guint *queue = g_new (guint, network->n_nodes);
  g_autofree guint8 *seen = g_new0 (guint8, network->n_nodes);
  guint begin = 0, end = 0;
  for (guint v = 0; v < network->n_nodes; v++)
    via[v] = NO_EDGE;
  queue[end++] = SOURCE;
  seen[SOURCE] = 1;
  while (begin < end && !seen[SINK]) {
    guint node = queue[begin++];
    for (guint e = network->first[node]; e != NO_EDGE; e = edge_at (network, e)->next) {
      const Edge *edge = edge_at (network, e);
      if (seen[edge->to] || !has_room (edge))
        continue;
      seen[edge->to] = 1;
      via[edge->to] = e;
      queue[end++] = edge->to;
    }
  }
  return seen[SINK] != 0;
}

/* Sends as much flow as possible along the path in via. FALSE when there is no limit to it. */
static gboolean
augment (const Network *network, const guint *via)
{
  const Edge *narrowest = NULL;
  for (guint v = SINK; v != SOURCE; v = edge_at (network, via[v] ^ 1)->to) {
    const Edge *edge = edge_at (network, via[v]);
    if (!edge->unbounded && (narrowest == NULL || mpq_cmp (edge->room, narrowest->room) < 0))
      narrowest = edge;
  }
  if (narrowest == NULL)
    return FALSE;
  mpq_t flow;
  mpq_init (flow);
  mpq_set (flow, narrowest->room);
  for (guint v = SINK; v != SOURCE; v = edge_at (network, via[v] ^ 1)->to) {
    Edge *edge = edge_at (network, via[v]), *back = edge_at (network, via[v] ^ 1);
    if (!edge->unbounded)
      mpq_sub (edge->room, edge->room, flow);
    mpq_add (back->room, back->room, flow);
  }
  mpq_clear (flow);
  return TRUE;
}

/* The node of a sample's question `is the shift at least level?`, level 0 or 1. */
static guint
question (guint sample, int level)
{
  return 2 + 2 * sample + (guint)level;
}

static void
add_sample (Network *network, const WalkSamples *samples, guint index)
{
  const WalkSample *sample = walk_sample (samples, index);
  int least, greatest;
  walk_sample_range (sample, &least, &greatest);
  add_edge (network, question (index, 1), question (index, 0), NULL);
  for (int level = 0; level <= 1; level++) {
    guint node = question (index, level);
    if (least >= level)
      add_edge (network, SOURCE, node, NULL);
    else if (greatest < level)
      add_edge (network, node, SINK, NULL);
    else if (sample->difference >= level)
      add_edge (network, SOURCE, node, samples->automaton->numbers[sample->number].value);
    else
      add_edge (network, node, SINK, samples->automaton->numbers[sample->number].value);
  }
}

static void
add_order (Network *network, const WalkOrder *order)
{
  gboolean less = order->comparison == COUPLET_LESS;
  for (int level = 0; level <= 1; level++)
    add_edge (network, question (less ? order->sample : order->stored, level),
              question (less ? order->stored : order->sample, level), NULL);
}

/* Sets the shifts by the minimum cut: the answer to a question is yes when the source still reaches
 * its node. */
static void
set_shifts (WalkSamples *samples, const guint *via)
{
  for (guint i = 0; i < samples->samples->len; i++)
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): via is of all questions */
    walk_sample (samples, i)->shift = via[question (i, 1)] != NO_EDGE   ? 1
                                      : via[question (i, 0)] != NO_EDGE ? 0
                                                                        : -1;
}

gboolean
best_shifts (WalkSamples *samples)
{
  guint n = samples->samples->len;
  Network network = {g_array_new (FALSE, FALSE, sizeof (Edge)), NULL, 2 + 2 * n};
  network.first = g_new0 (guint, network.n_nodes);
  g_array_set_clear_func (network.edges, clear_edge);
  for (guint v = 0; v < network.n_nodes; v++)
    network.first[v] = NO_EDGE;
  gboolean possible = TRUE;
  int least, greatest;
  for (guint i = 0; i < n; i++) {
    possible &= walk_sample_range (walk_sample (samples, i), &least, &greatest);
    add_sample (&network, samples, i);
  }
  for (guint i = 0; i < samples->orders->len; i++)
    add_order (&network, walk_order (samples, i));
  g_autofree guint *via = g_new (guint, network.n_nodes);
  while (possible && search (&network, via))
    possible = augment (&network, via);
  if (possible)
    set_shifts (samples, via);
  g_array_unref (network.edges);
  g_free (network.first);
  return possible;
}
