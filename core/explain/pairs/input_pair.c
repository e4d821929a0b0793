/* SPDX-License-Identifier: Apache-2.0 */
#include "input_pair.h"

#include "loops.h"
#include "pair_of_many.h"

/* ---- Loops that assign ---------------------------------------------------------------------- */

/* Moves every draw from the threshold it is compared with, to the side its guard
 * wants; but the one at contested stays where the threshold is. */
static void
set_levels (InputPair *pair, guint contested)
{
  const PairTurn *turn = &g_array_index (pair->turns, PairTurn, 0);
  int threshold = 0, before = 0;
  for (guint i = 0; i < pair->steps->len; i++) {
    PairStep *step = &g_array_index (pair->steps, PairStep, i);
    guint32 comparisons = i != contested ? comparisons_of (pair->automaton, step->transition) : 0;
    before = i == turn->begin ? threshold : before;
    step->level = threshold;
    if ((comparisons & COUPLET_LESS) != 0)
      step->level--;
    else if (comparisons != 0)
      step->level++;
    if (pair_assigns (pair->automaton, step->transition))
      threshold = step->level;
  }
  pair->drift = threshold - before;
}

/* The next place in the cyclic turn, from place on, whose transition compares
 * (or, assigning, assigns); turn->len or more = beyond its end. */
static guint
find_next (const CoupletAutomaton *a, const GArray *turn, guint place, gboolean assigning)
{
  for (guint i = 0; i < turn->len; i++) {
    guint32 t = g_array_index (turn, guint32, (place + i) % turn->len);
    if (assigning ? pair_assigns (a, t) : comparisons_of (a, t) != 0)
      return place + i;
  }
  return G_MAXUINT;
}

/* The place in the cyclic turn of an assignment that a comparison, at *last,
 * reads; beyond the turn's end in its next round. G_MAXUINT when there is none. */
static guint
find_read_assignment (const CoupletAutomaton *a, const GArray *turn, guint *last)
{
  for (guint first = 0; first < turn->len; first++) {
    if (!pair_assigns (a, g_array_index (turn, guint32, first)))
      continue;
    *last = find_next (a, turn, first + 1, FALSE);
    if (*last != G_MAXUINT && find_next (a, turn, first + 1, TRUE) >= *last)
      return first;
  }
  return G_MAXUINT;
}

/* A loop with an assignment and a comparison, which reads what was assigned:
 * in the first run the two draws lie as the comparison wants them. step: of the
 * walk, where the loop begins. Whether the loop is like that. */
static gboolean
add_assigning_loop (InputPair *pair, const WalkSamples *samples, guint step, const GArray *loop)
{
  const CoupletAutomaton *a = pair->automaton;
  guint last, first = find_read_assignment (a, loop, &last);
  if (first == G_MAXUINT)
    return FALSE;
  guint32 comparisons = comparisons_of (a, g_array_index (loop, guint32, last % loop->len));
  int side = (comparisons & COUPLET_LESS) != 0 ? 1 : -1; /* where the assigned draw moves */
  guint rounds = last >= first + loop->len ? 2 : 1;      /* 2: the comparison is in the next turn */
  pair_add_walk (pair, samples, 0, step);
  for (guint i = 0; i < first; i++)
    pair_add_plain (pair, g_array_index (loop, guint32, i));
  pair_begin_turn (pair);
  for (guint i = first; i < first + rounds * loop->len; i++) {
    guint32 t = g_array_index (loop, guint32, i % loop->len);
    int half = i == first ? side : i == last ? -side : 0;
    pair_add_step (pair,
                   (PairStep){.transition = t, .half = is_on_private_input (a, t) ? half : 0});
  }
  pair_end_turn (pair);
  set_levels (pair, g_array_index (pair->turns, PairTurn, 0).begin + last - first);
  return TRUE;
}

/* A cycle through the transitions of two ends of one component, else the loop
 * through the first of them; *step receives where it begins on the walk. */
static GArray *
loop_of_ends (const WalkSamples *samples, const PairEnd *one, const PairEnd *two, guint *step)
{
  const CoupletAutomaton *a = samples->automaton;
  const PairEnd *first = one->sample->step <= two->sample->step ? one : two;
  const PairEnd *second = first == one ? two : one;
  g_autoptr (GArray) loop = g_array_new (FALSE, FALSE, sizeof (guint32));
  *step = first->sample->step;
  g_array_append_val (loop, first->transition);
  if (first->transition == second->transition || !second->sample->on_cycle ||
      !first->sample->on_cycle ||
      !shortest_walk (a, a->target[first->transition], a->source[second->transition], loop))
    return loop_through (a, first->transition);
  g_array_append_val (loop, second->transition);
  if (!shortest_walk (a, a->target[second->transition], a->source[first->transition], loop))
    return loop_through (a, first->transition);
  return g_steal_pointer (&loop);
}

/* ---- One threshold -------------------------------------------------------------------------- */

/* Fills pair for a conflict of one draw with itself: one that each turn of a private loop outputs.
 */
static gboolean
fill_alone (InputPair *pair, const WalkSamples *samples, guint index)
{
  const CoupletAutomaton *a = pair->automaton;
  const WalkSample *sample = walk_sample (samples, index);
  guint32 t = walk_transition (samples, sample->step);
  PairEnd end = {sample, t, (comparisons_of (a, t) & COUPLET_GREATER_EQUAL) != 0 ? 1 : -1};
  if (!sample->on_cycle || !is_on_private_input (a, t) || sample->number >= COUPLET_NO_NOISE)
    return FALSE;
  if (pair_assigns (a, t)) {
    g_autoptr (GArray) loop = loop_through (a, t);
    if (add_assigning_loop (pair, samples, sample->step, loop))
      return TRUE;
  }
  pair_add_ends (pair, samples, &end, 1, NULL);
  pair_show_turns (pair);
  return TRUE;
}

/* Looks for a loop that assigns and compares: through both ends, else through one of them. */
static gboolean
add_assigning_ends (InputPair *pair, const WalkSamples *samples, const PairEnd *ends)
{
  guint step;
  g_autoptr (GArray) both = loop_of_ends (samples, &ends[0], &ends[1], &step);
  if (add_assigning_loop (pair, samples, step, both))
    return TRUE;
  for (int e = 0; e < 2; e++) {
    g_autoptr (GArray) loop = loop_of_ends (samples, &ends[e], &ends[e], &step);
    if (ends[e].sample->on_cycle && add_assigning_loop (pair, samples, step, loop))
      return TRUE;
  }
  return FALSE;
}

static gboolean
fill_chain (InputPair *pair, const WalkSamples *samples, const ShiftConflict *conflict)
{
  const CoupletAutomaton *a = pair->automaton;
  PairEnd ends[2] = {
      pair_end_of (samples, shift_conflict_sample (conflict, 0), -1),
      pair_end_of (samples, shift_conflict_sample (conflict, conflict->samples->len - 1), 1)};
  guint loops = 0;
  gboolean assigning = FALSE;
  for (int e = 0; e < 2; e++) {
    if (ends[e].sample->draw.tight && !is_on_private_input (a, ends[e].transition) &&
        ends[e].sample->draw.n_assigned == 0)
      return FALSE;
    loops += ends[e].sample->on_cycle && !pair_end_is_silent (&ends[e]) ? 1 : 0;
    assigning |= ends[e].sample->on_cycle && loop_assigns (a, ends[e].transition);
  }
  if (assigning)
    return add_assigning_ends (pair, samples, ends);
  pair->impossible = pair_end_is_silent (&ends[0]) && pair_end_is_silent (&ends[1]);
  pair_add_ends (pair, samples, ends, 2, NULL);
  return loops > 0 || pair->impossible;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Whether the bounds on the growth hold: for Laplace noise, private inputs that differ each by
 * itself, and outputs as drawn. */
static gboolean
has_bounds (const CoupletAutomaton *a)
{
  gboolean laplace = TRUE;
  for (guint32 i = 0; i < a->n_noises; i++)
    laplace &=
        a->noise_kinds[i].sample == COUPLET_LAPLACE && a->noise_kinds[i].fresh == COUPLET_LAPLACE;
  for (guint32 i = 0; i < a->n_outputs; i++)
    laplace &= a->outputs[i].kind != COUPLET_GAP;
  return laplace && a->snaps == NULL && a->adjacency == COUPLET_ADJACENT_ANY && a->memory == NULL;
}

InputPair *
input_pair_new (const WalkSamples *samples, const ShiftConflict *conflict)
{
  if (!has_bounds (samples->automaton))
    return NULL;
  g_autoptr (InputPair) pair = g_new0 (InputPair, 1);
  pair->automaton = samples->automaton;
  pair->steps = g_array_new (FALSE, FALSE, sizeof (PairStep));
  pair->turns = g_array_new (FALSE, FALSE, sizeof (PairTurn));
  pair->bound = COUPLET_NONE;
  gboolean good;
  if (pair->automaton->n_thresholds > 1)
    good = fill_pair_of_many (pair, samples, conflict);
  else if (conflict->samples->len == 1)
    good = fill_alone (pair, samples, shift_conflict_sample (conflict, 0));
  else
    good = fill_chain (pair, samples, conflict);
  return good ? g_steal_pointer (&pair) : NULL;
}

void
input_pair_free (InputPair *pair)
{
  if (pair == NULL)
    return;
  g_array_unref (pair->steps);
  g_array_unref (pair->turns);
  g_free (pair);
}

void
input_pair_value (const InputPair *pair, guint step, int run, CoupletRational *value)
{
  const CoupletAutomaton *a = pair->automaton;
  const PairStep *taken = input_pair_step (pair, step);
  const CoupletNoise *noise = &a->noises[couplet_source_state (a, taken->transition)->noise];
  guint32 mu = taken->centred_fresh ? noise->mu_fresh : noise->mu;
  mpq_set_si (value->value, run == 1 ? taken->half : -taken->half, 2);
  mpq_canonicalize (value->value);
  mpq_mul (value->value, value->value, a->sensitivity.value);
  mpq_sub (value->value, value->value, a->numbers[mu].value);
}
