/* SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#include "shift_sets.h"

#define NO_CLASS G_MAXUINT32

struct CoupletRegions {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  guint32 *first;  /* per state: its classes; NO_CLASS */
  guint8 *inside;  /* per state: in the region */
  guint8 *waiting; /* per state: on the stack */
  GArray *states;  /* the region; later in topological order */
  GArray *stack;
  CoupletClass *classes;
  guint32 n, room;
};

CoupletRegions *
couplet_regions_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                     CoupletUnit *unit)
{
  CoupletRegions *regions = g_new0 (CoupletRegions, 1);
  regions->automaton = automaton;
  regions->components = components;
  regions->unit = unit;
  regions->first = g_new (guint32, automaton->n_states);
  regions->inside = g_new0 (guint8, automaton->n_states);
  regions->waiting = g_new0 (guint8, automaton->n_states);
  regions->states = g_array_new (FALSE, FALSE, sizeof (guint32));
  regions->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 q = 0; q < automaton->n_states; q++)
    regions->first[q] = NO_CLASS;
  return regions;
}

void
couplet_regions_free (CoupletRegions *regions)
{
  if (regions == NULL)
    return;
  g_free (regions->first);
  g_free (regions->inside);
  g_free (regions->waiting);
  g_array_unref (regions->states);
  g_array_unref (regions->stack);
  g_free (regions->classes);
  g_free (regions);
}

/* Forgets the last region, in time proportional to its size. */
static void
forget (CoupletRegions *regions)
{
  for (guint i = 0; i < regions->states->len; i++) {
    guint32 q = g_array_index (regions->states, guint32, i);
    regions->first[q] = NO_CLASS;
    regions->inside[q] = regions->waiting[q] = 0;
  }
  g_array_set_size (regions->states, 0);
  g_array_set_size (regions->stack, 0);
  regions->n = 0;
}

static void
enter (CoupletRegions *regions, guint32 state)
{
  if (regions->inside[state])
    return;
  regions->inside[state] = 1;
  g_array_append_val (regions->states, state);
}

static int
compare_components (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *component = data;
  guint32 u = component[*(const guint32 *)a], v = component[*(const guint32 *)b];
  return (u < v) - (u > v);
}

/* The states that walks from start reach, sources before targets. */
static void
find_states (CoupletRegions *regions, guint32 start)
{
  const CoupletAutomaton *a = regions->automaton;
  enter (regions, start);
  for (guint i = 0; i < regions->states->len; i++) {
    guint32 q = g_array_index (regions->states, guint32, i);
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] == 0)
        enter (regions, a->target[t]);
  }
  g_array_sort_with_data (regions->states, compare_components, regions->components->component);
}

/* Raises the class of state with those shifts to cost. TRUE when it changed. */
static gboolean
raise_class (CoupletRegions *regions, guint32 state, guint32 shifts, const CoupletVector *cost)
{
  guint32 i = regions->first[state];
  while (i != NO_CLASS && regions->classes[i].shifts != shifts)
    i = regions->classes[i].next;
  if (i == NO_CLASS) {
    if (regions->n == regions->room) {
      regions->room = MAX (64, regions->room * 2);
      regions->classes = g_renew (CoupletClass, regions->classes, regions->room);
    }
    regions->classes[regions->n] = (CoupletClass){state, shifts, *cost, regions->first[state]};
    regions->first[state] = regions->n++;
    return TRUE;
  }
  gboolean raised = FALSE;
  CoupletVector *known = &regions->classes[i].cost;
  for (int x = 0; x < 3; x++)
    if (couplet_cost_compare (cost->at[x], known->at[x]) > 0) {
      known->at[x] = cost->at[x];
      raised = TRUE;
    }
  return raised;
}

/* Takes every class of transition's source through it, but for those left with one
 * shift or none. TRUE when a class of the target changed. */
static gboolean
pass (CoupletRegions *regions, guint32 transition)
{
  const CoupletAutomaton *a = regions->automaton;
  CoupletStep step;
  couplet_step_load (&step, a, regions->components, regions->unit, transition);
  guint32 allowed = shifts_allowed (&step);
  gboolean raised = FALSE;
  for (guint32 i = regions->first[a->source[transition]]; i != NO_CLASS;
       i = regions->classes[i].next) {
    guint32 shifts = regions->classes[i].shifts & allowed;
    CoupletVector cost = {{0, 0, 0}};
    if (shifts_single (shifts))
      continue;
    for (int x = 0; x < 3; x++)
      if ((shifts >> x & 1) != 0)
        cost.at[x] =
            couplet_cost_add (regions->unit, regions->classes[i].cost.at[x], step.pay[0][x]);
    raised |= raise_class (regions, a->target[transition], shifts, &cost);
  }
  return raised;
}

/* Passes the transitions of state that stay in its component (inside) or that
 * leave it; targets whose classes changed wait when inside. */
static void
pass_all (CoupletRegions *regions, guint32 state, gboolean inside)
{
  const CoupletAutomaton *a = regions->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    guint32 target = a->target[t];
    if (a->assignment[t] != 0 || couplet_on_cycle (a, regions->components, t) != inside)
      continue;
    if (pass (regions, t) && inside && !regions->waiting[target]) {
      regions->waiting[target] = 1;
      g_array_append_val (regions->stack, target);
    }
  }
}

/* The states from begin up to end are one component: to the fixpoint inside,
 * then out of it. */
static void
pass_component (CoupletRegions *regions, guint begin, guint end)
{
  for (guint i = end; i-- > begin;) {
    guint32 q = g_array_index (regions->states, guint32, i);
    regions->waiting[q] = 1;
    g_array_append_val (regions->stack, q);
  }
  while (regions->stack->len > 0) {
    guint32 q = g_array_index (regions->stack, guint32, regions->stack->len - 1);
    g_array_set_size (regions->stack, regions->stack->len - 1);
    regions->waiting[q] = 0;
    pass_all (regions, q, TRUE);
  }
  for (guint i = begin; i < end; i++)
    pass_all (regions, g_array_index (regions->states, guint32, i), FALSE);
}

const CoupletClass *
couplet_region_classes (CoupletRegions *regions, guint32 start, guint32 *n)
{
  const guint32 *component = regions->components->component;
  const CoupletVector free_of_cost = {{0, 0, 0}};
  forget (regions);
  find_states (regions, start);
  raise_class (regions, start, ALL_SHIFTS, &free_of_cost);
  const guint32 *states = (const guint32 *)(gpointer)regions->states->data;
  for (guint begin = 0, end; begin < regions->states->len; begin = end) {
    for (end = begin + 1; end < regions->states->len; end++)
      if (component[states[end]] != component[states[begin]])
        break;
    pass_component (regions, begin, end);
  }
  *n = regions->n;
  return regions->classes;
}
