/* SPDX-License-Identifier: Apache-2.0 */
#include "bound.h"
#include "vector_sets.h"

#include <string.h>

/* How many vectors a state keeps while a good walk is looked for. */
#define BEAM_WIDTH 8
/* Vectors with limits: a state with more calls for an upper bound. */
#define LARGE_SET_WITH_LIMITS 64
/* Of the clock's pace, where numbers in evidence are of a few words. */
#define STEPS_PER_NUMBER 64

/* What the searches found. */
typedef struct {
  gboolean has_lower, has_upper;
  CoupletCost lower, upper;
  gboolean violated;      /* no strategy: the walk shows it, if there is one */
  CoupletEvidence *walk;  /* of the lower bound; NULL = none */
  CoupletEvidence *bound; /* of the upper bound; NULL = none */
  gsize left_out;         /* the size of that if it is left out */
  const char *stopped;    /* NULL = upper and lower are all that was asked for */
  guint64 vectors;
  guint32 largest;
} Found;

static guint
walk_length (const Search *search)
{
  guint n = 0;
  for (guint32 i = search->best_node; node_at (search, i)->parent != NO_NODE;
       i = node_at (search, i)->parent)
    n++;
  return n;
}

/* The walk to the best node, its steps in reverse. */
static CoupletEvidence *
trace_steps (const Search *search)
{
  CoupletEvidence *evidence = couplet_evidence_new (
      search->violated ? COUPLET_EVIDENCE_VIOLATION : COUPLET_EVIDENCE_ATTAINED, search->automaton);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  for (guint32 i = search->best_node; node_at (search, i)->parent != NO_NODE;
       i = node_at (search, i)->parent) {
    const Node *node = node_at (search, i);
    CoupletWalkStep step = {node->transition, node->difference, COUPLET_SHIFT_UNUSED};
    g_array_append_val (walk, step);
  }
  for (guint i = walk->len; i-- > 0;)
    couplet_evidence_add_step (evidence, g_array_index (walk, CoupletWalkStep, i));
  return evidence;
}

/* Adds the shifts of a best answer to the walk. */
static void
trace_shifts (Search *search, CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = search->automaton;
  guint32 n_slots = couplet_n_slots (a);
  g_autofree gint8 *choice = g_new0 (gint8, a->n_thresholds);
  g_autofree gint8 *shift = g_new (gint8, n_slots);
  guint step = walk_length (search);
  factored_choose (node_at (search, search->best_node)->vector, choice);
  for (guint32 i = search->best_node; node_at (search, i)->parent != NO_NODE;
       i = node_at (search, i)->parent) {
    const Node *node = node_at (search, i);
    memset (shift, COUPLET_SHIFT_UNUSED, n_slots);
    factored_retrace (search->factoring, node_at (search, node->parent)->vector, node->transition,
                      node->difference, choice, shift);
    step--;
    for (guint32 slot = 0; slot < n_slots; slot++)
      if (shift[slot] != COUPLET_SHIFT_UNUSED)
        couplet_evidence_set_shift (evidence, step, slot, shift[slot]);
  }
}

/* The walk to the best node, with the shifts of a best answer when there is one. */
static CoupletEvidence *
trace_walk (Search *search)
{
  CoupletEvidence *evidence = trace_steps (search);
  if (search->violated)
    return evidence;
  trace_shifts (search, evidence);
  couplet_evidence_set_unit_cost (evidence, search->unit, search->best);
  return evidence;
}

/* How much the states keep, counted up to limit: vectors, of which one with tables
 * for many thresholds at once, or with longer numbers, counts as often as vectors of one
 * threshold would fill it. */
static gsize
count_vectors (const Search *search, gsize limit)
{
  gsize count = 0;
  for (guint32 q = 0; q < search->automaton->n_states; q++)
    for (guint32 i = search->first[q]; i != NO_NODE && count <= limit;
         i = node_at (search, i)->next)
      count += (factored_size (node_at (search, i)->vector) + 2) / 3;
  return count * couplet_unit_steps (search->unit);
}

static void
add_vector (CoupletEvidence *evidence, const CoupletUnit *unit, const Factored *vector)
{
  couplet_evidence_begin_vector (evidence);
  guint32 constant = couplet_evidence_add_cost (evidence, unit, vector->constant);
  couplet_evidence_add_factor (evidence, &(CoupletEvidenceFactor){0, NULL, &constant});
  for (guint32 f = 0; f < vector->n_factors; f++) {
    const Factor *factor = vector->factors[f];
    g_autofree guint32 *values = g_new (guint32, factor->n_values);
    for (guint32 i = 0; i < factor->n_values; i++)
      values[i] = couplet_evidence_add_cost (evidence, unit, factor->values[i]);
    couplet_evidence_add_factor (
        evidence, &(CoupletEvidenceFactor){factor->n_thresholds, factor->thresholds, values});
  }
}

static guint64
steps_of_entry (gconstpointer data, guint32 state)
{
  const Search *search = data;
  guint64 numbers = 1;
  for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next)
    numbers += 1 + factored_size (node_at (search, i)->vector);
  return numbers * STEPS_PER_NUMBER;
}

static void
add_entry (gconstpointer data, CoupletEvidence *evidence, guint32 state)
{
  const Search *search = data;
  if (search->first[state] == NO_NODE)
    return;
  couplet_evidence_begin_entry (evidence, state);
  for (guint32 i = search->first[state]; i != NO_NODE; i = node_at (search, i)->next)
    add_vector (evidence, search->unit, node_at (search, i)->vector);
}

/* Evidence that no walk costs more than what the search has found: the vectors
 * that it keeps. It takes the place of that of an earlier search. */
static void
take_bound (Search *search, Found *found)
{
  const BoundSource source = {search->context, search->automaton, search->components, search->unit,
                              search,          steps_of_entry,    add_entry};
  gsize limit = couplet_context_evidence_limit (search->context);
  g_clear_pointer (&found->bound, couplet_evidence_free);
  found->left_out = 0;
  if (limit == 0)
    return;
  gsize count = count_vectors (search, limit);
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (search->unit, search->best, &cost);
  found->bound = count > limit ? NULL : bound_new (&source, &cost);
  found->left_out = found->bound == NULL ? count : 0;
}

static void
count_work (const Search *search, Found *found)
{
  found->vectors += search->nodes->len;
  found->largest = MAX (found->largest, search->largest);
}

/* Takes over what a search of real walks found: a lower bound. */
static void
take_lower (Search *search, Found *found)
{
  count_work (search, found);
  if (found->has_lower && !search->violated &&
      couplet_cost_compare (search->best, found->lower) <= 0)
    return;
  couplet_evidence_free (found->walk);
  found->walk = trace_walk (search);
  found->violated |= search->violated;
  found->has_lower = !search->violated;
  found->lower = search->best;
}

/* Searches by a policy that joins vectors: an upper bound. */
static void
search_joining (Search *search, SearchPolicy policy, Found *found)
{
  vector_sets_find (search, policy, 0, 0);
  count_work (search, found);
  if (search->stopped != NULL) {
    if (!found->has_upper)
      found->stopped = search->stopped;
    return;
  }
  if (search->violated) {
    found->violated = TRUE; /* sets of possible shifts are never joined */
    couplet_evidence_free (found->walk);
    found->walk = trace_steps (search);
  } else if (!found->has_upper || couplet_cost_compare (search->best, found->upper) < 0) {
    found->has_upper = TRUE;
    found->upper = search->best;
    take_bound (search, found);
  }
}

/* The same for both orders of the thresholds, where that matters: the better one is taken. */
static void
search_upper (Search *search, SearchPolicy policy, Found *found)
{
  factoring_prefer_last (search->factoring, FALSE);
  search_joining (search, policy, found);
  if (!factoring_had_choice (search->factoring) || found->violated || found->stopped != NULL)
    return;
  factoring_prefer_last (search->factoring, TRUE);
  search_joining (search, policy, found);
}

static gboolean
bounds_meet (const Found *found)
{
  return found->has_lower && found->has_upper &&
         couplet_cost_compare (found->lower, found->upper) == 0;
}

/* TRUE when the bounds are as near as options->gap allows. */
static gboolean
bounds_suffice (const Search *search, const Found *found)
{
  const CoupletRational *gap = search->options->gap;
  if (gap == NULL || !found->has_lower || !found->has_upper)
    return bounds_meet (found);
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  couplet_cost_to_rational (search->unit, found->lower, &lower);
  couplet_cost_to_rational (search->unit, found->upper, &upper);
  mpq_sub (upper.value, upper.value, lower.value);
  mpq_mul (lower.value, lower.value, gap->value);
  return couplet_rational_compare (&upper, &lower) <= 0;
}

/* Searches all vectors by the rule that cycles must be free; where they are many, first for
 * bounds that may meet. */
static void
search_exact (Search *search, Found *found)
{
  vector_sets_find (search, SEARCH_EXACT, 0, search->options->large_set);
  if (search->too_large) {
    vector_sets_find (search, SEARCH_EXACT, BEAM_WIDTH, 0);
    take_lower (search, found);
    for (SearchPolicy policy = SEARCH_FIXED;
         !found->violated && !bounds_suffice (search, found) && policy >= SEARCH_ADAPTIVE; policy--)
      search_upper (search, policy, found);
    if (bounds_suffice (search, found) || found->violated)
      return;
    vector_sets_find (search, SEARCH_EXACT, 0, 0);
  }
  take_lower (search, found);
  found->stopped = search->stopped;
  if (search->stopped == NULL && !search->violated) {
    found->has_upper = TRUE;
    found->upper = search->best;
    take_bound (search, found);
  }
}

/* Takes over what a search of vectors with limits found; TRUE when it came to its end. */
static gboolean
take_limits (Search *search, Found *found)
{
  count_work (search, found);
  if (search->violated || !found->has_lower ||
      couplet_cost_compare (search->best, found->lower) > 0) {
    found->violated |= search->violated;
    found->has_lower = !search->violated;
    found->lower = search->best;
  }
  found->stopped = search->stopped;
  if (search->stopped != NULL || search->violated || search->too_large)
    return search->violated;
  found->has_upper = TRUE;
  found->upper = search->best;
  take_bound (search, found);
  return TRUE;
}

/* An upper bound by the rule that cycles must be free, where some obeys it. */
static void
search_obedient (Search *search, Found *found)
{
  Found obedient = {0};
  const guint8 *pays = search->pays;
  search->pays = NULL;
  search_exact (search, &obedient);
  search->pays = pays;
  found->vectors += obedient.vectors;
  found->largest = MAX (found->largest, obedient.largest);
  if (!obedient.violated && obedient.has_upper) {
    found->has_upper = TRUE;
    found->upper = obedient.upper;
    found->bound = g_steal_pointer (&obedient.bound);
    found->left_out = obedient.left_out;
  }
  g_clear_pointer (&obedient.walk, couplet_evidence_free);
  g_clear_pointer (&obedient.bound, couplet_evidence_free);
}

/* Searches vectors with limits, as pays asks for; where they are many, first for an upper
 * bound, above which no entry counts. */
static void
search_limits (Search *search, const guint8 *pays, Found *found)
{
  search->pays = pays;
  vector_sets_find (search, SEARCH_EXACT, 0, LARGE_SET_WITH_LIMITS);
  if (take_limits (search, found) || couplet_context_should_stop (search->context))
    return;
  search_obedient (search, found);
  if (bounds_suffice (search, found))
    return;
  search->cap = found->has_upper ? found->upper : COUPLET_COST_INFINITE;
  vector_sets_find (search, SEARCH_EXACT, 0, 0);
  take_limits (search, found);
}

void
vector_search_tell (const CoupletEvidence *violation, CoupletOutcome *outcome)
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

static void
give_violation (const Found *found, gboolean exact, CoupletOutcome *outcome)
{
  couplet_outcome_set_infinite (outcome,
                                exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_NO_STRATEGY);
  if (found->walk != NULL)
    vector_search_tell (found->walk, outcome);
  else
    couplet_outcome_set_reason (outcome, "there are walks that cost more and more, without end");
}

static void
give_answer (const Search *search, const Found *found, CoupletOutcome *outcome)
{
  gboolean exact = search->options->policy == SEARCH_EXACT;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  couplet_rational_init (&lower);
  couplet_rational_init (&upper);
  if (found->has_lower)
    couplet_cost_to_rational (search->unit, found->lower, &lower);
  if (found->has_upper)
    couplet_cost_to_rational (search->unit, found->upper, &upper);
  couplet_outcome_set_statistic (outcome, "vectors", found->vectors);
  couplet_outcome_set_statistic (outcome, "largest-set", found->largest);
  if (found->violated)
    give_violation (found, exact, outcome);
  else if (found->has_upper && (!exact || bounds_meet (found)))
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

static void
give_evidence (Found *found, CoupletOutcome *outcome)
{
  if (found->walk != NULL)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->walk));
  if (found->bound != NULL && !found->violated)
    couplet_outcome_take_evidence (outcome, g_steal_pointer (&found->bound));
  if (found->left_out > 0)
    couplet_outcome_leave_out_evidence (outcome, found->left_out);
  couplet_evidence_free (found->bound);
}

gboolean
vector_search (CoupletContext *context, const CoupletAutomaton *automaton,
               const SearchOptions *options, CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  g_autoptr (CoupletLive) live =
      components != NULL ? couplet_live_new_within (automaton, components, context) : NULL;
  if (live == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  Search search;
  Found found = {0};
  vector_sets_init (&search, context, automaton, components, live, unit, options);
  g_autofree guint8 *pays = options->policy == SEARCH_EXACT
                                ? couplet_paying_components (automaton, components, live)
                                : NULL;
  if (pays != NULL) {
    search_limits (&search, pays, &found);
    found.left_out = MAX (found.left_out, 1); /* the walk, whose loops may be paid for */
  } else if (options->policy == SEARCH_EXACT)
    search_exact (&search, &found);
  else
    search_upper (&search, SEARCH_FIXED, &found);
  if (options->policy == SEARCH_ADAPTIVE && !found.violated)
    search_upper (&search, SEARCH_ADAPTIVE, &found);
  give_answer (&search, &found, outcome);
  give_evidence (&found, outcome);
  vector_sets_clear (&search);
  return TRUE;
}

CoupletEvidence *
vector_search_violation (CoupletContext *context, const CoupletAutomaton *automaton,
                         const CoupletComponents *components, CoupletUnit *unit,
                         const SearchOptions *options)
{
  g_autoptr (CoupletLive) live = couplet_live_new_within (automaton, components, context);
  if (live == NULL)
    return NULL;
  Search search;
  vector_sets_init (&search, context, automaton, components, live, unit, options);
  vector_sets_find (&search, SEARCH_FIXED, 0, 0);
  CoupletEvidence *evidence = search.violated ? trace_steps (&search) : NULL;
  vector_sets_clear (&search);
  return evidence;
}
