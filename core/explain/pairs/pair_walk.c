/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_walk.h"

#include "loops.h"

gboolean
pair_assigns (const CoupletAutomaton *a, guint32 transition)
{
  return a->assignment[transition] != 0;
}

gboolean
is_on_private_input (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_source_state (a, transition)->input == COUPLET_PRIVATE;
}

guint32
comparisons_of (const CoupletAutomaton *a, guint32 transition)
{
  return couplet_guard_comparisons (couplet_guard_of (a, transition), 0);
}

void
pair_add_step (InputPair *pair, PairStep step)
{
  g_array_append_val (pair->steps, step);
}

void
pair_add_plain (InputPair *pair, guint32 transition)
{
  pair_add_step (pair, (PairStep){.transition = transition});
}

void
pair_add_walk (InputPair *pair, const WalkSamples *samples, guint begin, guint end)
{
  for (guint i = begin; i < end; i++)
    pair_add_plain (pair, walk_transition (samples, i));
}

static PairStep
step_of_end (const PairEnd *end)
{
  gboolean outputs = end->sample->draw.outputs;
  return (PairStep){.transition = end->transition,
                    .half = end->sample->draw.tight ? end->side : 0,
                    .centred_fresh = end->sample->fresh,
                    .event = outputs ? -end->side : 0};
}

void
pair_begin_turn (InputPair *pair)
{
  PairTurn turn = {pair->steps->len, pair->steps->len};
  g_array_append_val (pair->turns, turn);
}

void
pair_end_turn (InputPair *pair)
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

/* Appends k turns of the loop through end; the inputs differ at end in each of them. */
static void
add_loop (InputPair *pair, const PairEnd *end)
{
  g_autoptr (GArray) loop = loop_through (pair->automaton, end->transition);
  pair_begin_turn (pair);
  pair_add_step (pair, step_of_end (end));
  for (guint i = 1; i < loop->len; i++)
    pair_add_plain (pair, g_array_index (loop, guint32, i));
  pair_end_turn (pair);
  pair->bound = smaller (pair->automaton, pair->bound, end->sample->number);
}

gboolean
loop_assigns (const CoupletAutomaton *a, guint32 transition)
{
  g_autoptr (GArray) loop = loop_through (a, transition);
  for (guint i = 0; i < loop->len; i++)
    if (pair_assigns (a, g_array_index (loop, guint32, i)))
      return TRUE;
  return FALSE;
}

gboolean
pair_end_is_silent (const PairEnd *end)
{
  return end->sample->number == COUPLET_NO_NOISE;
}

void
pair_add_ends (InputPair *pair, const WalkSamples *samples, const PairEnd *ends, guint n,
               guint *places)
{
  for (guint i = 0; i < samples->walk->len; i++) {
    const PairEnd *here = NULL;
    if (places != NULL)
      places[i] = pair->steps->len;
    for (guint e = 0; e < n; e++)
      if (ends[e].sample->step == i)
        here = &ends[e];
    guint32 t = walk_transition (samples, i);
    if (here == NULL)
      pair_add_plain (pair, t);
    else if (!here->sample->on_cycle || pair_end_is_silent (here)) /* taken once is enough */
      pair_add_step (pair, step_of_end (here));
    else {
      add_loop (pair, here);
      if (pair->automaton->source[t] != pair->automaton->target[t])
        pair_add_plain (pair, t); /* leaves the loop */
    }
  }
}

PairEnd
pair_end_of (const WalkSamples *samples, guint index, int side)
{
  const WalkSample *sample = walk_sample (samples, index);
  return (PairEnd){sample, walk_transition (samples, sample->step), side};
}

void
pair_show_turns (InputPair *pair)
{
  /* outputs beyond the centre of the first run: there the densities differ most */
  for (guint i = 0; i < pair->steps->len; i++) {
    PairStep *step = &g_array_index (pair->steps, PairStep, i);
    step->event = step->event_half = step->half;
  }
  pair->shown = TRUE;
}
