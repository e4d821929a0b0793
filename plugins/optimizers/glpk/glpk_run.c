/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "milp_program.h"
#include "violation.h"
#include "walk_program.h"

#include <math.h>

/* Of the clock's pace. */
#define STEPS_PER_BRANCH 200
/* That may be tried to prove what GLPK says of its walk. */
#define EDGES_FOR_PROOF 2000
/* Relative: GLPK's bounds, rows and optimum hold up to this. */
#define TOLERANCE 1e-6

static gboolean
fail (GError **error)
{
  g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER, "GLPK aborted");
  return FALSE;
}

/* Says why there is no more of an answer: time is up, or what would be too large. */
static gboolean
give_up (const GlpkWork *work, const char *what, const char *unit)
{
  if (!couplet_outcome_set_stopped (work->outcome, work->context))
    couplet_outcome_set_reason (work->outcome,
                                "%s would pass the size limit of %" G_GUINT64_FORMAT "%s", what,
                                work->options->size_limit, unit);
  return TRUE;
}

/* What the whole automaton costs at most, in exact numbers. */
static CoupletCost
upper_bound (const GlpkWork *work)
{
  CoupletCost most = walk_graph_most (work->graph);
  return work->places != NULL ? couplet_cost_min (most, walk_places_most (work->places, 0, NULL))
                              : most;
}

/* ---- Walks ------------------------------------------------------------------------------ */

/* A point in the depth-first enumeration: the next edge to try from a node, and
 * the least costs of the walk to it. */
typedef struct {
  guint32 node, next;
  CoupletCost *costs; /* by place; NULL without places */
} Branch;

typedef struct {
  const GlpkWork *work;
  CoupletPace pace;
  GArray *walk;     /* guint32: edges */
  GArray *branches; /* Branch: one for each node on the walk */
  guint64 left;     /* edges that may still be tried */
  gboolean solved;  /* some walk is: others are of interest if they may cost more than ... */
  CoupletCost best; /* ... the dearest */
} WalkEnumeration;

static void
clear_branch (gpointer branch)
{
  g_free (((Branch *)branch)->costs);
}

static WalkEnumeration
enumeration_new (const GlpkWork *work, guint64 most_edges)
{
  Branch start = {0, work->graph->nodes[0].first_edge, NULL};
  WalkEnumeration search = {.work = work,
                            .pace = {.context = work->context},
                            .walk = g_array_new (FALSE, FALSE, sizeof (guint32)),
                            .branches = g_array_new (FALSE, FALSE, sizeof (Branch)),
                            .left = most_edges};
  g_array_set_clear_func (search.branches, clear_branch);
  if (work->places != NULL)
    start.costs = g_new0 (CoupletCost, walk_places_size (work->places, 0));
  g_array_append_val (search.branches, start);
  return search;
}

static void
enumeration_clear (WalkEnumeration *search)
{
  g_array_unref (search->walk);
  g_array_unref (search->branches);
}

/* Where the walk has come to. */
static Branch *
end_of (const WalkEnumeration *search)
{
  return &g_array_index (search->branches, Branch, search->branches->len - 1);
}

/* What walks that go on from branch cost at most by the places, of which there are some. */
static CoupletCost
most_of (const WalkEnumeration *search, const Branch *branch)
{
  return walk_places_most (search->work->places, branch->node, branch->costs);
}

/* Goes on to the target of edge e unless every walk from there costs no more than the best; before:
 * the costs here, where there are places. */
static gboolean
descend (WalkEnumeration *search, guint32 e, const CoupletCost *before)
{
  const GlpkWork *work = search->work;
  guint32 target = walk_graph_edge (work->graph, e)->to;
  Branch branch = {target, work->graph->nodes[target].first_edge, NULL};
  if (work->places != NULL) {
    branch.costs = g_new (CoupletCost, walk_places_size (work->places, target));
    walk_places_take (work->places, e, before, branch.costs);
    if (search->solved && couplet_cost_compare (most_of (search, &branch), search->best) <= 0) {
      g_free (branch.costs);
      return FALSE;
    }
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

static void
copy_walk (GArray *to, const GArray *walk)
{
  g_array_set_size (to, 0);
  g_array_append_vals (to, walk->data, walk->len);
}

/* ---- One linear program for each walk and each choice of differences on it --------------- */

typedef struct {
  WalkEnumeration search; /* its best: of walks that are proven */
  guint64 programs;
  CoupletCost doubt; /* the most that a walk costs which is not */
  GArray *best_walk;
  gint8 *best_shifts; /* NULL = not known */
  CoupletCost upper;  /* of the whole automaton */
} LpMethod;

/* Keeps the present walk and the bracket when it is the dearest proven so far. Takes shifts. */
static void
keep_proven (LpMethod *method, CoupletCost cost, gint8 *shifts)
{
  WalkEnumeration *search = &method->search;
  if (search->solved && couplet_cost_compare (cost, search->best) <= 0) {
    g_free (shifts);
    return;
  }
  search->solved = TRUE;
  search->best = cost;
  copy_walk (method->best_walk, search->walk);
  g_free (method->best_shifts);
  method->best_shifts = shifts;
  glpk_save_bracket (search->work, cost, method->upper);
}

/* Where GLPK's answer is not proven, takes the places' word, which is, or remembers
 * the most that the walk may cost. Takes answer's shifts. */
static void
take_answer (LpMethod *method, WalkAnswer *answer)
{
  const WalkEnumeration *search = &method->search;
  CoupletCost cost = answer->cost;
  if (!answer->proven && search->work->places == NULL) {
    method->doubt = couplet_cost_max (method->doubt, cost);
    g_free (answer->shifts);
    return;
  }
  if (!answer->proven)
    cost = most_of (search, end_of (search));
  if (couplet_cost_compare (cost, answer->cost) != 0)
    g_clear_pointer (&answer->shifts, g_free);
  keep_proven (method, cost, answer->shifts);
}

static gboolean
solve_walk (LpMethod *method, GError **error)
{
  const GlpkWork *work = method->search.work;
  WalkAnswer answer;
  g_auto (GlpkProgram) lp;
  g_autoptr (WalkProgram) program = walk_program_new (work->graph, method->search.walk);
  walk_program_write (program, &lp);
  if (!glpk_dump (work, &lp, ++method->programs, error))
    return FALSE;
  if (!walk_program_solve (program, &lp, work->context, &answer))
    return fail (error);
  take_answer (method, &answer);
  return TRUE;
}

/* Solves program after program; *limit receives why not all were, or NULL. */
static gboolean
solve_walks (LpMethod *method, char **limit, GError **error)
{
  const GlpkWork *work = method->search.work;
  while (next_walk (&method->search)) {
    if (method->programs == work->options->program_limit) {
      *limit =
          g_strdup_printf ("stopped after %" G_GUINT64_FORMAT " linear programs", method->programs);
      return TRUE;
    }
    if (!solve_walk (method, error))
      return FALSE;
    couplet_context_progress (work->context, method->programs, 0);
    method->search.pace.left = 0; /* the program took its time */
  }
  *limit = g_strdup (couplet_context_stop_reason (work->context));
  return TRUE;
}

static void
conclude (const LpMethod *method, const char *limit)
{
  const GlpkWork *work = method->search.work;
  CoupletCost best = method->search.best, upper = best;
  if (limit != NULL)
    upper = method->upper;
  else if (couplet_cost_compare (method->doubt, best) > 0)
    upper = couplet_cost_min (method->doubt, method->upper);
  couplet_outcome_set_statistic (work->outcome, "programs", method->programs);
  glpk_answer_bracket (work, best, upper,
                       limit != NULL ? limit
                                     : "the costs differ so much in size that GLPK's answers to "
                                       "some programs are not proven");
  if (method->search.solved)
    glpk_answer_attained (work, best, method->best_walk, method->best_shifts);
}

/* Sets the largest of their minima on the outcome. False with error set (SOLVER). */
static gboolean
lp_solve_all (const GlpkWork *work, GError **error)
{
  g_autofree char *limit = NULL;
  LpMethod method = {.search = enumeration_new (work, G_MAXUINT64),
                     .best_walk = g_array_new (FALSE, FALSE, sizeof (guint32)),
                     .upper = upper_bound (work)};
  glpk_save_bracket (work, 0, method.upper);
  gboolean good = solve_walks (&method, &limit, error);
  if (good)
    conclude (&method, limit);
  enumeration_clear (&method.search);
  g_array_unref (method.best_walk);
  g_free (method.best_shifts);
  return good;
}

/* ---- One mixed-integer program (milp_program.h) ------------------------------------------ */

/* Looks for walks that cost more than walk, which costs *cost, as far as a few edges lead, and
 * takes the dearest. TRUE: no other costs more. */
static gboolean
improve_walk (const GlpkWork *work, GArray *walk, CoupletCost *cost)
{
  WalkEnumeration search =
      enumeration_new (work, MIN (work->options->program_limit, EDGES_FOR_PROOF));
  search.solved = TRUE;
  search.best = *cost;
  while (next_walk (&search)) {
    search.best = *cost = most_of (&search, end_of (&search));
    copy_walk (walk, search.walk);
  }
  gboolean all = search.branches->len == 0;
  enumeration_clear (&search);
  return all;
}

/* Evidence, with the strategy that GLPK finds for this walk. */
static void
give_evidence (const GlpkWork *work, const GArray *walk, CoupletCost cost)
{
  g_autoptr (WalkProgram) program = walk_program_new (work->graph, walk);
  g_auto (GlpkProgram) lp;
  walk_program_write (program, &lp);
  WalkAnswer answer = {NULL, 0, FALSE};
  gboolean solved = !couplet_context_should_stop (work->context) &&
                    walk_program_solve (program, &lp, work->context, &answer) &&
                    couplet_cost_compare (answer.cost, cost) == 0;
  glpk_answer_attained (work, cost, walk, solved ? answer.shifts : NULL);
  g_free (answer.shifts);
}

/* cost as a multiple of one. */
static double
times (const GlpkWork *work, CoupletCost cost, mpq_srcptr one)
{
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  couplet_cost_to_rational (work->graph->unit, cost, &value);
  mpq_div (value.value, value.value, one);
  return mpq_get_d (value.value);
}

/* Why GLPK's optimum is not to be relied on, NULL if it is: the costs of walks may
 * differ by as little as the step, which errors have to stay well below. */
static const char *
find_doubt (const GlpkWork *work, const MilpAnswer *answer, mpq_srcptr one, CoupletCost cost,
            CoupletCost upper)
{
  double exact = times (work, cost, one);
  if (couplet_context_should_stop (work->context))
    return couplet_context_stop_reason (work->context);
  if (!answer->optimal)
    return "GLPK ended without a proven optimum";
  if (!work->graph->exact || TOLERANCE * times (work, upper, work->graph->step) > 0.25)
    return "walks may differ in cost by less than GLPK's tolerances";
  if (fabs (answer->value - exact) > TOLERANCE * (1 + exact))
    return "the walk that GLPK calls optimal does not cost what it says";
  return NULL;
}

static void
conclude_milp (const GlpkWork *work, const MilpAnswer *answer, mpq_srcptr one, CoupletCost upper)
{
  CoupletCost found = walk_places_cost (work->places, answer->walk), cost = found;
  const char *doubt = find_doubt (work, answer, one, found, upper);
  if (couplet_cost_compare (cost, upper) < 0 && improve_walk (work, answer->walk, &cost))
    upper = cost;
  else if (couplet_cost_compare (cost, found) > 0)
    doubt = "the walk that GLPK calls optimal is not";
  glpk_answer_bracket (work, cost, upper, doubt);
  give_evidence (work, answer->walk, cost);
}

/* Solves it and sets the cost of the walk it returns, in exact numbers, on the
 * outcome: certified when an upper bound meets it, a bracket when floating point
 * cannot tell costs of such sizes apart. False with error set (SOLVER). */
static gboolean
milp_solve (const GlpkWork *work, GError **error)
{
  CoupletCost upper = upper_bound (work);
  if (work->places == NULL || work->places->arcs->len > work->options->size_limit ||
      couplet_context_should_stop (work->context)) {
    glpk_answer_bracket (work, 0, upper, "");
    return upper == 0 || give_up (work, "the program", " rows");
  }
  couplet_outcome_set_statistic (work->outcome, "programs", 1);
  couplet_outcome_set_statistic (work->outcome, "binaries", work->graph->edges->len);
  MilpAnswer answer;
  g_auto (GlpkProgram) lp;
  milp_program_write (work->places, upper, &lp);
  if (!glpk_dump (work, &lp, 0, error))
    return FALSE;
  glpk_save_bracket (work, 0, upper);
  if (!milp_program_solve (work->places, &lp, work->context, &answer))
    return fail (error);
  conclude_milp (work, &answer, lp.one.value, upper);
  g_array_unref (answer.walk);
  return TRUE;
}

/* ---- All of it ---------------------------------------------------------------------------- */

/* No strategy is valid on walk, wherever it begins. */
static gboolean
report_violation (const GlpkWork *work, const CoupletAutomaton *automaton, const GArray *walk)
{
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
  if (components == NULL)
    return couplet_outcome_set_stopped (outcome, context);
  CoupletPace pace = {.context = context};
  GlpkWork work = {.context = context, .options = options, .outcome = outcome};
  g_autoptr (CoupletMoves) moves = couplet_moves_new (automaton, components, unit);
  g_autoptr (GArray) violation = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  CoupletWalksEnd end =
      violation_search (context, moves, components, options->size_limit, violation);
  if (end == COUPLET_WALKS_IMPOSSIBLE)
    return report_violation (&work, automaton, violation);
  if (end != COUPLET_WALKS_ALL)
    return give_up (&work, "the sets of shifts that walks leave", "");
  g_autoptr (WalkGraph) graph =
      walk_graph_new (moves, components, unit, options->size_limit, &pace);
  g_autoptr (CoupletClusters) clusters =
      graph != NULL ? couplet_clusters_new (moves, TRUE, &pace) : NULL;
  if (clusters == NULL)
    return give_up (&work, "the graph of walks", "");
  g_autoptr (WalkPlaces) places = walk_places_new (graph, clusters, options->size_limit, &pace);
  work.graph = graph;
  work.places = places;
  return options->milp ? milp_solve (&work, error) : lp_solve_all (&work, error);
}
