/* SPDX-License-Identifier: Apache-2.0 */
#include "vector_search.h"

#include "potentials.h"
#include "findings.h"
#include "meeting.h"

/* How many vectors a state keeps while a good walk is looked for. */
#define BEAM_WIDTH 8
/* Where a state calls for more vectors than this to tell apart the differences at assignments, they
 * are not told apart. */
#define MOST_CLASSES 1000

/* ---- Upper bounds of several thresholds -------------------------------------------------- */

/* Searches by a policy that joins vectors. */
static void
search_upper (VectorSets *sets, SearchPolicy policy, Findings *found)
{
  find_vectors (sets, policy, 0, policy == SEARCH_ADAPTIVE ? MOST_CLASSES : 0);
  findings_count (sets, found);
  if (sets->stopped != NULL) {
    if (!found->has_upper)
      findings_stop (found, sets->stopped);
  } else if (sets->violated) {
    CoupletCost cost;
    found->violated = TRUE; /* sets of possible shifts are never joined */
    couplet_evidence_free (found->walk);
    found->walk = vector_walk_trace (sets, &sets->space, &cost);
  } else if (!sets->too_large &&
             (!found->has_upper || couplet_cost_compare (sets->best, found->upper) < 0))
    findings_take_upper (sets, found);
}

/* ---- The exact cost ----------------------------------------------------------------------- */

/* Looks for a good walk, keeping few vectors per state. */
static void
search_beam (VectorSets *sets, VectorSpace *exact, Findings *found)
{
  sets->has_best = FALSE;
  find_vectors (sets, SEARCH_EXACT, BEAM_WIDTH, 0);
  findings_take_lower (sets, exact, found);
  if (sets->to_go != NULL && sets->stopped != NULL)
    findings_stop (found, sets->stopped);
}

/* Takes over what a search of all vectors found. */
static void
take_all (const VectorSets *sets, VectorSpace *exact, Findings *found)
{
  findings_take_lower (sets, exact, found);
  findings_stop (found, sets->stopped);
  if (sets->stopped == NULL && !sets->violated)
    findings_take_upper (sets, found);
}

/* Searches all vectors from both ends. */
static void
search_meeting (VectorSets *sets, VectorSpace *exact, Findings *found)
{
  find_meeting (sets);
  take_all (sets, exact, found);
  g_clear_pointer (&sets->rests, walk_rests_free);
}

static CoupletVector *
find_to_go (const VectorSets *sets, gboolean late)
{
  CoupletPace pace = {.context = sets->context, .late = late};
  const VectorSpace *space = &sets->space;
  return find_potentials (COST_TO_GO, space->automaton, space->components, space->unit, &pace);
}

/* Takes over the bound of to_go on the whole, if it has one. */
static void
take_whole (const VectorSets *sets, Findings *found)
{
  CoupletCost most = couplet_vector_min (&sets->to_go[sets->space.automaton->initial]);
  found->is_whole = most != COUPLET_COST_INFINITE;
  if (found->is_whole)
    findings_set_upper (sets, most, found);
}

/* ---- Rounded costs -------------------------------------------------------------------------- */

/* The most parameters that any walk pays, each rounded by less than one unit: on a cycle it pays
 * none, else at most two for a sample and one for a fresh output. */
static guint64
most_paid (const CoupletAutomaton *a, const CoupletComponents *components)
{
  g_autofree guint64 *most = g_new0 (guint64, components->n_components);
  for (guint32 i = 0; i < components->first[components->n_components]; i++) {
    guint32 q = components->members[i], c = components->component[q];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++)
      if (!couplet_on_cycle (a, components, t))
        most[c] = MAX (most[c], most[components->component[a->target[t]]] + 3);
  }
  return most[components->component[a->initial]];
}

/* A unit in which costs are rounded up to multiples of so small a part of epsilon that no walk's
 * cost rises by more than gap (> 0) times lower, a cost (> 0) in the exact unit. The caller frees
 * it. */
static CoupletUnit *
rounded_unit_new (const CoupletAutomaton *automaton, const CoupletComponents *components,
                  const CoupletUnit *exact, CoupletCost lower, const CoupletRational *gap)
{
  g_auto (CoupletRational) allowed; /* gap times lower */
  g_auto (CoupletRational) parts;
  couplet_rational_init (&allowed);
  couplet_rational_init (&parts);
  couplet_cost_to_rational (exact, lower, &allowed);
  mpq_mul (allowed.value, allowed.value, gap->value);
  guint64 most = most_paid (automaton, components); /* which an unsigned long need not hold */
  mpz_import (mpq_numref (parts.value), 1, -1, sizeof most, 0, 0, &most);
  mpq_div (parts.value, parts.value, allowed.value);
  mpz_cdiv_q (mpq_numref (parts.value), mpq_numref (parts.value), mpq_denref (parts.value));
  return couplet_unit_new_rounded (automaton, mpq_numref (parts.value));
}

/* Searches with all costs rounded up so finely that no walk's changes by more than
 * the gap times the lower bound; then the cost found is an upper bound, and the walk it
 * is found on, reckoned exactly, costs at most that much less. */
static void
search_rounded (VectorSets *sets, Findings *found)
{
  const VectorSpace *exact = &sets->space;
  VectorSets coarse;
  found->rounded = rounded_unit_new (exact->automaton, exact->components, exact->unit, found->lower,
                                     sets->options->gap);
  vector_sets_init (&coarse, sets->context, exact->automaton, exact->components, NULL, NULL,
                    found->rounded, sets->options);
  g_autofree CoupletVector *to_go = find_to_go (&coarse, FALSE);
  coarse.to_go = to_go;
  if (to_go == NULL)
    findings_stop (found, couplet_context_stop_reason (sets->context));
  else
    search_beam (&coarse, &sets->space, found);
  if (found->stopped == NULL && !found->violated)
    search_meeting (&coarse, &sets->space, found);
  vector_sets_clear (&coarse);
}

/* Searches all vectors of one threshold, of which there are many: drops those from which no more
 * than the best cost is reached. Within the gap, if one is allowed and has a meaning. */
static void
search_pruned (VectorSets *sets, Findings *found)
{
  const CoupletRational *gap = sets->options->gap;
  g_autofree CoupletVector *to_go = find_to_go (sets, FALSE);
  sets->to_go = to_go;
  if (to_go == NULL)
    findings_stop (found, couplet_context_stop_reason (sets->context));
  else
    search_beam (sets, &sets->space, found);
  if (to_go != NULL && !found->violated)
    take_whole (sets, found);
  if (!findings_are_settled (sets, found)) {
    if (gap != NULL && mpq_sgn (gap->value) > 0 && found->lower != 0)
      search_rounded (sets, found);
    else
      search_meeting (sets, &sets->space, found);
  }
  if (found->is_whole)
    findings_show_upper (sets, FALSE, found);
  sets->to_go = NULL;
}

/* The same for several thresholds: looks for bounds that may meet first. */
static void
search_between (VectorSets *sets, Findings *found)
{
  search_beam (sets, &sets->space, found);
  for (SearchPolicy policy = SEARCH_FIXED;
       !findings_are_settled (sets, found) && policy >= SEARCH_ADAPTIVE; policy--)
    search_upper (sets, policy, found);
  if (found->violated || findings_are_within (sets, found, sets->options->gap))
    return;
  find_vectors (sets, SEARCH_EXACT, 0, 0);
  take_all (sets, &sets->space, found);
}

/* Searches all vectors by the rule that cycles must be free. */
static void
search_exact (VectorSets *sets, Findings *found)
{
  gboolean one = sets->space.tables == NULL;
  find_vectors (sets, SEARCH_EXACT, 0, sets->options->large_set);
  if (sets->too_large)
    findings_count (sets, found);
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
      findings_show_upper (sets, FALSE, found);
    sets->to_go = NULL;
  }
}

/* ---- Vectors with limits ------------------------------------------------------------------- */

/* Searches vectors with limits, as pays asks for. */
static void
search_limits (VectorSets *sets, const guint8 *pays, Findings *found)
{
  sets->pays = pays;
  find_vectors (sets, SEARCH_EXACT, 0, 0);
  findings_count (sets, found);
  found->violated = sets->violated;
  found->has_lower = !sets->violated;
  found->lower = sets->best;
  findings_take_word (sets, found);
  findings_stop (found, sets->stopped);
  if (sets->stopped == NULL && !sets->violated)
    findings_take_upper (sets, found);
}

/* Searches as the options ask for; pays: as in VectorSets. */
static void
search_by_policy (VectorSets *sets, const guint8 *pays, Findings *found)
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
  gboolean several = !exact || automaton->n_thresholds > 1 || automaton->compares_otherwise;
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  g_autoptr (CoupletLive) live = components != NULL && several
                                     ? couplet_live_new_within (automaton, components, context)
                                     : NULL;
  if (components == NULL || (several && live == NULL))
    return couplet_outcome_set_stopped (outcome, context);
  g_autofree guint8 *pays =
      exact && several ? couplet_paying_components (automaton, components, live) : NULL;
  several &= !exact || automaton->n_thresholds > 1 || pays != NULL;
  CoupletPace pace = {.context = context};
  VectorTables *tables =
      several ? vector_tables_new (automaton, components, pays != NULL, unit, &pace) : NULL;
  if (several && tables == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  VectorSets sets;
  Findings found = {0};
  vector_sets_init (&sets, context, automaton, components, several ? live : NULL, tables, unit,
                    options);
  search_by_policy (&sets, pays, &found);
  findings_answer (&sets, &found, outcome);
  findings_give_evidence (&found, outcome);
  findings_clear (&found);
  vector_sets_clear (&sets);
  return TRUE;
}
