/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_limits.h"

#include <string.h>

/* ---- Nested words ---------------------------------------------------------------------------- */

void
nested_add_letter (GArray *word, guint32 transition, gint8 difference)
{
  NestedToken letter = {transition, difference, 0};
  g_array_append_val (word, letter);
}

void
nested_add_loop (GArray *word, const NestedToken *loop, guint n)
{
  NestedToken begin = {0, 0, (gint32)n + 1}, end = {0, 0, -(gint32)n - 1};
  g_array_append_val (word, begin);
  g_array_append_vals (word, loop, n);
  g_array_append_val (word, end);
}

guint
nested_depth (const NestedToken *word, guint n)
{
  guint depth = 0, most = 0;
  for (guint i = 0; i < n; i++)
    if (word[i].partner > 0) {
      depth++;
      most = MAX (most, depth);
    } else if (word[i].partner < 0)
      depth--;
  return most;
}

guint32
nested_source (const CoupletAutomaton *automaton, const NestedToken *word)
{
  while (word->partner != 0)
    word++;
  return automaton->source[word->transition];
}

static gboolean
is_impossible (const CoupletCost *vector)
{
  return vector[0] == COUPLET_COST_INFINITE;
}

static gboolean
are_equal (const NestedTurns *turns, guint32 state, const CoupletCost *a, const CoupletCost *b)
{
  return vector_table_below (turns->tables, state, a, b) &&
         vector_table_below (turns->tables, state, b, a);
}

/* vector taken through a letter by rule. NULL as of nested_apply(). */
static const CoupletCost *
take_letter (NestedTurns *turns, int rule, const CoupletCost *vector, const NestedToken *letter)
{
  guint32 target = turns->tables->automaton->target[letter->transition];
  gsize size = vector_table_layout (turns->tables, target)->size;
  if (couplet_pace_over (&turns->pace, 64 * size))
    return NULL;
  CoupletCost *after = couplet_arena_new_array (turns->arena, CoupletCost, size);
  return vector_table_take (turns->tables, rule, letter->transition, &letter->difference, 1, vector,
                            after)
             ? after
             : NULL;
}

/* ---- Free repeats ---------------------------------------------------------------------------- */

/* vector taken through word, free of charge: each sample shifts by its D, so that a shift
 * vector has one successor at most. A second turn of a loop assigns what the first one has
 * and leaves the rest: what passes two turns repeats, and those stand for the loop. */
static const CoupletCost *
take_freely (NestedTurns *turns, const CoupletCost *vector, const NestedToken *word, guint n)
{
  guint again[NESTED_MOST_DEPTH + 1], depth = 0;
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, FALSE, vector, &word[i]);
    else if (word[i].partner > 0)
      again[depth++] = 1;
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): what ends a loop has its begin */
    else if (again[depth - 1]-- > 0)
      i -= (guint)-word[i].partner;
    else
      depth--;
  return vector;
}

/* Zero at the shift vectors that a turn of loop, at state, repeats free of charge, infinite
 * elsewhere. */
static const CoupletCost *
find_repeats (NestedTurns *turns, guint32 state, const NestedToken *loop, guint n)
{
  gsize size = vector_table_layout (turns->tables, state)->size;
  CoupletCost *zeros = couplet_arena_new_array (turns->arena, CoupletCost, size);
  const CoupletCost *free = memset (zeros, 0, size * sizeof *zeros);
  for (guint turn = 0; turn < 2 && free != NULL && !is_impossible (free); turn++)
    free = take_freely (turns, free, loop, n);
  return free;
}

/* vector, at state, infinite where repeats is. */
static const CoupletCost *
keep_repeats (NestedTurns *turns, guint32 state, const CoupletCost *vector,
              const CoupletCost *repeats)
{
  gsize size = vector_table_layout (turns->tables, state)->size;
  CoupletCost *kept = vector_table_copy (turns->tables, state, vector, turns->arena);
  for (gsize i = 1; i < size; i++)
    kept[i] = couplet_cost_max (kept[i], repeats[i]);
  vector_table_level (turns->tables, state, kept);
  return kept;
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* vector after so many turns that the entries that repeat freely are as low as they get; the
 * others do not matter. On those each turn can only lower what the ones before have reached,
 * and nothing can once the vector grows everywhere or stays as it is. */
static const CoupletCost *
turn_in (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
         guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const CoupletCost *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || vector_table_below (turns->tables, state, vector, next))
      return next == NULL ? NULL : vector;
    vector = next;
  }
  return vector;
}

/* vector, whose finite entries repeat freely, after as many turns as lower anything. */
static const CoupletCost *
turn_out (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
          guint n)
{
  for (guint32 turn = 0; turn < turns->most_turns; turn++) {
    const CoupletCost *next = nested_apply (turns, vector, loop, n);
    if (next == NULL || are_equal (turns, state, vector, next))
      return next;
    vector = next;
  }
  return vector;
}

const CoupletCost *
nested_limit (NestedTurns *turns, guint32 state, const CoupletCost *vector, const NestedToken *loop,
              guint n)
{
  if (is_impossible (vector))
    return vector;
  const CoupletCost *repeats = find_repeats (turns, state, loop, n);
  if (repeats == NULL || is_impossible (repeats))
    return repeats;
  vector = turn_in (turns, state, vector, loop, n);
  if (vector != NULL && !is_impossible (vector))
    vector = keep_repeats (turns, state, vector, repeats);
  if (vector != NULL && !is_impossible (vector))
    vector = turn_out (turns, state, vector, loop, n);
  return vector;
}

const CoupletCost *
nested_apply (NestedTurns *turns, const CoupletCost *vector, const NestedToken *word, guint n)
{
  for (guint i = 0; i < n && vector != NULL && !is_impossible (vector); i++)
    if (word[i].partner == 0)
      vector = take_letter (turns, TRUE, vector, &word[i]);
    else {
      guint length = (guint)word[i].partner - 1;
      guint32 state = nested_source (turns->tables->automaton, &word[i]);
      vector = nested_limit (turns, state, vector, &word[i + 1], length);
      i += length + 1;
    }
  return vector;
}

/* ---- Vectors with limits --------------------------------------------------------------------- */

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

/* Appends the nested word from an ancestor to node (which descends from it) to word. */
static void
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

/* What evaluates nested words of sets' automaton; arena must outlive it. */
static NestedTurns
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

/* ---- Evidence -------------------------------------------------------------------------------- */

/* Loops that the search found go into evidence as they are. */
G_STATIC_ASSERT (NESTED_MOST_DEPTH <= COUPLET_LOOP_DEPTH_MAX);

static void
add_token (CoupletEvidence *evidence, const NestedToken *token)
{
  if (token->partner == 0)
    couplet_evidence_add_step (
        evidence, (CoupletWalkStep){token->transition, token->difference, COUPLET_SHIFT_UNUSED});
  else if (token->partner > 0)
    couplet_evidence_begin_loop (evidence);
  else
    couplet_evidence_end_loop (evidence, COUPLET_NUMBER_NONE);
}

CoupletEvidence *
limit_evidence_new (const VectorSets *sets, gsize most, gsize *length)
{
  g_autoptr (GArray) word = g_array_new (FALSE, FALSE, sizeof (NestedToken));
  guint32 start = sets->best_node;
  *length = 0;
  if (start == NO_NODE)
    return NULL;
  while (node_at (sets, start)->parent != NO_NODE)
    start = node_at (sets, start)->parent;
  if (start != sets->best_node)
    limit_append_word (sets, start, node_at (sets, sets->best_node), word);
  *length = word->len;
  if (word->len > most)
    return NULL;
  CoupletEvidence *evidence =
      couplet_evidence_new (sets->violated ? COUPLET_EVIDENCE_UNBOUNDED : COUPLET_EVIDENCE_ATTAINED,
                            sets->space.automaton);
  if (!sets->violated)
    couplet_evidence_set_unit_cost (evidence, sets->space.unit, sets->best);
  for (guint i = 0; i < word->len; i++)
    add_token (evidence, &g_array_index (word, NestedToken, i));
  return evidence;
}
