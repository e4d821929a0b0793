/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linear_method.h"

#include "linear_evidence.h"

/* What is known of one list. */
typedef struct {
  LinearWork work;
  gboolean has_fraction; /* some path has shifts, but no whole ones are known */
  guint64 limit;         /* most programs */
} Method;

static const char *
find_place (gpointer data, const CoupletLinearPath *path, PathPlace *place)
{
  const Method *method = data;
  const LinearSolution *solution = linear_work_place (&method->work, path);
  if (solution == NULL)
    return "GLPK does not tell whether a path can be taken";
  *place = linear_place_is_impossible (solution) ? PATH_IMPOSSIBLE
           : linear_place_is_certain (solution)  ? PATH_CERTAIN
                                                 : PATH_OPEN;
  return NULL;
}

static const char *
find_cost (gpointer data, const CoupletLinearPath *path, guint i, LinearCost *least,
           LinearCost *enough)
{
  Method *method = data;
  const LinearSolution *shifts = linear_work_shifts (&method->work, path, i);
  if (shifts == NULL)
    return "GLPK solved a linear program of the paths in no way that passes the check";
  if (g_hash_table_size (method->work.solutions) > method->limit)
    return "the paths have more linear programs than program-limit says";
  least->is_infinite = enough->is_infinite = shifts->is_infeasible;
  mpq_set (least->value, shifts->least);
  mpq_set (enough->value, shifts->value);
  method->has_fraction |= !shifts->is_infeasible && shifts->x == NULL;
  return NULL;
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* Why no cost is known to be enough; NULL = one is. */
static const char *
find_obstacle (const Method *method)
{
  const LinearSearch *search = method->work.search;
  if (!linear_search_takes_shifts (search))
    return "what is enough for whole numbers is only computed for the sensitivity 1";
  if (method->has_fraction)
    return "a path has shifts, but no whole ones are known";
  return search->most.is_infinite
             ? "outputs do not tell the path, and a path by itself has no shifts"
             : NULL;
}

static void
scale (const LinearSearch *search, const LinearCost *cost, CoupletRational *scaled)
{
  mpq_mul (scaled->value, cost->value, search->linear->sensitivity.value);
}

static void
answer_finite (const Method *method, const LinearForced *forced, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) most, least;
  const char *obstacle = find_obstacle (method);
  couplet_rational_init (&most);
  couplet_rational_init (&least);
  scale (method->work.search, &method->work.search->most, &most);
  if (forced->cost != NULL)
    scale (method->work.search, forced->cost, &least);
  gboolean is_exact = couplet_rational_compare (&most, &least) == 0;
  if (obstacle == NULL) {
    couplet_outcome_set_cost (outcome, &most,
                              is_exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
    linear_evidence_shifts (&method->work, &most, outcome);
  } else {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
  }
  if (obstacle != NULL || !is_exact)
    couplet_outcome_set_bounds (outcome, &least, NULL);
  if (mpq_sgn (least.value) > 0)
    linear_evidence_weights (&method->work, forced->outputs, forced->difference, &least, outcome);
}

static void
answer (const Method *method, CoupletOutcome *outcome)
{
  LinearForced forced = linear_search_forced (method->work.search);
  if (forced.cost == NULL || !forced.cost->is_infinite) {
    answer_finite (method, &forced, outcome);
    return;
  }
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
  couplet_outcome_set_reason (outcome,
                              "with lists of %u answers some outputs are possible with some "
                              "answers and impossible with adjacent ones",
                              method->work.search->list->n_answers);
  linear_evidence_weights (&method->work, forced.outputs, forced.difference, NULL, outcome);
}

gboolean
linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                   CoupletOutcome *outcome, GError **error)
{
  static const LinearMethod METHOD = {find_place, find_cost};
  g_auto (LinearSearch) search;
  (void)error;
  if (!linear_search_init (&search, context, linear, TRUE, outcome))
    return TRUE;
  Method method = {.limit = limit};
  linear_work_init (&method.work, &search);
  if (linear_search_run (&search, &METHOD, &method, outcome))
    answer (&method, outcome);
  couplet_outcome_set_statistic (outcome, "programs", g_hash_table_size (method.work.solutions));
  linear_work_clear (&method.work);
  return TRUE;
}
