/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_sets.h"

#include <couplet/internal/large.h>

#include <stdlib.h>
#include <string.h>

/* Of the clock's pace: for making a vector of three entries, or a table and each of its entries. */
#define STEPS_PER_VECTOR 4
#define STEPS_PER_TABLE 64
#define STEPS_PER_ENTRY 4
#define STEPS_PER_REACH 24
/* So many vectors are compared with each other before they are joined. */
#define MOST_COMPARED 256

static gboolean
has_entries (const VectorSets *sets)
{
  return sets->space.tables == NULL;
}

/* ---- Limits ---------------------------------------------------------------------------- */

/* Counts steps of the clock's pace. TRUE when the search is stopped. */
static gboolean
spend (VectorSets *sets, guint64 steps)
{
  if (couplet_pace_over (&sets->pace, steps * sets->steps_per_cost) && sets->stopped == NULL)
    sets->stopped = couplet_context_stop_reason (sets->context);
  return sets->stopped != NULL;
}

void
vector_sets_count (VectorSets *sets, guint32 state, guint32 n)
{
  if (has_entries (sets)) {
    spend (sets, STEPS_PER_VECTOR + n);
    return;
  }
  guint64 steps = vector_space_size (&sets->space, state) * STEPS_PER_ENTRY;
  spend (sets, STEPS_PER_TABLE + steps + n * (STEPS_PER_TABLE + steps / 8));
}

/* ---- Keeping vectors ------------------------------------------------------------------ */

static void
note_best (VectorSets *sets, guint32 index)
{
  CoupletCost least = vector_space_least (&sets->space, &node_at (sets, index)->vector);
  if (sets->has_best && couplet_cost_compare (least, sets->best) <= 0)
    return;
  sets->has_best = TRUE;
  sets->best = least;
  sets->best_node = index;
  sets->best_rest = NO_REST;
  sets->violated = least == COUPLET_COST_INFINITE;
}

static void
make_room (VectorSets *sets)
{
  sets->room = MAX (1024, sets->room * 2);
  sets->nodes = couplet_large_renew (Node, sets->nodes, sets->room);
  if (sets->live != NULL)
    sets->depth = couplet_large_renew (guint32, sets->depth, sets->room);
}

/* A node of its own, with a vector that is kept. */
static guint32
new_node (VectorSets *sets, const Node *node, guint32 state)
{
  VectorTables *tables = sets->space.tables;
  guint32 index = sets->unused;
  sets->made++;
  if (index != NO_NODE)
    sets->unused = node_at (sets, index)->next;
  else {
    if (sets->n_nodes == sets->room)
      make_room (sets);
    index = sets->n_nodes++;
  }
  *node_at (sets, index) = *node;
  if (tables != NULL)
    node_at (sets, index)->vector.table =
        vector_table_copy (tables, state, node->vector.table, tables->arena);
  if (sets->depth != NULL)
    sets->depth[index] = node->parent == NO_NODE ? 0 : sets->depth[node->parent] + 1;
  return index;
}

static void
link_node (VectorSets *sets, guint32 index, guint32 state)
{
  node_at (sets, index)->next = sets->first[state];
  sets->first[state] = index;
  sets->count[state]++;
  if (sets->least_depth != NULL)
    sets->least_depth[state] = MIN (sets->least_depth[state], sets->depth[index]);
}

/* Takes the node that link leads to out of the list of state. */
static Node *
unlink_node (VectorSets *sets, guint32 *link, guint32 state)
{
  Node *node = node_at (sets, *link);
  *link = node->next;
  sets->count[state]--;
  return node;
}

/* Makes the place of a node, from which none descends, free for another one. */
static void
free_node (VectorSets *sets, guint32 index)
{
  node_at (sets, index)->next = sets->unused;
  sets->unused = index;
}

static void
forget_node (VectorSets *sets, guint32 *link, guint32 state)
{
  guint32 index = *link;
  unlink_node (sets, link, state);
  free_node (sets, index);
}

void
vector_sets_add (VectorSets *sets, const Node *node, guint32 state)
{
  guint32 index = new_node (sets, node, state);
  link_node (sets, index, state);
  if (vector_space_least (&sets->space, &node->vector) == COUPLET_COST_INFINITE)
    note_best (sets, index);
}

/* ---- Comparing ------------------------------------------------------------------------- */

static gboolean
same_signs (const VectorSets *sets, const Node *a, const Node *b)
{
  const gint8 *at_a = a->history != NULL ? a->history->signs : NULL;
  const gint8 *at_b = b->history != NULL ? b->history->signs : NULL;
  /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): all vectors have signs, or none */
  return at_a == at_b || memcmp (at_a, at_b, sets->space.automaton->n_thresholds) == 0;
}

/* Whether two vectors at state are joined. */
static gboolean
same_class (const VectorSets *sets, guint32 state, const Node *a, const Node *b)
{
  return same_signs (sets, a, b) &&
         vector_table_same_support (sets->space.tables, state, a->vector.table, b->vector.table);
}

/* Whether a is not needed beside b: it is below. Of two equal vectors that are told apart
 * neither is left out, or it would depend on which comes first. */
static gboolean
is_covered (const VectorSets *sets, guint32 state, const Node *a, const Node *b)
{
  return vector_space_below (&sets->space, state, &a->vector, &b->vector) &&
         (same_signs (sets, a, b) ||
          !vector_space_below (&sets->space, state, &b->vector, &a->vector));
}

gboolean
vector_sets_cover (const VectorSets *sets, const Node *node, guint32 state)
{
  for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next)
    if (is_covered (sets, state, node, node_at (sets, i)))
      return TRUE;
  return FALSE;
}

/* Unlinks the vectors of state below that of node; they stay in memory, since
 * others may descend from them. */
static void
drop_below (VectorSets *sets, const Node *node, guint32 state)
{
  for (guint32 *link = &sets->first[state]; *link != NO_NODE;)
    if (is_covered (sets, state, node_at (sets, *link), node))
      unlink_node (sets, link, state)->dropped = TRUE;
    else
      link = &node_at (sets, *link)->next;
}

/* Links the node of that number, which is below none there, at state, and unlinks those below. */
static void
place_node (VectorSets *sets, guint32 index, guint32 state)
{
  drop_below (sets, node_at (sets, index), state);
  link_node (sets, index, state);
}

/* Whether node is below one at state, which takes time. */
static gboolean
compare_node (VectorSets *sets, const Node *node, guint32 state)
{
  vector_sets_count (sets, state, sets->count[state]);
  return vector_sets_cover (sets, node, state);
}

/* An upper bound on the cost of the walks through vector at state. */
static CoupletCost
reach (const VectorSets *sets, const Vector *vector, guint32 state)
{
  if (sets->to_go == NULL)
    return vector_space_least (&sets->space, vector);
  CoupletVector sum;
  for (int x = 0; x < 3; x++)
    sum.at[x] =
        couplet_cost_add (sets->space.unit, vector->entries.at[x], sets->to_go[state].at[x]);
  return couplet_vector_min (&sum);
}

/* Forgets the vectors that came to state from which no more than the best cost is reached. */
static void
drop_hopeless (VectorSets *sets, guint32 state)
{
  for (guint32 *link = &sets->first[state]; *link != NO_NODE;)
    if (couplet_cost_compare (reach (sets, &node_at (sets, *link)->vector, state), sets->best) <= 0)
      forget_node (sets, link, state);
    else
      link = &node_at (sets, *link)->next;
}

/* Makes of the vectors of three entries that came to state candidates, each with its number. */
static void
load_candidates (VectorSets *sets, guint32 state)
{
  if (sets->count[state] > sets->candidates_room) {
    sets->candidates_room = MAX (64, sets->count[state] * 2);
    sets->candidates = g_renew (Candidate, sets->candidates, sets->candidates_room);
  }
  Candidate *next = sets->candidates;
  for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next)
    *next++ = (Candidate){node_at (sets, i)->vector.entries, i};
}

/* Forgets those of the vectors of three entries that came to state that are below another. */
static void
reduce_entries (VectorSets *sets, guint32 state)
{
  guint32 n = sets->count[state];
  if (n < 2 || spend (sets, n * (guint64)STEPS_PER_VECTOR))
    return;
  load_candidates (sets, state);
  guint kept = antichain_reduce (sets->candidates, n, sets->context);
  if (couplet_context_stop_reason (sets->context) != NULL) { /* perhaps before it was reduced */
    sets->stopped = couplet_context_stop_reason (sets->context);
    return;
  }
  for (guint32 i = sets->first[state]; kept < n && i != NO_NODE; i = node_at (sets, i)->next)
    node_at (sets, i)->dropped = TRUE;
  for (guint i = 0; i < kept; i++)
    node_at (sets, sets->candidates[i].tag)->dropped = FALSE;
  for (guint32 *link = &sets->first[state]; *link != NO_NODE;)
    if (node_at (sets, *link)->dropped)
      forget_node (sets, link, state);
    else
      link = &node_at (sets, *link)->next;
}

/* A vector of a state: how far the adversary may get from it, and its place in the list. */
typedef struct {
  CoupletCost reach;
  guint32 place;
  guint32 index;
} Prospect;

/* The best last, and of equal ones the first. */
static int
compare_prospects (const void *a, const void *b)
{
  const Prospect *p = a, *q = b;
  int order = couplet_cost_compare (p->reach, q->reach);
  return order != 0 ? order : (p->place < q->place) - (p->place > q->place);
}

/* Of n prospects, the best ones last, the last width are kept. Where some that are kept reach as
 * far as others that are not, keeps of these equals the first, the last and some between: so of the
 * choices of differences at several draws not only those remain that agree in most. */
static void
spread_equals (Prospect *prospects, guint32 n, guint32 width)
{
  guint32 kept = n - width, end = kept, begin = kept;
  while (begin > 0 && couplet_cost_compare (prospects[begin - 1].reach, prospects[kept].reach) == 0)
    begin--;
  while (end < n && couplet_cost_compare (prospects[end].reach, prospects[kept].reach) == 0)
    end++;
  guint32 places = end - kept, equals = end - begin;
  for (guint32 i = places; places > 1 && i-- > 0;) {
    guint32 chosen = begin + (guint32)((guint64)i * (equals - 1) / (places - 1));
    Prospect other = prospects[kept + i];
    prospects[kept + i] = prospects[chosen];
    prospects[chosen] = other;
  }
}

/* Keeps the width vectors of state from which the adversary may get farthest. */
static void
narrow (VectorSets *sets, guint32 state)
{
  guint32 n = sets->count[state];
  if (sets->width == 0 || n <= sets->width || spend (sets, n * (guint64)STEPS_PER_REACH))
    return;
  g_autofree Prospect *prospects = g_new (Prospect, n);
  guint32 place = 0;
  for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next, place++)
    prospects[place] = (Prospect){reach (sets, &node_at (sets, i)->vector, state), place, i};
  qsort (prospects, n, sizeof *prospects, compare_prospects);
  spread_equals (prospects, n, sets->width);
  sets->first[state] = NO_NODE;
  for (guint32 i = n; i-- > 0;)
    if (n - i > sets->width)
      free_node (sets, prospects[i].index);
    else {
      node_at (sets, prospects[i].index)->next = sets->first[state];
      sets->first[state] = prospects[i].index;
    }
  sets->count[state] = sets->width;
}

/* ---- Tables: comparing and joining ------------------------------------------------------ */

/* Takes all vectors of state out of its list: their numbers, in the order in which they came. */
static GArray *
take_all (VectorSets *sets, guint32 state)
{
  guint32 place = sets->count[state];
  GArray *nodes = g_array_sized_new (FALSE, FALSE, sizeof (guint32), place);
  g_array_set_size (nodes, place);
  while (sets->first[state] != NO_NODE) {
    g_array_index (nodes, guint32, --place) = sets->first[state];
    unlink_node (sets, &sets->first[state], state);
  }
  return nodes;
}

/* Forgets those of the tables that came to state that are below another. */
static void
compare_tables (VectorSets *sets, guint32 state)
{
  g_autoptr (GArray) nodes = take_all (sets, state);
  for (guint i = 0; i < nodes->len && sets->stopped == NULL; i++) {
    guint32 index = g_array_index (nodes, guint32, i);
    if (compare_node (sets, node_at (sets, index), state))
      node_at (sets, index)->dropped = TRUE;
    else
      place_node (sets, index, state);
  }
  for (guint i = 0; i < nodes->len; i++)
    if (node_at (sets, g_array_index (nodes, guint32, i))->dropped)
      free_node (sets, g_array_index (nodes, guint32, i));
}

/* Replaces all vectors of the class of the first among nodes by their joint one, and
 * takes them out of nodes. A walk to any of them leaves its shifts possible, and no others. */
static void
join_class (VectorSets *sets, GArray *nodes, guint32 state)
{
  guint32 first = g_array_index (nodes, guint32, 0), kept = 0;
  g_autoptr (GPtrArray) vectors = g_ptr_array_new ();
  for (guint32 i = 0; i < nodes->len; i++) {
    guint32 index = g_array_index (nodes, guint32, i);
    vector_sets_count (sets, state, 1);
    if (same_class (sets, state, node_at (sets, first), node_at (sets, index))) {
      g_ptr_array_add (vectors, (gpointer)node_at (sets, index)->vector.table);
      if (index != first)
        free_node (sets, index);
    } else
      g_array_index (nodes, guint32, kept++) = index;
  }
  g_array_set_size (nodes, kept);
  node_at (sets, first)->vector.table = vector_table_join (
      sets->space.tables, state, (const CoupletCost *const *)vectors->pdata, vectors->len);
  if (compare_node (sets, node_at (sets, first), state))
    free_node (sets, first);
  else
    place_node (sets, first, state);
}

/* Compares the tables that came to state; by a policy that joins, joins them class by class. When
 * all have come: what they become does not depend on the order of states and transitions. What is
 * below another one need not be joined. */
static void
reduce_tables (VectorSets *sets, guint32 state)
{
  if (sets->count[state] < 2)
    return;
  if (!vector_sets_join (sets) || sets->count[state] <= MOST_COMPARED)
    compare_tables (sets, state);
  if (!vector_sets_join (sets))
    return;
  g_autoptr (GArray) nodes = take_all (sets, state);
  while (nodes->len > 0 && sets->stopped == NULL)
    join_class (sets, nodes, state);
}

guint32
vector_sets_insert (VectorSets *sets, const Node *node, guint32 state)
{
  if (compare_node (sets, node, state))
    return NO_NODE;
  guint32 index = new_node (sets, node, state);
  place_node (sets, index, state);
  sets->largest = MAX (sets->largest, sets->count[state]);
  note_best (sets, index);
  return index;
}

void
vector_sets_settle (VectorSets *sets, guint32 state)
{
  if (sets->to_go != NULL && sets->has_best)
    drop_hopeless (sets, state);
  if (has_entries (sets))
    reduce_entries (sets, state);
  else
    reduce_tables (sets, state);
  narrow (sets, state);
  if (sets->stopped != NULL)
    return;
  for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next)
    note_best (sets, i);
  sets->largest = MAX (sets->largest, sets->count[state]);
}

/* ---- All of it --------------------------------------------------------------------------- */

void
vector_sets_begin (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets)
{
  const CoupletAutomaton *a = sets->space.automaton;
  sets->policy = policy;
  if (sets->space.tables != NULL)
    sets->space.tables->rule = sets->pays != NULL;
  sets->width = width;
  sets->largest_sets = largest_sets;
  sets->has_best &= sets->to_go != NULL;
  sets->best_node = NO_NODE;
  sets->best_rest = NO_REST;
  sets->violated = sets->too_large = FALSE;
  sets->stopped = NULL;
  sets->largest = 0;
  sets->made = sets->n_nodes = 0;
  sets->unused = NO_NODE;
  memset (sets->count, 0, a->n_states * sizeof *sets->count);
  memset (sets->first, 0xff, a->n_states * sizeof *sets->first); /* NO_NODE */
  if (sets->least_depth != NULL)
    memset (sets->least_depth, 0xff, a->n_states * sizeof *sets->least_depth);
  Node start = {.vector = vector_space_start (&sets->space), .parent = NO_NODE};
  if (sets->policy == SEARCH_ADAPTIVE) {
    NodeHistory *history = couplet_arena_new_array (sets->arena, NodeHistory, 1);
    gint8 *signs = couplet_arena_alloc (sets->arena, a->n_thresholds);
    memset (signs, 0, a->n_thresholds);
    *history = (NodeHistory){signs, 0, NULL};
    start.history = history;
  }
  vector_sets_add (sets, &start, a->initial);
}

void
vector_sets_init (VectorSets *sets, CoupletContext *context, const CoupletAutomaton *automaton,
                  const CoupletComponents *components, const CoupletLive *live,
                  VectorTables *tables, CoupletUnit *unit, const SearchOptions *options)
{
  *sets = (VectorSets){.context = context,
                       .live = live,
                       .arena = couplet_arena_new (),
                       .options = options,
                       .first = couplet_large_new (guint32, automaton->n_states),
                       .count = couplet_large_new (guint32, automaton->n_states),
                       .least_depth = live != NULL ? g_new (guint32, automaton->n_states) : NULL,
                       .pace = {.context = context},
                       .steps_per_cost = couplet_unit_steps (unit),
                       .best_node = NO_NODE,
                       .best_rest = NO_REST,
                       .limit = g_strdup_printf ("stopped at the limit of %u vectors in memory",
                                                 options->vector_limit)};
  vector_space_init (&sets->space, automaton, components, tables, unit);
}

void
vector_sets_clear (VectorSets *sets)
{
  vector_space_clear (&sets->space);
  couplet_arena_free (sets->arena);
  g_free (sets->nodes);
  g_free (sets->first);
  g_free (sets->count);
  g_free (sets->depth);
  g_free (sets->least_depth);
  g_free (sets->candidates);
  g_free (sets->limit);
}
