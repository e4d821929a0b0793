/* SPDX-License-Identifier: Apache-2.0 */
#include "input_pair.h"

#include "loops.h"

/* One end of the chain: its place on the walk, and how the first run's draw
 * moves so that the end is met more easily: down (-1) for the lower end. */
typedef struct {
  const WalkSample *sample;
  guint32 transition;
  int side;
} End;

static gboolean
assigns (const CoupletAutomaton *a, guint32 transition)
{
  return a->assignment[transition] != 0;
}

static gboolean
is_private (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_source_state (a, transition)->input == COUPLET_PRIVATE;
}

static guint32
comparisons_of (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_guard_comparisons (couplet_guard_of (a, transition), 0);
}

static void
add_step (InputPair *pair, PairStep step)
{
  g_array_append_val (pair->steps, step);
}

static void
add_plain (InputPair *pair, guint32 transition)
{
  add_step (pair, (PairStep){.transition = transition});
}

static void
add_walk (InputPair *pair, const WalkSamples *samples, guint begin, guint end)
{
  for (guint i = begin; i < end; i++)
    add_plain (pair, walk_transition (samples, i));
}

static PairStep
step_of_end (const End *end)
{
  gboolean outputs = end->sample->draw.outputs;
  return (PairStep){.transition = end->transition,
                    .half = end->sample->draw.tight ? end->side : 0,
                    .centred_fresh = end->sample->fresh,
                    .event = outputs ? -end->side : 0};
}

static void
begin_turn (InputPair *pair)
{
  PairTurn turn = {pair->steps->len, pair->steps->len};
  g_array_append_val (pair->turns, turn);
}

static void
end_turn (InputPair *pair)
{
  g_array_index (pair->turns, PairTurn, pair->turns->len - 1).end = pair->steps->len;
}

/* The smaller of two noise parameters; NONE stands for none yet. */
static guint32
smaller (const CoupletAutomaton *a, guint32 one, guint32 two)
{
  if (one == COUPLET_NONE)
    return two;
  return mpq_cmp (a->numbers[one].value, a->numbers[two].value) <= 0 ? one : two;
}

/* ---- Loops that do not assign --------------------------------------------------------------- */

/* Turns of the loop through an end, in each of which the end counts. */
static void
add_loop (InputPair *pair, const End *end)
{
  g_autoptr (GArray) loop = loop_through (pair->automaton, end->transition);
  begin_turn (pair);
  add_step (pair, step_of_end (end));
  for (guint i = 1; i < loop->len; i++)
    add_plain (pair, g_array_index (loop, guint32, i));
  end_turn (pair);
  pair->bound = smaller (pair->automaton, pair->bound, end->sample->number);
}

static gboolean
loop_assigns (const CoupletAutomaton *a, guint32 transition)
{
  g_autoptr (GArray) loop = loop_through (a, transition);
  for (guint i = 0; i < loop->len; i++)
    if (assigns (a, g_array_index (loop, guint32, i)))
      return TRUE;
  return FALSE;
}

static gboolean
is_silent (const End *end)
{
  return end->sample->number == COUPLET_NO_NOISE;
}

/* The walk with the loops of its ends turned where it takes them. places[i]
 * receives the index of what step i became; may be NULL. */
static void
add_ends (InputPair *pair, const WalkSamples *samples, const End *ends, guint n, guint *places)
{
  for (guint i = 0; i < samples->walk->len; i++) {
    const End *here = NULL;
    if (places != NULL)
      places[i] = pair->steps->len;
    for (guint e = 0; e < n; e++)
      if (ends[e].sample->step == i)
        here = &ends[e];
    guint32 t = walk_transition (samples, i);
    if (here == NULL)
      add_plain (pair, t);
    else if (!here->sample->on_cycle || is_silent (here)) /* which once is enough for */
      add_step (pair, step_of_end (here));
    else {
      add_loop (pair, here);
      if (pair->automaton->source[t] != pair->automaton->target[t])
        add_plain (pair, t); /* on from the loop */
    }
  }
}

/* ---- Loops that assign
 * --------------------------------------------------------------------------- */

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
    if (assigns (pair->automaton, step->transition))
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
    if (assigning ? assigns (a, t) : comparisons_of (a, t) != 0)
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
    if (!assigns (a, g_array_index (turn, guint32, first)))
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
  int side = (comparisons & COUPLET_LESS) != 0 ? 1 : -1; /* of what is assigned */
  guint rounds = last >= first + loop->len ? 2 : 1;      /* it is compared with itself */
  add_walk (pair, samples, 0, step);
  for (guint i = 0; i < first; i++)
    add_plain (pair, g_array_index (loop, guint32, i));
  begin_turn (pair);
  for (guint i = first; i < first + rounds * loop->len; i++) {
    guint32 t = g_array_index (loop, guint32, i % loop->len);
    int half = i == first ? side : i == last ? -side : 0;
    add_step (pair, (PairStep){.transition = t, .half = is_private (a, t) ? half : 0});
  }
  end_turn (pair);
  set_levels (pair, g_array_index (pair->turns, PairTurn, 0).begin + last - first);
  return TRUE;
}

/* A cycle through the transitions of two ends of one component, else the loop
 * through the first of them; *step receives where it begins on the walk. */
static GArray *
loop_of_ends (const WalkSamples *samples, const End *one, const End *two, guint *step)
{
  const CoupletAutomaton *a = samples->automaton;
  const End *first = one->sample->step <= two->sample->step ? one : two;
  const End *second = first == one ? two : one;
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

/* ---- One threshold -----------------------------------------------------------------------------
 */

static End
end_of (const WalkSamples *samples, guint index, int side)
{
  const WalkSample *sample = walk_sample (samples, index);
  return (End){sample, walk_transition (samples, sample->step), side};
}

/* Every turn outputs its draw. */
static void
show_turns (InputPair *pair)
{
  /* values beyond the centre of the first run: where densities differ most */
  for (guint i = 0; i < pair->steps->len; i++) {
    PairStep *step = &g_array_index (pair->steps, PairStep, i);
    step->event = step->event_half = step->half;
  }
  pair->shown = TRUE;
}

/* A draw that is output on each turn of a private loop. */
static gboolean
fill_alone (InputPair *pair, const WalkSamples *samples, guint index)
{
  const CoupletAutomaton *a = pair->automaton;
  const WalkSample *sample = walk_sample (samples, index);
  guint32 t = walk_transition (samples, sample->step);
  End end = {sample, t, (comparisons_of (a, t) & COUPLET_GREATER_EQUAL) != 0 ? 1 : -1};
  if (!sample->on_cycle || !is_private (a, t) || sample->number >= COUPLET_NO_NOISE)
    return FALSE;
  if (assigns (a, t)) {
    g_autoptr (GArray) loop = loop_through (a, t);
    if (add_assigning_loop (pair, samples, sample->step, loop))
      return TRUE;
  }
  add_ends (pair, samples, &end, 1, NULL);
  show_turns (pair);
  return TRUE;
}

/* Through both ends, or through one of them. */
static gboolean
add_assigning_ends (InputPair *pair, const WalkSamples *samples, const End *ends)
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
  End ends[2] = {end_of (samples, shift_conflict_sample (conflict, 0), -1),
                 end_of (samples, shift_conflict_sample (conflict, conflict->samples->len - 1), 1)};
  guint loops = 0;
  gboolean assigning = FALSE;
  for (int e = 0; e < 2; e++) {
    if (ends[e].sample->draw.tight && !is_private (a, ends[e].transition) &&
        ends[e].sample->draw.n_assigned == 0)
      return FALSE;
    loops += ends[e].sample->on_cycle && !is_silent (&ends[e]) ? 1 : 0;
    assigning |= ends[e].sample->on_cycle && loop_assigns (a, ends[e].transition);
  }
  if (assigning)
    return add_assigning_ends (pair, samples, ends);
  pair->impossible = is_silent (&ends[0]) && is_silent (&ends[1]);
  add_ends (pair, samples, ends, 2, NULL);
  return loops > 0 || pair->impossible;
}

/* ---- Several thresholds ------------------------------------------------------------------------
 */

#define ANY_LEVEL G_MAXINT

/* Wants of each step of a walk the level it has to have, or ANY_LEVEL. */
typedef struct {
  const WalkSamples *samples;
  int *wanted;
  gboolean good; /* no step is wanted at two levels */
} Levels;

static void
want (Levels *levels, guint step, int level)
{
  levels->good &= levels->wanted[step] == ANY_LEVEL || levels->wanted[step] == level;
  levels->wanted[step] = level;
}

static gboolean
is_conjunction (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_guard_of (a, transition)->n_alternatives == 1;
}

/* The chain stays where it is. FALSE when a guard does not imply a link of it. */
static gboolean
want_chain (Levels *levels, const ShiftConflict *conflict)
{
  const WalkSamples *samples = levels->samples;
  for (guint i = 0; i < conflict->samples->len; i++)
    want (levels, walk_sample (samples, shift_conflict_sample (conflict, i))->step, 0);
  for (guint i = 0; i < conflict->orders->len; i++) {
    guint order = g_array_index (conflict->orders, guint, i);
    guint step = walk_sample (samples, walk_order (samples, order)->sample)->step;
    if (!is_conjunction (samples->automaton, walk_transition (samples, step)))
      return FALSE;
  }
  return TRUE;
}

/* What an end that moves is compared with on the wrong side goes out of its way. */
static void
want_away (Levels *levels, const End *end)
{
  const WalkSamples *samples = levels->samples;
  guint32 wrong = end->side < 0 ? COUPLET_GREATER_EQUAL : COUPLET_LESS;
  for (guint i = 0; i < samples->orders->len; i++) {
    const WalkOrder *order = walk_order (samples, i);
    if (walk_sample (samples, order->sample)->step == end->sample->step &&
        order->comparison == wrong)
      want (levels, walk_sample (samples, order->stored)->step, end->side);
  }
}

/* Whether inputs may differ in the turns of an end. */
static gboolean
may_turn (const WalkSamples *samples, const End *end)
{
  const CoupletAutomaton *a = samples->automaton;
  if (!end->sample->draw.tight)
    return TRUE;
  return end->sample->on_cycle && is_private (a, end->transition) &&
         is_conjunction (a, end->transition) && !loop_assigns (a, end->transition);
}

/* Moves every step of pair to where its guard is likely, wanted[i] where that is
 * not ANY_LEVEL. FALSE when there is no such place. */
static gboolean
set_levels_of_many (InputPair *pair, const int *wanted)
{
  const CoupletAutomaton *a = pair->automaton;
  g_autofree int *thresholds = g_new0 (int, a->n_thresholds);
  gboolean choice = FALSE;
  for (guint i = 0; i < pair->steps->len; i++) {
    PairStep *step = &g_array_index (pair->steps, PairStep, i);
    const CoupletGuard *guard = couplet_guard_of (a, step->transition);
    const CoupletAssignment *assignment = couplet_assignment_of (a, step->transition);
    int least = -G_MAXINT, greatest = G_MAXINT;
    choice |= guard->n_alternatives > 1;
    for (guint32 l = 0; l < guard->n_literals; l++) {
      int level = thresholds[guard->literals[l].threshold];
      if ((guard->literals[l].comparison & COUPLET_LESS) != 0)
        greatest = MIN (greatest, level);
      if ((guard->literals[l].comparison & COUPLET_GREATER_EQUAL) != 0)
        least = MAX (least, level);
    }
    if (least > greatest)
      return FALSE;
    step->level = wanted[i] != ANY_LEVEL ? wanted[i] : CLAMP (0, least, greatest);
    if (step->level < least || step->level > greatest)
      return FALSE;
    pair->far |= step->level != 0;
    for (guint32 v = 0; v < assignment->n_thresholds; v++)
      thresholds[assignment->thresholds[v]] = step->level;
  }
  return !pair->far || !choice; /* which alternative would be the likely one? */
}

/* The walk, its ends turning, with every draw at its level. */
static gboolean
fill_levels (InputPair *pair, const WalkSamples *samples, const ShiftConflict *conflict,
             const End *ends, guint n)
{
  guint length = samples->walk->len;
  g_autofree int *wanted = g_new (int, length);
  for (guint i = 0; i < length; i++)
    wanted[i] = ANY_LEVEL;
  Levels levels = {samples, wanted, TRUE};
  if (!want_chain (&levels, conflict))
    return FALSE;
  for (guint e = 0; e < n; e++)
    if (ends[e].sample->draw.tight)
      want_away (&levels, &ends[e]);
  if (!levels.good)
    return FALSE;
  g_autofree guint *places = g_new (guint, length);
  add_ends (pair, samples, ends, n, places);
  g_autofree int *of_steps = g_new (int, pair->steps->len);
  for (guint i = 0; i < pair->steps->len; i++)
    of_steps[i] = ANY_LEVEL;
  for (guint i = 0; i < length; i++)
    of_steps[places[i]] = wanted[i];
  return set_levels_of_many (pair, of_steps);
}

static gboolean
fill_many (InputPair *pair, const WalkSamples *samples, const ShiftConflict *conflict)
{
  const CoupletAutomaton *a = pair->automaton;
  guint n = conflict->samples->len == 1 ? 1 : 2;
  End ends[2] = {end_of (samples, shift_conflict_sample (conflict, 0), -1),
                 end_of (samples, shift_conflict_sample (conflict, conflict->samples->len - 1), 1)};
  gboolean turns = FALSE;
  if (!a->output_distinct || !a->all_noise_finite)
    return FALSE;
  for (guint e = 0; e < n; e++) {
    if (!may_turn (samples, &ends[e]))
      return FALSE;
    turns |= ends[e].sample->draw.tight;
  }
  if (!turns || !fill_levels (pair, samples, conflict, ends, n))
    return FALSE;
  if (n == 1)
    show_turns (pair);
  return TRUE;
}

/* ---- All of it ---------------------------------------------------------------------------------
 */

InputPair *
input_pair_new (const WalkSamples *samples, const ShiftConflict *conflict)
{
  g_autoptr (InputPair) pair = g_new0 (InputPair, 1);
  pair->automaton = samples->automaton;
  pair->steps = g_array_new (FALSE, FALSE, sizeof (PairStep));
  pair->turns = g_array_new (FALSE, FALSE, sizeof (PairTurn));
  pair->bound = COUPLET_NONE;
  gboolean good;
  if (pair->automaton->n_thresholds > 1)
    good = fill_many (pair, samples, conflict);
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
