/* SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#define NO_CLASS G_MAXUINT32
/* For one state, of 10 ns. */
#define STEPS 20

struct Regions {
  CoupletPace pace;
  guint64 steps; /* of the pace, for each state */
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const Outlook *outlook;
  const RegionLimits *limits;
  guint32 *first;  /* per state: its classes; NO_CLASS */
  guint8 *waiting; /* per state: in the heap */
  GArray *heap;    /* states to go on from, the highest component first */
  RegionClass *classes;
  guint32 n, room;
};

Regions *
regions_new (CoupletContext *context, const CoupletAutomaton *automaton,
             const CoupletComponents *components, CoupletUnit *unit, const Outlook *outlook)
{
  Regions *regions = g_new0 (Regions, 1);
  regions->pace.context = context;
  regions->steps = (guint64)STEPS * couplet_unit_steps (unit);
  regions->automaton = automaton;
  regions->components = components;
  regions->unit = unit;
  regions->outlook = outlook;
  regions->first = g_new (guint32, automaton->n_states);
  regions->waiting = g_new0 (guint8, automaton->n_states);
  regions->heap = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 q = 0; q < automaton->n_states; q++)
    regions->first[q] = NO_CLASS;
  return regions;
}

void
regions_free (Regions *regions)
{
  if (regions == NULL)
    return;
  g_free (regions->first);
  g_free (regions->waiting);
  g_array_unref (regions->heap);
  g_free (regions->classes);
  g_free (regions);
}

/* ---- States to go on from ----------------------------------------------------------- */

static gboolean
precedes (const Regions *regions, guint32 a, guint32 b)
{
  return regions->components->component[a] > regions->components->component[b];
}

static void
heap_push (Regions *regions, guint32 state)
{
  if (regions->waiting[state])
    return;
  regions->waiting[state] = 1;
  g_array_append_val (regions->heap, state);
  guint32 *heap = (guint32 *)(gpointer)regions->heap->data;
  guint at = regions->heap->len - 1;
  for (; at > 0 && precedes (regions, state, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = state;
}

static guint32
heap_pop (Regions *regions)
{
  guint32 *heap = (guint32 *)(gpointer)regions->heap->data;
  guint n = regions->heap->len - 1;
  guint32 top = heap[0], moved = heap[n];
  guint at = 0;
  for (guint child = 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && precedes (regions, heap[child + 1], heap[child]))
      child++;
    if (!precedes (regions, heap[child], moved))
      break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
  g_array_set_size (regions->heap, n);
  regions->waiting[top] = 0;
  return top;
}

/* ---- Classes ------------------------------------------------------------------------- */

/* Forgets the last region, in time proportional to its size. */
static void
forget (Regions *regions)
{
  for (guint32 i = 0; i < regions->n; i++)
    regions->first[regions->classes[i].state] = NO_CLASS;
  regions->n = 0;
}

/* True when walks to state at that cost are to be followed. */
static gboolean
within_limits (const Regions *regions, guint32 state, guint32 shifts, CoupletCost cost)
{
  const RegionLimits *limits = regions->limits;
  CoupletCost rest;
  return (limits->after & ~shifts) == 0 && regions->components->component[state] >= limits->last &&
         outlook_most (regions->outlook, state, shifts, limits->after, limits->x, &rest) &&
         couplet_cost_compare (
             couplet_cost_add (regions->unit, couplet_cost_add (regions->unit, cost, limits->own),
                               rest),
             limits->above) > 0;
}

/* Raises the class of state with those shifts to cost. TRUE when it changed. */
static gboolean
raise_class (Regions *regions, guint32 state, guint32 shifts, CoupletCost cost)
{
  guint32 i = regions->first[state];
  while (i != NO_CLASS && regions->classes[i].shifts != shifts)
    i = regions->classes[i].next;
  if (i == NO_CLASS) {
    if (regions->n == regions->room) {
      regions->room = MAX (64, regions->room * 2);
      regions->classes = g_renew (RegionClass, regions->classes, regions->room);
    }
    regions->classes[regions->n] = (RegionClass){state, shifts, cost, regions->first[state]};
    regions->first[state] = regions->n++;
    return TRUE;
  }
  if (couplet_cost_compare (cost, regions->classes[i].cost) <= 0)
    return FALSE;
  regions->classes[i].cost = cost;
  return TRUE;
}

/* Takes every class of transition's source through it. TRUE when a class of the
 * target changed. */
static gboolean
pass (Regions *regions, guint32 transition)
{
  const CoupletAutomaton *a = regions->automaton;
  guint32 target = a->target[transition];
  CoupletStep step;
  couplet_step_load_joined (&step, a, regions->components, regions->unit, transition);
  guint32 allowed = couplet_step_shifts (&step, 0, COUPLET_ALL_SHIFTS);
  gboolean raised = FALSE;
  for (guint32 i = regions->first[a->source[transition]]; i != NO_CLASS;
       i = regions->classes[i].next) {
    guint32 shifts = regions->classes[i].shifts & allowed;
    CoupletCost cost =
        couplet_cost_add (regions->unit, regions->classes[i].cost, step.pay[0][regions->limits->x]);
    if (within_limits (regions, target, shifts, cost))
      raised |= raise_class (regions, target, shifts, cost);
  }
  return raised;
}

const RegionClass *
region_classes (Regions *regions, guint32 start, const RegionLimits *limits, guint32 *n)
{
  const CoupletAutomaton *a = regions->automaton;
  regions->limits = limits;
  forget (regions);
  raise_class (regions, start, COUPLET_ALL_SHIFTS, 0);
  heap_push (regions, start);
  while (regions->heap->len > 0) {
    guint32 q = heap_pop (regions);
    if (couplet_pace_over (&regions->pace, regions->steps))
      continue;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] == 0 && pass (regions, t))
        heap_push (regions, a->target[t]);
  }
  *n = regions->n;
  return regions->classes;
}
