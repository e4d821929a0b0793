/* SPDX-License-Identifier: Apache-2.0 */
#include "factoring.h"

#include <string.h>

const Factored IMPOSSIBLE_VECTOR = {COUPLET_COST_INFINITE, 0, NULL};

gboolean
factoring_is_live (const Factoring *factoring, guint32 state, guint32 threshold)
{
  return couplet_is_live (factoring->live, state, threshold);
}

/* moves: by whether they are those of free cycles. */
static Factoring *
new_with_moves (const CoupletAutomaton *automaton, const CoupletComponents *components,
                const CoupletLive *live, CoupletUnit *unit, CoupletMoves *const moves[2])
{
  Factoring *factoring = g_new0 (Factoring, 1);
  factoring->automaton = automaton;
  factoring->components = factoring->free_cycles = components;
  factoring->unit = unit;
  factoring->arena = couplet_arena_new ();
  factoring->live = live;
  memcpy (factoring->moves, moves, sizeof factoring->moves);
  factoring->x = g_new (gint8, automaton->n_thresholds);
  memset (factoring->x, FREE, automaton->n_thresholds);
  for (guint32 i = 0; i < G_N_ELEMENTS (factoring->worst); i++)
    factoring->worst[i] = g_new0 (CoupletShifts, automaton->n_transitions);
  /* one more for a product of several that turns out to be free */
  factoring->factors = g_new (const Factor *, (gsize)automaton->n_thresholds + 1);
  factoring->gathered = g_new (const Factor *, automaton->n_thresholds);
  return factoring;
}

Factoring *
factoring_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
               const CoupletLive *live, CoupletUnit *unit)
{
  CoupletMoves *const moves[2] = {couplet_moves_new (automaton, NULL, unit),
                                  couplet_moves_new (automaton, components, unit)};
  Factoring *factoring = new_with_moves (automaton, components, live, unit, moves);
  factoring->owns_moves = TRUE;
  return factoring;
}

Factoring *
factoring_new_beside (const Factoring *other)
{
  return new_with_moves (other->automaton, other->components, other->live, other->unit,
                         other->moves);
}

void
factoring_free (Factoring *factoring)
{
  if (factoring == NULL)
    return;
  couplet_arena_free (factoring->arena);
  for (guint i = 0; factoring->owns_moves && i < G_N_ELEMENTS (factoring->moves); i++)
    couplet_moves_free (factoring->moves[i]);
  g_free (factoring->x);
  for (guint32 i = 0; i < G_N_ELEMENTS (factoring->worst); i++)
    g_free (factoring->worst[i]);
  g_free (factoring->factors);
  g_free (factoring->gathered);
  g_free (factoring);
}

void
factoring_ask_free_cycles (Factoring *factoring, gboolean free)
{
  factoring->free_cycles = free ? factoring->components : NULL;
}

gsize
factoring_used (const Factoring *factoring)
{
  return couplet_arena_used (factoring->arena);
}

const Factored *
factoring_start (Factoring *factoring)
{
  Factored *start = couplet_arena_alloc (factoring->arena, sizeof *start);
  *start = (Factored){0, 0, NULL};
  return start;
}

static void
put_factor (Factoring *factoring, const guint32 *thresholds, guint32 n, const CoupletCost *values)
{
  guint32 n_values = power_of_three (n);
  Factor *factor = couplet_arena_alloc (
      factoring->arena, sizeof *factor + n_values * sizeof *values + n * sizeof *thresholds);
  CoupletCost *own_values = (CoupletCost *)(factor + 1);
  guint32 *own_thresholds = (guint32 *)(own_values + n_values);
  memcpy (own_values, values, n_values * sizeof *values);
  memcpy (own_thresholds, thresholds, n * sizeof *thresholds);
  *factor = (Factor){n, n_values, own_thresholds, own_values};
  factoring->factors[factoring->n_factors++] = factor;
}

void
add_factor (Factoring *factoring, const guint32 *thresholds, guint32 n, CoupletCost *values,
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
  const Factor *p = *(const Factor *const *)a;
  const Factor *q = *(const Factor *const *)b;
  return (p->thresholds[0] > q->thresholds[0]) - (p->thresholds[0] < q->thresholds[0]);
}

const Factored *
finish_vector (Factoring *factoring, CoupletCost constant)
{
  if (constant == COUPLET_COST_INFINITE)
    return &IMPOSSIBLE_VECTOR;
  guint32 n = factoring->n_factors;
  const Factor **factors;
  Factored *vector = couplet_arena_alloc (factoring->arena, sizeof *vector + n * sizeof (Factor *));
  factors = (const Factor **)(vector + 1);
  if (n > 0) {
    memcpy (factors, factoring->factors, n * sizeof (Factor *));
    qsort (factors, n, sizeof (Factor *), compare_factors);
  }
  *vector = (Factored){constant, n, factors};
  return vector;
}
