/* SPDX-License-Identifier: Apache-2.0 */
#include <couplet/internal/segment_walks.h>

#include "walk_search.h"

/* An element: what a walk leaves, or the walks of its class that were found before. */
typedef struct {
  CoupletShifts shifts;
  guint32 place; /* of the class */
  CoupletVector cost;
} Left;

struct CoupletSegmentWalks {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletSearch *search;
  guint32 threshold;
  CoupletSegmentFilter filter;
  gpointer data;
  GArray *classes; /* CoupletSegmentClass */
};

CoupletSegmentWalks *
couplet_segment_walks_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                           CoupletUnit *unit)
{
  CoupletSegmentWalks *walks = g_new0 (CoupletSegmentWalks, 1);
  walks->automaton = automaton;
  walks->components = components;
  walks->unit = unit;
  walks->search = walk_search_new (automaton->n_states, sizeof (Left));
  walks->classes = g_array_new (FALSE, FALSE, sizeof (CoupletSegmentClass));
  return walks;
}

void
couplet_segment_walks_free (CoupletSegmentWalks *walks)
{
  if (walks == NULL)
    return;
  couplet_search_free (walks->search);
  g_array_unref (walks->classes);
  g_free (walks);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Adds the most that transition pays with each shift, whatever the inputs are. */
static void
pay_step (const CoupletSegmentWalks *walks, guint32 transition, const Left *before, Left *after)
{
  CoupletStep step;
  couplet_step_load_of (&step, walks->automaton, walks->components, walks->unit, transition,
                        walks->threshold);
  couplet_step_join (&step);
  for (int x = 0; x < 3; x++) {
    after->cost.at[x] = couplet_cost_add (walks->unit, before->cost.at[x], step.pay[0][x]);
    if (after->cost.at[x] != COUPLET_COST_INFINITE)
      after->shifts |= couplet_shift (x - 1);
  }
}

/* All differences of the inputs are one step. */
static guint32
any_difference (gpointer data, guint32 transition, gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletSegmentWalks *walks = data;
  differences[0] = 0;
  return !couplet_assigns (walks->automaton, transition, walks->threshold);
}

static Take
take (gpointer data, gconstpointer before, CoupletWalkEnd *end, gpointer after)
{
  const CoupletSegmentWalks *walks = data;
  const Left *from = before;
  Left *to = after;
  *to = (Left){.place = from->place};
  if (from->shifts == 0)
    return TAKE_NOT;
  pay_step (walks, end->transition, from, to);
  return walks->filter == NULL || walks->filter (walks->data, end->state, to->shifts, &to->cost)
             ? TAKE
             : TAKE_NOT;
}

/* ---- Classes -------------------------------------------------------------------------------- */

static gboolean
covers (gpointer data, gconstpointer a, gconstpointer b)
{
  const Left *more = a, *less = b;
  (void)data;
  return more->shifts == less->shifts && couplet_vector_below (&less->cost, &more->cost);
}

static guint32
add_class (CoupletSegmentWalks *walks, const CoupletSegmentClass *class)
{
  g_array_append_val (walks->classes, *class);
  return walks->classes->len - 1;
}

/* Raises the cost of a walk to that of its class, and that of the class to it. */
static void
join (gpointer data, const CoupletSearch *search, CoupletWalkEnd *end, gpointer element)
{
  CoupletSegmentWalks *walks = data;
  Left *left = element;
  guint32 i = search->head[end->state];
  while (i != COUPLET_NONE &&
         ((const Left *)walk_search_element (search, i))->shifts != left->shifts)
    i = couplet_search_walk (search, i)->next;
  if (i == COUPLET_NONE) {
    left->place = add_class (walks, &(CoupletSegmentClass){end->state, left->shifts, left->cost,
                                                           end->transition, left->place});
    return;
  }
  const Left *known = walk_search_element (search, i);
  for (int x = 0; x < 3; x++)
    left->cost.at[x] = couplet_cost_max (left->cost.at[x], known->cost.at[x]);
  left->place = known->place;
  g_array_index (walks->classes, CoupletSegmentClass, left->place).cost = left->cost;
}

/* A class keeps its turn when its cost rises: the first walk found to another one is a shortest. */
static const WalkElements ELEMENTS = {.follows_dominated = TRUE,
                                      .take = take,
                                      .covers = covers,
                                      .raise = join,
                                      .differences = any_difference};

const CoupletSegmentClass *
couplet_segment_classes (CoupletSegmentWalks *walks, guint32 threshold, guint32 state,
                         CoupletSegmentFilter filter, gpointer data, guint32 *n)
{
  const Left begin = {.shifts = COUPLET_ALL_SHIFTS};
  walks->threshold = threshold;
  walks->filter = filter;
  walks->data = data;
  walk_search_clear (walks->search);
  g_array_set_size (walks->classes, 0);
  walk_search_start (walks->search, state, &begin);
  add_class (walks,
             &(CoupletSegmentClass){state, begin.shifts, begin.cost, COUPLET_NONE, COUPLET_NONE});
  walk_search_run (walks->search, walks->automaton, &ELEMENTS, walks);
  *n = walks->classes->len;
  return (const CoupletSegmentClass *)(gpointer)walks->classes->data;
}
