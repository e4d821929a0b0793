/* SPDX-License-Identifier: Apache-2.0 */
#include "factored.h"
#include "live.h"

#include <string.h>

struct CoupletFactoring {
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  CoupletArena *arena;
  const CoupletLive *live;
  CoupletSample *samples;        /* room for all of a transition */
  const CoupletFactor **factors; /* of the vector being made */
  guint32 n_factors;
  const CoupletFactor **gathered; /* those a sample ties */
  guint32 n_gathered;
  gboolean prefers_last; /* of places that do as well for a join */
  gboolean had_choice;   /* there were such places */
};

gboolean
couplet_factoring_is_live (const CoupletFactoring *factoring, guint32 state, guint32 threshold)
{
  return couplet_is_live (factoring->live, state, threshold);
}

CoupletFactoring *
couplet_factoring_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                       const CoupletLive *live, CoupletUnit *unit)
{
  CoupletFactoring *factoring = g_new0 (CoupletFactoring, 1);
  factoring->automaton = automaton;
  factoring->components = components;
  factoring->unit = unit;
  factoring->arena = couplet_arena_new ();
  factoring->live = live;
  factoring->samples = g_new (CoupletSample, automaton->n_thresholds);
  /* one more for a product of several that turns out to be free */
  factoring->factors = g_new (const CoupletFactor *, (gsize)automaton->n_thresholds + 1);
  factoring->gathered = g_new (const CoupletFactor *, automaton->n_thresholds);
  return factoring;
}

void
couplet_factoring_free (CoupletFactoring *factoring)
{
  if (factoring == NULL)
    return;
  couplet_arena_free (factoring->arena);
  g_free (factoring->samples);
  g_free (factoring->factors);
  g_free (factoring->gathered);
  g_free (factoring);
}

gsize
couplet_factoring_used (const CoupletFactoring *factoring)
{
  return couplet_arena_used (factoring->arena);
}

/* ---- Joint tables ----------------------------------------------------------------------- */

/* The thresholds of several factors, and a point (a shift for each of them). */
typedef struct {
  guint32 n;
  guint32 thresholds[COUPLET_MOST_TIED];
  int shift[COUPLET_MOST_TIED];
} Joint;

static void
joint_start (Joint *joint)
{
  for (guint32 i = 0; i < joint->n; i++)
    joint->shift[i] = -1;
}

/* Moves on to the next point, in the order of a factor's values. */
static gboolean
joint_next (Joint *joint)
{
  for (guint32 i = joint->n; i-- > 0;) {
    if (++joint->shift[i] <= 1)
      return TRUE;
    joint->shift[i] = -1;
  }
  return FALSE;
}

/* The shift of threshold, which is among the joint ones. */
static int
joint_shift (const Joint *joint, guint32 threshold)
{
  guint32 i = 0;
  while (joint->thresholds[i] != threshold)
    i++;
  return joint->shift[i];
}

static gboolean
joint_has (const Joint *joint, guint32 threshold)
{
  for (guint32 i = 0; i < joint->n; i++)
    if (joint->thresholds[i] == threshold)
      return TRUE;
  return FALSE;
}

/* Adds threshold in its place; FALSE when there is no room. */
static gboolean
joint_add (Joint *joint, guint32 threshold)
{
  if (joint_has (joint, threshold))
    return TRUE;
  if (joint->n == COUPLET_MOST_TIED)
    return FALSE;
  guint32 i = joint->n++;
  for (; i > 0 && joint->thresholds[i - 1] > threshold; i--)
    joint->thresholds[i] = joint->thresholds[i - 1];
  joint->thresholds[i] = threshold;
  return TRUE;
}

static gboolean
joint_add_factor (Joint *joint, const CoupletFactor *factor)
{
  for (guint32 i = 0; i < factor->n_thresholds; i++)
    if (!joint_add (joint, factor->thresholds[i]))
      return FALSE;
  return TRUE;
}

static guint32
power_of_three (guint32 n)
{
  guint32 power = 1;
  while (n-- > 0)
    power *= 3;
  return power;
}

/* The value of factor at the point. */
static CoupletCost
factor_at (const CoupletFactor *factor, const Joint *point)
{
  guint32 index = 0;
  for (guint32 i = 0; i < factor->n_thresholds; i++)
    index = 3 * index + (guint32)(joint_shift (point, factor->thresholds[i]) + 1);
  return factor->values[index];
}

/* The sum of n factors at the point. */
static CoupletCost
sum_at (CoupletUnit *unit, const CoupletFactor *const *factors, guint32 n, const Joint *point)
{
  CoupletCost sum = 0;
  for (guint32 i = 0; i < n; i++)
    sum = couplet_cost_add (unit, sum, factor_at (factors[i], point));
  return sum;
}

static CoupletCost
least_of (const CoupletCost *values, guint32 n)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < n; i++)
    least = couplet_cost_min (least, values[i]);
  return least;
}

/* ---- Making vectors ---------------------------------------------------------------------------
 */

static const CoupletFactored IMPOSSIBLE = {COUPLET_COST_INFINITE, 0, NULL};

const CoupletFactored *
couplet_factoring_start (CoupletFactoring *factoring)
{
  CoupletFactored *start = couplet_arena_alloc (factoring->arena, sizeof *start);
  *start = (CoupletFactored){0, 0, NULL};
  return start;
}

static void
put_factor (CoupletFactoring *factoring, const guint32 *thresholds, guint32 n,
            const CoupletCost *values)
{
  guint32 n_values = power_of_three (n);
  CoupletFactor *factor = couplet_arena_alloc (
      factoring->arena, sizeof *factor + n_values * sizeof *values + n * sizeof *thresholds);
  CoupletCost *own_values = (CoupletCost *)(factor + 1);
  guint32 *own_thresholds = (guint32 *)(own_values + n_values);
  memcpy (own_values, values, n_values * sizeof *values);
  memcpy (own_thresholds, thresholds, n * sizeof *thresholds);
  *factor = (CoupletFactor){n, n_values, own_thresholds, own_values};
  factoring->factors[factoring->n_factors++] = factor;
}

/* Adds a factor with the values given to the vector being made, with its least
 * value moved to *constant. A table of zeros ties nothing. */
static void
add_factor (CoupletFactoring *factoring, const guint32 *thresholds, guint32 n, CoupletCost *values,
            CoupletCost *constant)
{
  static const CoupletCost zeros[3] = {0, 0, 0};
  guint32 n_values = power_of_three (n);
  CoupletCost least = least_of (values, n_values);
  gboolean is_free = TRUE;
  *constant = couplet_cost_add (factoring->unit, *constant, least);
  if (least == COUPLET_COST_INFINITE)
    return;
  for (guint32 i = 0; i < n_values; i++) {
    values[i] = couplet_cost_subtract (factoring->unit, values[i], least);
    is_free &= values[i] == 0;
  }
  if (!is_free && n > 0)
    put_factor (factoring, thresholds, n, values);
  for (guint32 i = 0; is_free && i < n; i++)
    put_factor (factoring, &thresholds[i], 1, zeros);
}

static int
compare_factors (const void *a, const void *b)
{
  const CoupletFactor *p = *(const CoupletFactor *const *)a;
  const CoupletFactor *q = *(const CoupletFactor *const *)b;
  return (p->thresholds[0] > q->thresholds[0]) - (p->thresholds[0] < q->thresholds[0]);
}

/* The vector of the constant and the factors collected. */
static const CoupletFactored *
finish_vector (CoupletFactoring *factoring, CoupletCost constant)
{
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE;
  guint32 n = factoring->n_factors;
  const CoupletFactor **factors;
  CoupletFactored *vector =
      couplet_arena_alloc (factoring->arena, sizeof *vector + n * sizeof *factors);
  factors = (const CoupletFactor **)(vector + 1);
  if (n > 0) {
    memcpy (factors, factoring->factors, n * sizeof *factors);
    qsort (factors, n, sizeof *factors, compare_factors);
  }
  *vector = (CoupletFactored){constant, n, factors};
  return vector;
}

/* Moves the factors that name a threshold of the sample's literals or
 * assignment from those of the vector being made to the gathered ones, and sets
 * *joint to all thresholds of these. FALSE when they are too many. */
static gboolean
gather (CoupletFactoring *factoring, const CoupletSample *sample, Joint *joint)
{
  guint32 kept = 0;
  joint->n = 0;
  factoring->n_gathered = 0;
  for (guint32 i = 0; i < factoring->n_factors; i++) {
    const CoupletFactor *factor = factoring->factors[i];
    gboolean tied = FALSE;
    for (guint32 j = 0; j < factor->n_thresholds && !tied; j++) {
      for (guint32 l = 0; l < sample->n_literals && !tied; l++)
        tied = sample->literals[l].threshold == factor->thresholds[j];
      for (guint32 l = 0; l < sample->n_assigned && !tied; l++)
        tied = sample->assigned[l] == factor->thresholds[j];
    }
    if (!tied)
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

static gboolean
is_assigned (const CoupletSample *sample, guint32 threshold)
{
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (sample->assigned[i] == threshold)
      return TRUE;
  return FALSE;
}

/* The thresholds left behind the sample: those of joint not assigned, and the
 * assigned ones, where live at target. FALSE when they are too many. */
static gboolean
find_kept (const CoupletFactoring *factoring, const CoupletSample *sample, guint32 target,
           const Joint *joint, Joint *kept)
{
  kept->n = 0;
  for (guint32 i = 0; i < joint->n; i++)
    if (!is_assigned (sample, joint->thresholds[i]) &&
        couplet_factoring_is_live (factoring, target, joint->thresholds[i]))
      kept->thresholds[kept->n++] = joint->thresholds[i];
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (couplet_factoring_is_live (factoring, target, sample->assigned[i]) &&
        !joint_add (kept, sample->assigned[i]))
      return FALSE;
  return TRUE;
}

/* The index in a table over kept of the point when assigned thresholds shift by g. */
static guint32
kept_index (const CoupletSample *sample, const Joint *kept, const Joint *point, int g)
{
  guint32 index = 0;
  for (guint32 i = 0; i < kept->n; i++) {
    guint32 v = kept->thresholds[i];
    int shift = is_assigned (sample, v) ? g : joint_shift (point, v);
    index = 3 * index + (guint32)(shift + 1);
  }
  return index;
}

static void
lower (CoupletCost *value, CoupletCost other)
{
  *value = couplet_cost_min (*value, other);
}

/* Takes the vector being made through one sample. FALSE when too many are tied. */
static gboolean
apply_sample (CoupletFactoring *factoring, const CoupletSample *sample, guint32 target,
              const gint8 *differences, guint32 n, CoupletCost *constant)
{
  Joint point, kept;
  Fees fees;
  if (!gather (factoring, sample, &point) || !find_kept (factoring, sample, target, &point, &kept))
    return FALSE;
  guint32 n_values = power_of_three (kept.n);
  g_autofree CoupletCost *values = g_new (CoupletCost, n_values);
  for (guint32 i = 0; i < n_values; i++)
    values[i] = COUPLET_COST_INFINITE;
  load_fees (&fees, sample, differences, n);
  joint_start (&point);
  do {
    CoupletUnit *unit = factoring->unit;
    CoupletCost sum = sum_at (unit, factoring->gathered, factoring->n_gathered, &point);
    if (sum == COUPLET_COST_INFINITE)
      continue;
    CoupletShifts left = shifts_left (sample, &point);
    if (sample->n_assigned == 0) {
      CoupletCost cost = couplet_cost_of_fee (unit, fee_of_shifts (&fees, left), sample->d);
      lower (&values[kept_index (sample, &kept, &point, 0)], couplet_cost_add (unit, sum, cost));
      continue;
    }
    for (int g = -1; g <= 1; g++) {
      if (!couplet_shifts_have (left, g))
        continue;
      int fee = fee_of_shifts (&fees, couplet_shift (g));
      lower (&values[kept_index (sample, &kept, &point, g)],
             couplet_cost_add (unit, sum, couplet_cost_of_fee (unit, fee, sample->d)));
    }
  } while (joint_next (&point));
  add_factor (factoring, kept.thresholds, kept.n, values, constant);
  return TRUE;
}

/* Minimises out of one factor what is not live at target. */
static void
project_factor (CoupletFactoring *factoring, const CoupletFactor *factor, guint32 target,
                CoupletCost *constant)
{
  static const CoupletSample none = {0};
  Joint point = {0}, kept = {0};
  joint_add_factor (&point, factor);
  find_kept (factoring, &none, target, &point, &kept);
  if (kept.n == point.n) {
    factoring->factors[factoring->n_factors++] = factor;
    return;
  }
  guint32 n_values = power_of_three (kept.n);
  g_autofree CoupletCost *values = g_new (CoupletCost, n_values);
  for (guint32 i = 0; i < n_values; i++)
    values[i] = COUPLET_COST_INFINITE;
  joint_start (&point);
  do
    lower (&values[kept_index (&none, &kept, &point, 0)], factor_at (factor, &point));
  while (joint_next (&point));
  add_factor (factoring, kept.thresholds, kept.n, values, constant);
}

/* Minimises out all thresholds that are not live at target. */
static void
project (CoupletFactoring *factoring, guint32 target, CoupletCost *constant)
{
  guint32 n = factoring->n_factors;
  g_autofree const CoupletFactor **factors =
      g_memdup2 (factoring->factors, n * sizeof *factoring->factors);
  factoring->n_factors = 0;
  for (guint32 i = 0; i < n; i++)
    project_factor (factoring, factors[i], target, constant);
}

/* Takes over the factors of before, loads the samples of transition, and returns
 * their number. */
static guint32
begin_step (CoupletFactoring *factoring, const CoupletFactored *before, guint32 transition)
{
  factoring->n_factors = before->n_factors;
  if (before->n_factors > 0)
    memcpy (factoring->factors, before->factors, before->n_factors * sizeof *before->factors);
  return couplet_samples_load (factoring->samples, factoring->automaton, factoring->components,
                               factoring->unit, transition);
}

guint32
couplet_factoring_differences (CoupletFactoring *factoring, guint32 transition,
                               gint8 differences[COUPLET_MOST_DIFFERENCES])
{
  const CoupletAutomaton *a = factoring->automaton;
  guint32 n = couplet_samples_load (factoring->samples, a, factoring->components, factoring->unit,
                                    transition);
  return couplet_worst_differences (a, factoring->components, transition, factoring->samples, n,
                                    differences);
}

const CoupletFactored *
couplet_factored_apply (CoupletFactoring *factoring, const CoupletFactored *before,
                        guint32 transition, const gint8 *differences, guint32 n)
{
  const CoupletAutomaton *a = factoring->automaton;
  guint32 target = a->target[transition];
  CoupletCost constant = before->constant, fresh = 0;
  for (guint32 i = 0; i < n; i++)
    fresh = couplet_cost_max (fresh, couplet_fresh_cost (a, factoring->components, factoring->unit,
                                                         transition, differences[i]));
  constant = couplet_cost_add (factoring->unit, constant, fresh);
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE;
  guint32 n_samples = begin_step (factoring, before, transition);
  for (guint32 i = 0; i < n_samples; i++)
    if (!apply_sample (factoring, &factoring->samples[i], target, differences, n, &constant))
      return NULL;
  if (constant != COUPLET_COST_INFINITE)
    project (factoring, target, &constant);
  return finish_vector (factoring, constant);
}

/* ---- Going back -------------------------------------------------------------------------------
 */

/* Sets the choice of factor's thresholds to a point where it is least among those
 * that agree with the choice made at target for what is live there. */
static void
retrace_factor (const CoupletFactoring *factoring, const CoupletFactor *factor, guint32 target,
                gint8 *choice)
{
  Joint point = {0}, best = {0};
  CoupletCost least = COUPLET_COST_INFINITE;
  joint_add_factor (&point, factor);
  joint_start (&point);
  do {
    gboolean agrees = TRUE;
    for (guint32 i = 0; i < point.n && agrees; i++)
      agrees = !couplet_factoring_is_live (factoring, target, point.thresholds[i]) ||
               point.shift[i] == choice[point.thresholds[i]];
    CoupletCost value = agrees ? factor_at (factor, &point) : COUPLET_COST_INFINITE;
    if (couplet_cost_compare (value, least) < 0) {
      least = value;
      best = point;
    }
  } while (joint_next (&point));
  for (guint32 i = 0; i < best.n; i++)
    choice[best.thresholds[i]] = (gint8)best.shift[i];
}

/* Whether the point, with assigned thresholds at g, is the choice made at target. */
static gboolean
agrees_behind (const CoupletFactoring *factoring, const CoupletSample *sample, guint32 target,
               const Joint *point, int g, const gint8 *choice)
{
  for (guint32 i = 0; i < point->n; i++)
    if (!is_assigned (sample, point->thresholds[i]) &&
        couplet_factoring_is_live (factoring, target, point->thresholds[i]) &&
        point->shift[i] != choice[point->thresholds[i]])
      return FALSE;
  for (guint32 i = 0; i < sample->n_assigned; i++)
    if (couplet_factoring_is_live (factoring, target, sample->assigned[i]) &&
        g != choice[sample->assigned[i]])
      return FALSE;
  return TRUE;
}

static void
retrace_sample (CoupletFactoring *factoring, const CoupletSample *sample, guint32 target,
                int difference, gint8 *choice, gint8 *shift)
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
          agrees_behind (factoring, sample, target, &point, g, choice)) {
        least = cost;
        best = point;
        shift[sample->slot] = (gint8)g;
      }
    }
  } while (joint_next (&point));
  for (guint32 i = 0; i < best.n; i++)
    choice[best.thresholds[i]] = (gint8)best.shift[i];
}

void
couplet_factored_retrace (CoupletFactoring *factoring, const CoupletFactored *before,
                          guint32 transition, int difference, gint8 *choice, gint8 *shift)
{
  const CoupletAutomaton *a = factoring->automaton;
  guint32 target = a->target[transition];
  guint32 n_samples = begin_step (factoring, before, transition);
  for (guint32 i = 0; i < n_samples; i++)
    retrace_sample (factoring, &factoring->samples[i], target, difference, choice, shift);
  for (guint32 i = 0; i < factoring->n_factors; i++)
    retrace_factor (factoring, factoring->factors[i], target, choice);
}

void
couplet_factored_choose (const CoupletFactored *vector, gint8 *choice)
{
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const CoupletFactor *factor = vector->factors[f];
    guint32 least = 0;
    while (factor->values[least] != 0) /* there is one */
      least++;
    for (guint32 i = factor->n_thresholds; i-- > 0; least /= 3)
      choice[factor->thresholds[i]] = (gint8)(least % 3) - 1;
  }
}

/* ---- Comparing ----------------------------------------------------------------------------------
 */

static gboolean
same_thresholds (const CoupletFactor *a, const CoupletFactor *b)
{
  return a->n_thresholds == b->n_thresholds &&
         memcmp (a->thresholds, b->thresholds, a->n_thresholds * sizeof *a->thresholds) == 0;
}

static gboolean
same_partition (const CoupletFactored *a, const CoupletFactored *b)
{
  if (a->n_factors != b->n_factors)
    return FALSE;
  for (guint32 i = 0; i < a->n_factors; i++)
    if (a->factors[i] != b->factors[i] && !same_thresholds (a->factors[i], b->factors[i]))
      return FALSE;
  return TRUE;
}

/* Raises *excess to how much value is above bound; FALSE = by more than most. */
static gboolean
raise_excess (CoupletUnit *unit, CoupletCost value, CoupletCost bound, CoupletCost most,
              CoupletCost *excess)
{
  if (couplet_cost_compare (value, bound) <= 0)
    return TRUE;
  if (value == COUPLET_COST_INFINITE)
    return FALSE;
  *excess = couplet_cost_max (*excess, couplet_cost_subtract (unit, value, bound));
  return couplet_cost_compare (*excess, most) <= 0;
}

/* Takes from *slack the most that n factors of one vector exceed m factors of another
 * by, over the same thresholds; it is not negative, as all least values are 0. FALSE =
 * more than there is. */
static gboolean
add_excess (CoupletUnit *unit, const CoupletFactor *const *a, guint32 n,
            const CoupletFactor *const *b, guint32 m, CoupletCost *slack)
{
  CoupletCost excess = 0;
  if (n == 1 && m == 1) {
    for (guint32 i = 0; i < a[0]->n_values && a[0] != b[0]; i++)
      if (!raise_excess (unit, a[0]->values[i], b[0]->values[i], *slack, &excess))
        return FALSE;
  } else {
    Joint point = {0};
    for (guint32 i = 0; i < n; i++)
      if (!joint_add_factor (&point, a[i]))
        return FALSE;
    joint_start (&point);
    do
      if (!raise_excess (unit, sum_at (unit, a, n, &point), sum_at (unit, b, m, &point), *slack,
                         &excess))
        return FALSE;
    while (joint_next (&point));
  }
  *slack = couplet_cost_subtract (unit, *slack, excess);
  return TRUE;
}

static gboolean
factor_meets (const CoupletFactor *a, const Joint *joint)
{
  for (guint32 i = 0; i < a->n_thresholds; i++)
    if (joint_has (joint, a->thresholds[i]))
      return TRUE;
  return FALSE;
}

/* Moves the factors among list[*n ..] that meet joint to its end *n, and adds
 * their thresholds to joint. */
static gboolean
collect_meeting (const CoupletFactor **list, guint32 total, guint32 *n, Joint *joint,
                 gboolean *grown)
{
  for (guint32 i = *n; i < total; i++) {
    if (!factor_meets (list[i], joint))
      continue;
    if (!joint_add_factor (joint, list[i]))
      return FALSE;
    const CoupletFactor *swapped = list[i];
    list[i] = list[*n];
    list[(*n)++] = swapped;
    *grown = TRUE;
  }
  return TRUE;
}

/* As couplet_factored_below() for different partitions: by groups of factors
 * that cover the same thresholds in both. */
static gboolean
below_by_groups (CoupletFactoring *factoring, const CoupletFactored *a, const CoupletFactored *b,
                 CoupletCost slack)
{
  g_autofree const CoupletFactor **p = g_memdup2 (a->factors, a->n_factors * sizeof *a->factors);
  g_autofree const CoupletFactor **q = g_memdup2 (b->factors, b->n_factors * sizeof *b->factors);
  guint32 n = 0, m = 0;
  while (n < a->n_factors) {
    guint32 from_n = n, from_m = m;
    Joint joint = {0};
    if (!joint_add_factor (&joint, p[n]))
      return FALSE;
    n++;
    for (gboolean grown = TRUE; grown;) {
      grown = FALSE;
      if (!collect_meeting (p, a->n_factors, &n, &joint, &grown) ||
          !collect_meeting (q, b->n_factors, &m, &joint, &grown))
        return FALSE;
    }
    if (!add_excess (factoring->unit, p + from_n, n - from_n, q + from_m, m - from_m, &slack))
      return FALSE;
  }
  return TRUE;
}

gboolean
couplet_factored_below (CoupletFactoring *factoring, const CoupletFactored *a,
                        const CoupletFactored *b)
{
  if (couplet_cost_compare (a->constant, b->constant) > 0)
    return FALSE;
  if (b->constant == COUPLET_COST_INFINITE)
    return TRUE;
  CoupletCost slack = couplet_cost_subtract (factoring->unit, b->constant, a->constant);
  if (!same_partition (a, b))
    return below_by_groups (factoring, a, b, slack);
  for (guint32 i = 0; i < a->n_factors; i++)
    if (!add_excess (factoring->unit, &a->factors[i], 1, &b->factors[i], 1, &slack))
      return FALSE;
  return TRUE;
}

/* ---- Joining
 * -------------------------------------------------------------------------------------- */

gboolean
couplet_factored_same_support (const CoupletFactored *a, const CoupletFactored *b)
{
  if (!same_partition (a, b) ||
      (a->constant == COUPLET_COST_INFINITE) != (b->constant == COUPLET_COST_INFINITE))
    return FALSE;
  for (guint32 i = 0; i < a->n_factors; i++)
    for (guint32 j = 0; j < a->factors[i]->n_values && a->factors[i] != b->factors[i]; j++)
      if ((a->factors[i]->values[j] == COUPLET_COST_INFINITE) !=
          (b->factors[i]->values[j] == COUPLET_COST_INFINITE))
        return FALSE;
  return TRUE;
}

/* What several vectors of one partition are joined to. Of vectors i with constants ci and
 * factors Ai1, Ai2, ... it holds for each place f that
 *   max over i of ci + Ai1 + Ai2 + ...
 *     <= (max over i of ci + Aif) + sum over the other places g of (max over i of Aig). */
typedef struct {
  guint32 n_values;
  CoupletCost *values[2]; /* plain: the most of Aig; raised: of ci + Aig */
  CoupletCost least[2];   /* of these */
  CoupletCost sum[2];     /* of what the finite ones have beyond the least */
} Place;

enum { PLAIN, RAISED };

static void
load_place (CoupletFactoring *factoring, const CoupletFactored *const *vectors, guint32 n,
            guint32 f, Place *place)
{
  CoupletUnit *unit = factoring->unit;
  guint32 n_values = vectors[0]->factors[f]->n_values;
  *place = (Place){
      n_values, {g_new0 (CoupletCost, n_values), g_new0 (CoupletCost, n_values)}, {0, 0}, {0, 0}};
  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n_values; j++) {
      CoupletCost value = vectors[i]->factors[f]->values[j];
      CoupletCost sum = couplet_cost_add (unit, value, vectors[i]->constant);
      place->values[PLAIN][j] = couplet_cost_max (place->values[PLAIN][j], value);
      place->values[RAISED][j] = couplet_cost_max (place->values[RAISED][j], sum);
    }
  for (int k = PLAIN; k <= RAISED; k++) {
    place->least[k] = least_of (place->values[k], n_values);
    for (guint32 j = 0; j < n_values; j++)
      if (place->values[k][j] != COUPLET_COST_INFINITE)
        place->sum[k] =
            couplet_cost_add (unit, place->sum[k],
                              couplet_cost_subtract (unit, place->values[k][j], place->least[k]));
  }
}

static int
compare_costs (const void *a, const void *b)
{
  return couplet_cost_compare (*(const CoupletCost *)a, *(const CoupletCost *)b);
}

/* The raised values of one place and the plain ones of another, ascending. The caller
 * frees them. */
static CoupletCost *
sort_values (const Place *raised, const Place *plain)
{
  guint32 n = raised->n_values;
  CoupletCost *values = g_new (CoupletCost, (gsize)n + plain->n_values);
  memcpy (values, raised->values[RAISED], n * sizeof *values);
  memcpy (values + n, plain->values[PLAIN], plain->n_values * sizeof *values);
  qsort (values, n + plain->n_values, sizeof *values, compare_costs);
  return values;
}

/* Tells two places apart that do as well in sum: by all values, the least first. */
static int
compare_tables (const Place *a, const Place *b)
{
  g_autofree CoupletCost *at_a = sort_values (a, b);
  g_autofree CoupletCost *at_b = sort_values (b, a);
  for (guint32 i = 0; i < a->n_values + b->n_values; i++) {
    int order = couplet_cost_compare (at_a[i], at_b[i]);
    if (order != 0)
      return order;
  }
  return 0;
}

/* Less than 0 when the constants do better at a than at b: the least entry of all becomes
 * less, or the others together. How the thresholds are numbered does not matter. */
static int
compare_places (CoupletUnit *unit, const Place *a, const Place *b)
{
  CoupletCost at_a = couplet_cost_add (unit, a->least[RAISED], b->least[PLAIN]);
  CoupletCost at_b = couplet_cost_add (unit, b->least[RAISED], a->least[PLAIN]);
  int order = couplet_cost_compare (at_a, at_b);
  if (order == 0)
    order = couplet_cost_compare (couplet_cost_add (unit, a->sum[RAISED], b->sum[PLAIN]),
                                  couplet_cost_add (unit, b->sum[RAISED], a->sum[PLAIN]));
  return order != 0 ? order : compare_tables (a, b);
}

void
couplet_factoring_prefer_last (CoupletFactoring *factoring, gboolean last)
{
  factoring->prefers_last = last;
  factoring->had_choice = FALSE;
}

gboolean
couplet_factoring_had_choice (const CoupletFactoring *factoring)
{
  return factoring->had_choice;
}

const CoupletFactored *
couplet_factored_join (CoupletFactoring *factoring, const CoupletFactored *const *vectors,
                       guint32 n)
{
  const CoupletFactored *first = vectors[0];
  guint32 n_places = first->n_factors, best = 0;
  CoupletCost constant = 0;
  if (n == 1 || first->constant == COUPLET_COST_INFINITE)
    return first;
  g_autofree Place *places = g_new (Place, MAX (n_places, 1));
  for (guint32 f = 0; f < n_places; f++) {
    load_place (factoring, vectors, n, f, &places[f]);
    int order = f > 0 ? compare_places (factoring->unit, &places[f], &places[best]) : 0;
    factoring->had_choice |= f > 0 && order == 0;
    if (order < 0 || (order == 0 && factoring->prefers_last))
      best = f;
  }
  for (guint32 i = 0; i < n && n_places == 0; i++)
    constant = couplet_cost_max (constant, vectors[i]->constant);
  factoring->n_factors = 0;
  for (guint32 f = 0; f < n_places; f++) {
    const CoupletFactor *factor = first->factors[f];
    add_factor (factoring, factor->thresholds, factor->n_thresholds,
                places[f].values[f == best ? RAISED : PLAIN], &constant);
    g_free (places[f].values[PLAIN]);
    g_free (places[f].values[RAISED]);
  }
  return finish_vector (factoring, constant);
}
