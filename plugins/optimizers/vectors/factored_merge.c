/* SPDX-License-Identifier: Apache-2.0 */
#include "factored_merge.h"

#include "factoring.h"

#include <string.h>

/* Adds to the vector being made the sum of n factors. FALSE when they are over too
 * many thresholds. */
static gboolean
add_sum (Factoring *factoring, const Factor *const *factors, guint32 n, CoupletCost *constant)
{
  Joint point = {0};
  for (guint32 i = 0; i < n; i++)
    if (!joint_add_factor (&point, factors[i]))
      return FALSE;
  g_autofree CoupletCost *values = g_new (CoupletCost, power_of_three (point.n));
  guint32 next = 0;
  joint_start (&point);
  do
    values[next++] = sum_at (factoring->unit, factors, n, &point);
  while (joint_next (&point));
  add_factor (factoring, point.thresholds, point.n, values, constant);
  return TRUE;
}

/* Moves the factors among list[n ..] that share a threshold with one before them, directly
 * or through others, to the front; the number of those in front. */
static guint32
gather_tied (const Factor **list, guint32 n, guint32 total)
{
  for (guint32 done = 0; done < n; done++)
    for (guint32 i = n; i < total; i++)
      if (factors_meet (list[done], list[i])) {
        const Factor *swapped = list[i];
        list[i] = list[n];
        list[n++] = swapped;
      }
  return n;
}

const Factored *
factored_plus (Factoring *factoring, const Factored *a, const Factored *b)
{
  CoupletCost constant = couplet_cost_add (factoring->unit, a->constant, b->constant);
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
  guint32 total = a->n_factors + b->n_factors;
  g_autofree const Factor **list = g_new (const Factor *, total);
  for (guint32 i = 0; i < total; i++)
    list[i] = i < a->n_factors ? a->factors[i] : b->factors[i - a->n_factors];
  factoring->n_factors = 0;
  for (guint32 n = 0; n < total;) {
    guint32 end = n + gather_tied (list + n, 1, total - n);
    if (!add_sum (factoring, list + n, end - n, &constant))
      return NULL;
    n = end;
  }
  return finish_vector (factoring, constant);
}

const Factored *
factored_free_like (Factoring *factoring, const Factored *vector)
{
  CoupletCost zeros[3] = {0, 0, 0}, constant = 0;
  factoring->n_factors = 0;
  for (guint32 f = 0; f < vector->n_factors; f++)
    for (guint32 i = 0; i < vector->factors[f]->n_thresholds; i++)
      add_factor (factoring, &vector->factors[f]->thresholds[i], 1, zeros, &constant);
  return finish_vector (factoring, constant);
}

const Factored *
factored_copy (Factoring *factoring, const Factored *vector)
{
  return factored_cap (factoring, vector, COUPLET_COST_INFINITE);
}

const Factored *
factored_cap (Factoring *factoring, const Factored *vector, CoupletCost cap)
{
  if (couplet_cost_compare (vector->constant, cap) > 0 || vector->constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
  CoupletCost constant = vector->constant;
  CoupletCost most = couplet_cost_subtract (factoring->unit, cap, constant);
  factoring->n_factors = 0;
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const Factor *factor = vector->factors[f];
    g_autofree CoupletCost *values = g_memdup2 (factor->values, factor->n_values * sizeof *values);
    for (guint32 i = 0; i < factor->n_values; i++)
      if (couplet_cost_compare (values[i], most) > 0)
        values[i] = COUPLET_COST_INFINITE;
    add_factor (factoring, factor->thresholds, factor->n_thresholds, values, &constant);
  }
  return finish_vector (factoring, constant);
}
