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

/* The shifts that the literals of sample leave it at the point. */
static CoupletShifts
shifts_left (const CoupletSample *sample, const Joint *point)
{
  CoupletShifts left = COUPLET_ALL_SHIFTS;
  for (guint32 i = 0; i < sample->n_literals; i++)
    left &= couplet_shifts_beside (sample->literals[i].comparison,
                                   joint_shift (point, sample->literals[i].threshold));
  return left;
}

/* What the shifts of a sample pay at each of n differences, in multiples of its d. */
typedef struct {
  guint32 n;
  gint8 at[COUPLET_MOST_DIFFERENCES][3];
} Fees;

static void
load_fees (Fees *fees, const CoupletSample *sample, const gint8 *differences, guint32 n)
{
  fees->n = n;
  for (guint32 i = 0; i < n; i++)
    couplet_sample_fees (sample, differences[i], fees->at[i]);
}

/* What the cheapest of the shifts left pays, at the worst of the differences. */
static int
fee_of_shifts (const Fees *fees, CoupletShifts left)
{
  int most = 0;
  for (guint32 i = 0; i < fees->n; i++)
    most = MAX (most, couplet_least_fee (fees->at[i], left));
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

/* The thresholds left behind the sample: those of joint not assigned, and the
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

/* How shifts make up the index in a table over the thresholds left behind a sample: by joint
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
apply_sample (Factoring *factoring, const CoupletSample *sample, guint32 target,
              const gint8 *differences, guint32 n, CoupletCost *constant)
{
  Joint point, kept;
  Weights weights;
  Fees fees;
  CoupletCost cost_of_shift[3];
  if (!gather (factoring, sample, &point) || !find_kept (factoring, sample, target, &point, &kept))
    return FALSE;
  guint32 n_values = power_of_three (kept.n);
  g_autofree CoupletCost *values = g_new (CoupletCost, n_values);
  for (guint32 i = 0; i < n_values; i++)
    values[i] = COUPLET_COST_INFINITE;
  load_fees (&fees, sample, differences, n);
  load_weights (&weights, sample, &point, &kept);
  for (int g = -1; g <= 1; g++)
    cost_of_shift[g + 1] =
        couplet_cost_of_fee (factoring->unit, fee_of_shifts (&fees, couplet_shift (g)), sample->d);
  joint_start (&point);
  do {
    CoupletUnit *unit = factoring->unit;
    CoupletCost sum = sum_at (unit, factoring->gathered, factoring->n_gathered, &point);
    if (sum == COUPLET_COST_INFINITE)
      continue;
    CoupletShifts left = shifts_left (sample, &point);
    if (sample->n_assigned == 0) {
      CoupletCost cost = couplet_cost_of_fee (unit, fee_of_shifts (&fees, left), sample->d);
      lower (&values[index_of (&weights, &point, 0)], couplet_cost_add (unit, sum, cost));
      continue;
    }
    for (int g = -1; g <= 1; g++)
      if (couplet_shifts_have (left, g))
        lower (&values[index_of (&weights, &point, g)],
               couplet_cost_add (unit, sum, cost_of_shift[g + 1]));
  } while (joint_next (&point));
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

/* FALSE = sample may have shifts to choose. Where it has none it costs without bound. */
static gboolean
is_given (const CoupletSample *sample, const gint8 *differences, guint32 n, Given *given)
{
  CoupletShifts shifts = couplet_sample_shifts (sample, differences[0]);
  *given = (Given){sample, couplet_shifts_have (shifts, -1) ? -1 : couplet_shifts_have (shifts, 1)};
  return n == 1 && couplet_shifts_are_single (shifts);
}

/* Whether the literals on the point's thresholds permit the shift. */
static gboolean
permits (const Given *given, const Joint *point)
{
  for (guint32 i = 0; i < given->sample->n_literals; i++) {
    const CoupletLiteral *literal = &given->sample->literals[i];
    if (joint_has (point, literal->threshold) &&
        !couplet_shifts_have (
            couplet_shifts_beside (literal->comparison, joint_shift (point, literal->threshold)),
            given->g))
      return FALSE;
  }
  return TRUE;
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
    if (permits (given, &point))
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
apply_given (Factoring *factoring, const Given *given, guint32 target, int difference,
             CoupletCost *constant)
{
  const CoupletSample *sample = given->sample;
  CoupletCost cost = couplet_sample_cost (sample, factoring->unit, difference, given->g);
  *constant = couplet_cost_add (factoring->unit, *constant, cost);
  restrict_all (factoring, given, target, constant);
  for (guint32 i = 0; i < sample->n_assigned; i++) {
    CoupletCost values[3] = {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE};
    values[given->g + 1] = 0;
    if (factoring_is_live (factoring, target, sample->assigned[i]))
      add_factor (factoring, &sample->assigned[i], 1, values, constant);
  }
}

/* Takes over the factors of before, loads the samples of transition, and returns
 * their number. */
static guint32
begin_step (Factoring *factoring, const Factored *before, guint32 transition)
{
  factoring->n_factors = before->n_factors;
  if (before->n_factors > 0)
    memcpy (factoring->factors, before->factors, before->n_factors * sizeof (Factor *));
  return couplet_samples_load (factoring->samples, factoring->automaton, factoring->free_cycles,
                               factoring->unit, transition);
}

/* Beside the differences: some sample may have other shifts at one than at another. */
#define SUPPORTS_DIFFER (COUPLET_ALL_SHIFTS + 1)

static CoupletShifts
find_worst (Factoring *factoring, guint32 transition)
{
  const CoupletAutomaton *a = factoring->automaton;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  CoupletShifts worst = 0;
  guint32 n_samples =
      couplet_samples_load (factoring->samples, a, factoring->free_cycles, NULL, transition);
  guint32 n = couplet_worst_differences (a, factoring->free_cycles, transition, factoring->samples,
                                         n_samples, differences);
  for (guint32 i = 0; i < n; i++)
    worst |= couplet_shift (differences[i]);
  for (guint32 i = 1; i < n; i++)
    for (guint32 s = 0; s < n_samples; s++)
      if (couplet_sample_shifts (&factoring->samples[s], differences[i]) !=
          couplet_sample_shifts (&factoring->samples[s], differences[0]))
        worst |= SUPPORTS_DIFFER;
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
  guint32 target = a->target[transition];
  CoupletCost constant = before->constant, fresh = 0;
  for (guint32 i = 0; i < n; i++)
    fresh = couplet_cost_max (fresh, couplet_fresh_cost (a, factoring->free_cycles, factoring->unit,
                                                         transition, differences[i]));
  constant = couplet_cost_add (factoring->unit, constant, fresh);
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
  guint32 n_samples = begin_step (factoring, before, transition);
  for (guint32 i = 0; i < n_samples; i++)
    if (is_given (&factoring->samples[i], differences, n, &given))
      apply_given (factoring, &given, target, differences[0], &constant);
    else if (!apply_sample (factoring, &factoring->samples[i], target, differences, n, &constant))
      return NULL;
  if (constant != COUPLET_COST_INFINITE)
    restrict_all (factoring, &NOTHING_GIVEN, target, &constant);
  return finish_vector (factoring, constant);
}

/* ---- Going back ----------------------------------------------------------------------------- */

/* Whether the point is the choice made at target, but for what sample assigns. */
static gboolean
agrees_behind (const Factoring *factoring, const CoupletSample *sample, guint32 target,
               const Joint *point, const gint8 *choice)
{
  for (guint32 i = 0; i < point->n; i++)
    if (!couplet_sample_assigns (sample, point->thresholds[i]) &&
        factoring_is_live (factoring, target, point->thresholds[i]) &&
        point->shift[i] != choice[point->thresholds[i]])
      return FALSE;
  return TRUE;
}

/* Sets the choice of factor's thresholds to a point where it is least among those that the sample
 * permits, and that agree with the choice made at target for what is live there and not
 * assigned. */
static void
retrace_factor (const Factoring *factoring, const Factor *factor, const Given *given,
                guint32 target, gint8 *choice)
{
  Joint point = {0}, best = {0};
  CoupletCost least = COUPLET_COST_INFINITE;
  joint_add_factor (&point, factor);
  joint_start (&point);
  do {
    gboolean agrees =
        permits (given, &point) && agrees_behind (factoring, given->sample, target, &point, choice);
    CoupletCost value = agrees ? factor_at (factor, &point) : COUPLET_COST_INFINITE;
    if (couplet_cost_compare (value, least) < 0) {
      least = value;
      best = point;
    }
  } while (joint_next (&point));
  for (guint32 i = 0; i < best.n; i++)
    choice[best.thresholds[i]] = (gint8)best.shift[i];
}

/* Whether the assigned thresholds at g are, too. */
static gboolean
assigns_choice (const Factoring *factoring, const CoupletSample *sample, guint32 target, int g,
                const gint8 *choice)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (factoring_is_live (factoring, target, sample->assigned[i]) &&
        g != choice[sample->assigned[i]])
      return FALSE;
  return TRUE;
}

static void
retrace_sample (Factoring *factoring, const CoupletSample *sample, guint32 target, int difference,
                gint8 *choice, gint8 *shift)
{
  Joint point = {0}, best = {0};
  CoupletCost least = COUPLET_COST_INFINITE;
  if (!gather (factoring, sample, &point))
    return;
  joint_start (&point);
  do {
    CoupletUnit *unit = factoring->unit;
    CoupletCost sum = sum_at (unit, factoring->gathered, factoring->n_gathered, &point);
    CoupletShifts left = sum != COUPLET_COST_INFINITE ? shifts_left (sample, &point) : 0;
    for (int g = -1; g <= 1; g++) {
      if (!couplet_shifts_have (left, g))
        continue;
      CoupletCost cost =
          couplet_cost_add (unit, sum, couplet_sample_cost (sample, unit, difference, g));
      if (couplet_cost_compare (cost, least) < 0 &&
          agrees_behind (factoring, sample, target, &point, choice) &&
          assigns_choice (factoring, sample, target, g, choice)) {
        least = cost;
        best = point;
        shift[sample->slot] = (gint8)g;
      }
    }
  } while (joint_next (&point));
  for (guint32 i = 0; i < best.n; i++)
    choice[best.thresholds[i]] = (gint8)best.shift[i];
}

/* Goes back through a sample with one shift. */
static void
retrace_given (Factoring *factoring, const Given *given, guint32 target, gint8 *choice,
               gint8 *shift)
{
  guint32 kept = 0;
  shift[given->sample->slot] = (gint8)given->g;
  for (guint32 i = 0; i < factoring->n_factors; i++)
    if (is_touched (factoring->factors[i], given->sample))
      retrace_factor (factoring, factoring->factors[i], given, target, choice);
    else
      factoring->factors[kept++] = factoring->factors[i];
  factoring->n_factors = kept;
}

void
factored_retrace (Factoring *factoring, const Factored *before, guint32 transition, int difference,
                  gint8 *choice, gint8 *shift)
{
  Given given;
  gint8 own = (gint8)difference;
  const CoupletAutomaton *a = factoring->automaton;
  guint32 target = a->target[transition];
  guint32 n_samples = begin_step (factoring, before, transition);
  for (guint32 i = 0; i < n_samples; i++)
    if (is_given (&factoring->samples[i], &own, 1, &given))
      retrace_given (factoring, &given, target, choice, shift);
    else
      retrace_sample (factoring, &factoring->samples[i], target, difference, choice, shift);
  for (guint32 i = 0; i < factoring->n_factors; i++)
    retrace_factor (factoring, factoring->factors[i], &NOTHING_GIVEN, target, choice);
}

void
factored_choose (const Factored *vector, gint8 *choice)
{
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const Factor *factor = vector->factors[f];
    guint32 least = 0;
    while (factor->values[least] != 0) /* there is one */
      least++;
    for (guint32 i = factor->n_thresholds; i-- > 0; least /= 3)
      choice[factor->thresholds[i]] = (gint8)((int)(least % 3) - 1);
  }
}
