/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier.h"

#include "cost_to_go.h"
#include "frontier_evidence.h"
#include "rounding.h"

#include "output_search.h"
#include "vector_search.h"
#include <couplet/live.h>

/* With several thresholds, a set of more vectors than this calls for bounds. */
#define LARGE_SET 64
/* How many vectors a state keeps while a good walk is looked for. */
#define BEAM_WIDTH 8

/* What is known about the cost of an automaton with one threshold. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit; /* the exact one */
  const FrontierOptions *options;
  CoupletOutcome *outcome;
  FrontierWalk walk; /* the most costly one found: the lower bound */
  guint64 made;
  guint largest;
} Work;

/* ---- Searching ------------------------------------------------------------------------ */

static void
find (Work *work, Search *search)
{
  frontier_sets_find (search);
  work->made += search->made;
  work->largest = MAX (work->largest, search->largest);
  search->made = search->largest = 0;
}

/* Takes over the walk to search's best vector when it costs more than the one known. */
static void
take_walk (Work *work, Search *search)
{
  FrontierWalk walk;
  if (search->best_node == NO_NODE) /* stopped before it began */
    return;
  if (!frontier_walk_trace (&walk, search, work->unit)) {
    search->stopped = TRUE;
    return;
  }
  if (work->walk.steps != NULL && couplet_cost_compare (walk.cost, work->walk.cost) <= 0) {
    frontier_walk_clear (&walk);
    return;
  }
  frontier_walk_clear (&work->walk);
  work->walk = walk;
}

/* Looks for a good walk, keeping few vectors per state. search's to_go is set. */
static void
find_good_walk (Work *work, Search *search)
{
  search->stop_when_large = FALSE;
  search->width = BEAM_WIDTH;
  search->best_node = NO_NODE;
  find (work, search);
  take_walk (work, search);
  search->width = 0;
}

/* Looks for a better walk among all, dropping what cannot beat the best known. */
static void
find_best_walk (Work *work, Search *search)
{
  CoupletCost before = search->best;
  find (work, search);
  if (search->violated || couplet_cost_compare (search->best, before) > 0)
    take_walk (work, search);
}

/* ---- Answers ---------------------------------------------------------------------------- */

/* Evidence for the lower bound, or that there is no strategy; given first. */
static void
give_walk (Work *work)
{
  frontier_give_walk (work->automaton, work->unit, &work->walk, work->outcome);
}

static void
give_violation (Work *work)
{
  give_walk (work);
  couplet_outcome_set_infinite (work->outcome, COUPLET_GUARANTEE_EXACT);
}

static void
give_exact (Work *work, const Search *search)
{
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (work->unit, work->walk.cost, &cost);
  couplet_outcome_set_cost (work->outcome, &cost, COUPLET_GUARANTEE_EXACT);
  give_walk (work);
  frontier_give_bound (search, &cost, TRUE, work->outcome);
}

/* The bounds of what may follow, to say how far the search came; NULL when there is no
 * time for that. */
static CoupletVector *
last_cost_to_go (const Work *work)
{
  CoupletPace pace = {.context = work->context, .late = TRUE};
  return find_cost_to_go (work->automaton, work->components, work->unit, &pace);
}

/* The cost lies between that of the walk and upper, which search shows: by its
 * vectors (kept), or by its to_go alone. As a cost when it settles the question. */
static void
give_bracket (Work *work, const Search *search, const CoupletRational *upper, gboolean kept,
              gboolean settles)
{
  g_auto (CoupletRational) lower;
  couplet_rational_init (&lower);
  couplet_cost_to_rational (work->unit, work->walk.cost, &lower);
  gboolean meet = upper != NULL && couplet_rational_compare (&lower, upper) == 0;
  if (meet || settles)
    couplet_outcome_set_cost (work->outcome, upper,
                              meet ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
  if (!meet)
    couplet_outcome_set_bounds (work->outcome, &lower, upper);
  give_walk (work);
  if (upper == NULL)
    return;
  couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  frontier_give_bound (search, upper, kept, work->outcome);
}

/* The bound of search's to_go on the whole; FALSE when it has none. */
static gboolean
whole_bound (const Search *search, CoupletRational *upper)
{
  CoupletCost most = search->to_go != NULL
                         ? couplet_vector_min (&search->to_go[search->automaton->initial])
                         : COUPLET_COST_INFINITE;
  if (most == COUPLET_COST_INFINITE)
    return FALSE;
  couplet_cost_to_rational (search->unit, most, upper);
  return TRUE;
}

static void
give_stopped (Work *work, const Search *search)
{
  g_auto (CoupletRational) upper;
  couplet_rational_init (&upper);
  const char *reason = couplet_context_stop_reason (work->context);
  if (reason != NULL)
    couplet_outcome_set_reason (work->outcome, "%s", reason);
  else if (search->n_nodes < search->vector_limit)
    couplet_outcome_set_reason (work->outcome, "stopped at the limit of memory for vectors");
  else
    couplet_outcome_set_reason (work->outcome, "stopped at the limit of %u vectors in memory",
                                work->options->vector_limit);
  if (work->walk.steps != NULL)
    give_bracket (work, search, whole_bound (search, &upper) ? &upper : NULL, FALSE, FALSE);
}

/* ---- Within a gap ------------------------------------------------------------------------- */

/* TRUE when upper is at most 1 + gap times the cost of the walk. */
static gboolean
is_within_gap (const Work *work, const CoupletRational *upper)
{
  g_auto (CoupletRational) most;
  g_auto (CoupletRational) lower;
  couplet_rational_init (&most);
  couplet_rational_init (&lower);
  couplet_cost_to_rational (work->unit, work->walk.cost, &lower);
  mpq_mul (most.value, lower.value, work->options->gap->value);
  mpq_add (most.value, most.value, lower.value);
  return couplet_rational_compare (upper, &most) <= 0;
}

/* Searches with all costs rounded up so finely that no walk's changes by more than
 * gap times the lower bound; then the cost found is an upper bound, and the walk it
 * is found on, reckoned exactly, costs at most that much less. */
static void
search_rounded (Work *work, const Search *exact)
{
  g_autoptr (CoupletUnit) unit = frontier_rounded_unit (
      work->automaton, work->components, work->unit, work->walk.cost, work->options->gap);
  CoupletPace pace = {.context = work->context};
  g_autofree CoupletVector *to_go =
      find_cost_to_go (work->automaton, work->components, unit, &pace);
  Search search;
  frontier_sets_init (&search, work->context, work->automaton, work->components, unit,
                      work->options->vector_limit);
  search.to_go = to_go;
  search.stopped = to_go == NULL;
  if (!search.stopped)
    find_good_walk (work, &search);
  if (!search.stopped && !search.violated)
    find_best_walk (work, &search);
  if (search.stopped)
    give_stopped (work, exact);
  else if (!search.violated) {
    g_auto (CoupletRational) upper;
    couplet_rational_init (&upper);
    couplet_cost_to_rational (unit, search.best, &upper);
    give_bracket (work, &search, &upper, TRUE, TRUE);
  }
  frontier_sets_clear (&search);
}

/* ---- All of it ------------------------------------------------------------------------ */

/* Searches with pruning; within a gap, if one is allowed and has a meaning. */
static void
search_pruned (Work *work, Search *search)
{
  gboolean gap = work->options->gap != NULL && mpq_sgn (work->options->gap->value) > 0;
  CoupletPace pace = {.context = work->context};
  g_autofree CoupletVector *to_go =
      find_cost_to_go (work->automaton, work->components, work->unit, &pace);
  g_auto (CoupletRational) upper;
  couplet_rational_init (&upper);
  search->to_go = to_go;
  search->stopped = to_go == NULL;
  if (!search->stopped)
    find_good_walk (work, search);
  gboolean going = !search->stopped && !search->violated;
  if (going && gap && whole_bound (search, &upper) && is_within_gap (work, &upper))
    give_bracket (work, search, &upper, FALSE, TRUE);
  else if (going && gap && work->walk.cost != 0)
    search_rounded (work, search);
  else {
    if (going)
      find_best_walk (work, search);
    if (search->stopped)
      give_stopped (work, search);
    else if (!search->violated)
      give_exact (work, search);
  }
  search->to_go = NULL;
}

static void
search_one (Work *work, Search *search)
{
  search->stop_when_large = work->options->pruning == PRUNE_WHEN_LARGE;
  if (work->options->pruning != PRUNE_ALWAYS)
    find (work, search);
  if (work->options->pruning == PRUNE_ALWAYS || search->too_large) {
    search_pruned (work, search);
    return;
  }
  take_walk (work, search);
  if (search->stopped) {
    g_autofree CoupletVector *to_go = last_cost_to_go (work);
    search->to_go = to_go;
    give_stopped (work, search);
    search->to_go = NULL;
  } else if (!search->violated)
    give_exact (work, search);
}

static gboolean
search_several (CoupletContext *context, const CoupletAutomaton *automaton,
                const FrontierOptions *options, CoupletOutcome *outcome, GError **error)
{
  const SearchOptions several = {SEARCH_EXACT,
                                 options->pruning == PRUNE_NEVER    ? 0
                                 : options->pruning == PRUNE_ALWAYS ? 1
                                                                    : LARGE_SET,
                                 options->vector_limit,
                                 (guint64)options->vector_limit * FRONTIER_BYTES_PER_VECTOR,
                                 options->gap};
  return vector_search (context, automaton, &several, outcome, error);
}

/* Whether the rule that cycles must be free may ask for too much. */
static gboolean
has_paying_cycles (const CoupletAutomaton *automaton, const CoupletComponents *components)
{
  if (!automaton->compares_publicly)
    return FALSE;
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  return pays != NULL;
}

/* Where paths are not told, or guards hold in several ways, costs are upper bounds: adds what
 * the outputs alone prove necessary. */
static void
bound_below (CoupletContext *context, const CoupletAutomaton *automaton, CoupletOutcome *outcome)
{
  if (automaton->output_distinct && couplet_has_only_conjunctions (automaton))
    return;
  if (!automaton->all_noise_finite && (automaton->n_thresholds > 1 || automaton->memory != NULL))
    return; /* paths may be impossible */
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, NULL);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  g_autoptr (CoupletLive) live =
      components != NULL ? couplet_live_new_within (automaton, components, context) : NULL;
  if (live == NULL)
    return;
  gboolean unbounded;
  CoupletCost least = output_search (context, automaton, live, unit, &unbounded);
  if (unbounded) {
    couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
    couplet_outcome_set_reason (
        outcome, "there are outputs all of whose paths cost more and more, without end");
  }
  g_auto (CoupletRational) cost;
  couplet_rational_init (&cost);
  couplet_cost_to_rational (unit, least, &cost);
  couplet_outcome_set_least (outcome, &cost);
}

static gboolean
bound_above (CoupletContext *context, const CoupletAutomaton *automaton,
             const FrontierOptions *options, CoupletOutcome *outcome, GError **error)
{
  if (automaton->n_thresholds > 1)
    return search_several (context, automaton, options, outcome, error);
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  if (has_paying_cycles (automaton, components))
    return search_several (context, automaton, options, outcome, error);
  Search search;
  Work work = {.context = context,
               .automaton = automaton,
               .components = components,
               .unit = unit,
               .options = options,
               .outcome = outcome};
  frontier_sets_init (&search, context, automaton, components, unit, options->vector_limit);
  search_one (&work, &search);
  if (work.walk.steps != NULL && work.walk.cost == COUPLET_COST_INFINITE)
    give_violation (&work);
  couplet_outcome_set_statistic (outcome, "vectors", work.made);
  couplet_outcome_set_statistic (outcome, "largest-set", work.largest);
  frontier_walk_clear (&work.walk);
  frontier_sets_clear (&search);
  return TRUE;
}

gboolean
frontier_run (CoupletContext *context, const CoupletAutomaton *automaton,
              const FrontierOptions *options, CoupletOutcome *outcome, GError **error)
{
  if (!bound_above (context, automaton, options, outcome, error))
    return FALSE;
  bound_below (context, automaton, outcome);
  return TRUE;
}
