/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_space.h"

#include <couplet/internal/large.h>

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
  for (int rule = FALSE; rule <= TRUE; rule++) {
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

/* Sets differences to those that matter at transition (couplet_worst_differences()) by the rule in
 * force, and returns their number. *supports_differ: some sample may have other shifts at one of
 * them than at another. */
static guint32
find_differences (VectorTables *tables, guint32 transition,
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

/* Sets joined to the greatest of each entry of n vectors, whose constants differ and are added to
 * the entries of factor; where that is NULL, the greatest stands by itself. */
static void
join_at (const VectorTables *tables, const Layout *layout, const CoupletCost *const *vectors,
         guint32 n, const Factor *factor, CoupletCost *joined)
{
  memset (joined, 0, layout->size * sizeof *joined);
  for (guint32 i = 0; i < n; i++) {
    for (gsize j = 0; j < layout->size; j++)
      joined[j] = couplet_cost_max (joined[j], vectors[i][j]);
    for (gsize j = 0; factor != NULL && j < factor->size; j++) {
      CoupletCost sum =
          couplet_cost_add (tables->unit, vectors[i][0], vectors[i][factor->first + j]);
      joined[factor->first + j] = couplet_cost_max (joined[factor->first + j], sum);
    }
  }
  if (factor != NULL)
    joined[0] = 0;
}

/* What the finite entries of vector come to, but for the first. */
static CoupletCost
sum_of (const VectorTables *tables, const CoupletCost *vector, gsize size)
{
  CoupletCost sum = 0;
  for (gsize j = 1; j < size; j++)
    if (vector[j] != COUPLET_COST_INFINITE)
      sum = couplet_cost_add (tables->unit, sum, vector[j]);
  return sum;
}

const CoupletCost *
vector_table_join (VectorTables *tables, guint32 state, const CoupletCost *const *vectors,
                   guint32 n)
{
  const Layout *layout = vector_table_layout (tables, state);
  if (n == 1 || vectors[0][0] == COUPLET_COST_INFINITE)
    return vectors[0];
  CoupletCost *best = vector_table_copy (tables, state, vectors[0], tables->arena);
  join_at (tables, layout, vectors, n, NULL, best);
  vector_table_level (tables, state, best);
  for (guint32 c = 0; c < layout->n_factors; c++) {
    CoupletCost *other = tables->room;
    join_at (tables, layout, vectors, n, &layout->factors[c], other);
    vector_table_level (tables, state, other);
    int order = couplet_cost_compare (other[0], best[0]);
    if (order < 0 || (order == 0 && couplet_cost_compare (sum_of (tables, other, layout->size),
                                                          sum_of (tables, best, layout->size)) < 0))
      memcpy (best, other, layout->size * sizeof *best);
  }
  return best;
}

/* ---- Vectors of either kind --------------------------------------------------------------- */

void
vector_space_init (VectorSpace *space, const CoupletAutomaton *automaton,
                   const CoupletComponents *components, VectorTables *tables, CoupletUnit *unit)
{
  *space = (VectorSpace){
      .automaton = automaton, .components = components, .unit = unit, .tables = tables};
}

void
vector_space_clear (VectorSpace *space)
{
  vector_tables_free (space->tables);
}

gsize
vector_space_used (const VectorSpace *space)
{
  gsize tables = space->tables != NULL ? couplet_arena_used (space->tables->arena) : 0;
  return tables + couplet_unit_used (space->unit);
}

Vector
vector_space_start (const VectorSpace *space)
{
  Vector start = {.entries = {{0, 0, 0}}};
  if (space->tables == NULL)
    return start;
  gsize size = vector_space_size (space, space->automaton->initial);
  memset (space->tables->room, 0, size * sizeof (CoupletCost));
  start.table = space->tables->room;
  return start;
}

static const CoupletStep *
load_step (VectorSpace *space, guint32 transition)
{
  const CoupletAutomaton *a = space->automaton;
  const CoupletState *source = couplet_source_state (a, transition);
  const StepKey key = {a->guard[transition],
                       a->assignment[transition],
                       source->noise,
                       (guint8)couplet_output_of (a, transition)->kind,
                       a->differences != NULL ? a->differences[transition] : (guint8)source->input,
                       (guint8)couplet_on_cycle (a, space->components, transition),
                       TRUE};
  guint32 mixed = (key.guard * 5 + key.noise * 3 + key.assignment) * 2 + key.on_cycle;
  guint32 place = mixed % KEPT_STEPS;
  if (memcmp (&space->keys[place], &key, sizeof key) != 0) {
    couplet_step_load (&space->steps[place], a, space->components, space->unit, transition);
    space->keys[place] = key;
  }
  return &space->steps[place];
}

void
vector_space_enter (VectorSpace *space, guint32 transition)
{
  space->transition = transition;
  if (space->tables != NULL) {
    space->n_differences =
        find_differences (space->tables, transition, space->difference, &space->supports_differ);
    return;
  }
  space->step = load_step (space, transition);
  space->n_differences = space->step->n;
  memcpy (space->difference, space->step->difference, sizeof space->difference);
}
