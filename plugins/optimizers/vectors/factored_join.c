/* SPDX-License-Identifier: Apache-2.0 */
#include "factored_join.h"

#include "factoring.h"

#include <string.h>

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
load_place (Factoring *factoring, const Factored *const *vectors, guint32 n, guint32 f,
            Place *place)
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
factoring_prefer_last (Factoring *factoring, gboolean last)
{
  factoring->prefers_last = last;
  factoring->had_choice = FALSE;
}

gboolean
factoring_had_choice (const Factoring *factoring)
{
  return factoring->had_choice;
}

const Factored *
factored_join (Factoring *factoring, const Factored *const *vectors, guint32 n)
{
  const Factored *first = vectors[0];
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
    const Factor *factor = first->factors[f];
    add_factor (factoring, factor->thresholds, factor->n_thresholds,
                places[f].values[f == best ? RAISED : PLAIN], &constant);
    g_free (places[f].values[PLAIN]);
    g_free (places[f].values[RAISED]);
  }
  return finish_vector (factoring, constant);
}
