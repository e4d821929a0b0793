/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier_evidence.h"

#include "bound.h"
#include "vector_search.h"

/* Of the clock's pace, where numbers are of a few words. */
#define STEPS_PER_ENTRY 200

void
frontier_give_walk (const CoupletAutomaton *automaton, const CoupletUnit *unit,
                    const FrontierWalk *walk, CoupletOutcome *outcome)
{
  gboolean violated = walk->cost == COUPLET_COST_INFINITE;
  CoupletEvidence *evidence = couplet_evidence_new (
      violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED, automaton);
  if (!violated)
    couplet_evidence_set_unit_cost (evidence, unit, walk->cost);
  for (guint i = 0; i < walk->steps->len; i++)
    couplet_evidence_add_step (evidence, g_array_index (walk->steps, CoupletWalkStep, i));
  if (violated)
    vector_search_tell (evidence, outcome);
  couplet_outcome_take_evidence (outcome, evidence);
}

/* A vector that is finite at shift x alone, for what was pruned: a walk that comes
 * to state at cost best - H(x) or less with shift x ends at best or less, H being the
 * bound on its rest. Whatever the adversary does leads to another vector of this
 * kind, since H(x) covers one step and H there (docs/evidence.md). Returns FALSE
 * when that cost is negative or H has no bound. */
static gboolean
potential_at (const Search *search, guint32 state, int x, const CoupletRational *best,
              CoupletRational *value)
{
  CoupletCost rest = search->to_go[state].at[x + 1];
  if (rest == COUPLET_COST_INFINITE)
    return FALSE;
  couplet_cost_to_rational (search->unit, rest, value);
  mpq_sub (value->value, best->value, value->value);
  return mpq_sgn (value->value) >= 0;
}

/* values: of the shifts -1, 0, 1. The initial state assigns before anything is
 * compared, so that the threshold is minimised out there. */
static void
add_vector (const Search *search, CoupletEvidence *evidence, guint32 state, const guint32 values[3],
            guint32 least)
{
  if (state != search->automaton->initial) {
    bound_add_vector (evidence, values);
    return;
  }
  couplet_evidence_begin_vector (evidence);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){0, NULL, &least});
}

static void
add_potentials (const Search *search, CoupletEvidence *evidence, guint32 state,
                const CoupletRational *best)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  for (int x = -1; x <= 1; x++) {
    guint32 values[3] = {COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE, COUPLET_NUMBER_INFINITE};
    if (!potential_at (search, state, x, best, &value))
      continue;
    values[x + 1] = couplet_evidence_add_number (evidence, &value);
    add_vector (search, evidence, state, values, values[x + 1]);
  }
}

static void
add_kept (const Search *search, CoupletEvidence *evidence, guint32 state)
{
  for (guint32 i = search->first[state]; i != NO_NODE; i = search->nodes[i].next) {
    const CoupletVector *vector = &search->nodes[i].vector;
    guint32 values[3];
    for (int x = 0; x < 3; x++)
      values[x] = couplet_evidence_add_cost (evidence, search->unit, vector->at[x]);
    add_vector (search, evidence, state, values,
                couplet_evidence_add_cost (evidence, search->unit, couplet_vector_min (vector)));
  }
}

/* How many vectors the bound has, counted up to little more than limit. */
static gsize
count_vectors (const Search *search, gboolean kept, gsize limit)
{
  const CoupletComponents *components = search->components;
  guint32 n = components->first[components->n_components];
  gsize count = search->to_go != NULL ? (gsize)n * 3 : 0;
  for (guint32 i = 0; kept && i < n && count <= limit; i++)
    for (guint32 v = search->first[components->members[i]]; v != NO_NODE && count <= limit;
         v = search->nodes[v].next)
      count++;
  return count;
}

typedef struct {
  const Search *search;
  const CoupletRational *best;
  gboolean kept; /* the vectors of search belong to the bound */
} Bound;

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  (void)data;
  (void)state;
  return STEPS_PER_ENTRY;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const Bound *bound = data;
  couplet_evidence_begin_entry (evidence, state);
  if (bound->kept)
    add_kept (bound->search, evidence, state);
  if (bound->search->to_go != NULL)
    add_potentials (bound->search, evidence, state, bound->best);
}

void
frontier_give_bound (const Search *search, const CoupletRational *best, gboolean kept,
                     CoupletOutcome *outcome)
{
  /* long numbers count as many short ones */
  gsize limit =
      couplet_context_evidence_limit (search->context) / couplet_unit_steps (search->unit);
  guint32 n = search->components->first[search->components->n_components];
  const Bound bound = {search, best, kept};
  const BoundSource source = {search->context, search->automaton, search->components, search->unit,
                              &bound,          steps_of_entry,    add_entry};
  if (couplet_context_evidence_limit (search->context) == 0)
    return;
  gsize count = n > limit ? n : count_vectors (search, kept, limit);
  bound_give (outcome, count > limit ? NULL : bound_new (&source, best), search->unit, count);
}
