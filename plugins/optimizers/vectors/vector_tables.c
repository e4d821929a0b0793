/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_tables.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/large.h>
#include <couplet/internal/step.h>

#include <string.h>

/* Beside the differences: some sample may have other shifts at one than at another. */
#define SUPPORTS_DIFFER (COUPLET_ALL_SHIFTS + 1)

typedef CoupletVectorFactor Factor;
typedef CoupletVectorLayout Layout;

VectorTables *
vector_tables_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                   gboolean pay, CoupletUnit *unit, CoupletPace *pace)
{
  g_autoptr (VectorTables) tables = g_new0 (VectorTables, 1);
  tables->automaton = automaton;
  tables->unit = unit;
  tables->arena = couplet_arena_new ();
  tables->paying_cycles = pay ? couplet_free_cycles (automaton) : NULL;
  tables->free_cycles[FALSE] = components;
  tables->free_cycles[TRUE] = tables->paying_cycles;
  CoupletVectors *first =
      couplet_vectors_new_by_walks (automaton, tables->free_cycles[pay], unit, pace);
  if (first == NULL)
    return NULL;
  tables->vectors[pay] = first;
  if (pay)
    tables->vectors[FALSE] = couplet_vectors_new_like (first, components);
  tables->room = g_new (CoupletCost, couplet_vectors_most (first));
  for (int rule = FALSE; rule <= pay; rule++)
    tables->worst[rule] = couplet_large_new0 (CoupletShifts, automaton->n_transitions);
  return g_steal_pointer (&tables);
}

void
vector_tables_free (VectorTables *tables)
{
  if (tables == NULL)
    return;
  for (int rule = FALSE; rule <= TRUE; rule++) { /* the second has the layouts */
    couplet_vectors_free (tables->vectors[rule]);
    g_free (tables->worst[rule]);
  }
  couplet_components_free (tables->paying_cycles);
  couplet_arena_free (tables->arena);
  g_free (tables->room);
  g_free (tables);
}

/* ---- Differences ------------------------------------------------------------------------ */

static CoupletShifts
find_worst (VectorTables *tables, guint32 transition)
{
  CoupletMoves *moves = couplet_vectors_moves (tables->vectors[tables->rule]);
  const CoupletLetter *letters, *first, *other;
  gint8 differences[COUPLET_MOST_DIFFERENCES];
  CoupletShifts worst = 0;
  couplet_moves_letters (moves, transition, &letters);
  g_autofree CoupletSample *samples = g_new (CoupletSample, letters->n_parts);
  for (guint32 s = 0; s < letters->n_parts; s++)
    samples[s] = letters->parts[s].sample;
  guint32 n = couplet_worst_differences (tables->automaton, tables->free_cycles[tables->rule],
                                         transition, samples, letters->n_parts, differences);
  first = couplet_moves_letter (moves, transition, differences[0]);
  for (guint32 i = 0; i < n; i++) {
    worst |= couplet_shift (differences[i]);
    other = couplet_moves_letter (moves, transition, differences[i]);
    for (guint32 s = 0; s < first->n_parts; s++)
      if (other->parts[s].shifts != first->parts[s].shifts)
        worst |= SUPPORTS_DIFFER;
  }
  return worst;
}

guint32
vector_table_differences (VectorTables *tables, guint32 transition,
                          gint8 differences[COUPLET_MOST_DIFFERENCES], gboolean *supports_differ)
{
  CoupletShifts *worst = &tables->worst[tables->rule][transition];
  guint32 n = 0;
  if (*worst == 0)
    *worst = find_worst (tables, transition);
  for (gint8 difference = -1; difference <= 1; difference++)
    if (couplet_shifts_have (*worst, difference))
      differences[n++] = difference;
  *supports_differ = (*worst & SUPPORTS_DIFFER) != 0;
  return n;
}

/* ---- Making vectors --------------------------------------------------------------------- */

static CoupletCost
least_of (const CoupletCost *values, gsize n)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (gsize i = 0; i < n; i++)
    least = couplet_cost_min (least, values[i]);
  return least;
}

void
vector_table_level (const VectorTables *tables, guint32 state, CoupletCost *vector)
{
  const Layout *layout = vector_table_layout (tables, state);
  for (guint32 c = 0; c < layout->n_factors && vector[0] != COUPLET_COST_INFINITE; c++) {
    CoupletCost *entries = &vector[layout->factors[c].first];
    gsize size = layout->factors[c].size;
    CoupletCost least = least_of (entries, size);
    if (least == 0)
      continue;
    vector[0] = couplet_cost_add (tables->unit, vector[0], least);
    for (gsize i = 0; i < size && least != COUPLET_COST_INFINITE; i++)
      entries[i] = couplet_cost_subtract (tables->unit, entries[i], least);
  }
}

gboolean
vector_table_take (VectorTables *tables, int rule, guint32 transition, const gint8 *differences,
                   guint32 n, const CoupletCost *before, CoupletCost *after)
{
  if (!couplet_vectors_take_worst (tables->vectors[rule], transition, differences, n, before,
                                   after))
    return FALSE;
  vector_table_level (tables, tables->automaton->target[transition], after);
  return TRUE;
}

void
vector_table_cap (const VectorTables *tables, guint32 state, CoupletCost cap, CoupletCost *vector)
{
  gsize size = vector_table_layout (tables, state)->size;
  if (couplet_cost_compare (vector[0], cap) > 0)
    vector[0] = COUPLET_COST_INFINITE;
  if (vector[0] == COUPLET_COST_INFINITE)
    return;
  CoupletCost most = couplet_cost_subtract (tables->unit, cap, vector[0]);
  for (gsize i = 1; i < size; i++)
    if (couplet_cost_compare (vector[i], most) > 0)
      vector[i] = COUPLET_COST_INFINITE;
}

CoupletCost *
vector_table_copy (const VectorTables *tables, guint32 state, const CoupletCost *vector,
                   CoupletArena *arena)
{
  gsize size = vector_table_layout (tables, state)->size;
  CoupletCost *copy = couplet_arena_new_array (arena, CoupletCost, size);
  return memcpy (copy, vector, (vector[0] == COUPLET_COST_INFINITE ? 1 : size) * sizeof *copy);
}

/* ---- Comparing -------------------------------------------------------------------------- */

/* Takes from *slack the most that an entry of a exceeds that of b by; FALSE = more than there is.
 */
static gboolean
take_excess (CoupletUnit *unit, const CoupletCost *a, const CoupletCost *b, gsize n,
             CoupletCost *slack)
{
  CoupletCost most = 0;
  for (gsize i = 0; i < n; i++) {
    if (couplet_cost_compare (a[i], b[i]) <= 0)
      continue;
    if (a[i] == COUPLET_COST_INFINITE)
      return FALSE;
    most = couplet_cost_max (most, couplet_cost_subtract (unit, a[i], b[i]));
    if (couplet_cost_compare (most, *slack) > 0)
      return FALSE;
  }
  *slack = couplet_cost_subtract (unit, *slack, most);
  return TRUE;
}

gboolean
vector_table_below (const VectorTables *tables, guint32 state, const CoupletCost *a,
                    const CoupletCost *b)
{
  const Layout *layout = vector_table_layout (tables, state);
  if (couplet_cost_compare (a[0], b[0]) > 0)
    return FALSE;
  if (a == b || b[0] == COUPLET_COST_INFINITE)
    return TRUE;
  CoupletCost slack = couplet_cost_subtract (tables->unit, b[0], a[0]);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const Factor *factor = &layout->factors[c];
    if (factor->n > 0 &&
        !take_excess (tables->unit, &a[factor->first], &b[factor->first], factor->size, &slack))
      return FALSE;
  }
  return TRUE;
}

gboolean
vector_table_same_support (const VectorTables *tables, guint32 state, const CoupletCost *a,
                           const CoupletCost *b)
{
  gsize size = vector_table_layout (tables, state)->size;
  if (a[0] == COUPLET_COST_INFINITE || b[0] == COUPLET_COST_INFINITE)
    return a[0] == b[0];
  for (gsize i = 1; i < size; i++)
    if ((a[i] == COUPLET_COST_INFINITE) != (b[i] == COUPLET_COST_INFINITE))
      return FALSE;
  return TRUE;
}

/* ---- Joining ------------------------------------------------------------------------------ */

/* What the entries of a cluster in several vectors are joined to. Of vectors i with first entries
 * ci and entries Ai1, Ai2, ... of the clusters it holds for each cluster f that
 *   max over i of ci + Ai1 + Ai2 + ...
 *     <= (max over i of ci + Aif) + sum over the other clusters g of (max over i of Aig). */
typedef struct {
  const Factor *factor;
  CoupletCost *values[2]; /* plain: the most of Aig; raised: of ci + Aig */
  CoupletCost least[2];   /* of these */
  CoupletCost sum[2];     /* of what the finite ones have beyond the least */
} Joined;

enum { PLAIN, RAISED };

static void
load_joined (const VectorTables *tables, const CoupletCost *const *vectors, guint32 n,
             const Factor *factor, Joined *joined)
{
  CoupletUnit *unit = tables->unit;
  gsize size = factor->size;
  *joined =
      (Joined){factor, {g_new0 (CoupletCost, size), g_new0 (CoupletCost, size)}, {0, 0}, {0, 0}};
  for (guint32 i = 0; i < n; i++)
    for (gsize j = 0; j < size; j++) {
      CoupletCost value = vectors[i][factor->first + j];
      CoupletCost sum = couplet_cost_add (unit, value, vectors[i][0]);
      joined->values[PLAIN][j] = couplet_cost_max (joined->values[PLAIN][j], value);
      joined->values[RAISED][j] = couplet_cost_max (joined->values[RAISED][j], sum);
    }
  for (int k = PLAIN; k <= RAISED; k++) {
    joined->least[k] = least_of (joined->values[k], size);
    for (gsize j = 0; j < size; j++)
      if (joined->values[k][j] != COUPLET_COST_INFINITE)
        joined->sum[k] =
            couplet_cost_add (unit, joined->sum[k],
                              couplet_cost_subtract (unit, joined->values[k][j], joined->least[k]));
  }
}

static int
compare_costs (const void *a, const void *b)
{
  return couplet_cost_compare (*(const CoupletCost *)a, *(const CoupletCost *)b);
}

/* The raised values of one cluster and the plain ones of another, ascending. The caller frees them.
 */
static CoupletCost *
sort_values (const Joined *raised, const Joined *plain)
{
  gsize n = raised->factor->size;
  CoupletCost *values = g_new (CoupletCost, n + plain->factor->size);
  memcpy (values, raised->values[RAISED], n * sizeof *values);
  memcpy (values + n, plain->values[PLAIN], plain->factor->size * sizeof *values);
  qsort (values, n + plain->factor->size, sizeof *values, compare_costs);
  return values;
}

/* Tells two clusters apart that do as well in sum: by all values, the least first. */
static int
compare_values (const Joined *a, const Joined *b)
{
  g_autofree CoupletCost *at_a = sort_values (a, b);
  g_autofree CoupletCost *at_b = sort_values (b, a);
  for (gsize i = 0; i < a->factor->size + b->factor->size; i++) {
    int order = couplet_cost_compare (at_a[i], at_b[i]);
    if (order != 0)
      return order;
  }
  return 0;
}

/* Less than 0 when the first entries do better at a than at b: the least entry of all becomes less,
 * or the others together. How the thresholds are numbered does not matter. */
static int
compare_joined (CoupletUnit *unit, const Joined *a, const Joined *b)
{
  CoupletCost at_a = couplet_cost_add (unit, a->least[RAISED], b->least[PLAIN]);
  CoupletCost at_b = couplet_cost_add (unit, b->least[RAISED], a->least[PLAIN]);
  int order = couplet_cost_compare (at_a, at_b);
  if (order == 0)
    order = couplet_cost_compare (couplet_cost_add (unit, a->sum[RAISED], b->sum[PLAIN]),
                                  couplet_cost_add (unit, b->sum[RAISED], a->sum[PLAIN]));
  return order != 0 ? order : compare_values (a, b);
}

/* Loads joined, of the clusters with thresholds at state, and returns their number. *best: the one
 * that the first entries are best added to. */
static guint32
load_all (VectorTables *tables, guint32 state, const CoupletCost *const *vectors, guint32 n,
          Joined *joined, guint32 *best)
{
  const Layout *layout = vector_table_layout (tables, state);
  guint32 m = 0;
  *best = 0;
  for (guint32 c = 0; c < layout->n_factors; c++) {
    if (layout->factors[c].n == 0)
      continue;
    load_joined (tables, vectors, n, &layout->factors[c], &joined[m]);
    int order = m > 0 ? compare_joined (tables->unit, &joined[m], &joined[*best]) : 0;
    tables->had_choice |= m > 0 && order == 0;
    if (order < 0 || (order == 0 && tables->prefers_last))
      *best = m;
    m++;
  }
  return m;
}

const CoupletCost *
vector_table_join (VectorTables *tables, guint32 state, const CoupletCost *const *vectors,
                   guint32 n)
{
  guint32 best;
  if (n == 1 || vectors[0][0] == COUPLET_COST_INFINITE)
    return vectors[0];
  CoupletCost *vector = vector_table_copy (tables, state, vectors[0], tables->arena);
  g_autofree Joined *joined = g_new (Joined, vector_table_layout (tables, state)->n_factors);
  guint32 m = load_all (tables, state, vectors, n, joined, &best);
  for (guint32 i = 0; i < n; i++)
    vector[0] = m > 0 ? 0 : couplet_cost_max (vector[0], vectors[i][0]);
  for (guint32 f = 0; f < m; f++) {
    const Factor *factor = joined[f].factor;
    memcpy (&vector[factor->first], joined[f].values[f == best ? RAISED : PLAIN],
            factor->size * sizeof *vector);
    g_free (joined[f].values[PLAIN]);
    g_free (joined[f].values[RAISED]);
  }
  vector_table_level (tables, state, vector);
  return vector;
}
