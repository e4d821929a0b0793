/* SPDX-License-Identifier: Apache-2.0 */
#include "limit_search.h"

#include <string.h>

/* Steps between two looks at the clock; entries of tables that take the time of a step. */
#define STEPS_PER_LOOK 256
#define ENTRIES_PER_STEP 16
/* So many vectors are compared with each other before they are joined. */
#define MOST_COMPARED 256

static gboolean
joins (const Search *search)
{
  return search->policy != SEARCH_EXACT;
}

static gboolean
should_end (Search *search)
{
  gsize used = factoring_used (search->factoring) + couplet_unit_used (search->unit);
  if (search->stopped == NULL && search->steps >= search->next_look) {
    search->next_look = search->steps + STEPS_PER_LOOK;
    if (couplet_context_should_stop (search->context))
      search->stopped = couplet_context_stop_reason (search->context);
  }
  if (search->nodes->len >= search->options->vector_limit)
    search->stopped = "stopped at the limit of vectors in memory";
  if (used > search->options->memory_limit)
    search->stopped = "stopped at the limit of memory for vectors";
  search->too_large = search->largest_sets > 0 && search->largest > search->largest_sets;
  return search->stopped != NULL || search->violated || search->too_large;
}

/* Counts the work of making a vector from this one and comparing it with n others. */
static void
count_steps (Search *search, const Factored *vector, guint32 n)
{
  guint64 entries = factored_size (vector);
  search->steps += (1 + entries / ENTRIES_PER_STEP + n * (1 + entries / ENTRIES_PER_STEP / 8)) *
                   couplet_unit_steps (search->unit);
}

/* ---- Keeping vectors ------------------------------------------------------------------ */

static void
note_best (Search *search, guint32 index)
{
  CoupletCost least = node_at (search, index)->vector->constant;
  if (search->best_node != NO_NODE && couplet_cost_compare (least, search->best) <= 0)
    return;
  search->best = least;
  search->best_node = index;
  search->violated = least == COUPLET_COST_INFINITE;
}

static guint32
push_node (Search *search, const Node *node, guint32 state)
{
  guint32 index = search->nodes->len;
  g_array_append_val (search->nodes, *node);
  node_at (search, index)->next = search->first[state];
  search->first[state] = index;
  search->count[state]++;
  search->largest = MAX (search->largest, search->count[state]);
  note_best (search, index);
  return index;
}

static gboolean
same_signs (const Search *search, const Node *a, const Node *b)
{
  return a->signs == b->signs || memcmp (a->signs, b->signs, search->automaton->n_thresholds) == 0;
}

/* Whether two vectors at a state are joined. */
static gboolean
same_class (const Search *search, const Node *a, const Node *b)
{
  return same_signs (search, a, b) && factored_same_support (a->vector, b->vector);
}

/* Whether a is not needed beside b: it is below. Of two equal vectors that are told apart
 * neither is left out, or it would depend on which comes first. */
static gboolean
is_covered (const Search *search, const Node *a, const Node *b)
{
  return factored_below (search->factoring, a->vector, b->vector) &&
         (same_signs (search, a, b) || !factored_below (search->factoring, b->vector, a->vector));
}

static gboolean
is_below_another (const Search *search, const Node *node, guint32 state)
{
  for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next)
    if (is_covered (search, node, node_at (search, i)))
      return TRUE;
  return FALSE;
}

/* Unlinks the vectors of state below that of node; they stay in memory, since
 * others may descend from them. */
static void
drop_below (Search *search, const Node *node, guint32 state)
{
  for (guint32 *link = &search->first[state]; *link != NO_NODE;) {
    Node *other = node_at (search, *link);
    if (is_covered (search, other, node)) {
      *link = other->next;
      other->dropped = TRUE;
      search->count[state]--;
    } else
      link = &other->next;
  }
}

/* Adds node to its state unless its vector is below one there: then NO_NODE. */
static guint32
insert_node (Search *search, const Node *node, guint32 state)
{
  if (is_below_another (search, node, state))
    return NO_NODE;
  drop_below (search, node, state);
  return push_node (search, node, state);
}

/* ---- Joining -------------------------------------------------------------------------- */

/* Takes all vectors of state out of its list: their indices. */
static GArray *
take_all (Search *search, guint32 state)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next)
    g_array_append_val (nodes, i);
  search->first[state] = NO_NODE;
  search->count[state] = 0;
  return nodes;
}

/* Replaces all vectors of the class of number first among nodes by their joint one, and
 * takes them out of nodes. A walk to any of them leaves its shifts possible, and no others. */
static void
join_class (Search *search, GArray *nodes, guint32 first, guint32 state)
{
  Node joined = *node_at (search, g_array_index (nodes, guint32, first));
  g_autoptr (GPtrArray) vectors = g_ptr_array_new ();
  guint32 kept = first;
  for (guint32 i = first; i < nodes->len; i++) {
    guint32 index = g_array_index (nodes, guint32, i);
    count_steps (search, node_at (search, index)->vector, 1);
    if (same_class (search, &joined, node_at (search, index)))
      g_ptr_array_add (vectors, (gpointer)node_at (search, index)->vector);
    else
      g_array_index (nodes, guint32, kept++) = index;
  }
  g_array_set_size (nodes, kept);
  joined.vector =
      factored_join (search->factoring, (const Factored *const *)vectors->pdata, vectors->len);
  insert_node (search, &joined, state);
}

/* Joins the vectors that came to state, class by class, when all have come: what they
 * are joined to does not depend on the order of states and transitions. What is below
 * another one need not be joined. */
static void
join_arrived (Search *search, guint32 state)
{
  if (search->count[state] < 2)
    return;
  g_autoptr (GArray) nodes = take_all (search, state);
  for (guint32 i = 0; nodes->len <= MOST_COMPARED && i < nodes->len; i++) {
    const Node node = *node_at (search, g_array_index (nodes, guint32, i));
    count_steps (search, node.vector, search->count[state]);
    insert_node (search, &node, state);
  }
  if (nodes->len <= MOST_COMPARED) {
    g_array_unref (nodes);
    nodes = take_all (search, state);
  }
  while (nodes->len > 0 && !should_end (search))
    join_class (search, nodes, 0, state);
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* Forgets the signs of what is not live at state. */
static void
keep_live_signs (const Search *search, gint8 *signs, guint32 state)
{
  for (guint32 v = 0; v < search->automaton->n_thresholds; v++)
    if (!factoring_is_live (search->factoring, state, v))
      signs[v] = 0;
}

/* The signs behind transition; 0 for thresholds that are not live. */
static const gint8 *
follow_signs (Search *search, const gint8 *before, guint32 transition, gint8 difference)
{
  const CoupletAutomaton *a = search->automaton;
  if (search->policy != SEARCH_ADAPTIVE)
    return before;
  gint8 *signs = couplet_arena_alloc (search->arena, a->n_thresholds);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  memcpy (signs, before, a->n_thresholds);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    signs[assignment->thresholds[i]] = difference;
  keep_live_signs (search, signs, a->target[transition]);
  return signs;
}

/* The input differences that transition is followed for one by one; *together:
 * all at once, each sample paying for the worst. */
static guint32
differences_of (const Search *search, guint32 transition,
                gint8 differences[COUPLET_MOST_DIFFERENCES], gboolean *together)
{
  const CoupletAutomaton *a = search->automaton;
  gboolean supports_differ;
  guint32 n = factoring_differences (search->factoring, transition, differences, &supports_differ);
  gboolean tight = supports_differ || couplet_on_cycle (a, search->components, transition) ||
                   !a->all_noise_finite;
  gboolean assigns = a->assignment[transition] != 0;
  *together = joins (search) && n > 1 && !tight && !(assigns && search->policy == SEARCH_ADAPTIVE);
  return n;
}

/* Whether the cycles of state's component may be paid for. */
static gboolean
pays_inside (const Search *search, guint32 state)
{
  return search->pays != NULL && search->pays[search->components->component[state]] != 0;
}

/* Keeps node at state, raised to its limits; FALSE when the search should end. stack: where
 * new nodes wait. */
static gboolean
keep_inside (Search *search, Node *node, guint32 state, gboolean pays, GArray *stack)
{
  if (pays && !is_below_another (search, node, state)) {
    if (search->cap != COUPLET_COST_INFINITE)
      node->vector = factored_cap (search->factoring, node->vector, search->cap);
    if (!limit_raise (search, node, state))
      return FALSE;
  }
  guint32 index = insert_node (search, node, state);
  if (index == NO_NODE)
    return TRUE;
  g_array_append_val (stack, index);
  g_array_append_val (stack, state);
  return TRUE;
}

/* Calls for each vector that parent's becomes through transition; FALSE when the
 * search should end. stack: where new nodes inside a component wait, or NULL. */
static gboolean
follow (Search *search, guint32 parent, guint32 transition, GArray *stack)
{
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  gboolean together;
  guint32 target = search->automaton->target[transition];
  gboolean pays = pays_inside (search, target);
  guint32 n = differences_of (search, transition, differences, &together);
  for (guint32 i = 0; i < (together ? 1 : n); i++) {
    const Node *before = node_at (search, parent);
    /* of several together the greatest stands in the walk: it permits the fewest shifts */
    gint8 difference = differences[together ? n - 1 : i];
    Node node = {.parent = parent, .transition = transition, .difference = difference};
    count_steps (search, before->vector, joins (search) ? 1 : search->count[target]);
    node.vector = factored_apply (search->factoring, before->vector, transition, &differences[i],
                                  together ? n : 1);
    if (node.vector == NULL) {
      search->stopped = "a transition ties more than " G_STRINGIFY (
          MOST_TIED) " thresholds, which is more than the tables can hold";
      return FALSE;
    }
    node.signs = follow_signs (search, before->signs, transition, difference);
    if (stack != NULL) {
      if (!keep_inside (search, &node, target, pays, stack))
        return FALSE;
    } else if (joins (search))
      push_node (search, &node, target); /* to be joined */
    else
      insert_node (search, &node, target);
    if (should_end (search))
      return FALSE;
  }
  return TRUE;
}

/* Follows the transitions inside a component until nothing new comes up: finite where they
 * cost nothing. */
static void
turn_component (Search *search, guint32 begin, guint32 end)
{
  const CoupletAutomaton *a = search->automaton;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 m = begin; m < end; m++) {
    guint32 state = search->components->members[m];
    for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next) {
      g_array_append_val (stack, i);
      g_array_append_val (stack, state);
    }
  }
  factoring_ask_free_cycles (search->factoring,
                             !pays_inside (search, search->components->members[begin]));
  while (stack->len > 0) {
    guint32 state = g_array_index (stack, guint32, stack->len - 1);
    guint32 parent = g_array_index (stack, guint32, stack->len - 2);
    g_array_set_size (stack, stack->len - 2);
    for (guint32 t = a->row[state]; t < a->row[state + 1] && !node_at (search, parent)->dropped;
         t++)
      if (couplet_on_cycle (a, search->components, t) && !follow (search, parent, t, stack))
        return;
  }
}

/* Follows the transitions that leave the component. */
static gboolean
leave_component (Search *search, guint32 begin, guint32 end)
{
  const CoupletAutomaton *a = search->automaton;
  for (guint32 m = begin; m < end; m++) {
    guint32 state = search->components->members[m];
    for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
      if (couplet_on_cycle (a, search->components, t))
        continue;
      for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next)
        if (!follow (search, i, t, NULL))
          return FALSE;
    }
  }
  return TRUE;
}

/* Keeps of state, up to search->width, the vectors whose constants are greatest. */
static void
narrow (Search *search, guint32 state)
{
  while (search->width > 0 && search->count[state] > search->width) {
    guint32 *least = &search->first[state];
    for (guint32 *link = least; *link != NO_NODE; link = &node_at (search, *link)->next)
      if (couplet_cost_compare (node_at (search, *link)->vector->constant,
                                node_at (search, *least)->vector->constant) < 0)
        least = link;
    *least = node_at (search, *least)->next;
    search->count[state]--;
  }
}

void
vector_sets_find (Search *search, SearchPolicy policy, guint32 width, guint32 largest_sets)
{
  const CoupletComponents *components = search->components;
  guint32 n = components->n_components;
  search->policy = policy;
  search->width = width;
  search->largest_sets = largest_sets;
  search->best_node = NO_NODE;
  search->violated = search->too_large = FALSE;
  search->stopped = NULL;
  search->largest = 0;
  g_array_set_size (search->nodes, 0);
  memset (search->count, 0, search->automaton->n_states * sizeof *search->count);
  Node start = {.parent = NO_NODE};
  start.vector = factoring_start (search->factoring);
  gint8 *signs = couplet_arena_alloc (search->arena, search->automaton->n_thresholds);
  memset (signs, 0, search->automaton->n_thresholds);
  start.signs = signs;
  for (guint32 q = 0; q < search->automaton->n_states; q++)
    search->first[q] = NO_NODE;
  push_node (search, &start, search->automaton->initial);
  for (guint32 c = n; c-- > 0;) {
    guint32 begin = components->first[c], end = components->first[c + 1];
    for (guint32 m = begin; m < end; m++)
      if (joins (search))
        join_arrived (search, components->members[m]);
      else
        narrow (search, components->members[m]);
    turn_component (search, begin, end);
    if (should_end (search) || !leave_component (search, begin, end))
      return;
    couplet_context_progress (search->context, n - c, n);
  }
}

void
vector_sets_init (Search *search, CoupletContext *context, const CoupletAutomaton *automaton,
                  const CoupletComponents *components, const CoupletLive *live, CoupletUnit *unit,
                  const SearchOptions *options)
{
  *search = (Search){.context = context,
                     .automaton = automaton,
                     .components = components,
                     .live = live,
                     .cap = COUPLET_COST_INFINITE,
                     .unit = unit,
                     .factoring = factoring_new (automaton, components, live, unit),
                     .arena = couplet_arena_new (),
                     .options = options,
                     .nodes = g_array_new (FALSE, FALSE, sizeof (Node)),
                     .first = g_new (guint32, automaton->n_states),
                     .count = g_new0 (guint32, automaton->n_states),
                     .best_node = NO_NODE};
}

void
vector_sets_clear (Search *search)
{
  factoring_free (search->factoring);
  couplet_arena_free (search->arena);
  g_array_unref (search->nodes);
  g_free (search->first);
  g_free (search->count);
}
