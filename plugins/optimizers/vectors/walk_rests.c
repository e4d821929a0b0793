/* SPDX-License-Identifier: Apache-2.0 */
#include "walk_rests.h"

#include "potentials.h"

#include <string.h>

/* Of the clock's pace. */
#define STEPS_PER_REST 8

void
walk_rests_init (WalkRests *rests, const VectorSpace *space, CoupletContext *context,
                 const CoupletVector *so_far, guint32 width)
{
  guint32 n = space->automaton->n_states;
  *rests =
      (WalkRests){.space = space,
                  .context = context,
                  .so_far = so_far,
                  .width = width,
                  .all = g_array_new (FALSE, FALSE, sizeof (WalkRest)),
                  .fresh = g_array_new (FALSE, FALSE, sizeof (WalkRest)),
                  .candidates = g_array_new (FALSE, FALSE, sizeof (Candidate)),
                  .first = g_new (guint32, n),
                  .count = g_new0 (guint32, n),
                  .pace = {.context = context},
                  .steps_per_rest = STEPS_PER_REST * (guint64)couplet_unit_steps (space->unit)};
  memset (rests->first, 0xff, n * sizeof *rests->first); /* NO_REST */
}

void
walk_rests_clear (WalkRests *rests)
{
  g_array_unref (rests->all);
  g_array_unref (rests->fresh);
  g_array_unref (rests->candidates);
  g_free (rests->first);
  g_free (rests->count);
}

/* Candidates are numbered after all rests that are kept. */
static void
add_candidate (WalkRests *rests, const WalkRest *rest)
{
  Candidate candidate = {rest->cost, rests->all->len + rests->fresh->len};
  g_array_append_val (rests->fresh, *rest);
  g_array_append_val (rests->candidates, candidate);
}

/* Whether no walk with that rest at state costs more than best. */
static gboolean
is_hopeless (const WalkRests *rests, guint32 state, const CoupletVector *rest, CoupletCost best)
{
  for (int x = 0; x < 3; x++)
    if (couplet_cost_compare (
            couplet_cost_add (rests->space->unit, rests->so_far[state].at[x], rest->at[x]), best) <=
        0)
      return TRUE;
  return FALSE;
}

/* Adds the rests that begin with transition. */
static void
add_through (WalkRests *rests, guint32 transition, CoupletCost best)
{
  CoupletStep step;
  const VectorSpace *space = rests->space;
  guint32 target = space->automaton->target[transition];
  couplet_step_load (&step, space->automaton, space->components, space->unit, transition);
  for (guint32 i = 0; i < step.n; i++)
    for (guint32 r = rests->first[target];
         r != NO_REST && !couplet_pace_over (&rests->pace, rests->steps_per_rest);
         r = walk_rest_at (rests, r)->next) {
      WalkRest rest = {.behind = r, .transition = transition, .difference = step.difference[i]};
      cost_before_step (&step, i, space->unit, &walk_rest_at (rests, r)->cost, &rest.cost);
      if (!is_hopeless (rests, space->automaton->source[transition], &rest.cost, best))
        add_candidate (rests, &rest);
    }
}

/* Keeps at state those of the candidates that are not below another. TRUE when one of them is
 * new. */
static gboolean
keep_candidates (WalkRests *rests, guint32 state)
{
  gboolean news = FALSE;
  guint32 begin = rests->all->len;
  guint n = antichain_reduce ((Candidate *)(gpointer)rests->candidates->data,
                              rests->candidates->len, rests->context);
  rests->first[state] = NO_REST;
  rests->count[state] = n;
  for (guint i = 0; i < n; i++) {
    guint32 index = g_array_index (rests->candidates, Candidate, i).tag;
    if (index >= begin) {
      g_array_append_val (rests->all, g_array_index (rests->fresh, WalkRest, index - begin));
      index = rests->all->len - 1;
      news = TRUE;
    }
    g_array_index (rests->all, WalkRest, index).next = rests->first[state];
    rests->first[state] = index;
  }
  g_array_set_size (rests->fresh, 0);
  g_array_set_size (rests->candidates, 0);
  return news;
}

/* Leaves of the rests of state as many as may be kept, spread over them as they stand. */
static void
narrow (WalkRests *rests, guint32 state)
{
  guint32 n = rests->count[state], i = 0, kept = 0;
  if (rests->width == 0 || n <= rests->width)
    return;
  guint32 *link = &rests->first[state];
  for (guint32 r = *link; r != NO_REST; r = walk_rest_at (rests, r)->next, i++)
    if ((guint64)i * rests->width / n == kept) {
      *link = r;
      link = &g_array_index (rests->all, WalkRest, r).next;
      kept++;
    }
  *link = NO_REST;
  rests->count[state] = kept;
}

/* Finds the rests of state that are empty or leave its component at once. */
static void
leave (WalkRests *rests, guint32 state, CoupletCost best)
{
  static const WalkRest empty = {.behind = NO_REST, .transition = COUPLET_NONE};
  const CoupletAutomaton *a = rests->space->automaton;
  add_candidate (rests, &empty);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (!couplet_on_cycle (a, rests->space->components, t))
      add_through (rests, t, best);
  keep_candidates (rests, state);
}

static gboolean
turns_inside (const WalkRests *rests, guint32 state)
{
  const CoupletAutomaton *a = rests->space->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (couplet_on_cycle (a, rests->space->components, t))
      return TRUE;
  return FALSE;
}

/* Adds to the rests of state, which are kept where others are equal, those that begin inside its
 * component. TRUE when there are new ones. */
static gboolean
turn (WalkRests *rests, guint32 state, CoupletCost best)
{
  const CoupletAutomaton *a = rests->space->automaton;
  if (!turns_inside (rests, state))
    return FALSE;
  for (guint32 r = rests->first[state]; r != NO_REST; r = walk_rest_at (rests, r)->next) {
    Candidate kept = {walk_rest_at (rests, r)->cost, r};
    g_array_append_val (rests->candidates, kept);
  }
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (couplet_on_cycle (a, rests->space->components, t))
      add_through (rests, t, best);
  return keep_candidates (rests, state);
}

gboolean
walk_rests_extend (WalkRests *rests, CoupletCost best)
{
  const CoupletComponents *components = rests->space->components;
  guint32 begin = components->first[rests->n_done], end = components->first[rests->n_done + 1];
  for (guint32 m = begin; m < end; m++)
    leave (rests, components->members[m], best);
  /* it ends: on cycles entries only become infinite or, where they assign, move */
  for (gboolean news = TRUE; news && !couplet_pace_over (&rests->pace, 0);) {
    news = FALSE;
    for (guint32 m = begin; m < end; m++)
      news |= turn (rests, components->members[m], best);
  }
  for (guint32 m = begin; m < end; m++)
    narrow (rests, components->members[m]);
  rests->n_done++;
  return !couplet_pace_over (&rests->pace, 0);
}
