/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier_sets.h"

#include <stdlib.h>

/* A set of more vectors than this calls for pruning. */
#define LARGE_SET 64
/* Steps of the clock's pace that the parts of the work take. */
#define STEPS_PER_STEP 4
#define STEPS_PER_REACH 6

/* ---- Nodes --------------------------------------------------------------------- */

static guint32
new_node (Search *search, Node node)
{
  guint32 index = search->unused;
  search->made++;
  if (index != NO_NODE)
    search->unused = search->nodes[index].next;
  else {
    if (search->n_nodes == search->room) {
      search->room = MAX (1024, search->room * 2);
      search->nodes = g_renew (Node, search->nodes, search->room);
    }
    index = search->n_nodes++;
  }
  search->nodes[index] = node;
  return index;
}

static void
drop_node (Search *search, guint32 index)
{
  search->nodes[index].next = search->unused;
  search->unused = index;
}

/* An all-infinite vector is above every other, so it is never dropped. */
static gboolean
is_impossible (const CoupletVector *vector)
{
  return couplet_vector_min (vector) == COUPLET_COST_INFINITE;
}

static void
note_best (Search *search, guint32 index)
{
  CoupletCost least = couplet_vector_min (&search->nodes[index].vector);
  if (search->best_node != NO_NODE && couplet_cost_compare (least, search->best) <= 0)
    return;
  search->best = least;
  search->best_node = index;
  search->violated = is_impossible (&search->nodes[index].vector);
}

/* An upper bound on the cost of the walks through vector at state. */
static CoupletCost
reach (const Search *search, const CoupletVector *vector, guint32 state)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (int x = 0; x < 3; x++)
    least = couplet_cost_min (
        least, couplet_cost_add (search->unit, vector->at[x], search->to_go[state].at[x]));
  return least;
}

static gboolean
is_hopeless (const Search *search, const CoupletVector *vector, guint32 state)
{
  return search->to_go != NULL && search->best_node != NO_NODE &&
         couplet_cost_compare (reach (search, vector, state), search->best) <= 0;
}

/* ---- Limits ------------------------------------------------------------------------ */

/* Counts steps of the clock's pace. TRUE when the search is stopped. */
static gboolean
spend (Search *search, guint64 steps)
{
  if (!couplet_pace_over (&search->pace, steps))
    return search->stopped;
  return search->stopped = TRUE;
}

static gboolean
is_full (const Search *search)
{
  return search->n_nodes >= search->vector_limit ||
         couplet_unit_used (search->unit) >
             (guint64)search->vector_limit * FRONTIER_BYTES_PER_VECTOR;
}

/* Once for each step along a transition. */
static gboolean
should_end (Search *search)
{
  spend (search, search->steps);
  if (is_full (search))
    search->stopped = TRUE;
  return search->stopped || search->violated || search->too_large;
}

/* ---- Sets ------------------------------------------------------------------------ */

/* Keeps the width candidates from which the adversary may still get farthest. */
static guint
narrow (Search *search, guint n, guint32 state)
{
  if (search->width == 0 || n <= search->width)
    return n;
  for (guint i = 0; i < search->width && !spend (search, n * STEPS_PER_REACH * search->steps);
       i++) {
    guint farthest = i;
    CoupletCost value = reach (search, &search->candidates[i].vector, state);
    for (guint j = i + 1; j < n; j++) {
      CoupletCost other = reach (search, &search->candidates[j].vector, state);
      if (couplet_cost_compare (other, value) > 0) {
        farthest = j;
        value = other;
      }
    }
    Candidate swapped = search->candidates[i];
    search->candidates[i] = search->candidates[farthest];
    search->candidates[farthest] = swapped;
  }
  return search->width;
}

/* Collects the vectors of state as candidates; the hopeless are dropped. */
static guint
collect (Search *search, guint32 state)
{
  guint n = 0;
  for (guint32 *link = &search->first[state]; *link != NO_NODE && !spend (search, search->steps);) {
    guint32 index = *link;
    if (is_hopeless (search, &search->nodes[index].vector, state)) {
      *link = search->nodes[index].next;
      drop_node (search, index);
      continue;
    }
    if (n == search->candidates_room) {
      search->candidates_room = MAX (64, search->candidates_room * 2);
      search->candidates = g_renew (Candidate, search->candidates, search->candidates_room);
    }
    search->candidates[n++] = (Candidate){search->nodes[index].vector, index};
    link = &search->nodes[index].next;
  }
  return n;
}

static int
compare_nodes (const void *a, const void *b)
{
  guint32 u = ((const Candidate *)a)->tag, v = ((const Candidate *)b)->tag;
  return (u > v) - (u < v);
}

/* Drops the vectors of state that are not among the first kept candidates,
 * which reducing has left in front and may have put over the others. */
static void
drop_others (Search *search, guint32 state, guint kept)
{
  qsort (search->candidates, kept, sizeof (Candidate), compare_nodes);
  for (guint32 *link = &search->first[state];
       *link != NO_NODE && !spend (search, STEPS_PER_STEP);) {
    Candidate key = {.tag = *link};
    if (bsearch (&key, search->candidates, kept, sizeof (Candidate), compare_nodes) != NULL) {
      link = &search->nodes[*link].next;
      continue;
    }
    *link = search->nodes[key.tag].next;
    drop_node (search, key.tag);
  }
}

/* Reduces the vectors of state, none of which has been taken further, to those
 * that matter. Only then may one be the best: what is dropped is forgotten. */
static void
reduce_state (Search *search, guint32 state)
{
  guint n = collect (search, state);
  guint kept = n <= 1 ? n : antichain_reduce (search->candidates, n, search->context);
  if (couplet_context_stop_reason (search->context) == NULL) {
    kept = narrow (search, kept, state);
    if (kept < n)
      drop_others (search, state, kept);
  }
  if (couplet_context_stop_reason (search->context) != NULL) {
    search->stopped = TRUE; /* perhaps before the set was reduced */
    return;
  }
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next)
    note_best (search, i);
  search->largest = MAX (search->largest, kept);
  search->too_large |= search->stop_when_large && kept > LARGE_SET;
}

/* ---- Steps ------------------------------------------------------------------------ */

/* The node for parent's vector taken through the step. */
static Node
follow (Search *search, const CoupletStep *step, guint32 i, guint32 transition, guint32 parent)
{
  Node node = {
      .parent = parent, .next = NO_NODE, .transition = transition, .difference = (guint8)i};
  couplet_step_apply (step, i, search->unit, &search->nodes[parent].vector, &node.vector);
  return node;
}

/* Takes all vectors of state through the transitions that leave its component. */
static void
leave_component (Search *search, guint32 state)
{
  const CoupletAutomaton *a = search->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_on_cycle (a, search->components, t))
      continue;
    CoupletStep step;
    couplet_step_load (&step, a, search->components, search->unit, t);
    guint32 target = a->target[t];
    for (guint32 parent = search->first[state]; parent != NO_NODE;
         parent = search->nodes[parent].next)
      for (guint32 i = 0; i < step.n; i++) {
        guint32 index = new_node (search, follow (search, &step, i, t, parent));
        search->nodes[index].next = search->first[target];
        search->first[target] = index;
        if (is_impossible (&search->nodes[index].vector))
          note_best (search, index);
        if (should_end (search))
          return;
      }
  }
}

/* Adds node to its state unless its vector is below one there; unlinks those
 * below it, which stay in memory since others may descend from them. */
static guint32
insert_inside (Search *search, const Node *node, guint32 state)
{
  guint32 seen = 0;
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next, seen++)
    if (couplet_vector_below (&node->vector, &search->nodes[i].vector))
      return NO_NODE;
  spend (search, seen);
  guint32 *link = &search->first[state];
  while (*link != NO_NODE)
    if (couplet_vector_below (&search->nodes[*link].vector, &node->vector))
      *link = search->nodes[*link].next;
    else
      link = &search->nodes[*link].next;
  guint32 index = new_node (search, *node);
  search->nodes[index].next = search->first[state];
  search->first[state] = index;
  return index;
}

/* Takes the vector waiting on top of stack through the transitions inside its
 * component; what is new waits in turn. */
static void
turn_once (Search *search, GArray *stack)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 parent = g_array_index (stack, guint32, stack->len - 2);
  guint32 state = g_array_index (stack, guint32, stack->len - 1);
  g_array_set_size (stack, stack->len - 2);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (!couplet_on_cycle (a, search->components, t))
      continue;
    CoupletStep step;
    couplet_step_load (&step, a, search->components, search->unit, t);
    for (guint32 i = 0; i < step.n; i++) {
      Node node = follow (search, &step, i, t, parent);
      guint32 target = a->target[t];
      guint32 index = insert_inside (search, &node, target);
      if (index == NO_NODE)
        continue;
      note_best (search, index);
      if (should_end (search))
        return;
      g_array_append_val (stack, index);
      g_array_append_val (stack, target);
    }
  }
}

/* A component whose states lie on cycles: iterates to the fixpoint, which is
 * finite since cycle transitions only make entries infinite or, assigning,
 * move them. */
static void
turn_component (Search *search, guint32 begin, guint32 end)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 m = begin; m < end; m++) {
    guint32 state = search->components->members[m];
    for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next) {
      g_array_append_val (stack, i);
      g_array_append_val (stack, state);
    }
  }
  while (stack->len > 0 && !should_end (search))
    turn_once (search, stack);
}

static gboolean
has_cycle (const Search *search, guint32 begin, guint32 end)
{
  guint32 state = search->components->members[begin];
  if (end - begin > 1)
    return TRUE;
  for (guint32 t = search->automaton->row[state]; t < search->automaton->row[state + 1]; t++)
    if (search->automaton->target[t] == state)
      return TRUE;
  return FALSE;
}

static void
search_component (Search *search, guint32 component)
{
  guint32 begin = search->components->first[component];
  guint32 end = search->components->first[component + 1];
  for (guint32 m = begin; m < end; m++)
    reduce_state (search, search->components->members[m]);
  if (has_cycle (search, begin, end))
    turn_component (search, begin, end);
  for (guint32 m = begin; m < end && !should_end (search); m++)
    leave_component (search, search->components->members[m]);
}

void
frontier_sets_find (Search *search)
{
  guint32 n = search->components->n_components;
  for (guint32 q = 0; q < search->automaton->n_states; q++)
    search->first[q] = NO_NODE;
  search->n_nodes = 0;
  search->unused = NO_NODE;
  search->stopped = search->too_large = FALSE;
  guint32 start = new_node (search, (Node){.parent = NO_NODE, .next = NO_NODE});
  search->first[search->automaton->initial] = start;
  for (guint32 c = n; c-- > 0;) {
    search_component (search, c);
    if (should_end (search))
      return;
    couplet_context_progress (search->context, n - c, n);
  }
}

void
frontier_sets_init (Search *search, CoupletContext *context, const CoupletAutomaton *automaton,
                    const CoupletComponents *components, CoupletUnit *unit, guint32 vector_limit)
{
  *search = (Search){.context = context,
                     .automaton = automaton,
                     .components = components,
                     .unit = unit,
                     .first = g_new (guint32, automaton->n_states),
                     .vector_limit = vector_limit,
                     .pace = {.context = context},
                     .steps = STEPS_PER_STEP * couplet_unit_steps (unit),
                     .best_node = NO_NODE};
}

void
frontier_sets_clear (Search *search)
{
  g_free (search->nodes);
  g_free (search->first);
  g_free (search->candidates);
}
