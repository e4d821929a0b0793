/* SPDX-License-Identifier: Apache-2.0 */
#include "limit_search.h"

#include "vector_finder.h"

#include <couplet/internal/arena.h>

#include <string.h>

/* Longer words are given up. */
#define MOST_TOKENS 100000

static guint32
state_of (const VectorSets *sets, const Node *node)
{
  return node->parent == NO_NODE ? sets->space.automaton->initial
                                 : sets->space.automaton->target[node->transition];
}

static void
append_step (const Node *node, GArray *word)
{
  nested_add_letter (word, node->transition, node->difference);
  if (node->history != NULL)
    g_array_append_vals (word, node->history->loops, node->history->n_loops);
}

void
limit_append_word (const VectorSets *sets, guint32 ancestor, const Node *node, GArray *word)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_ptr_array_add (path, (gpointer)node);
  for (guint32 i = node->parent; i != ancestor; i = node_at (sets, i)->parent)
    g_ptr_array_add (path, node_at (sets, i));
  for (guint i = path->len; i-- > 0;)
    append_step (g_ptr_array_index (path, i), word);
}

/* Adds the loop to those of node. */
static void
add_loop (VectorSets *sets, Node *node, const GArray *loop)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (NestedToken));
  if (node->history != NULL)
    g_array_append_vals (loops, node->history->loops, node->history->n_loops);
  nested_add_loop (loops, (const NestedToken *)(gpointer)loop->data, loop->len);
  NestedToken *kept = couplet_arena_new_array (sets->arena, NestedToken, loops->len);
  memcpy (kept, loops->data, loops->len * sizeof *kept);
  NodeHistory *history = couplet_arena_new_array (sets->arena, NodeHistory, 1);
  *history = (NodeHistory){NULL, loops->len, kept};
  node->history = history;
}

/* Most shift vectors that turns of a loop may lead through one after another: with
 * independent sampling each threshold goes its own way. */
static guint32
most_turns (const CoupletAutomaton *automaton)
{
  guint32 tied = automaton->sampling == COUPLET_SHARED
                     ? MIN (automaton->n_thresholds, COUPLET_VECTOR_THRESHOLDS)
                     : 1;
  guint32 turns = 1;
  while (tied-- > 0)
    turns *= 3;
  return turns;
}

NestedTurns
limit_turns (const VectorSets *sets, CoupletArena *arena)
{
  return (NestedTurns){.tables = sets->space.tables,
                       .arena = arena,
                       .most_turns = most_turns (sets->space.automaton),
                       .pace = {.context = sets->context}};
}

/* Takes node, at state, through loop without end. */
static gboolean
repeat (VectorSets *sets, Node *node, guint32 state, const GArray *loop)
{
  const NestedToken *tokens = (const NestedToken *)(gpointer)loop->data;
  if (loop->len > MOST_TOKENS || nested_depth (tokens, loop->len) >= NESTED_MOST_DEPTH) {
    sets->stopped = "stopped at the limit of loops within loops";
    return FALSE;
  }
  VectorTables *tables = sets->space.tables;
  g_autoptr (CoupletArena) arena = couplet_arena_new ();
  NestedTurns turns = limit_turns (sets, arena);
  const CoupletCost *limit = nested_limit (&turns, state, node->vector.table, tokens, loop->len);
  if (limit == NULL) {
    sets->stopped = couplet_context_should_stop (sets->context)
                        ? couplet_context_stop_reason (sets->context)
                        : VECTOR_TIES_STOP;
    return FALSE;
  }
  if (vector_table_below (tables, state, limit, node->vector.table))
    return TRUE;
  node->vector.table = vector_table_copy (tables, state, limit, tables->arena);
  add_loop (sets, node, loop);
  return TRUE;
}

/* Above the least depth of the nodes that ever were at the state no ancestor is there. */
gboolean
limit_raise (VectorSets *sets, Node *node, guint32 state)
{
  const guint32 *component = sets->space.components->component;
  for (guint32 i = node->parent; i != NO_NODE && sets->depth[i] >= sets->least_depth[state] &&
                                 node->vector.table[0] != COUPLET_COST_INFINITE;
       i = node_at (sets, i)->parent) {
    const Node *ancestor = node_at (sets, i);
    guint32 passed = state_of (sets, ancestor);
    if (component[passed] != component[state])
      break;
    if (passed != state ||
        !vector_table_below (sets->space.tables, state, ancestor->vector.table, node->vector.table))
      continue;
    g_autoptr (GArray) loop = g_array_new (FALSE, FALSE, sizeof (NestedToken));
    limit_append_word (sets, i, node, loop);
    if (!repeat (sets, node, state, loop))
      return FALSE;
  }
  return TRUE;
}
