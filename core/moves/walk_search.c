/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_search.h"

#include <couplet/internal/automaton.h>
#include <couplet/host/unfold.h>
#include <couplet/internal/large.h>

#include <string.h>

/* A search that is under way. */
typedef struct {
  CoupletSearch *found;
  const WalkElements *elements;
  gpointer data;
} Running;

CoupletSearch *
walk_search_new (guint32 n_states, gsize size)
{
  CoupletSearch *search = g_new0 (CoupletSearch, 1);
  search->words = (size + sizeof (guint64) - 1) / sizeof (guint64);
  search->walks = g_array_new (FALSE, FALSE, sizeof (CoupletWalkEnd));
  search->values = g_array_new (FALSE, FALSE, sizeof (guint64));
  search->head = g_new (guint32, n_states);
  memset (search->head, 0xff, n_states * sizeof *search->head); /* COUPLET_NONE */
  return search;
}

void
couplet_search_free (CoupletSearch *search)
{
  if (search == NULL)
    return;
  g_array_unref (search->walks);
  g_array_unref (search->values);
  g_free (search->head);
  g_free (search);
}

/* ---- Walks that are kept ---------------------------------------------------------------- */

/* Room for one more element after those of the walks. */
static gpointer
next_element (CoupletSearch *search)
{
  g_array_set_size (search->values, (guint)((search->walks->len + 1) * search->words));
  return (gpointer)walk_search_element (search, search->walks->len);
}

/* Whether no walk to the same state covers element, which end leads to and which stands after
 * those of the walks, and there is room for one more. Walks that it covers, once it is raised, are
 * dominated from now on. */
static gboolean
make_room (const Running *running, CoupletWalkEnd *end, gpointer element)
{
  const CoupletSearch *search = running->found;
  const WalkElements *elements = running->elements;
  guint32 *link = &search->head[end->state];
  guint n = 0;
  for (guint32 i = *link; i != COUPLET_NONE; i = couplet_search_walk (search, i)->next)
    if (elements->covers (running->data, walk_search_element (search, i), element))
      return FALSE;
  if (elements->raise != NULL)
    elements->raise (running->data, search, end, element);
  while (*link != COUPLET_NONE) {
    CoupletWalkEnd *other = couplet_search_walk (search, *link);
    other->dominated =
        elements->covers (running->data, element, walk_search_element (search, *link));
    n += !other->dominated;
    if (other->dominated)
      *link = other->next;
    else
      link = &other->next;
  }
  return elements->most_at_state == 0 || n < elements->most_at_state;
}

static void
keep (CoupletSearch *search, CoupletWalkEnd end)
{
  end.next = COUPLET_NONE;
  if (!end.ends) {
    search->n_crowded += search->head[end.state] != COUPLET_NONE;
    end.next = search->head[end.state];
    search->head[end.state] = search->walks->len;
  }
  g_array_append_val (search->walks, end);
}

void
walk_search_start (CoupletSearch *search, guint32 state, gconstpointer element)
{
  if (search->head[state] != COUPLET_NONE)
    return;
  memcpy (next_element (search), element, search->words * sizeof (guint64));
  keep (search,
        (CoupletWalkEnd){.state = state, .before = COUPLET_NONE, .transition = COUPLET_NONE});
}

void
walk_search_clear (CoupletSearch *search)
{
  for (guint32 i = 0; i < search->walks->len; i++)
    search->head[couplet_search_walk (search, i)->state] = COUPLET_NONE;
  g_array_set_size (search->walks, 0);
  g_array_set_size (search->values, 0);
  search->n_crowded = 0;
}

/* ---- Following -------------------------------------------------------------------------- */

/* Takes one step more, to state; TRUE when that leads to a goal. */
static gboolean
follow (const Running *running, guint32 walk, guint32 state, guint32 transition, gint8 difference)
{
  CoupletSearch *search = running->found;
  CoupletWalkEnd end = {.state = state,
                        .before = walk,
                        .transition = transition,
                        .difference = difference,
                        .length = couplet_search_walk (search, walk)->length + 1};
  gpointer after = next_element (search);
  Take take =
      running->elements->take (running->data, walk_search_element (search, walk), &end, after);
  end.ends = take != TAKE;
  if (take == TAKE_LAST || take == TAKE_GOAL || (take == TAKE && make_room (running, &end, after)))
    keep (search, end);
  return take == TAKE_GOAL;
}

/* Takes all transitions; TRUE when a goal is found. */
static gboolean
follow_all (const Running *running, const CoupletAutomaton *a, guint32 walk)
{
  guint32 state = couplet_search_walk (running->found, walk)->state;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    guint32 n = running->elements->differences != NULL
                    ? running->elements->differences (running->data, t, differences)
                    : couplet_differences (a, t, differences);
    for (guint32 i = 0; i < n; i++)
      if (follow (running, walk, a->target[t], t, differences[i]))
        return TRUE;
  }
  return FALSE;
}

WalkSearchEnd
walk_search_run (CoupletSearch *search, const CoupletAutomaton *automaton,
                 const WalkElements *elements, gpointer data)
{
  const Running running = {search, elements, data};
  for (guint32 i = 0; i < search->walks->len; i++) {
    const CoupletWalkEnd *walk = couplet_search_walk (search, i);
    if (walk->ends || (walk->dominated && !elements->follows_dominated))
      continue;
    if (elements->goes_on != NULL && !elements->goes_on (data, search))
      return SEARCH_ENDED;
    if (follow_all (&running, automaton, i))
      return SEARCH_GOAL;
  }
  return SEARCH_DONE;
}

/* ---- Steps ------------------------------------------------------------------------------ */

/* Makes room for n more; whoever fills it begins with the last. */
static CoupletWalkStep *
end_of_steps (GArray *steps, guint n)
{
  g_array_set_size (steps, steps->len + n);
  return (CoupletWalkStep *)(gpointer)steps->data + steps->len;
}

void
couplet_search_steps (const CoupletSearch *search, guint32 walk, GArray *steps)
{
  const CoupletWalkEnd *end = couplet_search_walk (search, walk);
  CoupletWalkStep *step = end_of_steps (steps, end->length);
  for (; end->before != COUPLET_NONE; end = couplet_search_walk (search, end->before))
    *--step = (CoupletWalkStep){end->transition, end->difference, COUPLET_SHIFT_UNUSED};
}

gboolean
couplet_shortest_walk (const CoupletAutomaton *a, guint32 from, guint32 to, gboolean assigns,
                       CoupletPace *pace, GArray *steps)
{
  guint32 n = 1, length = 0;
  g_autofree guint32 *by = couplet_large_new (guint32, a->n_states); /* the last transition there */
  g_autofree guint32 *queue = couplet_large_new (guint32, a->n_states);
  memset (by, 0xff, a->n_states * sizeof *by); /* COUPLET_NONE */
  queue[0] = from;
  for (guint32 i = 0; i < n && to != from && by[to] == COUPLET_NONE; i++) {
    guint32 q = queue[i];
    if (couplet_pace_over (pace, 1 + a->row[q + 1] - a->row[q]))
      return FALSE;
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (a->target[t] != from && by[a->target[t]] == COUPLET_NONE &&
          (assigns || a->assignment[t] == 0)) {
        by[a->target[t]] = t;
        queue[n++] = a->target[t];
      }
  }
  if (to != from && by[to] == COUPLET_NONE)
    return FALSE;
  for (guint32 at = to; at != from; at = a->source[by[at]])
    length++;
  CoupletWalkStep *step = end_of_steps (steps, length);
  for (guint32 at = to; at != from; at = a->source[by[at]]) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    couplet_differences (a, by[at], differences);
    *--step = (CoupletWalkStep){by[at], differences[0], COUPLET_SHIFT_UNUSED};
  }
  return TRUE;
}

/* ---- Unfolded automata ------------------------------------------------------------------ */

/* Whether transition stands for that of step, with its difference. */
static gboolean
stands_for (const CoupletAutomaton *a, guint32 transition, const CoupletWalkStep *step)
{
  return couplet_folded_transition (a, transition) == step->transition &&
         (a->differences == NULL ||
          couplet_shifts_have (a->differences[transition], step->difference));
}

gboolean
couplet_walk_unfold (const CoupletAutomaton *automaton, GArray *steps)
{
  guint32 state = automaton->initial;
  for (guint i = 0; i < steps->len; i++) {
    CoupletWalkStep *step = &g_array_index (steps, CoupletWalkStep, i);
    guint32 t = automaton->row[state];
    while (t < automaton->row[state + 1] && !stands_for (automaton, t, step))
      t++;
    if (t == automaton->row[state + 1])
      return FALSE;
    step->transition = t;
    state = automaton->target[t];
  }
  return TRUE;
}
