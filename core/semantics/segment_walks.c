/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/segment_walks.h>

#include "step_shifts.h"

#include <string.h>

/* In what is known of a transition where costs are 0: that it is, beside the shifts it leaves. */
#define IS_KNOWN (COUPLET_ALL_SHIFTS + 1)

#define NEVER COUPLET_COST_INFINITE

/* By the shifts left: the cost where all that is finite is 0. */
static const CoupletVector FREE[COUPLET_N_SHIFT_SETS] = {
    {{NEVER, NEVER, NEVER}}, {{0, NEVER, NEVER}}, {{NEVER, 0, NEVER}}, {{0, 0, NEVER}},
    {{NEVER, NEVER, 0}},     {{0, NEVER, 0}},     {{NEVER, 0, 0}},     {{0, 0, 0}},
};

/* A class to go on from, by the components that are to be passed after its own. */
typedef struct {
  guint32 key;
  guint32 place;
} Waiting;

struct CoupletSegmentWalks {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletSegmentOrder order;
  guint32 threshold;
  guint8 *left; /* without unit, per transition: what it leaves of the threshold's shifts */
  CoupletSegmentFilter filter;
  gpointer data;
  guint32 *first; /* per state: its classes; COUPLET_NONE */
  CoupletSegmentClass *classes;
  guint32 n, room;
  GArray *heap;       /* Waiting: the least key comes first */
  guint32 head, tail; /* the queue of those that wait for COUPLET_SHORTEST_FIRST; COUPLET_NONE */
};

CoupletSegmentWalks *
couplet_segment_walks_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                           CoupletUnit *unit, CoupletSegmentOrder order)
{
  CoupletSegmentWalks *walks = g_new0 (CoupletSegmentWalks, 1);
  walks->automaton = automaton;
  walks->components = components;
  walks->unit = unit;
  walks->order = order;
  walks->first = g_new (guint32, automaton->n_states);
  for (guint32 q = 0; q < automaton->n_states; q++)
    walks->first[q] = COUPLET_NONE;
  walks->heap = g_array_new (FALSE, FALSE, sizeof (Waiting));
  walks->head = COUPLET_NONE;
  if (unit == NULL)
    walks->left = g_new0 (guint8, MAX (automaton->n_transitions, 1));
  return walks;
}

void
couplet_segment_walks_free (CoupletSegmentWalks *walks)
{
  if (walks == NULL)
    return;
  g_free (walks->first);
  g_free (walks->classes);
  g_free (walks->left);
  g_array_unref (walks->heap);
  g_free (walks);
}

/* ---- Classes to go on from --------------------------------------------------------------- */

static void
heap_push (CoupletSegmentWalks *walks, guint32 place)
{
  guint32 component = walks->components->component[walks->classes[place].state];
  Waiting new = {walks->components->n_components - component, place};
  g_array_append_val (walks->heap, new);
  Waiting *heap = (Waiting *)(gpointer)walks->heap->data;
  guint at = walks->heap->len - 1;
  for (; at > 0 && new.key < heap[(at - 1) / 2].key; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = new;
}

static guint32
heap_pop (CoupletSegmentWalks *walks)
{
  Waiting *heap = (Waiting *)(gpointer)walks->heap->data;
  guint n = walks->heap->len - 1, at = 0;
  Waiting moved = heap[n];
  guint32 top = heap[0].place;
  for (guint child = 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && heap[child + 1].key < heap[child].key)
      child++;
    if (moved.key <= heap[child].key)
      break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
  g_array_set_size (walks->heap, n);
  return top;
}

static void
queue_push (CoupletSegmentWalks *walks, guint32 place)
{
  walks->classes[place].behind = COUPLET_NONE;
  if (walks->head == COUPLET_NONE)
    walks->head = place;
  else
    walks->classes[walks->tail].behind = place;
  walks->tail = place;
}

static guint32
queue_pop (CoupletSegmentWalks *walks)
{
  guint32 place = walks->head;
  walks->head = walks->classes[place].behind;
  return place;
}

static void
let_wait (CoupletSegmentWalks *walks, guint32 place)
{
  walks->classes[place].waiting = TRUE;
  if (walks->order == COUPLET_BY_COMPONENTS)
    heap_push (walks, place);
  else
    queue_push (walks, place);
}

/* Takes the next class to go on from; FALSE = none waits. */
static gboolean
take_waiting (CoupletSegmentWalks *walks, guint32 *place)
{
  if (walks->heap->len == 0 && walks->head == COUPLET_NONE)
    return FALSE;
  *place = walks->order == COUPLET_BY_COMPONENTS ? heap_pop (walks) : queue_pop (walks);
  walks->classes[*place].waiting = FALSE;
  return TRUE;
}

/* ---- Walks ---------------------------------------------------------------------------------- */

/* Forgets the classes, in time proportional to their number. */
static void
forget (CoupletSegmentWalks *walks)
{
  for (guint32 i = 0; i < walks->n; i++)
    walks->first[walks->classes[i].state] = COUPLET_NONE;
  walks->n = 0;
}

static guint32
add_class (CoupletSegmentWalks *walks, const CoupletSegmentClass *class)
{
  if (walks->n == walks->room) {
    walks->room = MAX (64, walks->room * 2);
    walks->classes = g_renew (CoupletSegmentClass, walks->classes, walks->room);
  }
  walks->classes[walks->n] = *class;
  walks->classes[walks->n].next = walks->first[class->state];
  walks->first[class->state] = walks->n;
  return walks->n++;
}

/* The shifts with a cost. */
static CoupletShifts
shifts_of (const CoupletVector *cost)
{
  CoupletShifts shifts = 0;
  for (int x = -1; x <= 1; x++)
    if (cost->at[x + 1] != COUPLET_COST_INFINITE)
      shifts |= couplet_shift (x);
  return shifts;
}

/* Raises the cost of a class to that of one more walk; TRUE when it changed. */
static gboolean
raise_cost (CoupletVector *cost, const CoupletVector *more)
{
  if (couplet_vector_below (more, cost))
    return FALSE;
  for (int x = 0; x < 3; x++)
    cost->at[x] = couplet_cost_max (cost->at[x], more->at[x]);
  return TRUE;
}

/* Takes one walk into its class, which waits if that is new or changed. */
static void
arrive (CoupletSegmentWalks *walks, const CoupletSegmentClass *walk)
{
  guint32 i = walks->first[walk->state];
  if (walks->filter != NULL && !walks->filter (walks->data, walk->state, walk->shifts, &walk->cost))
    return;
  while (i != COUPLET_NONE && walks->classes[i].shifts != walk->shifts)
    i = walks->classes[i].next;
  if (i == COUPLET_NONE)
    i = add_class (walks, walk);
  else if (!raise_cost (&walks->classes[i].cost, &walk->cost))
    return;
  if (!walks->classes[i].waiting && walk->shifts != 0)
    let_wait (walks, i);
}

/* Sets *pay to the most that transition pays with each shift, whatever the inputs are. */
static void
load_pay (const CoupletSegmentWalks *walks, guint32 transition, CoupletVector *pay)
{
  CoupletStep step;
  couplet_step_load_of (&step, walks->automaton, walks->components, walks->unit, transition,
                        walks->threshold);
  couplet_step_join (&step);
  for (int x = 0; x < 3; x++)
    pay->at[x] = step.pay[0][x];
}

/* Goes through transition where costs matter. */
static void
pay_step (const CoupletSegmentWalks *walks, guint32 transition, const CoupletVector *before,
          CoupletSegmentClass *walk)
{
  CoupletVector pay;
  load_pay (walks, transition, &pay);
  for (int x = 0; x < 3; x++)
    walk->cost.at[x] = couplet_cost_add (walks->unit, before->at[x], pay.at[x]);
  walk->shifts = shifts_of (&walk->cost);
}

/* What transition leaves of the shifts where all costs are 0, which is remembered. */
static CoupletShifts
recall_left (const CoupletSegmentWalks *walks, guint32 transition)
{
  guint8 *left = &walks->left[transition];
  if (*left == 0)
    *left = IS_KNOWN |
            step_shifts_left (walks->automaton, walks->components, transition, walks->threshold);
  return *left & COUPLET_ALL_SHIFTS;
}

/* The class at place, taken through transition. */
static void
follow (CoupletSegmentWalks *walks, guint32 place, guint32 transition)
{
  const CoupletSegmentClass *from = &walks->classes[place];
  CoupletSegmentClass walk = {
      .state = walks->automaton->target[transition], .last = transition, .before = place};
  if (walks->left != NULL) {
    walk.shifts = from->shifts & recall_left (walks, transition);
    walk.cost = FREE[walk.shifts];
  } else {
    pay_step (walks, transition, &from->cost, &walk);
  }
  arrive (walks, &walk);
}

const CoupletSegmentClass *
couplet_segment_classes (CoupletSegmentWalks *walks, guint32 threshold, guint32 state,
                         CoupletSegmentFilter filter, gpointer data, guint32 *n)
{
  const CoupletAutomaton *a = walks->automaton;
  const CoupletSegmentClass begin = {
      .state = state, .shifts = COUPLET_ALL_SHIFTS, .last = COUPLET_NONE, .before = COUPLET_NONE};
  forget (walks);
  if (walks->left != NULL && threshold != walks->threshold)
    memset (walks->left, 0, a->n_transitions);
  walks->threshold = threshold;
  walks->filter = NULL; /* the beginning is always of interest */
  arrive (walks, &begin);
  walks->filter = filter;
  walks->data = data;
  for (guint32 place; take_waiting (walks, &place);) {
    guint32 q = walks->classes[place].state;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->assignment[t] == 0 || !couplet_assigns (a, t, threshold))
        follow (walks, place, t);
  }
  *n = walks->n;
  return walks->classes;
}
