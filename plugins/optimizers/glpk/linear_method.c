/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linear_method.h"

#include "linear_evidence.h"

/* More differences take too long. */
#define MOST_DIFFERENCES 4096

/* A cost in multiples of epsilon at sensitivity 1. */
typedef struct {
  gboolean is_infinite;
  mpq_t value;
} Cost;

/* Paths with the same outputs: what is necessary for them at each difference. */
typedef struct {
  gboolean is_certain; /* something takes one of them */
  Cost *least;         /* the least of any, per difference */
} Group;

/* What is known of one list. */
typedef struct {
  LinearWork work;
  GHashTable *groups;    /* outputs -> Group, both owned */
  Cost most;             /* of any path and difference, by shifts that are known */
  gboolean has_fraction; /* some path has shifts, but no whole ones are known */
  guint64 limit;         /* most programs */
  const char *problem;   /* why nothing can be said; NULL = nothing */
} Search;

static int
cost_compare (const Cost *a, const Cost *b)
{
  if (a->is_infinite || b->is_infinite)
    return (int)a->is_infinite - (int)b->is_infinite;
  return mpq_cmp (a->value, b->value);
}

static void
cost_set (Cost *to, const Cost *from)
{
  to->is_infinite = from->is_infinite;
  mpq_set (to->value, from->value);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Frees n costs. */
static void
free_costs (Cost *least, guint n)
{
  for (guint i = 0; i < n; i++)
    mpq_clear (least[i].value);
  g_free (least);
}

static void
group_free (Search *search, Group *group)
{
  free_costs (group->least, search->work.n_differences);
  g_free (group);
}

static Group *
need_group (Search *search, const char *outputs)
{
  Group *group = g_hash_table_lookup (search->groups, outputs);
  if (group != NULL)
    return group;
  group = g_new0 (Group, 1);
  group->least = g_new0 (Cost, search->work.n_differences);
  for (guint i = 0; i < search->work.n_differences; i++) {
    mpq_init (group->least[i].value);
    group->least[i].is_infinite = TRUE;
  }
  g_hash_table_insert (search->groups, g_strdup (outputs), group);
  return group;
}

/* Takes what the path costs at difference i into the group's least and the most of all. */
static void
take_difference (Search *search, const CoupletLinearPath *path, Group *group, guint i)
{
  const LinearSolution *shifts = linear_work_shifts (&search->work, path, i);
  if (linear_solutions_size (search->work.solutions) > search->limit)
    search->problem = "the paths have more linear programs than program-limit says";
  if (shifts == NULL) {
    search->problem = "GLPK solved a linear program of the paths in no way that passes the check";
    return;
  }
  Cost least = {.is_infinite = shifts->is_infeasible}, enough = {.is_infinite = least.is_infinite};
  least.value[0] = shifts->least[0];
  enough.value[0] = shifts->value[0];
  if (cost_compare (&least, &group->least[i]) < 0)
    cost_set (&group->least[i], &least);
  search->has_fraction |= !shifts->is_infeasible && shifts->x == NULL;
  if (cost_compare (&enough, &search->most) > 0)
    cost_set (&search->most, &enough);
}

/* Adds what the path costs at each difference, if it can be taken at all. */
static void
take_path (Search *search, const CoupletLinearPath *path)
{
  const LinearSolution *place = linear_work_place (&search->work, path);
  if (place == NULL)
    search->problem = "GLPK does not tell whether a path can be taken";
  if (place == NULL || linear_place_is_impossible (place))
    return;
  Group *group = need_group (search, path->outputs);
  group->is_certain |= linear_place_is_certain (place);
  for (guint i = 0; i < search->work.n_differences && search->problem == NULL &&
                    !couplet_context_should_stop (search->work.context);
       i++)
    take_difference (search, path, group, i);
}

static void
take_paths (Search *search)
{
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (search->work.list);
  CoupletLinearPath path;
  while (search->problem == NULL && !couplet_context_should_stop (search->work.context) &&
         couplet_linear_walk_next (walk, &path))
    take_path (search, &path);
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* Outputs and the difference at which they force most. */
typedef struct {
  const char *outputs; /* NULL = none force anything */
  guint difference;
  const Cost *cost;
} Forced;

static Forced
find_forced (const Search *search)
{
  Forced forced = {0};
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, search->groups);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const Group *group = value;
    for (guint i = 0; group->is_certain && i < search->work.n_differences; i++) {
      int order = forced.cost == NULL ? 1 : cost_compare (&group->least[i], forced.cost);
      /* whatever the order in the table, the answer is the same */
      if (order > 0 || (order == 0 && g_strcmp0 (key, forced.outputs) < 0))
        forced = (Forced){key, i, &group->least[i]};
    }
  }
  return forced;
}

/* Whether whole answers can differ by the sensitivity. */
static gboolean
can_differ (const CoupletLinear *linear)
{
  return !linear->whole_answers || mpz_cmp_ui (mpq_denref (linear->sensitivity.value), 1) == 0;
}

/* Why no cost is known to be enough; NULL = one is. */
static const char *
find_obstacle (const Search *search)
{
  if (couplet_linear_has_discrete (search->work.list) &&
      mpq_cmp_ui (search->work.linear->sensitivity.value, 1, 1) != 0)
    return "what is enough for whole numbers is only computed for the sensitivity 1";
  if (search->has_fraction)
    return "a path has shifts, but no whole ones are known";
  return search->most.is_infinite
             ? "outputs do not tell the path, and a path by itself has no shifts"
             : NULL;
}

static void
scale (const Search *search, const Cost *cost, CoupletRational *scaled)
{
  mpq_mul (scaled->value, cost->value, search->work.linear->sensitivity.value);
}

static void
answer_finite (const Search *search, const Forced *forced, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) most, least;
  const char *obstacle = find_obstacle (search);
  couplet_rational_init (&most);
  couplet_rational_init (&least);
  scale (search, &search->most, &most);
  if (forced->cost != NULL)
    scale (search, forced->cost, &least);
  gboolean is_exact = couplet_rational_compare (&most, &least) == 0;
  if (obstacle == NULL) {
    couplet_outcome_set_cost (outcome, &most,
                              is_exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
    linear_evidence_shifts (&search->work, &most, outcome);
  } else {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
  }
  if (obstacle != NULL || !is_exact)
    couplet_outcome_set_bounds (outcome, &least, NULL);
  if (mpq_sgn (least.value) > 0)
    linear_evidence_weights (&search->work, forced->outputs, forced->difference, &least, outcome);
}

static void
answer (const Search *search, CoupletOutcome *outcome)
{
  Forced forced = find_forced (search);
  if (!can_differ (search->work.linear))
    forced = (Forced){0};
  if (forced.cost == NULL || !forced.cost->is_infinite) {
    answer_finite (search, &forced, outcome);
    return;
  }
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
  couplet_outcome_set_reason (outcome,
                              "with lists of %u answers some outputs are possible with some "
                              "answers and impossible with adjacent ones",
                              search->work.list->n_answers);
  linear_evidence_weights (&search->work, forced.outputs, forced.difference, NULL, outcome);
}

static void
search_list (Search *search, CoupletOutcome *outcome)
{
  take_paths (search);
  if (couplet_outcome_set_stopped (outcome, search->work.context))
    return;
  if (search->problem != NULL)
    couplet_outcome_set_reason (outcome, "%s", search->problem);
  else
    answer (search, outcome);
}

static void
search_clear (Search *search)
{
  GHashTableIter iter;
  gpointer group;
  g_hash_table_iter_init (&iter, search->groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    group_free (search, group);
  g_hash_table_unref (search->groups);
  linear_solutions_free (search->work.solutions);
  mpq_clear (search->most.value);
  g_free (search->work.differences);
}

gboolean
linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                   CoupletOutcome *outcome, GError **error)
{
  const CoupletLinearList *list = &linear->lists[linear->n_lists - 1];
  Search search = {.work = {.context = context, .linear = linear, .list = list}, .limit = limit};
  (void)error;
  search.work.differences =
      couplet_linear_differences (linear, list, MOST_DIFFERENCES, &search.work.n_differences);
  if (search.work.differences == NULL) {
    couplet_outcome_set_reason (outcome, "lists of %u answers have more than %u differences",
                                list->n_answers, MOST_DIFFERENCES);
    return TRUE;
  }
  search.work.solutions = linear_solutions_new ();
  search.groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  mpq_init (search.most.value);
  search_list (&search, outcome);
  couplet_outcome_set_statistic (outcome, "programs",
                                 linear_solutions_size (search.work.solutions));
  search_clear (&search);
  return TRUE;
}
