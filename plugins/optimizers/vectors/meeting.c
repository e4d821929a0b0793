/* SPDX-License-Identifier: Apache-2.0 */
#include "meeting.h"

#include "potentials.h"

#include <string.h>

/* ---- Rests of walks -------------------------------------------------------------------------- */

/* Of the clock's pace. */
#define STEPS_PER_REST 8

/* No component has its rests yet; so_far becomes the result's. */
static WalkRests *
walk_rests_new (const VectorSpace *space, CoupletContext *context, CoupletVector *so_far)
{
  WalkRests *rests = g_new (WalkRests, 1);
  guint32 n = space->automaton->n_states;
  *rests =
      (WalkRests){.space = space,
                  .context = context,
                  .so_far = so_far,
                  .all = g_array_new (FALSE, FALSE, sizeof (WalkRest)),
                  .fresh = g_array_new (FALSE, FALSE, sizeof (WalkRest)),
                  .candidates = g_array_new (FALSE, FALSE, sizeof (Candidate)),
                  .first = g_new (guint32, n),
                  .count = g_new0 (guint32, n),
                  .pace = {.context = context},
                  .steps_per_rest = STEPS_PER_REST * (guint64)couplet_unit_steps (space->unit)};
  memset (rests->first, 0xff, n * sizeof *rests->first); /* NO_REST */
  return rests;
}

void
walk_rests_free (WalkRests *rests)
{
  if (rests == NULL)
    return;
  g_array_unref (rests->all);
  g_array_unref (rests->fresh);
  g_array_unref (rests->candidates);
  g_free (rests->so_far);
  g_free (rests->first);
  g_free (rests->count);
  g_free (rests);
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

/* Finds the rests at the states of the next component, the components below having theirs; without
 * those with which no walk costs more than best. FALSE when the context says to stop. */
static gboolean
extend_rests (WalkRests *rests, CoupletCost best)
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
  rests->n_done++;
  return !couplet_pace_over (&rests->pace, 0);
}

/* ---- Both ends ------------------------------------------------------------------------------- */

/* Of the clock's pace, for each vector of a pass. */
#define STEPS_PER_VECTOR 32

/* Whether no walk can cost more than the best. */
static gboolean
has_most (const VectorSets *sets)
{
  const CoupletVector *whole = &sets->to_go[sets->space.automaton->initial];
  return couplet_cost_compare (couplet_vector_min (whole), sets->best) <= 0;
}

/* ---- Pairs at one state ----------------------------------------------------------------- */

/* The entries of shifts 0 and 1 of some vectors, none below another: those of 0 descend, those of
 * 1 ascend. */
typedef struct {
  GArray *steps; /* Candidate */
} Stairs;

/* What a vector must exceed at each shift, so that with rest it costs more than best; a shift that
 * is not asked for is met by all. */
typedef struct {
  gboolean asked[3];
  CoupletCost least[3];
} Need;

static const Candidate *
stair (const Stairs *stairs, guint i)
{
  return &g_array_index (stairs->steps, Candidate, i);
}

/* The number of steps, all in front, whose entry of shift 0 is above least, or at it. */
static guint
end_of_high (const Stairs *stairs, CoupletCost least, gboolean or_at)
{
  guint low = 0, high = stairs->steps->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    int order = couplet_cost_compare (stair (stairs, middle)->vector.at[1], least);
    if (order > 0 || (or_at && order == 0))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
add_stair (Stairs *stairs, const Candidate *added)
{
  guint at = end_of_high (stairs, added->vector.at[1], TRUE);
  CoupletCost last = added->vector.at[2];
  if (at > 0 && couplet_cost_compare (stair (stairs, at - 1)->vector.at[2], last) >= 0)
    return;
  guint end = at;
  while (end < stairs->steps->len &&
         couplet_cost_compare (stair (stairs, end)->vector.at[2], last) <= 0)
    end++;
  while (at > 0 &&
         couplet_cost_compare (stair (stairs, at - 1)->vector.at[1], added->vector.at[1]) == 0)
    at--;
  if (end > at)
    g_array_remove_range (stairs->steps, at, end - at);
  g_array_insert_val (stairs->steps, at, *added);
}

static Need
need_beside (const VectorSets *sets, const CoupletVector *rest)
{
  Need need = {{FALSE, FALSE, FALSE}, {0, 0, 0}};
  for (int x = 0; x < 3; x++) {
    need.asked[x] = couplet_cost_compare (rest->at[x], sets->best) <= 0;
    if (need.asked[x])
      need.least[x] = couplet_cost_subtract (sets->space.unit, sets->best, rest->at[x]);
  }
  return need;
}

/* A vector on the stairs that exceeds need at shifts 0 and 1; NULL = there is none. */
static const Candidate *
find_stair (const Stairs *stairs, const Need *need)
{
  guint end = need->asked[1] ? end_of_high (stairs, need->least[1], FALSE) : stairs->steps->len;
  if (end == 0)
    return NULL;
  const Candidate *last = stair (stairs, end - 1);
  return !need->asked[2] || couplet_cost_compare (last->vector.at[2], need->least[2]) > 0 ? last
                                                                                          : NULL;
}

/* Takes over the walk through both, if it costs more than the best. */
static gboolean
note_pair (VectorSets *sets, const Candidate *vector, const Candidate *rest)
{
  CoupletVector sum;
  for (int x = 0; x < 3; x++)
    sum.at[x] = couplet_cost_add (sets->space.unit, vector->vector.at[x], rest->vector.at[x]);
  CoupletCost least = couplet_vector_min (&sum);
  if (couplet_cost_compare (least, sets->best) <= 0)
    return FALSE;
  sets->best = least;
  sets->best_node = vector->tag;
  sets->best_rest = rest->tag;
  sets->violated = least == COUPLET_COST_INFINITE;
  return TRUE;
}

static int
compare_descending (const void *a, const void *b)
{
  const Candidate *p = a, *q = b;
  int order = couplet_cost_compare (q->vector.at[0], p->vector.at[0]);
  return order != 0 ? order : (p->tag > q->tag) - (p->tag < q->tag);
}

static int
compare_ascending (const void *a, const void *b)
{
  return compare_descending (b, a);
}

/* Looks for pairs that cost more than the best: vectors descend and rests ascend at shift -1, so
 * that each rest is to be compared with those before it and some more. TRUE when it found one;
 * then some others may have been hidden behind vectors that have too little by now. */
static gboolean
pass (VectorSets *sets, const GArray *vectors, const GArray *rests, CoupletPace *pace)
{
  guint met = 0;
  gboolean better = FALSE;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Candidate));
  Stairs stairs = {steps};
  for (guint i = 0; i < rests->len && !has_most (sets); i++) {
    const Candidate *rest = &g_array_index (rests, Candidate, i);
    if (couplet_pace_over (pace, STEPS_PER_VECTOR * sets->steps_per_cost))
      return FALSE;
    Need need = need_beside (sets, &rest->vector);
    for (; met < vectors->len; met++) {
      const Candidate *vector = &g_array_index (vectors, Candidate, met);
      if (need.asked[0] && couplet_cost_compare (vector->vector.at[0], need.least[0]) <= 0)
        break;
      add_stair (&stairs, vector);
    }
    const Candidate *found = find_stair (&stairs, &need);
    better |= found != NULL && note_pair (sets, found, rest);
  }
  return better;
}

/* Puts together the walks that meet at state. */
static void
meet_at (VectorSets *sets, guint32 state, CoupletPace *pace)
{
  const WalkRests *rests = sets->rests;
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) behind = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint32 i = sets->first[state]; i != NO_NODE; i = node_at (sets, i)->next) {
    Candidate one = {node_at (sets, i)->vector.entries, i};
    g_array_append_val (vectors, one);
  }
  for (guint32 r = rests->first[state]; vectors->len > 0 && r != NO_REST;
       r = walk_rest_at (rests, r)->next) {
    Candidate one = {walk_rest_at (rests, r)->cost, r};
    g_array_append_val (behind, one);
  }
  g_array_sort (vectors, compare_descending);
  g_array_sort (behind, compare_ascending);
  while (pass (sets, vectors, behind, pace))
    ;
}

/* ---- The search ------------------------------------------------------------------------------ */

static void
meet (VectorSets *sets)
{
  const CoupletComponents *components = sets->space.components;
  CoupletPace pace = {.context = sets->context};
  guint32 n = components->first[sets->rests->n_done];
  for (guint32 m = 0; m < n && sets->stopped == NULL && !has_most (sets); m++) {
    vector_sets_settle (sets, components->members[m]);
    if (sets->stopped == NULL)
      meet_at (sets, components->members[m], &pace);
    if (couplet_pace_over (&pace, 0))
      sets->stopped = couplet_context_stop_reason (sets->context);
  }
}

/* Whether both sides together are at a limit. */
static gboolean
is_full (VectorSets *sets)
{
  if ((guint64)sets->n_nodes + sets->rests->all->len >= sets->options->vector_limit)
    sets->stopped = sets->limit;
  else if (vector_space_used (&sets->space) > sets->options->memory_limit)
    sets->stopped = VECTOR_MEMORY_STOP;
  return sets->stopped != NULL;
}

/* Goes on at the end that has made fewer, until both have met. FALSE: it is stopped. */
static gboolean
come_together (VectorSets *sets, WalkRests *rests)
{
  guint32 n = sets->space.components->n_components, next = n;
  while (next > rests->n_done) {
    if (sets->made <= rests->all->len) {
      if (!find_vectors_in (sets, --next))
        return FALSE;
    } else if (!extend_rests (rests, sets->best)) {
      sets->stopped = couplet_context_stop_reason (sets->context);
      return FALSE;
    }
    if (is_full (sets))
      return FALSE;
    couplet_context_progress (sets->context, n - (next - rests->n_done), n);
  }
  return TRUE;
}

void
find_meeting (VectorSets *sets)
{
  CoupletPace pace = {.context = sets->context};
  const VectorSpace *space = &sets->space;
  CoupletVector *so_far =
      find_potentials (COST_SO_FAR, space->automaton, space->components, space->unit, &pace);
  vector_sets_begin (sets, SEARCH_EXACT, 0, 0);
  if (so_far == NULL) {
    sets->stopped = couplet_context_stop_reason (sets->context);
    return;
  }
  WalkRests *rests = walk_rests_new (space, sets->context, so_far);
  sets->rests = rests;
  if (!come_together (sets, rests))
    return;
  meet (sets);
  sets->made += rests->all->len;
}
