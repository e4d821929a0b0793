/* SPDX-License-Identifier: Apache-2.0 */
#include "factored_compare.h"

#include "factoring.h"

#include <string.h>

static gboolean
same_thresholds (const Factor *a, const Factor *b)
{
  return a->n_thresholds == b->n_thresholds &&
         memcmp (a->thresholds, b->thresholds, a->n_thresholds * sizeof *a->thresholds) == 0;
}

static gboolean
same_partition (const Factored *a, const Factored *b)
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
add_excess (CoupletUnit *unit, const Factor *const *a, guint32 n, const Factor *const *b, guint32 m,
            CoupletCost *slack)
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
factor_meets (const Factor *a, const Joint *joint)
{
  for (guint32 i = 0; i < a->n_thresholds; i++)
    if (joint_has (joint, a->thresholds[i]))
      return TRUE;
  return FALSE;
}

/* Moves the factors among list[*n ..] that meet joint to its end *n, and adds
 * their thresholds to joint. */
static gboolean
collect_meeting (const Factor **list, guint32 total, guint32 *n, Joint *joint, gboolean *grown)
{
  for (guint32 i = *n; i < total; i++) {
    if (!factor_meets (list[i], joint))
      continue;
    if (!joint_add_factor (joint, list[i]))
      return FALSE;
    const Factor *swapped = list[i];
    list[i] = list[*n];
    list[(*n)++] = swapped;
    *grown = TRUE;
  }
  return TRUE;
}

/* As factored_below() for different partitions: by groups of factors
 * that cover the same thresholds in both. */
static gboolean
below_by_groups (Factoring *factoring, const Factored *a, const Factored *b, CoupletCost slack)
{
  g_autofree const Factor **p = g_memdup2 (a->factors, a->n_factors * sizeof (Factor *));
  g_autofree const Factor **q = g_memdup2 (b->factors, b->n_factors * sizeof (Factor *));
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
factored_below (Factoring *factoring, const Factored *a, const Factored *b)
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

gboolean
factored_same_support (const Factored *a, const Factored *b)
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
