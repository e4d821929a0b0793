/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_of_many.h"

#define ANY_LEVEL G_MAXINT

/* The level that each step of a walk must have: wanted[i], or ANY_LEVEL when it may have any. */
typedef struct {
  const WalkSamples *samples;
  int *wanted;
  gboolean good; /* FALSE: some step would need two levels at once */
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

/* Keeps the steps of the chain at level 0. FALSE when a guard with || does not imply the comparison
 * that the chain uses. */
static gboolean
want_chain (Levels *levels, const ShiftConflict *conflict)
{
  const WalkSamples *samples = levels->samples;
  for (guint i = 0; i < conflict->samples->len; i++)
    want (levels, walk_sample (samples, shift_conflict_sample (conflict, i))->step, 0);
  for (guint i = 0; i < conflict->orders->len; i++) {
    guint order = g_array_index (conflict->orders, guint, i);
    guint step = walk_sample (samples, couplet_path_row (samples->path, order)->sample)->step;
    if (!is_conjunction (samples->automaton, walk_transition (samples, step)))
      return FALSE;
  }
  return TRUE;
}

/* An end that moves down is also compared by `>=` with some thresholds, one that moves up by `<`:
 * moves those thresholds away, in the direction of the end, so that the comparisons stay likely. */
static void
want_away (Levels *levels, const PairEnd *end)
{
  const WalkSamples *samples = levels->samples;
  for (guint i = 0; i < samples->path->rows->len; i++) {
    const CoupletPathRow *order = couplet_path_row (samples->path, i);
    if (walk_sample (samples, order->sample)->step == end->sample->step &&
        order->at_most == (end->side > 0))
      want (levels, walk_sample (samples, order->value)->step, end->side);
  }
}

/* Whether the pair may let the inputs differ in each turn of the loop through end. */
static gboolean
may_turn (const WalkSamples *samples, const PairEnd *end)
{
  const CoupletAutomaton *a = samples->automaton;
  if (!end->sample->draw.tight)
    return TRUE;
  return end->sample->on_cycle && is_on_private_input (a, end->transition) &&
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
  /* with || it is not known which alternative becomes the likely one */
  return !pair->far || !choice;
}

/* Fills pair with the walk, the loops of its ends repeated, and every draw at its level. FALSE when
 * no levels do. */
static gboolean
fill_levels (InputPair *pair, const WalkSamples *samples, const ShiftConflict *conflict,
             const PairEnd *ends, guint n)
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
  pair_add_ends (pair, samples, ends, n, places);
  g_autofree int *of_steps = g_new (int, pair->steps->len);
  for (guint i = 0; i < pair->steps->len; i++)
    of_steps[i] = ANY_LEVEL;
  for (guint i = 0; i < length; i++)
    of_steps[places[i]] = wanted[i];
  return set_levels_of_many (pair, of_steps);
}

gboolean
fill_pair_of_many (InputPair *pair, const WalkSamples *samples, const ShiftConflict *conflict)
{
  const CoupletAutomaton *a = pair->automaton;
  guint n = conflict->samples->len == 1 ? 1 : 2;
  PairEnd ends[2] = {
      pair_end_of (samples, shift_conflict_sample (conflict, 0), -1),
      pair_end_of (samples, shift_conflict_sample (conflict, conflict->samples->len - 1), 1)};
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
    pair_show_turns (pair);
  return TRUE;
}
