/* SPDX-License-Identifier: Apache-2.0 */
#include "loop_gain.h"

#include "factoring.h"

/* A table has a row for each of the shifts of so many thresholds at most. */
#define MOST_THRESHOLDS 3

/* What a turn costs that leads from point x of the thresholds to point y, at x * size + y. */
typedef struct {
  Joint over;
  guint32 size;
  CoupletCost *at;
} Table;

/* ---- The table ------------------------------------------------------------------------------ */

/* What loop compares with before it assigns it. FALSE when that is too much. */
static gboolean
find_thresholds (const CoupletAutomaton *a, const NestedToken *loop, guint n, Joint *over)
{
  g_autofree guint8 *assigned = g_new0 (guint8, a->n_thresholds);
  over->n = 0;
  for (guint i = 0; i < n; i++) {
    if (loop[i].partner != 0)
      continue;
    const CoupletGuard *guard = couplet_guard_of (a, loop[i].transition);
    const CoupletAssignment *assignment = couplet_assignment_of (a, loop[i].transition);
    for (guint32 l = 0; l < guard->n_literals; l++)
      if (!assigned[guard->literals[l].threshold] &&
          !joint_add (over, guard->literals[l].threshold))
        return FALSE;
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      assigned[assignment->thresholds[j]] = 1;
  }
  return over->n <= MOST_THRESHOLDS;
}

/* Zero at point, infinite elsewhere. */
static const Factored *
at_point (Factoring *factoring, const Joint *point)
{
  CoupletCost constant = 0;
  factoring->n_factors = 0;
  for (guint32 i = 0; i < point->n; i++) {
    CoupletCost values[] = {COUPLET_COST_INFINITE, COUPLET_COST_INFINITE, COUPLET_COST_INFINITE};
    values[point->shift[i] + 1] = 0;
    add_factor (factoring, &point->thresholds[i], 1, values, &constant);
  }
  return finish_vector (factoring, constant);
}

static guint32
index_of (const Joint *over, const Joint *point)
{
  guint32 index = 0;
  for (guint32 i = 0; i < over->n; i++)
    index = 3 * index + (guint32)(joint_shift (point, over->thresholds[i]) + 1);
  return index;
}

static gboolean
meets (const Factor *factor, const Joint *over)
{
  for (guint32 i = 0; i < factor->n_thresholds; i++)
    if (joint_has (over, factor->thresholds[i]))
      return TRUE;
  return FALSE;
}

/* Sets row to the least values of vector at the points of over. FALSE when too much is tied. */
static gboolean
set_row (CoupletUnit *unit, const Factored *vector, const Joint *over, CoupletCost *row)
{
  Joint all = *over;
  guint32 n = 0;
  g_autofree const Factor **factors = g_new (const Factor *, vector->n_factors + 1);
  for (guint32 y = 0; y < power_of_three (over->n); y++)
    row[y] = COUPLET_COST_INFINITE;
  if (vector->constant == COUPLET_COST_INFINITE)
    return TRUE;
  for (guint32 f = 0; f < vector->n_factors; f++)
    if (meets (vector->factors[f], over)) {
      factors[n++] = vector->factors[f];
      if (!joint_add_factor (&all, vector->factors[f]))
        return FALSE;
    }
  joint_start (&all);
  do {
    CoupletCost *least = &row[index_of (over, &all)];
    *least = couplet_cost_min (
        *least, couplet_cost_add (unit, vector->constant, sum_at (unit, factors, n, &all)));
  } while (joint_next (&all));
  return TRUE;
}

static gboolean
fill_table (NestedTurns *turns, CoupletUnit *unit, const NestedToken *loop, guint n, Table *table)
{
  Joint point = table->over;
  guint32 x = 0;
  joint_start (&point);
  do {
    const Factored *vector = nested_apply (turns, at_point (turns->factoring, &point), loop, n);
    if (vector == NULL || !set_row (unit, vector, &table->over, &table->at[(gsize)x * table->size]))
      return FALSE;
    x++;
  } while (joint_next (&point));
  return TRUE;
}

/* ---- The least average ---------------------------------------------------------------------- */

/* What k turns cost at least that end at point y, at k * size + y; from anywhere, and never by
 * points that a turn repeats free of charge. */
static CoupletCost *
least_walks (CoupletUnit *unit, const Table *table)
{
  guint32 n = table->size;
  CoupletCost *least = g_new0 (CoupletCost, (gsize)(n + 1) * n);
  for (guint32 k = 0; k <= n; k++)
    for (guint32 y = 0; y < n; y++) {
      CoupletCost *cost = &least[k * n + y];
      gboolean free = table->at[y * n + y] == 0;
      *cost = k > 0 || free ? COUPLET_COST_INFINITE : 0;
      for (guint32 x = 0; x < n && k > 0 && !free; x++)
        *cost = couplet_cost_min (
            *cost, couplet_cost_add (unit, least[(k - 1) * n + x], table->at[x * n + y]));
    }
  return least;
}

/* Sets *average to the most that walks of n turns to point y cost more than shorter ones, for each
 * turn more. */
static void
set_average (const CoupletUnit *unit, const CoupletCost *least, guint32 n, guint32 y,
             CoupletRational *average)
{
  g_auto (CoupletRational) all;
  g_auto (CoupletRational) some;
  couplet_rational_init (&all);
  couplet_rational_init (&some);
  couplet_cost_to_rational (unit, least[(gsize)n * n + y], &all);
  mpq_set_si (average->value, 0, 1);
  for (guint32 k = 0; k < n; k++) {
    if (least[k * n + y] == COUPLET_COST_INFINITE)
      continue;
    couplet_cost_to_rational (unit, least[k * n + y], &some);
    mpq_sub (some.value, all.value, some.value);
    mpz_mul_ui (mpq_denref (some.value), mpq_denref (some.value), n - k);
    mpq_canonicalize (some.value);
    if (couplet_rational_compare (&some, average) > 0)
      mpq_set (average->value, some.value);
  }
}

/* The least average cost of a ring (R. Karp, Discrete Mathematics 1978). FALSE: there is none. */
static gboolean
least_average (CoupletUnit *unit, const Table *table, CoupletRational *gain)
{
  guint32 n = table->size;
  gboolean any = FALSE;
  g_autofree CoupletCost *least = least_walks (unit, table);
  g_auto (CoupletRational) average;
  couplet_rational_init (&average);
  for (guint32 y = 0; y < n; y++) {
    if (least[(gsize)n * n + y] == COUPLET_COST_INFINITE)
      continue;
    set_average (unit, least, n, y, &average);
    if (!any || couplet_rational_compare (&average, gain) < 0)
      mpq_set (gain->value, average.value);
    any = TRUE;
  }
  return any;
}

gboolean
loop_gain (NestedTurns *turns, const CoupletAutomaton *automaton, CoupletUnit *unit,
           const NestedToken *loop, guint n, CoupletRational *gain)
{
  Table table = {.over = {.n = 0}};
  if (!find_thresholds (automaton, loop, n, &table.over))
    return FALSE;
  table.size = power_of_three (table.over.n);
  g_autofree CoupletCost *at = g_new0 (CoupletCost, (gsize)table.size * table.size);
  table.at = at;
  return fill_table (turns, unit, loop, n, &table) && least_average (unit, &table, gain) &&
         mpq_sgn (gain->value) > 0;
}
