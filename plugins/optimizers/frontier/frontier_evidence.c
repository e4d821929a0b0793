/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier_evidence.h"

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
    couplet_vector_search_tell (evidence, outcome);
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
  static const guint32 x = 0;
  gboolean initial = state == search->automaton->initial;
  CoupletEvidenceFactor factor = {initial ? 0 : 1, &x, initial ? &least : values};
  couplet_evidence_begin_vector (evidence);
  couplet_evidence_add_factor (evidence, &factor);
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

/* How large the bound is, counted up to little more than limit: its vectors, each of which
 * counts as many times as numbers of a few words would fill it. */
static gsize
bound_size (const Search *search, gboolean kept, gsize limit)
{
  const CoupletComponents *components = search->components;
  guint32 n = components->first[components->n_components];
  gsize count = search->to_go != NULL ? (gsize)n * 3 : 0;
  for (guint32 i = 0; kept && i < n && count <= limit; i++)
    for (guint32 v = search->first[components->members[i]]; v != NO_NODE && count <= limit;
         v = search->nodes[v].next)
      count++;
  return count * couplet_unit_steps (search->unit);
}

void
frontier_give_bound (const Search *search, const CoupletRational *best, gboolean kept,
                     CoupletOutcome *outcome)
{
  gsize limit = couplet_context_evidence_limit (search->context);
  guint32 n = search->components->first[search->components->n_components];
  if (limit == 0)
    return;
  gsize count = n > limit ? n : bound_size (search, kept, limit);
  if (count > limit) {
    couplet_outcome_leave_out_evidence (outcome, count);
    return;
  }
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_BOUND, search->automaton);
  CoupletPace pace = {.context = search->context, .late = TRUE};
  couplet_evidence_set_cost (evidence, best);
  for (guint32 i = n; i-- > 0;) {
    if (couplet_pace_over (&pace, STEPS_PER_ENTRY * couplet_unit_steps (search->unit))) {
      couplet_evidence_free (evidence);
      couplet_outcome_leave_out_evidence (outcome, count);
      return;
    }
    guint32 state = search->components->members[i];
    couplet_evidence_begin_entry (evidence, state);
    if (kept)
      add_kept (search, evidence, state);
    if (search->to_go != NULL)
      add_potentials (search, evidence, state, best);
  }
  couplet_outcome_take_evidence (outcome, evidence);
}
