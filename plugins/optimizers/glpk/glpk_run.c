/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "violation.h"

/* Says why there is no answer: time is up, or what is too much. */
static gboolean
give_up (const GlpkWork *work, const char *what)
{
  if (!couplet_outcome_set_stopped (work->outcome, work->context))
    couplet_outcome_set_reason (work->outcome, "%s would pass the size limit of %" G_GUINT64_FORMAT,
                                what, work->options->size_limit);
  return TRUE;
}

/* Sets the outcome when some walk has no strategy, or that is not known. */
static gboolean
find_violation (const GlpkWork *work, const CoupletAutomaton *automaton,
                const CoupletComponents *components, const CoupletUnit *unit)
{
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, unit);
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  CoupletWalksEnd end =
      violation_search (work->context, moves, components, work->options->size_limit, walk);
  if (end == COUPLET_WALKS_ALL)
    return FALSE;
  if (end != COUPLET_WALKS_IMPOSSIBLE)
    return give_up (work, "the sets of shifts that walks leave");
  couplet_outcome_set_infinite (work->outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_reason (work->outcome, "some walk leaves the threshold%s no shift at all",
                              automaton->n_thresholds > 1 ? "s" : "");
  couplet_outcome_take_evidence (work->outcome, violation_evidence_new (automaton, walk));
  return TRUE;
}

gboolean
glpk_run (CoupletContext *context, const CoupletAutomaton *automaton, const GlpkOptions *options,
          CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  CoupletPace pace = {.context = context};
  GlpkWork work = {.context = context, .options = options, .outcome = outcome};
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  if (find_violation (&work, automaton, components, unit))
    return TRUE;
  g_autoptr (CoupletVectors) vectors = couplet_vectors_new (automaton, components, unit, &pace);
  if (vectors == NULL) {
    if (!couplet_outcome_set_stopped (outcome, context))
      couplet_outcome_set_reason (outcome, "more than %d thresholds are tied to each other",
                                  COUPLET_VECTOR_THRESHOLDS);
    return TRUE;
  }
  g_autoptr (Walks) walks = walks_new (vectors, components, unit, options->size_limit, &pace);
  if (walks == NULL)
    return give_up (&work, "the graph of walks");
  work.walks = walks;
  return options->milp ? milp_solve (&work, error) : lp_solve (&work, error);
}
