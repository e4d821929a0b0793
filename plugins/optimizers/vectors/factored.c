/* SPDX-License-Identifier: Apache-2.0 */
#include "factoring.h"

#include <string.h>

/* Whether factor names a threshold of the sample's literals or assignment. */
static gboolean
is_touched (const Factor *factor, const CoupletSample *sample)
{
  for (guint32 i = 0; i < factor->n_thresholds; i++) {
    for (guint32 l = 0; l < sample->n_literals; l++)
      if (sample->literals[l].threshold == factor->thresholds[i])
        return TRUE;
    if (couplet_sample_assigns (sample, factor->thresholds[i]))
      return TRUE;
  }
  return FALSE;
}

/* Moves the factors that the sample touches from those of the vector being made to the gathered
 * ones, and sets *joint to all thresholds of these. FALSE when they are too many. */
static gboolean
gather (Factoring *factoring, const CoupletSample *sample, Joint *joint)
{
  guint32 kept = 0;
  joint->n = 0;
  factoring->n_gathered = 0;
  for (guint32 i = 0; i < factoring->n_factors; i++) {
    const Factor *factor = factoring->factors[i];
    if (!is_touched (factor, sample))
      factoring->factors[kept++] = factor;
    else if (!joint_add_factor (joint, factor))
      return FALSE;
    else
      factoring->gathered[factoring->n_gathered++] = factor;
  }
  factoring->n_factors = kept;
  return TRUE;
}

/* The parts of one sample in the letters of n differences. */
typedef struct {
  guint32 n;
  const CoupletLetterPart *of[COUPLET_MOST_DIFFERENCES];
} Parts;

/* Looks at the point: its shifts become those of the thresholds. */
static void
enter_point (Factoring *factoring, const Joint *point)
{
  for (guint32 i = 0; i < point->n; i++)
    factoring->x[point->thresholds[i]] = (gint8)point->shift[i];
}

static void
leave_point (Factoring *factoring, const Joint *point)
{
  for (guint32 i = 0; i < point->n; i++)
    factoring->x[point->thresholds[i]] = FREE;
}

/* The shifts that the literals of sample leave it at the point that is looked at. */
static CoupletShifts
shifts_left (const Factoring *factoring, const CoupletSample *sample)
{
  return couplet_literals_left (sample->literals, sample->n_literals, factoring->x);
}

/* What the cheapest of the shifts left pays, at the worst of the differences, in multiples of the
 * sample's d. */
static int
fee_of_shifts (const Parts *parts, CoupletShifts left)
{
  int most = 0;
  for (guint32 i = 0; i < parts->n; i++)
    most = MAX (most, couplet_least_fee (parts->of[i]->fees, left));
  return most;
}

/* The thresholds of joint that the sample does not assign, where live at target. */
static void
find_left (const Factoring *factoring, const CoupletSample *sample, guint32 target,
           const Joint *joint, Joint *left)
{
  left->n = 0;
  for (guint32 i = 0; i < joint->n; i++)
    if (!couplet_sample_assigns (sample, joint->thresholds[i]) &&
        factoring_is_live (factoring, target, joint->thresholds[i]))
      left->thresholds[left->n++] = joint->thresholds[i];
}

/* The thresholds left after the sample: those of joint not assigned, and the
 * assigned ones, where live at target. FALSE when they are too many. */
static gboolean
find_kept (const Factoring *factoring, const CoupletSample *sample, guint32 target,
           const Joint *joint, Joint *kept)
{
  find_left (factoring, sample, target, joint, kept);
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (factoring_is_live (factoring, target, sample->assigned[i]) &&
        !joint_add (kept, sample->assigned[i]))
      return FALSE;
  return TRUE;
}

/* How shifts make up the index in a table over the thresholds left after a sample: by joint
 * threshold, and for the sample, which the assigned ones take theirs from. */
typedef struct {
  guint32 of_joint[MOST_TIED];
  guint32 of_sample;
} Weights;

static void
load_weights (Weights *weights, const CoupletSample *sample, const Joint *joint, const Joint *kept)
{
  guint32 weight = 1;
  *weights = (Weights){0};
  for (guint32 i = kept->n; i-- > 0; weight *= 3)
    if (couplet_sample_assigns (sample, kept->thresholds[i]))
      weights->of_sample += weight;
    else
      weights->of_joint[joint_place (joint, kept->thresholds[i])] = weight;
}

/* The index of the point when the sample shifts by g. */
static guint32
index_of (const Weights *weights, const Joint *point, int g)
{
  guint32 index = weights->of_sample * (guint32)(g + 1);
  for (guint32 i = 0; i < point->n; i++)
    index += weights->of_joint[i] * (guint32)(point->shift[i] + 1);
  return index;
}

static void
lower (CoupletCost *value, CoupletCost other)
{
  *value = couplet_cost_min (*value, other);
}

/* Takes the vector being made through one sample. FALSE when too many are tied. */
static gboolean
apply_sample (Factoring *factoring, const Parts *parts, guint32 target, CoupletCost *constant)
{
  Joint point, kept;
  Weights weights;
  CoupletCost cost_of_shift[3];
  CoupletUnit *unit = factoring->unit;
  const CoupletSample *sample = &parts->of[0]->sample;
  if (!gather (factoring, sample, &point) || !find_kept (factoring, sample, target, &point, &kept))
    return FALSE;
  guint32 n_values = power_of_three (kept.n);
  g_autofree CoupletCost *values = g_new (CoupletCost, n_values);
  for (guint32 i = 0; i < n_values; i++)
    values[i] = COUPLET_COST_INFINITE;
  load_weights (&weights, sample, &point, &kept);
  for (int g = -1; g <= 1; g++)
    cost_of_shift[g + 1] =
        couplet_cost_of_fee (unit, fee_of_shifts (parts, couplet_shift (g)), sample->d);
  joint_start (&point);
  do {
    CoupletCost sum = sum_at (unit, factoring->gathered, factoring->n_gathered, &point);
    if (sum == COUPLET_COST_INFINITE)
      continue;
    enter_point (factoring, &point);
    CoupletShifts left = shifts_left (factoring, sample);
    if (sample->n_assigned == 0) {
      CoupletCost cost = couplet_cost_of_fee (unit, fee_of_shifts (parts, left), sample->d);
      lower (&values[index_of (&weights, &point, 0)], couplet_cost_add (unit, sum, cost));
      continue;
    }
    for (int g = -1; g <= 1; g++)
      if (couplet_shifts_have (left, g))
        lower (&values[index_of (&weights, &point, g)],
               couplet_cost_add (unit, sum, cost_of_shift[g + 1]));
  } while (joint_next (&point));
  leave_point (factoring, &point);
  add_factor (factoring, kept.thresholds, kept.n, values, constant);
  return TRUE;
}

/* ---- One factor by itself -------------------------------------------------------------------- */

/* A sample with only one shift to take. What it is compared with asks something of each threshold
 * by itself, so that it ties none. */
typedef struct {
  const CoupletSample *sample;
  int g;
} Given;

/* Nothing is compared or assigned. */
static const CoupletSample NO_SAMPLE = {0};
static const Given NOTHING_GIVEN = {&NO_SAMPLE, 0};

/* FALSE = the sample may have shifts to choose. Where it has none it costs without bound. */
static gboolean
is_given (const Parts *parts, Given *given)
{
  CoupletShifts shifts = parts->of[0]->shifts;
  *given = (Given){&parts->of[0]->sample,
                   couplet_shifts_have (shifts, -1) ? -1 : couplet_shifts_have (shifts, 1)};
  return parts->n == 1 && couplet_shifts_are_single (shifts);
}

/* Whether the literals on the point's thresholds permit the shift. */
static gboolean
permits (Factoring *factoring, const Given *given, const Joint *point)
{
  enter_point (factoring, point);
  gboolean permitted = couplet_shifts_have (shifts_left (factoring, given->sample), given->g);
  leave_point (factoring, point);
  return permitted;
}

/* Leaves of one factor the shifts that a sample permits, and minimises out what that assigns or is
 * not live at target. */
static void
restrict_factor (Factoring *factoring, const Factor *factor, const Given *given, guint32 target,
                 CoupletCost *constant)
{
  Weights weights;
  Joint point = {0}, left = {0};
  joint_add_factor (&point, factor);
  find_left (factoring, given->sample, target, &point, &left);
  if (left.n == point.n && given->sample == &NO_SAMPLE) {
    factoring->factors[factoring->n_factors++] = factor;
    return;
  }
  guint32 n_values = power_of_three (left.n);
  g_autofree CoupletCost *values = g_new (CoupletCost, n_values);
  for (guint32 i = 0; i < n_values; i++)
    values[i] = COUPLET_COST_INFINITE;
  load_weights (&weights, given->sample, &point, &left);
  joint_start (&point);
  do
    if (permits (factoring, given, &point))
      lower (&values[index_of (&weights, &point, 0)], factor_at (factor, &point));
  while (joint_next (&point));
  add_factor (factoring, left.thresholds, left.n, values, constant);
}

/* Does so with the factors that the sample touches; without one, with all. */
static void
restrict_all (Factoring *factoring, const Given *given, guint32 target, CoupletCost *constant)
{
  guint32 n = factoring->n_factors;
  g_autofree const Factor **factors = g_memdup2 (factoring->factors, n * sizeof (Factor *));
  factoring->n_factors = 0;
  for (guint32 i = 0; i < n; i++)
    if (given->sample == &NO_SAMPLE || is_touched (factors[i], given->sample))
      restrict_factor (factoring, factors[i], given, target, constant);
    else
      factoring->factors[factoring->n_factors++] = factors[i];
}

/* Takes the vector being made through a sample with one shift. */
static void
apply_given (Factoring *factoring, const Given *given, const CoupletLetterPart *part,
             guint32 target, CoupletCost *constant)
{
  const CoupletSample *sample = given->sample;
  CoupletCost cost = couplet_cost_of_fee (factoring->unit, part->fees[given->g + 1], sample->d);
  *constant = couplet_cost_add (factoring->unit, *constant, cost);
  restrict_all (factoring, given, target, constant);
  for (guint32 i = 0; i < sample->n_assigned; i++) {
    CoupletCost values[3] = {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE};
    values[given->g + 1] = 0;
    if (factoring_is_live (factoring, target, sample->assigned[i]))
      add_factor (factoring, &sample->assigned[i], 1, values, constant);
  }
}

static CoupletMoves *
moves_of (const Factoring *factoring)
{
  return factoring->moves[factoring->free_cycles != NULL];
}

/* Takes over the factors of before. */
static void
begin_step (Factoring *factoring, const Factored *before)
{
  factoring->n_factors = before->n_factors;
  if (before->n_factors > 0)
    memcpy (factoring->factors, before->factors, before->n_factors * sizeof (Factor *));
}

/* Beside the differences: some sample may have other shifts at one than at another. */
#define SUPPORTS_DIFFER (COUPLET_ALL_SHIFTS + 1)

static CoupletShifts
find_worst (Factoring *factoring, guint32 transition)
{
  const CoupletAutomaton *a = factoring->automaton;
  const CoupletLetter *letters, *first, *other;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  CoupletShifts worst = 0;
  couplet_moves_letters (moves_of (factoring), transition, &letters);
  g_autofree CoupletSample *samples = g_new (CoupletSample, letters->n_parts);
  for (guint32 s = 0; s < letters->n_parts; s++)
    samples[s] = letters->parts[s].sample;
  guint32 n = couplet_worst_differences (a, factoring->free_cycles, transition, samples,
                                         letters->n_parts, differences);
  first = couplet_moves_letter (moves_of (factoring), transition, differences[0]);
  for (guint32 i = 0; i < n; i++) {
    worst |= couplet_shift (differences[i]);
    other = couplet_moves_letter (moves_of (factoring), transition, differences[i]);
    for (guint32 s = 0; s < first->n_parts; s++)
      if (other->parts[s].shifts != first->parts[s].shifts)
        worst |= SUPPORTS_DIFFER;
  }
  return worst;
}

guint32
factoring_differences (Factoring *factoring, guint32 transition,
                       gint8 differences[COUPLET_MOST_DIFFERENCES], gboolean *supports_differ)
{
  CoupletShifts *worst = &factoring->worst[factoring->free_cycles != NULL][transition];
  guint32 n = 0;
  if (*worst == 0)
    *worst = find_worst (factoring, transition);
  for (gint8 difference = -1; difference <= 1; difference++)
    if (couplet_shifts_have (*worst, difference))
      differences[n++] = difference;
  *supports_differ = (*worst & SUPPORTS_DIFFER) != 0;
  return n;
}

const Factored *
factored_apply (Factoring *factoring, const Factored *before, guint32 transition,
                const gint8 *differences, guint32 n)
{
  Given given;
  const CoupletAutomaton *a = factoring->automaton;
  const CoupletLetter *letters[COUPLET_MOST_DIFFERENCES];
  guint32 target = a->target[transition];
  CoupletCost constant = before->constant, fresh = 0;
  for (guint32 i = 0; i < n; i++) {
    letters[i] = couplet_moves_letter (moves_of (factoring), transition, differences[i]);
    fresh = couplet_cost_max (fresh, couplet_fresh_cost (a, factoring->free_cycles, factoring->unit,
                                                         transition, differences[i]));
  }
  constant = couplet_cost_add (factoring->unit, constant, fresh);
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
  begin_step (factoring, before);
  for (guint32 s = 0; s < letters[0]->n_parts; s++) {
    Parts parts = {.n = n};
    for (guint32 i = 0; i < n; i++)
      parts.of[i] = &letters[i]->parts[s];
    if (is_given (&parts, &given))
      apply_given (factoring, &given, parts.of[0], target, &constant);
    else if (!apply_sample (factoring, &parts, target, &constant))
      return NULL;
  }
  if (constant != COUPLET_COST_INFINITE)
    restrict_all (factoring, &NOTHING_GIVEN, target, &constant);
  return finish_vector (factoring, constant);
}
