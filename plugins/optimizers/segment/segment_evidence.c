/* SPDX-License-Identifier: Apache-2.0 */
#include "segment_evidence.h"

#include "allowances.h"
#include "bound.h"
#include "rests.h"

#include "vector_search.h"
#include "vector_walk.h"

/* The search for a violation keeps a vector for each set of shifts that walks leave. */
#define MOST_VECTORS 20000000
#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 32)
/* Of the pace, where numbers are of a few words. */
#define STEPS_PER_VECTOR 100

/* The vectors of the evidence: allowances, for each component without assignments. */
typedef struct {
  const SegmentCosts *costs;
  const Rests *rests;
  GArray *vectors; /* CoupletVector */
  guint32 *first;  /* n_components + 1: where those of a component begin */
  CoupletPace pace;
} EvidenceVectors;

/* Finds the vectors; adds to *size how many there are for all states, up to little more
 * than limit. FALSE when it is time to end. */
static gboolean
find_vectors (EvidenceVectors *work, CoupletCost cost, gsize limit, gsize *size)
{
  const CoupletComponents *components = work->rests->components;
  g_autoptr (GArray) rests = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint32 c = 0; c + 1 < components->n_components; c++) {
    g_array_set_size (rests, 0);
    for (guint32 i = work->rests->first[c]; i < work->rests->first[c + 1]; i++) {
      Candidate rest = {g_array_index (work->rests->all, Rest, i).cost, 0};
      g_array_append_val (rests, rest);
    }
    if (!allowances_append (work->vectors, (Candidate *)(gpointer)rests->data, rests->len, cost,
                            work->costs->unit, &work->pace))
      return FALSE;
    work->first[c + 1] = work->vectors->len;
    *size += (gsize)(work->first[c + 1] - work->first[c]) *
             (components->first[c + 1] - components->first[c]);
    if (*size > limit)
      return FALSE;
  }
  return TRUE;
}

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  const EvidenceVectors *work = data;
  guint32 component = work->rests->components->component[state];
  return (work->first[component + 1] - work->first[component] + 1) * (guint64)STEPS_PER_VECTOR;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const EvidenceVectors *work = data;
  guint32 component = work->rests->components->component[state];
  couplet_evidence_begin_entry (evidence, state);
  if (state == work->costs->automaton->initial) { /* nothing is assigned or paid yet */
    couplet_evidence_begin_vector (evidence);
    return;
  }
  for (guint32 i = work->first[component]; i < work->first[component + 1]; i++) {
    const CoupletVector *vector = &g_array_index (work->vectors, CoupletVector, i);
    guint32 values[3];
    for (int x = 0; x < 3; x++)
      values[x] = couplet_evidence_add_cost (evidence, work->costs->unit, vector->at[x]);
    bound_add_vector (evidence, values);
  }
}

/* NULL when it is time to end. */
static CoupletEvidence *
write_bound (const EvidenceVectors *work, CoupletCost cost)
{
  const SegmentCosts *costs = work->costs;
  const BoundSource source = {costs->context, costs->automaton, costs->components, costs->unit,
                              work,           steps_of_entry,   add_entry};
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (costs->unit, cost, &value);
  return bound_new (&source, &value);
}

/* The evidence, or NULL, and in *size what is known of its size, when that is more than
 * limit or it is time to end. */
static CoupletEvidence *
find_bound (const SegmentCosts *costs, CoupletCost cost, gsize limit, gsize *size)
{
  CoupletPace pace = {.context = costs->context, .late = TRUE};
  *size = costs->components->first[costs->components->n_components];
  if (*size > limit)
    return NULL;
  g_autoptr (Rests) rests = rests_new (costs, cost, limit, size, &pace);
  if (rests == NULL)
    return NULL;
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (CoupletVector));
  g_autofree guint32 *first = g_new0 (guint32, rests->components->n_components);
  EvidenceVectors work = {costs, rests, vectors, first, pace};
  *size = 0;
  return find_vectors (&work, cost, limit, size) ? write_bound (&work, cost) : NULL;
}

void
segment_give_bound (const SegmentCosts *costs, CoupletCost cost, CoupletOutcome *outcome)
{
  /* long numbers count as many short ones */
  gsize limit = couplet_context_evidence_limit (costs->context) / couplet_unit_steps (costs->unit);
  gsize size = 0;
  if (couplet_context_evidence_limit (costs->context) == 0)
    return;
  CoupletEvidence *evidence = find_bound (costs, cost, limit, &size);
  bound_give (outcome, evidence, costs->unit, MAX (size, 1));
}

void
segment_give_violation (const SegmentCosts *costs, CoupletOutcome *outcome)
{
  const SearchOptions options = {SEARCH_FIXED, 0, MOST_VECTORS, MOST_BYTES, NULL};
  if (couplet_context_evidence_limit (costs->context) == 0)
    return;
  CoupletEvidence *violation = vector_search_violation (costs->context, costs->automaton,
                                                        costs->components, costs->unit, &options);
  if (violation == NULL)
    return;
  vector_walk_tell (violation, outcome);
  couplet_outcome_take_evidence (outcome, violation);
}
