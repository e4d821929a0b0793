/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include <couplet/internal/large.h>

/* Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) with an explicit stack. The
 * states being visited form a path; stack holds it and, beside it, the states
 * visited whose component is still open. */
typedef struct {
  const guint32 *row, *target; /* the graph */
  CoupletComponents *components;
  guint32 *low;  /* 0 = not visited; least number of an open state reached */
  guint32 *next; /* the next transition to follow */
  guint32 *path; /* the states being visited */
  guint32 *open; /* visited, component not closed */
  guint32 path_height, open_height, visited, closed;
  Pace pace;
} ComponentSearch;

static void
enter (ComponentSearch *search, guint32 state)
{
  search->low[state] = ++search->visited;
  search->next[state] = search->row[state];
  search->path[search->path_height++] = state;
}

/* Pops the component of root, whose number is low. */
static void
close_component (ComponentSearch *search, guint32 root)
{
  CoupletComponents *components = search->components;
  guint32 number = components->n_components++;
  guint32 low = search->low[root];
  components->first[number] = search->closed;
  while (search->open_height > 0) {
    guint32 state = search->open[search->open_height - 1];
    if (search->low[state] < low)
      break;
    search->open_height--;
    components->component[state] = number;
    components->members[search->closed++] = state;
  }
  components->component[root] = number;
  components->members[search->closed++] = root;
}

/* All transitions of the state on top of the path are followed. */
static void
leave (ComponentSearch *search, guint32 state, guint32 own_number)
{
  search->path_height--;
  if (search->low[state] == own_number)
    close_component (search, state);
  else
    search->open[search->open_height++] = state;
  if (search->path_height > 0 && search->components->component[state] == COUPLET_NONE) {
    guint32 parent = search->path[search->path_height - 1];
    search->low[parent] = MIN (search->low[parent], search->low[state]);
  }
}

/* FALSE when stopped. */
static gboolean
visit_from (ComponentSearch *search, guint32 initial, guint32 *number)
{
  enter (search, initial);
  number[initial] = search->visited;
  while (search->path_height > 0) {
    if (pace_over (&search->pace, 1))
      return FALSE;
    guint32 state = search->path[search->path_height - 1];
    if (search->next[state] == search->row[state + 1]) {
      leave (search, state, number[state]);
      continue;
    }
    guint32 target = search->target[search->next[state]++];
    if (search->low[target] == 0) {
      enter (search, target);
      number[target] = search->visited;
    } else if (search->components->component[target] == COUPLET_NONE)
      search->low[state] = MIN (search->low[state], search->low[target]);
  }
  return TRUE;
}

static CoupletComponents *
find_components (guint32 n, const guint32 *row, const guint32 *target, guint32 initial,
                 Clock *clock)
{
  g_autoptr (CoupletComponents) components = g_new0 (CoupletComponents, 1);
  components->component = couplet_large_new (guint32, n);
  components->first = couplet_large_new (guint32, n + 1);
  components->members = couplet_large_new (guint32, n);
  for (guint32 q = 0; q < n; q++)
    components->component[q] = COUPLET_NONE;
  g_autofree guint32 *low = couplet_large_new0 (guint32, n);
  g_autofree guint32 *next = couplet_large_new (guint32, n);
  g_autofree guint32 *path = couplet_large_new (guint32, n);
  g_autofree guint32 *open = couplet_large_new (guint32, n);
  g_autofree guint32 *number = couplet_large_new (guint32, n);
  ComponentSearch search = {row,  target, components, low, next, path,
                            open, 0,      0,          0,   0,    {.clock = clock}};
  if (!visit_from (&search, initial, number))
    return NULL;
  components->first[components->n_components] = search.closed;
  return g_steal_pointer (&components);
}

CoupletComponents *
couplet_components_of_rows (guint32 n, const guint32 *row, const guint32 *target, guint32 initial)
{
  return find_components (n, row, target, initial, NULL);
}

CoupletComponents *
components_new_by (const CoupletAutomaton *automaton, Clock *clock)
{
  return find_components (automaton->n_states, automaton->row, automaton->target,
                          automaton->initial, clock);
}

CoupletComponents *
couplet_components_new (const CoupletAutomaton *automaton)
{
  return components_new_by (automaton, NULL);
}

void
couplet_components_free (CoupletComponents *components)
{
  if (components == NULL)
    return;
  g_free (components->component);
  g_free (components->first);
  g_free (components->members);
  g_free (components);
}

void
mark_sources (guint32 n, const guint32 *row, const guint32 *target, const guint8 *closed,
              guint8 *marks)
{
  g_autofree guint32 *first = g_new0 (guint32, (gsize)n + 2);
  g_autofree guint32 *source = g_new (guint32, (gsize)row[n] + 1); /* by target */
  g_autofree guint32 *stack = g_new (guint32, (gsize)n + 1);
  guint32 height = 0;
  for (guint32 e = 0; e < row[n]; e++)
    first[target[e] + 2]++;
  for (guint32 q = 2; q < n + 2; q++)
    first[q] += first[q - 1];
  for (guint32 q = 0; q < n; q++) {
    for (guint32 e = row[q]; e < row[q + 1]; e++)
      source[first[target[e] + 1]++] = q;
    if (marks[q] != 0)
      stack[height++] = q;
  }
  while (height > 0) {
    guint32 q = stack[--height];
    for (guint32 i = first[q]; i < first[q + 1]; i++)
      if (marks[source[i]] == 0 && (closed == NULL || closed[source[i]] == 0)) {
        marks[source[i]] = 1;
        stack[height++] = source[i];
      }
  }
}
