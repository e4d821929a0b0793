/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_sets.h"

#include "vector_limits.h"

#include <string.h>

static gboolean
should_end (VectorSets *sets)
{
  if (sets->stopped == NULL && sets->n_nodes >= sets->options->vector_limit)
    sets->stopped = sets->limit;
  if (sets->stopped == NULL && vector_space_used (&sets->space) > sets->options->memory_limit)
    sets->stopped = VECTOR_MEMORY_STOP;
  sets->too_large = sets->largest_sets > 0 && sets->largest > sets->largest_sets;
  return sets->stopped != NULL || sets->violated || sets->too_large;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* The differences with which thresholds were assigned after the transition entered; 0 for those
 * that are not live. */
static const NodeHistory *
follow_signs (VectorSets *sets, const Node *before, gint8 difference)
{
  const CoupletAutomaton *a = sets->space.automaton;
  guint32 target = a->target[sets->space.transition];
  const CoupletAssignment *assignment = couplet_assignment_of (a, sets->space.transition);
  NodeHistory *history = couplet_arena_new_array (sets->arena, NodeHistory, 1);
  gint8 *signs = couplet_arena_alloc (sets->arena, a->n_thresholds);
  memcpy (signs, before->history->signs, a->n_thresholds);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    signs[assignment->thresholds[i]] = difference;
  for (guint32 v = 0; v < a->n_thresholds; v++)
    if (!couplet_is_live (sets->live, target, v))
      signs[v] = 0;
  *history = (NodeHistory){signs, 0, NULL};
  return history;
}

/* Enters transition, to be followed for its input differences one by one, or together: all at
 * once, each sample paying for the worst. */
static void
enter (VectorSets *sets, guint32 transition)
{
  const VectorSpace *space = &sets->space;
  const CoupletAutomaton *a = space->automaton;
  vector_space_enter (&sets->space, transition);
  gboolean tight = space->supports_differ || couplet_on_cycle (a, space->components, transition) ||
                   !a->all_noise_finite;
  gboolean assigns = a->assignment[transition] != 0;
  sets->together = vector_sets_join (sets) && space->n_differences > 1 && !tight &&
                   !(assigns && sets->policy == SEARCH_ADAPTIVE);
}

/* Whether the cycles of state's component may be paid for. */
static gboolean
pays_inside (const VectorSets *sets, guint32 state)
{
  return sets->pays != NULL && sets->pays[sets->space.components->component[state]] != 0;
}

/* Keeps node at state, raised to its limits, and adds it to those that wait on stack; unless it
 * is below another one there. */
static void
keep_inside (VectorSets *sets, Node *node, guint32 state, GArray *stack)
{
  if (pays_inside (sets, state) && !vector_sets_cover (sets, node, state) &&
      !limit_raise (sets, node, state))
    return;
  guint32 index = vector_sets_insert (sets, node, state);
  if (index == NO_NODE)
    return;
  g_array_append_val (stack, index);
  g_array_append_val (stack, state);
}

/* Takes parent's vector through the transition entered. stack: where vectors inside a component
 * wait to be taken further, or NULL when it leads out of one. FALSE when the search should end. */
static gboolean
follow (VectorSets *sets, guint32 parent, GArray *stack)
{
  VectorSpace *space = &sets->space;
  guint32 target = space->automaton->target[space->transition];
  guint32 n = sets->together ? space->n_differences : 1;
  for (guint32 i = 0; i < space->n_differences; i += n) {
    const Node *before = node_at (sets, parent);
    /* of several together the greatest stands in the walk: it permits the fewest shifts */
    Node node = {.parent = parent,
                 .transition = space->transition,
                 .difference = space->difference[i + n - 1]};
    vector_sets_count (sets, space->automaton->source[space->transition], 0);
    if (!vector_space_apply (space, i, n, &before->vector, &node.vector)) {
      sets->stopped = VECTOR_TIES_STOP;
      return FALSE;
    }
    if (sets->policy == SEARCH_ADAPTIVE)
      node.history = follow_signs (sets, before, node.difference);
    if (stack != NULL)
      keep_inside (sets, &node, target, stack);
    else
      vector_sets_add (sets, &node, target);
    if (should_end (sets))
      return FALSE;
  }
  return TRUE;
}

/* Follows the transitions inside a component until nothing new comes up: finite where they
 * cost nothing, as they only make entries infinite or, assigning, move them. */
static void
turn_component (VectorSets *sets, guint32 begin, guint32 end)
{
  const VectorSpace *space = &sets->space;
  const CoupletAutomaton *a = space->automaton;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 m = begin; m < end; m++) {
    guint32 state = space->components->members[m];
    for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next) {
      g_array_append_val (stack, i);
      g_array_append_val (stack, state);
    }
  }
  while (stack->len > 0) {
    guint32 state = g_array_index (stack, guint32, stack->len - 1);
    guint32 parent = g_array_index (stack, guint32, stack->len - 2);
    g_array_set_size (stack, stack->len - 2);
    for (guint32 t = a->row[state]; t < a->row[state + 1] && !node_at (sets, parent)->dropped;
         t++) {
      if (!couplet_on_cycle (a, space->components, t))
        continue;
      enter (sets, t);
      if (!follow (sets, parent, stack))
        return;
    }
  }
}

/* Takes all vectors of state through the transitions that leave its component. FALSE when the
 * search should end. */
static gboolean
leave_component (VectorSets *sets, guint32 state)
{
  const CoupletAutomaton *a = sets->space.automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    if (couplet_on_cycle (a, sets->space.components, t))
      continue;
    enter (sets, t);
    for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next)
      if (!follow (sets, i, NULL))
        return FALSE;
  }
  return TRUE;
}

static gboolean
has_cycle (const VectorSets *sets, guint32 begin, guint32 end)
{
  const CoupletAutomaton *a = sets->space.automaton;
  guint32 state = sets->space.components->members[begin];
  if (end - begin > 1)
    return TRUE;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (a->target[t] == state)
      return TRUE;
  return FALSE;
}

gboolean
find_vectors_in (VectorSets *sets, guint32 component)
{
  const CoupletComponents *components = sets->space.components;
  guint32 begin = components->first[component], end = components->first[component + 1];
  for (guint32 m = begin; m < end; m++)
    vector_sets_settle (sets, components->members[m]);
  if (should_end (sets))
    return FALSE;
  if (has_cycle (sets, begin, end))
    turn_component (sets, begin, end);
  if (should_end (sets))
    return FALSE;
  for (guint32 m = begin; m < end; m++)
    if (!leave_component (sets, components->members[m]))
      return FALSE;
  return TRUE;
}

void
find_vectors (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets)
{
  guint32 n = sets->space.components->n_components;
  vector_sets_begin (sets, policy, width, largest_sets);
  for (guint32 c = n; c-- > 0 && find_vectors_in (sets, c);)
    couplet_context_progress (sets->context, n - c, n);
}
