/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_bound.h"

#include "allowances.h"
#include "bound.h"

/* Of the clock's pace, where numbers are of a few words. */
#define STEPS_PER_NUMBER 64

typedef struct {
  const VectorSets *sets;
  const CoupletRational *cost;
  gboolean kept;
} VectorBound;

static gboolean
has_rests (const VectorBound *bound, guint32 state)
{
  return bound->kept && bound->sets->rests != NULL && walk_rests_reach (bound->sets->rests, state);
}

/* The first kept vector of state that counts: NO_NODE where its rests do. */
static guint32
first_of (const VectorBound *bound, guint32 state)
{
  return bound->kept && !has_rests (bound, state) ? bound->sets->first[state] : NO_NODE;
}

/* A vector that is finite at shift x alone, for what was dropped: a walk that comes
 * to state at cost - H(x) or less with shift x ends at cost or less, H being the
 * bound on its rest. Whatever the adversary does leads to another vector of this
 * kind, since H(x) covers one step and H there (docs/evidence.md). Returns FALSE
 * when that is negative or H has no bound. */
static gboolean
potential_at (const VectorBound *bound, guint32 state, int x, CoupletRational *value)
{
  CoupletCost rest = bound->sets->to_go[state].at[x + 1];
  if (rest == COUPLET_COST_INFINITE)
    return FALSE;
  couplet_cost_to_rational (bound->sets->space.unit, rest, value);
  mpq_sub (value->value, bound->cost->value, value->value);
  return mpq_sgn (value->value) >= 0;
}

/* values: of the shifts -1, 0, 1. The initial state assigns before anything is
 * compared, so that the threshold is minimised out there. */
static void
add_entries (const VectorBound *bound, CoupletEvidence *evidence, guint32 state,
             const guint32 values[3], guint32 least)
{
  if (state != bound->sets->space.automaton->initial) {
    bound_add_vector (evidence, values);
    return;
  }
  couplet_evidence_begin_vector (evidence);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){0, NULL, &least});
}

static void
add_potentials (const VectorBound *bound, CoupletEvidence *evidence, guint32 state)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  for (int x = -1; x <= 1; x++) {
    guint32 values[3] = {COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE};
    if (!potential_at (bound, state, x, &value))
      continue;
    values[x + 1] = couplet_evidence_add_number (evidence, &value);
    add_entries (bound, evidence, state, values, values[x + 1]);
  }
}

static gboolean
are_free (const CoupletCost *entries, gsize n)
{
  gsize i = 0;
  while (i < n && entries[i] == 0)
    i++;
  return i == n;
}

/* Of a cluster all of whose shifts are free each threshold stands by itself. */
static void
add_factor (CoupletEvidence *evidence, const CoupletUnit *unit, const CoupletVectorFactor *factor,
            const CoupletCost *entries)
{
  gboolean free = are_free (entries, factor->size);
  gsize size = free ? 3 : factor->size;
  g_autofree guint32 *values = g_new (guint32, size);
  for (gsize i = 0; i < size; i++)
    values[i] = couplet_evidence_add_cost (evidence, unit, entries[i]);
  for (guint32 i = 0; i < factor->n && free; i++)
    couplet_evidence_add_factor (evidence,
                                 &(CoupletEvidenceFactor){1, &factor->thresholds[i], values});
  if (!free)
    couplet_evidence_add_factor (evidence,
                                 &(CoupletEvidenceFactor){factor->n, factor->thresholds, values});
}

static void
add_table (CoupletEvidence *evidence, const VectorTables *tables, guint32 state,
           const CoupletCost *vector)
{
  const CoupletVectorLayout *layout = vector_table_layout (tables, state);
  couplet_evidence_begin_vector (evidence);
  guint32 first = couplet_evidence_add_cost (evidence, tables->unit, vector[0]);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){0, NULL, &first});
  for (guint32 c = 0; c < layout->n_factors; c++) {
    const CoupletVectorFactor *factor = &layout->factors[c];
    if (factor->n > 0)
      add_factor (evidence, tables->unit, factor, &vector[factor->first]);
  }
}

static void
add_kept (const VectorBound *bound, CoupletEvidence *evidence, guint32 state, const Vector *vector)
{
  const VectorSpace *space = &bound->sets->space;
  guint32 values[3];
  if (space->tables != NULL) {
    add_table (evidence, space->tables, state, vector->table);
    return;
  }
  for (int x = 0; x < 3; x++)
    values[x] = couplet_evidence_add_cost (evidence, space->unit, vector->entries.at[x]);
  add_entries (
      bound, evidence, state, values,
      couplet_evidence_add_cost (evidence, space->unit, couplet_vector_min (&vector->entries)));
}

/* What may have been paid before each of the rests of state (docs/evidence.md): every vector that
 * comes there is below one of these, since no walk costs more than the best. */
static void
add_allowances (const VectorBound *bound, CoupletEvidence *evidence, guint32 state)
{
  CoupletPace pace = {.context = bound->sets->context, .late = TRUE};
  const WalkRests *rests = bound->sets->rests;
  g_autoptr (GArray) behind = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) allowances = g_array_new (FALSE, FALSE, sizeof (CoupletVector));
  for (guint32 r = rests->first[state]; r != NO_REST; r = walk_rest_at (rests, r)->next) {
    Candidate one = {walk_rest_at (rests, r)->cost, r};
    g_array_append_val (behind, one);
  }
  if (!allowances_append (allowances, (Candidate *)(gpointer)behind->data, behind->len,
                          bound->sets->best, bound->sets->space.unit, &pace))
    return; /* overdue, so that the bound is left out */
  for (guint i = 0; i < allowances->len; i++) {
    Vector vector = {.entries = g_array_index (allowances, CoupletVector, i)};
    for (int x = 0; x < 3; x++) /* rests were dropped that no walk can meet */
      vector.entries.at[x] = couplet_cost_min (vector.entries.at[x], rests->so_far[state].at[x]);
    add_kept (bound, evidence, state, &vector);
  }
}

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  const VectorBound *bound = data;
  guint64 numbers = bound->sets->to_go != NULL ? 4 : 1;
  for (guint32 i = first_of (bound, state); i != NO_NODE; i = node_at (bound->sets, i)->next)
    numbers += 1 + vector_space_size (&bound->sets->space, state);
  if (has_rests (bound, state))
    numbers += 8 * (guint64)bound->sets->rests->count[state];
  return numbers * STEPS_PER_NUMBER;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const VectorBound *bound = data;
  const VectorSets *sets = bound->sets;
  if (first_of (bound, state) == NO_NODE && sets->to_go == NULL && !has_rests (bound, state))
    return;
  couplet_evidence_begin_entry (evidence, state);
  for (guint32 i = first_of (bound, state); i != NO_NODE; i = node_at (sets, i)->next)
    add_kept (bound, evidence, state, &node_at (sets, i)->vector);
  if (has_rests (bound, state))
    add_allowances (bound, evidence, state);
  if (sets->to_go != NULL)
    add_potentials (bound, evidence, state);
}

/* How many vectors the bound has, counted up to little more than limit. One with tables for many
 * thresholds at once counts as often as vectors of one threshold would fill it. */
static gsize
count_vectors (const VectorBound *bound, gsize limit)
{
  const VectorSets *sets = bound->sets;
  const CoupletComponents *components = sets->space.components;
  guint32 n = components->first[components->n_components];
  gsize count = sets->to_go != NULL ? (gsize)n * 3 : 0;
  for (guint32 m = 0; m < n && count <= limit; m++) {
    if (has_rests (bound, components->members[m])) /* with n rests at most so many */
      count += 2 * (gsize)sets->rests->count[components->members[m]] + 1;
    for (guint32 i = first_of (bound, components->members[m]); i != NO_NODE && count <= limit;
         i = node_at (sets, i)->next)
      count += (vector_space_size (&sets->space, components->members[m]) + 2) / 3;
  }
  return count;
}

CoupletEvidence *
vector_bound_new (const VectorSets *sets, const CoupletRational *cost, gboolean kept,
                  gsize *left_out)
{
  const VectorBound bound = {sets, cost, kept};
  const VectorSpace *space = &sets->space;
  const BoundSource source = {sets->context, space->automaton, space->components, space->unit,
                              &bound,        steps_of_entry,   add_entry};
  /* long numbers count as many short ones */
  guint32 words = couplet_unit_steps (space->unit);
  gsize limit = couplet_context_evidence_limit (sets->context) / words;
  *left_out = 0;
  if (couplet_context_evidence_limit (sets->context) == 0)
    return NULL;
  gsize count = count_vectors (&bound, limit);
  CoupletEvidence *evidence = count > limit ? NULL : bound_new (&source, cost);
  *left_out = evidence == NULL ? MAX (count, 1) * words : 0;
  return evidence;
}
