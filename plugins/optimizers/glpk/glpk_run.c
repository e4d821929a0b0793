/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "violation.h"
#include "walk_evidence.h"
#include "glpk_answer.h"
#include "walk_program.h"
#include "milp_program.h"

#include <math.h>

/* One linear program for each walk through the components and each choice of
 * the adversary's input differences on it; the shifts are real. */

/* Of the clock's pace. */
#define STEPS_PER_BRANCH 200
/* That may be tried to prove what GLPK says of its walk. */
#define EDGES_FOR_PROOF 2000

/* A point in the depth-first enumeration: the next edge to try from a node, and
 * the least costs of the walk to it. */
typedef struct {
  guint32 node, next;
  CoupletCost *costs; /* by place; NULL without places */
} Branch;

typedef struct {
  GlpkWork *work;
  CoupletPace pace;
  GArray *walk;     /* guint32: edges */
  GArray *branches; /* Branch: one for each node on the walk */
  guint64 programs;
  guint64 left;      /* edges that may still be tried */
  gboolean solved;   /* some walk is */
  CoupletCost best;  /* the dearest walk that is proven ... */
  CoupletCost doubt; /* ... and the most that one costs which is not */
  GArray *best_walk;
  gint8 *best_shifts; /* NULL = not known */
  CoupletCost upper;  /* of the whole automaton */
} WalkEnumeration;

static void
clear_branch (gpointer branch)
{
  g_free (((Branch *)branch)->costs);
}

/* ---- Walks ------------------------------------------------------------------------------ */

/* Where the walk has come to. */
static Branch *
end_of (const WalkEnumeration *search)
{
  return &g_array_index (search->branches, Branch, search->branches->len - 1);
}

/* What the walk costs by the places, of which there are some. */
static CoupletCost
cost_of (const WalkEnumeration *search)
{
  return walk_places_most (search->work->places, end_of (search)->node, end_of (search)->costs);
}

/* Whether every walk that goes on from node costs no more than the best. */
static gboolean
is_hopeless (const WalkEnumeration *search, guint32 node, const CoupletCost *costs)
{
  return search->solved && costs != NULL &&
         couplet_cost_compare (walk_places_most (search->work->places, node, costs),
                               search->best) <= 0;
}

/* Goes on to the target of edge e unless that is hopeless; before: the costs here, where there are
 * places. */
static gboolean
descend (WalkEnumeration *search, guint32 e, const CoupletCost *before)
{
  const GlpkWork *work = search->work;
  guint32 target = walk_graph_edge (work->graph, e)->to;
  Branch branch = {target, work->graph->nodes[target].first_edge, NULL};
  if (work->places != NULL) {
    branch.costs = g_new (CoupletCost, walk_places_size (work->places, target));
    walk_places_take (work->places, e, before, branch.costs);
  }
  if (is_hopeless (search, target, branch.costs)) {
    g_free (branch.costs);
    return FALSE;
  }
  g_array_append_val (search->walk, e);
  g_array_append_val (search->branches, branch);
  return TRUE;
}

/* Steps to the next walk that ends and may cost more than the best; FALSE when
 * there is none, or time is up. */
static gboolean
next_walk (WalkEnumeration *search)
{
  const WalkGraph *graph = search->work->graph;
  while (search->branches->len > 0 && search->left > 0 &&
         !couplet_pace_over (&search->pace, STEPS_PER_BRANCH)) {
    Branch *branch = end_of (search);
    const GraphNode *node = &graph->nodes[branch->node];
    g_array_set_size (search->walk, search->branches->len - 1);
    if (branch->next == node->first_edge + node->n_edges) {
      g_array_set_size (search->branches, search->branches->len - 1);
      continue;
    }
    guint32 e = branch->next++;
    search->left--;
    if (descend (search, e, branch->costs) &&
        graph->nodes[walk_graph_edge (graph, e)->to].n_edges == 0)
      return TRUE;
  }
  return FALSE;
}

/* ---- Programs ------------------------------------------------------------------------------ */

/* Keeps the present walk and the bracket when it is the dearest proven so far. Takes shifts. */
static void
keep_proven (WalkEnumeration *search, CoupletCost cost, gint8 *shifts)
{
  if (search->solved && couplet_cost_compare (cost, search->best) <= 0) {
    g_free (shifts);
    return;
  }
  search->solved = TRUE;
  search->best = cost;
  g_array_set_size (search->best_walk, 0);
  g_array_append_vals (search->best_walk, search->walk->data, search->walk->len);
  g_free (search->best_shifts);
  search->best_shifts = shifts;
  glpk_save_bracket (search->work, search->best, search->upper);
}

/* GLPK's answer is not proven: takes the places' word, which is, or remembers
 * the most that the walk may cost. Takes answer's shifts. */
static void
settle_doubt (WalkEnumeration *search, const WalkAnswer *answer)
{
  if (search->work->places == NULL) {
    search->doubt = couplet_cost_max (search->doubt, answer->cost);
    g_free (answer->shifts);
    return;
  }
  CoupletCost cost = cost_of (search);
  gboolean same = couplet_cost_compare (cost, answer->cost) == 0;
  if (!same)
    g_free (answer->shifts);
  keep_proven (search, cost, same ? answer->shifts : NULL);
}

static gboolean
solve_walk (WalkEnumeration *search, GError **error)
{
  const GlpkWork *work = search->work;
  WalkAnswer answer;
  g_auto (GlpkProgram) lp;
  g_autoptr (WalkProgram) program = walk_program_new (
      work->graph, (const guint32 *)(gpointer)search->walk->data, search->walk->len);
  walk_program_write (program, work->scale, &lp);
  if (!glpk_dump (work, &lp, ++search->programs, error))
    return FALSE;
  if (!walk_program_solve (program, &lp, work->context, &answer)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "GLPK aborted");
    return FALSE;
  }
  if (answer.proven)
    keep_proven (search, answer.cost, answer.shifts);
  else
    settle_doubt (search, &answer);
  return TRUE;
}

/* Solves program after program; *limit receives why not all were, or NULL. */
static gboolean
solve_walks (WalkEnumeration *search, char **limit, GError **error)
{
  const GlpkWork *work = search->work;
  *limit = NULL;
  while (next_walk (search)) {
    if (search->programs == work->options->program_limit) {
      *limit =
          g_strdup_printf ("stopped after %" G_GUINT64_FORMAT " linear programs", search->programs);
      return TRUE;
    }
    if (!solve_walk (search, error))
      return FALSE;
    couplet_context_progress (work->context, search->programs, 0);
    search->pace.left = 0; /* the program took its time */
  }
  *limit = g_strdup (couplet_context_stop_reason (work->context));
  return TRUE;
}

static void
conclude (WalkEnumeration *search, const char *limit)
{
  const GlpkWork *work = search->work;
  CoupletCost upper = search->best;
  if (limit != NULL)
    upper = search->upper;
  else if (couplet_cost_compare (search->doubt, search->best) > 0)
    upper = couplet_cost_min (search->doubt, search->upper);
  couplet_outcome_set_statistic (work->outcome, "programs", search->programs);
  glpk_answer_bracket (work, search->best, upper,
                       limit != NULL ? limit
                                     : "the costs differ so much in size that GLPK's answers to "
                                       "some programs are not proven");
  if (search->solved)
    glpk_answer_attained (work, search->best, (const guint32 *)(gpointer)search->best_walk->data,
                          search->best_walk->len, search->best_shifts);
}

static void
init_enumeration (WalkEnumeration *search, GlpkWork *work, guint64 most_edges)
{
  Branch start = {0, work->graph->nodes[0].first_edge, NULL};
  *search = (WalkEnumeration){.work = work,
                              .pace = {.context = work->context},
                              .walk = g_array_new (FALSE, FALSE, sizeof (guint32)),
                              .branches = g_array_new (FALSE, FALSE, sizeof (Branch)),
                              .left = most_edges,
                              .best_walk = g_array_new (FALSE, FALSE, sizeof (guint32))};
  g_array_set_clear_func (search->branches, clear_branch);
  if (work->places != NULL)
    start.costs = g_new0 (CoupletCost, walk_places_size (work->places, 0));
  g_array_append_val (search->branches, start);
}

static void
clear_enumeration (WalkEnumeration *search)
{
  g_array_unref (search->walk);
  g_array_unref (search->best_walk);
  g_array_unref (search->branches);
  g_free (search->best_shifts);
}

/* Solves them all and sets the largest of their minima on the outcome. False
 * with error set (SOLVER). */
static gboolean
lp_solve_all (GlpkWork *work, GError **error)
{
  g_autofree char *limit = NULL;
  WalkEnumeration search;
  init_enumeration (&search, work, G_MAXUINT64);
  search.upper = glpk_upper_bound (work);
  glpk_save_bracket (work, 0, search.upper);
  gboolean good = solve_walks (&search, &limit, error);
  if (good)
    conclude (&search, limit);
  clear_enumeration (&search);
  return good;
}

/* Looks for walks that cost more than walk, which costs *cost, as far as a few edges lead, and
 * takes the dearest. TRUE: no other costs more. */
static gboolean
improve_walk (GlpkWork *work, GArray *walk, CoupletCost *cost)
{
  WalkEnumeration search;
  init_enumeration (&search, work, MIN (work->options->program_limit, EDGES_FOR_PROOF));
  search.solved = TRUE;
  search.best = *cost;
  while (next_walk (&search)) {
    search.best = *cost = cost_of (&search);
    g_array_set_size (walk, 0);
    g_array_append_vals (walk, search.walk->data, search.walk->len);
  }
  gboolean all = search.branches->len == 0;
  clear_enumeration (&search);
  return all;
}

/* The exact cost by one mixed-integer program (milp_program.h). */

/* Relative: GLPK's bounds, rows and optimum hold up to this. */
#define TOLERANCE 1e-6

static CoupletCost
walk_cost (GlpkWork *work, const GArray *walk)
{
  WalkEnumeration search;
  init_enumeration (&search, work, 0);
  for (guint i = 0; i < walk->len; i++)
    descend (&search, g_array_index (walk, guint32, i), end_of (&search)->costs);
  CoupletCost cost = cost_of (&search);
  clear_enumeration (&search);
  return cost;
}

/* Evidence, with the strategy that GLPK finds for this walk. */
static void
give_evidence (const GlpkWork *work, const GArray *walk, CoupletCost cost)
{
  const guint32 *edges = (const guint32 *)(gpointer)walk->data;
  g_autoptr (WalkProgram) program = walk_program_new (work->graph, edges, walk->len);
  g_auto (GlpkProgram) lp;
  walk_program_write (program, work->scale, &lp);
  WalkAnswer answer = {NULL, 0, FALSE};
  gboolean solved = !couplet_context_should_stop (work->context) &&
                    walk_program_solve (program, &lp, work->context, &answer) &&
                    couplet_cost_compare (answer.cost, cost) == 0;
  glpk_answer_attained (work, cost, edges, walk->len, solved ? answer.shifts : NULL);
  g_free (answer.shifts);
}

/* Why GLPK's optimum is not to be relied on, NULL if it is: the costs of walks may
 * differ by as little as the scale, which errors have to stay well below. */
static const char *
find_doubt (const GlpkWork *work, const MilpAnswer *answer, CoupletCost cost, CoupletCost upper)
{
  const CostScale *scale = work->scale;
  double exact = cost_scale_double (scale, cost);
  if (couplet_context_should_stop (work->context))
    return couplet_context_stop_reason (work->context);
  if (!answer->optimal)
    return "GLPK ended without a proven optimum";
  if (!scale->exact || TOLERANCE * cost_scale_double (scale, upper) > 0.25 * scale->fit)
    return "walks may differ in cost by less than GLPK's tolerances";
  if (fabs (answer->value - exact) > TOLERANCE * (1 + exact))
    return "the walk that GLPK calls optimal does not cost what it says";
  return NULL;
}

static void
conclude_milp (GlpkWork *work, const MilpAnswer *answer, CoupletCost upper)
{
  CoupletCost found = walk_cost (work, answer->walk), cost = found;
  const char *doubt = find_doubt (work, answer, found, upper);
  if (couplet_cost_compare (cost, upper) < 0 && improve_walk (work, answer->walk, &cost))
    upper = cost;
  else if (couplet_cost_compare (cost, found) > 0)
    doubt = "the walk that GLPK calls optimal is not";
  glpk_answer_bracket (work, cost, upper, doubt);
  give_evidence (work, answer->walk, cost);
}

/* No program: time is up or it would be too large. */
static void
give_up_milp (const GlpkWork *work, CoupletCost upper)
{
  const char *stopped = couplet_context_stop_reason (work->context);
  g_autofree char *large =
      g_strdup_printf ("the program would pass the size limit of %" G_GUINT64_FORMAT " rows",
                       work->options->size_limit);
  glpk_answer_bracket (work, 0, upper, stopped != NULL ? stopped : large);
}

/* Solves it and sets the cost of the walk it returns, in exact numbers, on the
 * outcome: certified when an upper bound meets it, a bracket when floating point
 * cannot tell costs of such sizes apart. False with error set (SOLVER). */
static gboolean
milp_solve (GlpkWork *work, GError **error)
{
  CoupletCost upper = glpk_upper_bound (work);
  if (work->places == NULL || work->places->arcs->len > work->options->size_limit ||
      couplet_context_should_stop (work->context)) {
    give_up_milp (work, upper);
    return TRUE;
  }
  couplet_outcome_set_statistic (work->outcome, "programs", 1);
  couplet_outcome_set_statistic (work->outcome, "binaries", work->graph->edges->len);
  MilpAnswer answer;
  g_auto (GlpkProgram) lp;
  cost_scale_fit (work->scale, upper);
  milp_program_write (work->places, work->scale, upper, &lp);
  if (!glpk_dump (work, &lp, 0, error))
    return FALSE;
  glpk_save_bracket (work, 0, upper);
  if (!milp_program_solve (work->places, &lp, work->context, &answer)) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "GLPK aborted");
    return FALSE;
  }
  conclude_milp (work, &answer, upper);
  g_array_unref (answer.walk);
  return TRUE;
}

/* No answer: time is up, or what was being built is too large. */
static void
give_up (CoupletContext *context, const GlpkOptions *options, CoupletOutcome *outcome,
         const char *what)
{
  const char *stopped = couplet_context_stop_reason (context);
  if (stopped != NULL)
    couplet_outcome_set_reason (outcome, "%s", stopped);
  else
    couplet_outcome_set_reason (outcome, "%s would pass the size limit of %" G_GUINT64_FORMAT, what,
                                options->size_limit);
}

/* No strategy is valid on walk, wherever it begins. */
static void
report_violation (const CoupletAutomaton *automaton, const GArray *walk, CoupletOutcome *outcome)
{
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_reason (outcome, "some walk leaves the threshold%s no shift at all",
                              automaton->n_thresholds > 1 ? "s" : "");
  couplet_outcome_take_evidence (outcome, violation_evidence_new (automaton, walk));
}

/* Whether every walk has a valid strategy; else the outcome is set. */
static gboolean
has_strategies (CoupletContext *context, CoupletMoves *moves, const CoupletComponents *components,
                const GlpkOptions *options, CoupletOutcome *outcome)
{
  g_autoptr (GArray) walk = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  switch (violation_search (context, moves, components, options->size_limit, walk)) {
  case COUPLET_WALKS_ALL:
    return TRUE;
  case COUPLET_WALKS_IMPOSSIBLE:
    report_violation (couplet_moves_automaton (moves), walk, outcome);
    return FALSE;
  default:
    give_up (context, options, outcome, "the sets of shifts that walks leave");
    return FALSE;
  }
}

static gboolean
run_method (GlpkWork *work, GError **error)
{
  g_auto (CostScale) scale;
  cost_scale_init (&scale, work->graph);
  work->scale = &scale;
  return work->options->milp ? milp_solve (work, error) : lp_solve_all (work, error);
}

gboolean
glpk_run (CoupletContext *context, const CoupletAutomaton *automaton, const GlpkOptions *options,
          CoupletOutcome *outcome, GError **error)
{
  g_autoptr (CoupletUnit) unit = couplet_unit_new_within (automaton, context, error);
  g_autoptr (CoupletComponents) components =
      unit != NULL ? couplet_components_new_within (automaton, context) : NULL;
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  CoupletPace pace = {.context = context};
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, unit);
  if (!has_strategies (context, moves, components, options, outcome))
    return TRUE;
  g_autoptr (WalkGraph) graph =
      walk_graph_new (moves, components, unit, options->size_limit, &pace);
  g_autoptr (CoupletClusters) clusters =
      graph != NULL ? couplet_clusters_new (moves, TRUE, &pace) : NULL;
  if (clusters == NULL) {
    give_up (context, options, outcome, "the graph of walks");
    return TRUE;
  }
  g_autoptr (WalkPlaces) places = walk_places_new (graph, clusters, options->size_limit, &pace);
  GlpkWork work = {
      .context = context, .graph = graph, .places = places, .options = options, .outcome = outcome};
  return run_method (&work, error);
}
