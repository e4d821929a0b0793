/* SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <couplet/host/evidence.h>

#include "graph.h"
#include "rules.h"

/* What is given for a sample when its step's D = difference; NULL = nothing. */
static const CoupletRational *
shift_at (const Check *check, const CoupletDrawShift *given, int difference)
{
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  return given->at[difference + 1] < n ? &numbers[given->at[difference + 1]] : NULL;
}

/* Rules 1 and 2: a shift g against what is given for the threshold, whatever the D of that. */
static gboolean
check_literal (Check *check, const CoupletLiteral *literal, const CoupletRational *g,
               const CoupletDrawShift *given)
{
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (check->evidence, &n);
  const char *name = check->a->thresholds[literal->threshold];
  for (int difference = -1; difference <= 1; difference++) {
    if (!check_counts (check, walk[given->step].transition, difference))
      continue;
    const CoupletRational *x = shift_at (check, given, difference);
    int order = couplet_rational_compare (g, x);
    gboolean above = (literal->comparison & COUPLET_LESS) != 0 && order > 0;
    if (!above && ((literal->comparison & COUPLET_GREATER_EQUAL) == 0 || order >= 0))
      continue;
    g_autofree char *mine = couplet_rational_to_string (g);
    g_autofree char *other = couplet_rational_to_string (x);
    return check_reject (check, "rule %s %s, but its shift %s may be %s that of %s, %s",
                         above ? "1: insample <" : "2: insample >=", name, mine,
                         above ? "above" : "below", name, other);
  }
  return TRUE;
}

/* Rules 3 to 6: a shift g of sample, which may be the fresh one. */
static gboolean
check_shift (Check *check, const Sample *sample, gboolean fresh, const CoupletRational *g)
{
  if (mpq_cmp_si (g->value, 1, 1) > 0 || mpq_cmp_si (g->value, -1, 1) < 0)
    return check_reject (check, "a shift is not between -1 and 1");
  if (sample->shown && mpq_sgn (g->value) != 0)
    return check_reject (check, "rule 3: the sample is output, but its shift is not 0");
  if (mpq_cmp_si (g->value, check->difference, 1) == 0)
    return TRUE;
  if (check->on_cycle)
    return check_reject (check, fresh ? "rule 6: it can repeat, but outputs a fresh sample of a "
                                        "private input"
                                      : "rule 5: it can repeat, but the shift is not D");
  if (sample->d == NULL)
    return check_reject (check, fresh ? "it outputs a private input without noise"
                                      : "the draw has no noise, but the shift is not D");
  if (sample->one_sided && mpq_cmp_si (g->value, check->difference, 1) < 0)
    return check_reject (check, "rule 7: the noise is exponential, but the shift is less than D");
  return TRUE;
}

/* Adds what a shift g of sample costs to sum. */
static void
add_price (const Check *check, const Sample *sample, const CoupletRational *g, mpq_t sum)
{
  g_auto (CoupletRational) price;
  couplet_rational_init (&price);
  mpq_set_si (price.value, check->difference, 1);
  mpq_sub (price.value, price.value, g->value);
  mpq_abs (price.value, price.value);
  mpq_mul (price.value, price.value, check->a->sensitivity.value);
  if (sample->d != NULL)
    mpq_mul (price.value, price.value, sample->d->value);
  mpq_add (sum, sum, price.value);
}

/* What is given for each of the present step's samples, and for what each threshold holds. */
typedef struct {
  const CoupletDrawShift **sample, **threshold;
} Given;

/* The present step at the present difference; its cost is added to sum. */
static gboolean
check_samples (Check *check, const Given *given, mpq_t sum)
{
  g_auto (CoupletRational) nothing;
  Sample sample;
  couplet_rational_init (&nothing);
  for (guint32 slot = 0; slot <= check->n_slots; slot++) {
    gboolean fresh = slot == check->n_slots;
    const CoupletRational *g = &nothing;
    if (!check_sample (check, slot, &sample))
      continue;
    if (!fresh)
      g = given->sample[slot] != NULL ? shift_at (check, given->sample[slot], check->difference)
                                      : NULL;
    if (g == NULL)
      return check_reject (check, "the shift of a sample it uses is missing");
    for (guint32 i = 0; i < sample.n_compared; i++)
      if (!check_literal (check, &sample.compared[i], g,
                          given->threshold[sample.compared[i].threshold]))
        return FALSE;
    if (!check_shift (check, &sample, fresh, g))
      return FALSE;
    add_price (check, &sample, g, sum);
  }
  return TRUE;
}

/* The present step at all differences; the greatest cost is added to total. */
static gboolean
check_step (Check *check, const Given *given, CoupletRational *total)
{
  g_auto (CoupletRational) worst, sum;
  Sample sample;
  couplet_rational_init (&worst);
  couplet_rational_init (&sum);
  for (check->difference = -1; check->difference <= 1; check->difference++) {
    mpq_set_ui (sum.value, 0, 1);
    if (check_counts (check, check->transition, check->difference) &&
        !check_samples (check, given, sum.value))
      return FALSE;
    if (couplet_rational_compare (&sum, &worst) > 0)
      mpq_set (worst.value, sum.value);
  }
  for (guint32 slot = 0; slot < check->n_slots; slot++)
    for (guint32 i = 0; check_sample (check, slot, &sample) && i < sample.n_assigned; i++)
      given->threshold[sample.assigned[i]] = given->sample[slot];
  mpq_add (total->value, total->value, worst.value);
  return TRUE;
}

gboolean
check_path (Check *check, CoupletRational *cost)
{
  guint n, n_shifts, next = 0;
  guint32 node = check->start, k = check->a->n_thresholds;
  const CoupletDrawShift *shifts = couplet_evidence_draw_shifts (check->evidence, &n_shifts);
  const CoupletRational *claimed = couplet_evidence_cost (check->evidence);
  g_autofree const CoupletDrawShift **memory = g_new0 (const CoupletDrawShift *, 2 * (gsize)k);
  Given given = {.sample = memory, .threshold = memory + k};
  g_auto (CoupletRational) total;
  couplet_rational_init (&total);
  couplet_evidence_walk (check->evidence, &n);
  for (guint i = 0; i < n; i++) {
    for (guint32 slot = 0; slot < check->n_slots; slot++)
      given.sample[slot] = NULL;
    for (; next < n_shifts && shifts[next].step == i; next++)
      given.sample[shifts[next].slot] = &shifts[next];
    if (!check_follow (check, &node, i) || !check_step (check, &given, &total))
      return FALSE;
  }
  check_stand_at (check, NULL, 0, COUPLET_NONE, COUPLET_NONE, NO_DIFFERENCE);
  if (cost != NULL)
    mpq_set (cost->value, total.value);
  if (claimed == NULL || couplet_rational_compare (&total, claimed) <= 0)
    return TRUE;
  g_autofree char *text = couplet_rational_to_string (&total);
  return check_reject (check, "the strategy is valid, but costs %s", text);
}
