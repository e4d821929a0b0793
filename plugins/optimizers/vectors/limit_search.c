/* SPDX-License-Identifier: Apache-2.0 */
#include "limit_search.h"

#include <string.h>

/* Longer words are given up. */
#define MOST_TOKENS 100000

static guint32
state_of (const Search *search, const Node *node)
{
  return node->parent == NO_NODE ? search->automaton->initial
                                 : search->automaton->target[node->transition];
}

static void
append_step (const Node *node, GArray *word)
{
  nested_add_letter (word, node->transition, node->difference);
  if (node->n_loops > 0)
    g_array_append_vals (word, node->loops, node->n_loops);
}

void
limit_append_word (const Search *search, guint32 ancestor, const Node *node, GArray *word)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_ptr_array_add (path, (gpointer)node);
  for (guint32 i = node->parent; i != ancestor; i = node_at (search, i)->parent)
    g_ptr_array_add (path, node_at (search, i));
  for (guint i = path->len; i-- > 0;)
    append_step (g_ptr_array_index (path, i), word);
}

/* Adds the loop to those of node. */
static void
add_loop (Search *search, Node *node, const GArray *loop)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (NestedToken));
  if (node->n_loops > 0)
    g_array_append_vals (loops, node->loops, node->n_loops);
  nested_add_loop (loops, (const NestedToken *)(gpointer)loop->data, loop->len);
  NestedToken *kept = couplet_arena_new_array (search->arena, NestedToken, loops->len);
  memcpy (kept, loops->data, loops->len * sizeof *kept);
  node->loops = kept;
  node->n_loops = loops->len;
}

/* Most shift vectors that turns of a loop may lead through one after another: with
 * independent sampling each threshold goes its own way. */
static guint32
most_turns (const CoupletAutomaton *automaton)
{
  guint32 tied =
      automaton->sampling == COUPLET_SHARED ? MIN (automaton->n_thresholds, MOST_TIED) : 1;
  guint32 turns = 1;
  while (tied-- > 0)
    turns *= 3;
  return turns;
}

/* Takes node through loop without end. */
static gboolean
repeat (Search *search, Node *node, const GArray *loop)
{
  const NestedToken *tokens = (const NestedToken *)(gpointer)loop->data;
  if (loop->len > MOST_TOKENS || nested_depth (tokens, loop->len) >= NESTED_MOST_DEPTH) {
    search->stopped = "stopped at the limit of loops within loops";
    return FALSE;
  }
  g_autoptr (Factoring) factoring =
      factoring_new (search->automaton, search->components, search->live, search->unit);
  NestedTurns turns = {.factoring = factoring,
                       .most_turns = most_turns (search->automaton),
                       .pace = {.context = search->context}};
  factoring_ask_free_cycles (factoring, FALSE);
  const Factored *limit = nested_limit (&turns, node->vector, tokens, loop->len);
  search->steps += turns.steps;
  if (limit == NULL) {
    search->stopped = couplet_context_should_stop (search->context)
                          ? couplet_context_stop_reason (search->context)
                          : "a loop ties more thresholds than the tables can hold";
    return FALSE;
  }
  if (factored_below (search->factoring, limit, node->vector))
    return TRUE;
  node->vector = factored_copy (search->factoring, limit);
  add_loop (search, node, loop);
  return TRUE;
}

gboolean
limit_raise (Search *search, Node *node, guint32 state)
{
  const guint32 *component = search->components->component;
  for (guint32 i = node->parent; i != NO_NODE && node->vector->constant != COUPLET_COST_INFINITE;
       i = node_at (search, i)->parent) {
    const Node *ancestor = node_at (search, i);
    guint32 passed = state_of (search, ancestor);
    if (component[passed] != component[state])
      break;
    if (passed != state || !factored_below (search->factoring, ancestor->vector, node->vector))
      continue;
    g_autoptr (GArray) loop = g_array_new (FALSE, FALSE, sizeof (NestedToken));
    limit_append_word (search, i, node, loop);
    if (!repeat (search, node, loop))
      return FALSE;
  }
  return TRUE;
}
