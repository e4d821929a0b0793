/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "dump.h"
#include "walk_evidence.h"

/* Of the clock's pace. */
#define STEPS_PER_BRANCH 200

/* ---- Walks one by one ------------------------------------------------------------------- */

/* The next edge to try from a node, and the least costs of the walk to it, by place. */
typedef struct {
  guint32 node, next;
  CoupletCost *costs;
} Branch;

static void
clear_branch (gpointer branch)
{
  g_free (((Branch *)branch)->costs);
}

void
walk_enumeration_init (WalkEnumeration *search, const GlpkWork *work, guint64 most_edges)
{
  Branch start = {0, work->walks->nodes[0].first_edge,
                  g_new0 (CoupletCost, walks_size (work->walks, 0))};
  *search = (WalkEnumeration){.walks = work->walks,
                              .pace = {.context = work->context},
                              .walk = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .branches = g_array_new (FALSE, FALSE, sizeof (Branch)),
                              .left = most_edges,
                              .best_walk = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_array_set_clear_func (search->branches, clear_branch);
  g_array_append_val (search->branches, start);
}

void
walk_enumeration_clear (WalkEnumeration *search)
{
  g_array_unref (search->walk);
  g_array_unref (search->branches);
  g_array_unref (search->best_walk);
}

/* Goes on to the target of edge unless every walk from there costs no more than the best; before:
 * the costs here. TRUE: the walk ends there, and costs more. */
static gboolean
descend (WalkEnumeration *search, guint32 edge, const CoupletCost *before)
{
  guint32 target = walks_edge (search->walks, edge)->to;
  const WalkNode *node = &search->walks->nodes[target];
  Branch branch = {target, node->first_edge,
                   g_new (CoupletCost, walks_size (search->walks, target))};
  walks_take (search->walks, edge, before, branch.costs);
  CoupletCost most = walks_most (search->walks, target, branch.costs);
  if (search->found && couplet_cost_compare (most, search->best) <= 0) {
    g_free (branch.costs);
    return FALSE;
  }
  g_array_append_val (search->walk, edge);
  g_array_append_val (search->branches, branch);
  if (node->n_edges > 0)
    return FALSE;
  search->found = TRUE;
  search->best = most;
  g_array_set_size (search->best_walk, 0);
  g_array_append_vals (search->best_walk, search->walk->data, search->walk->len);
  return TRUE;
}

gboolean
walk_enumeration_next (WalkEnumeration *search)
{
  while (search->branches->len > 0 && search->left > 0 &&
         !couplet_pace_over (&search->pace, STEPS_PER_BRANCH)) {
    Branch *branch = &g_array_index (search->branches, Branch, search->branches->len - 1);
    const WalkNode *node = &search->walks->nodes[branch->node];
    g_array_set_size (search->walk, search->branches->len - 1);
    if (branch->next == node->first_edge + node->n_edges) {
      g_array_set_size (search->branches, search->branches->len - 1);
      continue;
    }
    search->left--;
    if (descend (search, branch->next++, branch->costs))
      return TRUE;
  }
  return FALSE;
}

/* ---- Answers ---------------------------------------------------------------------------- */

void
glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper, const char *reason)
{
  g_auto (CoupletRational) least;
  g_auto (CoupletRational) most;
  couplet_rational_init (&least);
  couplet_rational_init (&most);
  couplet_cost_to_rational (work->walks->unit, lower, &least);
  couplet_cost_to_rational (work->walks->unit, upper, &most);
  if (couplet_cost_compare (lower, upper) >= 0) {
    couplet_outcome_set_cost (work->outcome, &least, COUPLET_GUARANTEE_EXACT);
    return;
  }
  if (reason == NULL) {
    couplet_outcome_set_cost (work->outcome, &least, COUPLET_GUARANTEE_EXACT);
    couplet_outcome_set_certified (work->outcome, FALSE);
    reason = "that no walk costs more rests on GLPK's floating-point search";
  } else
    couplet_outcome_set_found (work->outcome, COUPLET_FOUND_STRATEGY);
  couplet_outcome_set_bounds (work->outcome, &least, &most);
  couplet_outcome_set_reason (work->outcome, "%s", reason);
}

void
glpk_save_bracket (const GlpkWork *work, CoupletCost lower)
{
  glpk_answer_bracket (work, lower, work->walks->upper, "");
  couplet_outcome_save (work->outcome, work->context);
}

void
glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const GArray *walk)
{
  const Walks *walks = work->walks;
  CoupletPace pace = {.context = work->context, .late = TRUE};
  CoupletCost least;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  walks_append_steps (walks, walk, steps);
  CoupletEvidence *evidence =
      walk_evidence_new (COUPLET_EVIDENCE_ATTAINED, walks->automaton, steps);
  walk_evidence_shift (evidence, steps, walks->vectors, &pace, &least);
  couplet_evidence_set_unit_cost (evidence, walks->unit, cost);
  couplet_outcome_take_evidence (work->outcome, evidence);
}

gboolean
glpk_dump (const GlpkWork *work, const char *problem, char *text, GError **error)
{
  g_autofree char *own = text;
  return own != NULL && dump_write (work->context, work->walks->automaton,
                                    work->options->dump_folder, problem, "lp", own, error);
}

/* ---- All of it ---------------------------------------------------------------------------- */

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
