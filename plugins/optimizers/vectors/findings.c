/* SPDX-License-Identifier: Apache-2.0 */
#include "findings.h"

#include "bound.h"
#include "vector_limits.h"
#include "meeting.h"
#include "walk_evidence.h"

/* ---- Evidence `bound` ------------------------------------------------------------------------ */

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

/* Evidence that no walk costs more than cost, which the caller frees. kept: sets were brought to
 * their end, and the vectors they keep belong to it; what was dropped, or everything, is covered by
 * their to_go. NULL where it is left out; *left_out is its size then, 0 when none is wanted. */
static CoupletEvidence *
vector_bound_new (const VectorSets *sets, const CoupletRational *cost, gboolean kept,
                  gsize *left_out)
{
  const VectorBound bound = {sets, cost, kept};
  const VectorSpace *space = &sets->space;
  const BoundSource source = {sets->context, space->automaton, space->components,
                              space->unit,   &bound,           add_entry};
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

/* ---- Evidence of walks ----------------------------------------------------------------------- */

/* Adds the steps of the rest of that number. */
static void
append_rest (const WalkRests *rests, guint32 number, GArray *walk)
{
  const WalkRest *rest;
  for (guint32 r = number; (rest = walk_rest_at (rests, r))->behind != NO_REST; r = rest->behind) {
    CoupletWalkStep step = {rest->transition, rest->difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
}

/* The steps that lead to the best vector and, by a rest, on from it, first to last:
 * CoupletWalkStep, without shifts. */
static GArray *
collect_steps (const VectorSets *sets)
{
  GArray *walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint32 i = sets->best_node; node_at (sets, i)->parent != NO_NODE;
       i = node_at (sets, i)->parent) {
    const Node *node = node_at (sets, i);
    CoupletWalkStep step = {node->transition, node->difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
  for (guint i = 0; i < walk->len / 2; i++) {
    CoupletWalkStep *a = &g_array_index (walk, CoupletWalkStep, i);
    CoupletWalkStep *b = &g_array_index (walk, CoupletWalkStep, walk->len - 1 - i);
    CoupletWalkStep swapped = *a;
    *a = *b;
    *b = swapped;
  }
  if (sets->best_rest != NO_REST)
    append_rest (sets->rests, sets->best_rest, walk);
  return walk;
}

CoupletEvidence *
vector_walk_trace (const VectorSets *sets, const VectorSpace *exact, CoupletCost *cost)
{
  CoupletPace pace = {.context = sets->context, .late = TRUE};
  g_autoptr (GArray) walk = collect_steps (sets);
  g_autoptr (CoupletEvidence) evidence =
      walk_evidence_new (sets->violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED,
                         exact->automaton, walk);
  *cost = sets->violated ? COUPLET_COST_INFINITE : sets->best;
  if (sets->violated)
    return g_steal_pointer (&evidence);
  g_autoptr (CoupletVectors) vectors =
      couplet_vectors_new (exact->automaton, exact->components, exact->unit, &pace);
  gboolean shifts = vectors != NULL && walk_evidence_shift (evidence, walk, vectors, &pace, cost);
  if (!shifts && (exact->tables == NULL || couplet_pace_over (&pace, 0)))
    return NULL; /* of one threshold no walk has too many places */
  couplet_evidence_set_unit_cost (evidence, exact->unit, *cost);
  return g_steal_pointer (&evidence);
}

void
vector_walk_tell (const CoupletEvidence *violation, CoupletOutcome *outcome)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (violation);
  guint n;
  const CoupletWalkStep *walk = couplet_evidence_walk (violation, &n);
  g_autofree char *text = couplet_transition_to_string (a, walk[n - 1].transition);
  couplet_outcome_set_reason (outcome, "%s left after a walk of %u transitions that ends with %s",
                              a->n_thresholds == 1 ? "no shift of the threshold is"
                                                   : "no shifts of the thresholds are",
                              n, text);
}

/* ---- What was found -------------------------------------------------------------------------- */

/* Longer walks with loops are left out. */
#define MOST_LETTERS 100000

void
findings_clear (Findings *found)
{
  couplet_evidence_free (found->walk);
  couplet_evidence_free (found->bound);
  couplet_unit_free (found->rounded);
  g_free (found->stopped);
}

void
findings_stop (Findings *found, const char *reason)
{
  g_free (found->stopped);
  found->stopped = g_strdup (reason);
}

void
findings_count (const VectorSets *sets, Findings *found)
{
  found->vectors += sets->made;
  found->largest = MAX (found->largest, sets->largest);
}

void
findings_take_lower (const VectorSets *sets, VectorSpace *exact, Findings *found)
{
  CoupletCost cost;
  findings_count (sets, found);
  if (sets->best_node == NO_NODE) /* nothing, or nothing better */
    return;
  g_autoptr (CoupletEvidence) walk = vector_walk_trace (sets, exact, &cost);
  if (walk == NULL) {
    findings_stop (found, couplet_context_stop_reason (sets->context));
    return;
  }
  if (found->has_lower && couplet_cost_compare (cost, found->lower) <= 0)
    return;
  couplet_evidence_free (found->walk);
  found->walk = g_steal_pointer (&walk);
  found->violated |= sets->violated;
  found->has_lower = !sets->violated;
  found->lower = cost;
}

void
findings_set_upper (const VectorSets *sets, CoupletCost upper, Findings *found)
{
  found->has_upper = TRUE;
  found->upper = upper;
  found->upper_unit = sets->space.unit;
}

void
findings_show_upper (const VectorSets *sets, gboolean kept, Findings *found)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (found->upper_unit, found->upper, &cost);
  couplet_evidence_free (found->bound);
  found->bound = vector_bound_new (sets, &cost, kept, &found->left_out);
  found->is_whole = FALSE;
}

void
findings_take_upper (const VectorSets *sets, Findings *found)
{
  findings_set_upper (sets, sets->best, found);
  findings_show_upper (sets, TRUE, found);
}

/* Sets the bounds that found has. */
static void
load_bounds (const VectorSets *sets, const Findings *found, CoupletRational *lower,
             CoupletRational *upper)
{
  couplet_rational_init (lower);
  couplet_rational_init (upper);
  if (found->has_lower)
    couplet_cost_to_rational (sets->space.unit, found->lower, lower);
  if (found->has_upper)
    couplet_cost_to_rational (found->upper_unit, found->upper, upper);
}

gboolean
findings_are_within (const VectorSets *sets, const Findings *found, const CoupletRational *gap)
{
  if (!found->has_lower || !found->has_upper)
    return FALSE;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  load_bounds (sets, found, &lower, &upper);
  mpq_sub (upper.value, upper.value, lower.value);
  if (gap == NULL)
    return mpq_sgn (upper.value) <= 0;
  mpq_mul (lower.value, lower.value, gap->value);
  return couplet_rational_compare (&upper, &lower) <= 0;
}

gboolean
findings_are_settled (const VectorSets *sets, const Findings *found)
{
  return found->violated || found->stopped != NULL ||
         findings_are_within (sets, found, sets->options->gap);
}

void
findings_take_word (const VectorSets *sets, Findings *found)
{
  gsize length = 0;
  couplet_evidence_free (found->walk);
  found->walk = limit_evidence_new (sets, MOST_LETTERS, &length);
  found->repeats = TRUE;
  found->word_left_out = found->walk == NULL ? length : 0;
}

static void
give_violation (const Findings *found, gboolean exact, CoupletOutcome *outcome)
{
  couplet_outcome_set_infinite (outcome,
                                exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
  if (found->walk != NULL && !found->repeats)
    vector_walk_tell (found->walk, outcome);
  else
    couplet_outcome_set_reason (outcome, "there are walks that cost more and more, without end");
}

void
findings_answer (const VectorSets *sets, const Findings *found, CoupletOutcome *outcome)
{
  gboolean exact = sets->options->policy == SEARCH_EXACT;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  load_bounds (sets, found, &lower, &upper);
  couplet_outcome_set_statistic (outcome, "vectors", found->vectors);
  couplet_outcome_set_statistic (outcome, "largest-set", found->largest);
  if (found->violated)
    give_violation (found, exact, outcome);
  else if (found->has_upper && (!exact || findings_are_within (sets, found, NULL)))
    couplet_outcome_set_cost (outcome, &upper,
                              exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  else {
    if (found->stopped != NULL)
      couplet_outcome_set_reason (outcome, "%s", found->stopped);
    else
      couplet_outcome_set_cost (outcome, &upper, COUPLET_GUARANTEE_UPPER_BOUND);
    couplet_outcome_set_bounds (outcome, found->has_lower ? &lower : NULL,
                                found->has_upper ? &upper : NULL);
    if (found->has_upper)
      couplet_outcome_set_found (outcome, COUPLET_FOUND_STRATEGY);
  }
}

void
findings_give_evidence (Findings *found, CoupletOutcome *outcome)
{
  if (found->walk != NULL)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->walk));
  if (found->bound != NULL && !found->violated)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->bound));
  gsize left_out = MAX (found->left_out, found->word_left_out);
  if (left_out > 0)
    couplet_outcome_leave_out_evidence (outcome, left_out);
}
