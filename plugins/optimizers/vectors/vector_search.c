/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_search.h"

#include "cost_to_go.h"
#include "factored_join.h"
#include "rounding.h"
#include "vector_bound.h"
#include "vector_finder.h"
#include "vector_walk.h"
#include "word_evidence.h"

/* How many vectors a state keeps while a good walk is looked for. */
#define BEAM_WIDTH 8
/* Vectors with limits: a state with more calls for an upper bound. */
#define LARGE_SET_WITH_LIMITS 64
/* Longer walks with loops are left out. */
#define MOST_LETTERS 100000

/* What the searches found. */
typedef struct {
  gboolean has_lower, has_upper;
  CoupletCost lower;       /* in the exact unit */
  CoupletCost upper;       /* in upper_unit */
  CoupletUnit *upper_unit; /* the exact one, or rounded */
  CoupletUnit *rounded;    /* that, to be freed; NULL = none */
  gboolean violated;       /* no strategy: the walk shows it, if there is one */
  CoupletEvidence *walk;   /* of the lower bound; NULL = none */
  gboolean repeats;        /* it is one with loops that are repeated without end */
  CoupletEvidence *bound;  /* of the upper bound; NULL = none */
  gsize left_out;          /* the size of that if it is left out */
  gsize word_left_out;     /* the length of walk if it is left out, as too long with its loops */
  gboolean is_whole;       /* the upper bound is that of to_go, without evidence yet */
  char *stopped;           /* NULL = upper and lower are all that was asked for */
  guint64 vectors;
  guint32 largest;
} Found;

/* ---- Taking over ------------------------------------------------------------------------ */

static void
found_clear (Found *found)
{
  couplet_evidence_free (found->walk);
  couplet_evidence_free (found->bound);
  couplet_unit_free (found->rounded);
  g_free (found->stopped);
}

static void
set_stopped (Found *found, const char *reason)
{
  g_free (found->stopped);
  found->stopped = g_strdup (reason);
}

static void
count_work (const VectorSets *sets, Found *found)
{
  found->vectors += sets->made;
  found->largest = MAX (found->largest, sets->largest);
}

/* Takes over the best walk that sets found: a lower bound, when it costs more than the one
 * known. exact: where its cost is reckoned. */
static void
take_lower (const VectorSets *sets, VectorSpace *exact, Found *found)
{
  CoupletCost cost;
  count_work (sets, found);
  if (sets->best_node == NO_NODE) /* nothing, or nothing better */
    return;
  g_autoptr (CoupletEvidence) walk = vector_walk_trace (sets, exact, &cost);
  if (walk == NULL) {
    set_stopped (found, couplet_context_stop_reason (sets->context));
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

static void
set_upper (const VectorSets *sets, CoupletCost upper, Found *found)
{
  found->has_upper = TRUE;
  found->upper = upper;
  found->upper_unit = sets->space.unit;
}

/* Makes evidence for the upper bound, which sets show by what they keep (kept), or by their to_go
 * alone. */
static void
show_upper (const VectorSets *sets, gboolean kept, Found *found)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (found->upper_unit, found->upper, &cost);
  couplet_evidence_free (found->bound);
  found->bound = vector_bound_new (sets, &cost, kept, &found->left_out);
  found->is_whole = FALSE;
}

/* Takes over the best cost of a search of all vectors, which is an upper bound. */
static void
take_upper (const VectorSets *sets, Found *found)
{
  set_upper (sets, sets->best, found);
  show_upper (sets, TRUE, found);
}

/* Sets the bounds that found has. */
static void
load_bounds (const VectorSets *sets, const Found *found, CoupletRational *lower,
             CoupletRational *upper)
{
  couplet_rational_init (lower);
  couplet_rational_init (upper);
  if (found->has_lower)
    couplet_cost_to_rational (sets->space.unit, found->lower, lower);
  if (found->has_upper)
    couplet_cost_to_rational (found->upper_unit, found->upper, upper);
}

/* TRUE when the upper bound is at most 1 + gap times the lower; gap NULL = 0. */
static gboolean
are_within (const VectorSets *sets, const Found *found, const CoupletRational *gap)
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

/* TRUE when no more is asked for. */
static gboolean
is_settled (const VectorSets *sets, const Found *found)
{
  return found->violated || found->stopped != NULL || are_within (sets, found, sets->options->gap);
}

/* ---- Upper bounds of several thresholds -------------------------------------------------- */

/* Searches by a policy that joins vectors. */
static void
search_joining (VectorSets *sets, SearchPolicy policy, Found *found)
{
  find_vectors (sets, policy, 0, 0);
  count_work (sets, found);
  if (sets->stopped != NULL) {
    if (!found->has_upper)
      set_stopped (found, sets->stopped);
  } else if (sets->violated) {
    CoupletCost cost;
    found->violated = TRUE; /* sets of possible shifts are never joined */
    couplet_evidence_free (found->walk);
    found->walk = vector_walk_trace (sets, &sets->space, &cost);
  } else if (!found->has_upper || couplet_cost_compare (sets->best, found->upper) < 0)
    take_upper (sets, found);
}

/* The same for both orders of the thresholds, where that matters: the better one is taken. */
static void
search_upper (VectorSets *sets, SearchPolicy policy, Found *found)
{
  Factoring *factoring = sets->space.factoring;
  factoring_prefer_last (factoring, FALSE);
  search_joining (sets, policy, found);
  if (!factoring_had_choice (factoring) || found->violated || found->stopped != NULL)
    return;
  factoring_prefer_last (factoring, TRUE);
  search_joining (sets, policy, found);
}

/* ---- The exact cost ----------------------------------------------------------------------- */

/* Looks for a good walk, keeping few vectors per state. */
static void
search_beam (VectorSets *sets, VectorSpace *exact, Found *found)
{
  sets->has_best = FALSE;
  find_vectors (sets, SEARCH_EXACT, BEAM_WIDTH, 0);
  take_lower (sets, exact, found);
  if (sets->to_go != NULL && sets->stopped != NULL)
    set_stopped (found, sets->stopped);
}

/* Takes over what a search of all vectors found. */
static void
take_all (const VectorSets *sets, VectorSpace *exact, Found *found)
{
  take_lower (sets, exact, found);
  set_stopped (found, sets->stopped);
  if (sets->stopped == NULL && !sets->violated)
    take_upper (sets, found);
}

/* Searches all vectors. */
static void
search_all (VectorSets *sets, VectorSpace *exact, Found *found)
{
  find_vectors (sets, SEARCH_EXACT, 0, 0);
  take_all (sets, exact, found);
}

static CoupletVector *
find_to_go (const VectorSets *sets, gboolean late)
{
  CoupletPace pace = {.context = sets->context, .late = late};
  const VectorSpace *space = &sets->space;
  return find_cost_to_go (space->automaton, space->components, space->unit, &pace);
}

/* Takes over the bound of to_go on the whole, if it has one. */
static void
take_whole (const VectorSets *sets, Found *found)
{
  CoupletCost most = couplet_vector_min (&sets->to_go[sets->space.automaton->initial]);
  found->is_whole = most != COUPLET_COST_INFINITE;
  if (found->is_whole)
    set_upper (sets, most, found);
}

/* Searches with all costs rounded up so finely that no walk's changes by more than
 * the gap times the lower bound; then the cost found is an upper bound, and the walk it
 * is found on, reckoned exactly, costs at most that much less. */
static void
search_rounded (VectorSets *sets, Found *found)
{
  const VectorSpace *exact = &sets->space;
  VectorSets coarse;
  found->rounded = rounded_unit_new (exact->automaton, exact->components, exact->unit, found->lower,
                                     sets->options->gap);
  vector_sets_init (&coarse, sets->context, exact->automaton, exact->components, NULL,
                    found->rounded, sets->options);
  g_autofree CoupletVector *to_go = find_to_go (&coarse, FALSE);
  coarse.to_go = to_go;
  if (to_go == NULL)
    set_stopped (found, couplet_context_stop_reason (sets->context));
  else
    search_beam (&coarse, &sets->space, found);
  if (found->stopped == NULL && !found->violated)
    search_all (&coarse, &sets->space, found);
  vector_sets_clear (&coarse);
}

/* Searches all vectors of one threshold, of which there are many: drops those from which no more
 * than the best cost is reached. Within the gap, if one is allowed and has a meaning. */
static void
search_pruned (VectorSets *sets, Found *found)
{
  const CoupletRational *gap = sets->options->gap;
  g_autofree CoupletVector *to_go = find_to_go (sets, FALSE);
  sets->to_go = to_go;
  if (to_go == NULL)
    set_stopped (found, couplet_context_stop_reason (sets->context));
  else
    search_beam (sets, &sets->space, found);
  if (to_go != NULL && !found->violated)
    take_whole (sets, found);
  if (!is_settled (sets, found)) {
    if (gap != NULL && mpq_sgn (gap->value) > 0 && found->lower != 0)
      search_rounded (sets, found);
    else
      search_all (sets, &sets->space, found);
  }
  if (found->is_whole)
    show_upper (sets, FALSE, found);
  sets->to_go = NULL;
}

/* The same for several thresholds: looks for bounds that may meet first. */
static void
search_between (VectorSets *sets, Found *found)
{
  search_beam (sets, &sets->space, found);
  for (SearchPolicy policy = SEARCH_FIXED; !is_settled (sets, found) && policy >= SEARCH_ADAPTIVE;
       policy--)
    search_upper (sets, policy, found);
  if (found->violated || are_within (sets, found, sets->options->gap))
    return;
  search_all (sets, &sets->space, found);
}

/* Searches all vectors by the rule that cycles must be free. */
static void
search_exact (VectorSets *sets, Found *found)
{
  gboolean one = sets->space.factoring == NULL;
  find_vectors (sets, SEARCH_EXACT, 0, sets->options->large_set);
  if (sets->too_large)
    count_work (sets, found);
  if (!sets->too_large)
    take_all (sets, &sets->space, found);
  else if (one)
    search_pruned (sets, found);
  else
    search_between (sets, found);
  if (one && found->stopped != NULL && found->has_lower && !found->has_upper) {
    g_autofree CoupletVector *to_go = find_to_go (sets, TRUE); /* to say how far it came */
    sets->to_go = to_go;
    if (to_go != NULL)
      take_whole (sets, found);
    if (found->is_whole)
      show_upper (sets, FALSE, found);
    sets->to_go = NULL;
  }
}

/* ---- Vectors with limits ------------------------------------------------------------------- */

/* The walk that shows what a search of vectors with limits found, with its loops. */
static void
take_word (const VectorSets *sets, Found *found)
{
  gsize length = 0;
  couplet_evidence_free (found->walk);
  found->walk = word_evidence_new (sets, MOST_LETTERS, &length);
  found->repeats = TRUE;
  found->word_left_out = found->walk == NULL ? length : 0;
}

/* Takes over what a search of vectors with limits found; TRUE when it came to its end. */
static gboolean
take_limits (VectorSets *sets, Found *found)
{
  count_work (sets, found);
  if (sets->violated || !found->has_lower || couplet_cost_compare (sets->best, found->lower) > 0) {
    found->violated |= sets->violated;
    found->has_lower = !sets->violated;
    found->lower = sets->best;
    take_word (sets, found);
  }
  set_stopped (found, sets->stopped);
  if (sets->stopped != NULL || sets->violated || sets->too_large)
    return sets->violated;
  take_upper (sets, found);
  return TRUE;
}

/* An upper bound by the rule that cycles must be free, where some obeys it. */
static void
search_obedient (VectorSets *sets, Found *found)
{
  Found obedient = {0};
  const guint8 *pays = sets->pays;
  sets->pays = NULL;
  search_exact (sets, &obedient);
  sets->pays = pays;
  found->vectors += obedient.vectors;
  found->largest = MAX (found->largest, obedient.largest);
  if (!obedient.violated && obedient.has_upper) {
    found->has_upper = TRUE;
    found->upper = obedient.upper;
    found->upper_unit = obedient.upper_unit;
    found->bound = g_steal_pointer (&obedient.bound);
    found->left_out = obedient.left_out;
  }
  found_clear (&obedient);
}

/* Searches vectors with limits, as pays asks for; where they are many, first for an upper
 * bound, above which no entry counts. */
static void
search_limits (VectorSets *sets, const guint8 *pays, Found *found)
{
  sets->pays = pays;
  find_vectors (sets, SEARCH_EXACT, 0, LARGE_SET_WITH_LIMITS);
  if (take_limits (sets, found) || couplet_context_should_stop (sets->context))
    return;
  search_obedient (sets, found);
  if (are_within (sets, found, sets->options->gap))
    return;
  sets->cap = found->has_upper ? found->upper : COUPLET_COST_INFINITE;
  find_vectors (sets, SEARCH_EXACT, 0, 0);
  take_limits (sets, found);
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
  if (found->walk != NULL && !found->repeats)
    vector_search_tell (found->walk, outcome);
  else
    couplet_outcome_set_reason (outcome, "there are walks that cost more and more, without end");
}

static void
give_answer (const VectorSets *sets, const Found *found, CoupletOutcome *outcome)
{
  gboolean exact = sets->options->policy == SEARCH_EXACT;
  g_auto (CoupletRational) lower;
  g_auto (CoupletRational) upper;
  load_bounds (sets, found, &lower, &upper);
  couplet_outcome_set_statistic (outcome, "vectors", found->vectors);
  couplet_outcome_set_statistic (outcome, "largest-set", found->largest);
  if (found->violated)
    give_violation (found, exact, outcome);
  else if (found->has_upper && (!exact || are_within (sets, found, NULL)))
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
  gsize left_out = MAX (found->left_out, found->word_left_out);
  if (left_out > 0)
    couplet_outcome_leave_out_evidence (outcome, left_out);
}

/* Searches as the options ask for; pays: as in VectorSets. */
static void
search_by_policy (VectorSets *sets, const guint8 *pays, Found *found)
{
  SearchPolicy policy = sets->options->policy;
  if (pays != NULL)
    search_limits (sets, pays, found);
  else if (policy == SEARCH_EXACT)
    search_exact (sets, found);
  else
    search_upper (sets, SEARCH_FIXED, found);
  if (policy == SEARCH_ADAPTIVE && !found->violated)
    search_upper (sets, SEARCH_ADAPTIVE, found);
}

gboolean
vector_search (CoupletContext *context, const CoupletAutomaton *automaton,
               const SearchOptions *options, CoupletOutcome *outcome, GError **error)
{
  gboolean exact = options->policy == SEARCH_EXACT;
  gboolean sums = !exact || automaton->n_thresholds > 1 || automaton->compares_otherwise;
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  g_autoptr (CoupletLive) live =
      components != NULL && sums ? couplet_live_new_within (automaton, components, context) : NULL;
  if (components == NULL || (sums && live == NULL))
    return couplet_outcome_set_stopped (outcome, context);
  g_autofree guint8 *pays =
      exact && sums ? couplet_paying_components (automaton, components, live) : NULL;
  sums &= !exact || automaton->n_thresholds > 1 || pays != NULL;
  VectorSets sets;
  Found found = {0};
  vector_sets_init (&sets, context, automaton, components, sums ? live : NULL, unit, options);
  search_by_policy (&sets, pays, &found);
  give_answer (&sets, &found, outcome);
  give_evidence (&found, outcome);
  found_clear (&found);
  vector_sets_clear (&sets);
  return TRUE;
}

CoupletEvidence *
vector_search_violation (CoupletContext *context, const CoupletAutomaton *automaton,
                         const CoupletComponents *components, CoupletUnit *unit,
                         const SearchOptions *options)
{
  g_autoptr (CoupletLive) live = couplet_live_new_within (automaton, components, context);
  CoupletCost cost;
  if (live == NULL)
    return NULL;
  VectorSets sets;
  vector_sets_init (&sets, context, automaton, components, live, unit, options);
  find_vectors (&sets, SEARCH_FIXED, 0, 0);
  CoupletEvidence *evidence = sets.violated ? vector_walk_trace (&sets, &sets.space, &cost) : NULL;
  vector_sets_clear (&sets);
  return evidence;
}
