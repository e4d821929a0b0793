/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_limits.h"

#include <couplet/internal/arena.h>

/* A table has a row for each of the shifts of so many thresholds at most. */
#define MOST_THRESHOLDS 3

/* What a turn costs that leads from the shifts number x of the thresholds to those number y, at
 * x * size + y. */
typedef struct {
  guint32 n_thresholds;
  guint32 thresholds[MOST_THRESHOLDS];
  guint32 size;
  CoupletCost *at;
} Table;

/* ---- The table ------------------------------------------------------------------------------ */

/* FALSE when that are too many. */
static gboolean
add_threshold (Table *table, guint32 threshold)
{
  for (guint32 i = 0; i < table->n_thresholds; i++)
    if (table->thresholds[i] == threshold)
      return TRUE;
  if (table->n_thresholds == MOST_THRESHOLDS)
    return FALSE;
  table->thresholds[table->n_thresholds++] = threshold;
  table->size *= 3;
  return TRUE;
}

/* What loop compares with before it assigns it. FALSE when that is too much. */
static gboolean
find_thresholds (const CoupletAutomaton *a, const NestedToken *loop, guint n, Table *table)
{
  g_autofree guint8 *assigned = g_new0 (guint8, a->n_thresholds);
  for (guint i = 0; i < n; i++) {
    if (loop[i].partner != 0)
      continue;
    const CoupletGuard *guard = couplet_guard_of (a, loop[i].transition);
    const CoupletAssignment *assignment = couplet_assignment_of (a, loop[i].transition);
    for (guint32 l = 0; l < guard->n_literals; l++)
      if (!assigned[guard->literals[l].threshold] &&
          !add_threshold (table, guard->literals[l].threshold))
        return FALSE;
    for (guint32 j = 0; j < assignment->n_thresholds; j++)
      assigned[assignment->thresholds[j]] = 1;
  }
  return TRUE;
}

/* The shift of threshold by number of the shifts of n thresholds, as 0 to 2; COUPLET_NONE = it is
 * none of them. */
static guint32
shift_in (const guint32 *thresholds, guint32 n, gsize number, guint32 threshold)
{
  for (guint32 i = n; i-- > 0; number /= 3)
    if (thresholds[i] == threshold)
      return (guint32)(number % 3);
  return COUPLET_NONE;
}

/* Whether the entry of factor is about no other shifts than those number x of table. */
static gboolean
agrees (const Table *table, guint32 x, const CoupletVectorFactor *factor, gsize entry)
{
  for (guint32 i = 0; i < table->n_thresholds; i++) {
    guint32 v = table->thresholds[i];
    guint32 shift = shift_in (factor->thresholds, factor->n, entry, v);
    if (shift != COUPLET_NONE && shift != shift_in (table->thresholds, table->n_thresholds, x, v))
      return FALSE;
  }
  return TRUE;
}

/* The vector at state that is zero at the shifts number x, and infinite elsewhere. */
static const CoupletCost *
at_shifts (NestedTurns *turns, guint32 state, const Table *table, guint32 x)
{
  const CoupletVectorLayout *layout = vector_table_layout (turns->tables, state);
  CoupletCost *vector = couplet_arena_new_array (turns->arena, CoupletCost, layout->size);
  vector[0] = 0;
  for (guint32 c = 0; c < layout->n_factors; c++)
    for (gsize i = 0; i < layout->factors[c].size; i++)
      vector[layout->factors[c].first + i] =
          agrees (table, x, &layout->factors[c], i) ? 0 : COUPLET_COST_INFINITE;
  return vector;
}

/* What vector, at state, costs with the shifts number y. */
static CoupletCost
cost_at (NestedTurns *turns, guint32 state, const Table *table, guint32 y,
         const CoupletCost *vector)
{
  const CoupletVectorLayout *layout = vector_table_layout (turns->tables, state);
  CoupletCost sum = vector[0];
  for (guint32 c = 0; c < layout->n_factors && sum != COUPLET_COST_INFINITE; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    CoupletCost least = COUPLET_COST_INFINITE;
    for (gsize i = 0; i < factor->size; i++)
      if (agrees (table, y, factor, i))
        least = couplet_cost_min (least, vector[factor->first + i]);
    sum = couplet_cost_add (turns->tables->unit, sum, least);
  }
  return sum;
}

/* FALSE when pace is over. */
static gboolean
fill_table (NestedTurns *turns, guint32 state, const NestedToken *loop, guint n, Table *table)
{
  for (guint32 x = 0; x < table->size; x++) {
    const CoupletCost *vector = nested_apply (turns, at_shifts (turns, state, table, x), loop, n);
    if (vector == NULL)
      return FALSE;
    for (guint32 y = 0; y < table->size; y++)
      table->at[(gsize)x * table->size + y] = cost_at (turns, state, table, y, vector);
  }
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
loop_gain (NestedTurns *turns, const NestedToken *loop, guint n, CoupletRational *gain)
{
  Table table = {.size = 1};
  const CoupletAutomaton *a = turns->tables->automaton;
  if (!find_thresholds (a, loop, n, &table))
    return FALSE;
  g_autofree CoupletCost *at = g_new0 (CoupletCost, (gsize)table.size * table.size);
  table.at = at;
  return fill_table (turns, nested_source (a, loop), loop, n, &table) &&
         least_average (turns->tables->unit, &table, gain) && mpq_sgn (gain->value) > 0;
}
