/* SPDX-License-Identifier: Apache-2.0 */
#include "factoring.h"

#include <string.h>

const CoupletFactored IMPOSSIBLE_VECTOR = {COUPLET_COST_INFINITE, 0, NULL};

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
  factoring->components = factoring->free_cycles = components;
  factoring->unit = unit;
  factoring->arena = couplet_arena_new ();
  factoring->live = live;
  factoring->samples = g_new (CoupletSample, automaton->n_thresholds);
  for (guint32 i = 0; i < G_N_ELEMENTS (factoring->worst); i++)
    factoring->worst[i] = g_new0 (CoupletShifts, automaton->n_transitions);
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
  for (guint32 i = 0; i < G_N_ELEMENTS (factoring->worst); i++)
    g_free (factoring->worst[i]);
  g_free (factoring->factors);
  g_free (factoring->gathered);
  g_free (factoring);
}

void
couplet_factoring_ask_free_cycles (CoupletFactoring *factoring, gboolean free)
{
  factoring->free_cycles = free ? factoring->components : NULL;
}

gsize
couplet_factoring_used (const CoupletFactoring *factoring)
{
  return couplet_arena_used (factoring->arena);
}

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

void
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

const CoupletFactored *
finish_vector (CoupletFactoring *factoring, CoupletCost constant)
{
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
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
