/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "glpk_run.h"

#include "exact_program.h"
#include "linear_search.h"

#include <couplet/host/evidence_parts.h>

/* The paths that are looked at, and the exact solutions of their programs (linear_program.h); equal
 * programs are solved once. */
typedef struct {
  LinearSearch search;
  GHashTable *solutions; /* the text of a program -> ExactSolution, both owned */
  guint64 limit;         /* most of them */
  gboolean has_fraction; /* some path has shifts, but no whole ones are known */
} Method;

/* ---- Solutions ------------------------------------------------------------------------------ */

/* The solution of program, which is solved once; NULL: GLPK finds none that passes the check. */
static const ExactSolution *
find_solution (const Method *work, const LinearProgram *program)
{
  g_autofree char *text = linear_program_text (program);
  ExactSolution *solution = g_hash_table_lookup (work->solutions, text);
  if (solution == NULL) {
    solution = exact_solution_new (program, work->search.context);
    if (solution != NULL)
      g_hash_table_insert (work->solutions, g_steal_pointer (&text), solution);
  }
  return solution;
}

/* Answers and draws that take path; NULL: it is not known. */
static const ExactSolution *
find_place (const Method *work, const CoupletLinearPath *path)
{
  g_auto (LinearProgram) program;
  g_autoptr (CoupletLine) line = couplet_line_of_path (work->search.list, path);
  linear_program_of_place (&program, line, work->search.linear->whole_answers);
  return find_solution (work, &program);
}

/* The cheapest shifts of path at difference i; NULL: they are not known. */
static const ExactSolution *
find_shifts (const Method *work, const CoupletLinearPath *path, guint i)
{
  g_auto (LinearProgram) program;
  g_autoptr (CoupletLine) line = couplet_line_of_path (work->search.list, path);
  linear_program_of_shifts (&program, line, linear_search_difference (&work->search, i));
  return find_solution (work, &program);
}

/* Whether place, the solution of a path's program, shows that nothing or something takes it. */
static PathPlace
place_of (const ExactSolution *place)
{
  if (place->is_infeasible || mpq_cmp_ui (place->least, 1, 1) >= 0)
    return PATH_IMPOSSIBLE;
  return place->x != NULL && mpq_cmp_ui (place->value, 1, 1) < 0 ? PATH_CERTAIN : PATH_OPEN;
}

static const char *
judge_place (gpointer data, const CoupletLinearPath *path, PathPlace *place)
{
  const ExactSolution *solution = find_place (data, path);
  if (solution != NULL)
    *place = place_of (solution);
  return solution == NULL ? "GLPK does not tell whether a path can be taken" : NULL;
}

static const char *
judge_cost (gpointer data, const CoupletLinearPath *path, guint i, mpq_t least, mpq_t enough)
{
  Method *work = data;
  const ExactSolution *shifts = find_shifts (work, path, i);
  if (shifts == NULL)
    return "GLPK solved a linear program of the paths in no way that passes the check";
  if (g_hash_table_size (work->solutions) > work->limit)
    return "the paths have more linear programs than program-limit says";
  mpq_set (least, shifts->least);
  mpq_set (enough, shifts->value);
  if (shifts->is_infeasible) {
    mpq_set_si (least, -1, 1);
    mpq_set (enough, least);
  }
  work->has_fraction |= !shifts->is_infeasible && shifts->x == NULL;
  return NULL;
}

/* ---- Vectors -------------------------------------------------------------------------------- */

/* numbers, or with pairs the differences of two that follow each other, n in all. */
static void
add_vector (CoupletEvidence *evidence, CoupletVectorRole role, mpq_t *numbers, gboolean pairs,
            guint n)
{
  g_autofree guint32 *indices = g_new (guint32, n + 1);
  g_auto (CoupletRational) value;
  couplet_rational_init (&value);
  for (guint i = 0; i < n; i++) {
    if (pairs)
      mpq_sub (value.value, numbers[2 * i], numbers[2 * i + 1]);
    else
      mpq_set (value.value, numbers[i]);
    indices[i] = couplet_evidence_add_number (evidence, &value);
  }
  couplet_evidence_add_path_vector (evidence, role, indices, n);
}

/* ---- Evidence ------------------------------------------------------------------------------- */

static CoupletEvidence *
evidence_new (const Method *work, CoupletEvidenceKind kind, const CoupletRational *cost)
{
  CoupletEvidence *evidence = couplet_evidence_new (kind, work->search.linear->automaton);
  couplet_evidence_set_answers (evidence, work->search.list->n_answers);
  if (cost != NULL)
    couplet_evidence_set_cost (evidence, cost);
  return evidence;
}

/* Shows that nothing takes path, which was found so. */
static void
add_multipliers (const Method *work, CoupletEvidence *evidence, CoupletVectorRole role,
                 const CoupletLinearPath *path)
{
  add_vector (evidence, role, find_place (work, path)->y, FALSE, path->n_rows + path->n_draws);
}

/* Begins a path, and says so where it is impossible. */
static gboolean
begin_path (const Method *work, CoupletEvidence *evidence, const CoupletLinearPath *path)
{
  couplet_evidence_begin_path (evidence, path->end);
  if (place_of (find_place (work, path)) != PATH_IMPOSSIBLE)
    return TRUE;
  add_multipliers (work, evidence, COUPLET_VECTOR_IMPOSSIBLE, path);
  return FALSE;
}

static void
add_shifts (const Method *work, CoupletEvidence *evidence, const CoupletLinearPath *path)
{
  for (guint i = 0; i < work->search.n_differences; i++)
    add_vector (evidence, COUPLET_VECTOR_SHIFTS, find_shifts (work, path, i)->x, TRUE,
                path->n_draws);
}

static void
add_nodes (const Method *work, CoupletEvidence *evidence, const LinearUnion *one, gboolean met)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 r = 0; r < one->n_decisions; r++) {
    guint32 node = (guint32)(one->path.rows[r].node - work->search.list->nodes);
    if (one->path.rows[r].met == met)
      g_array_append_val (nodes, node);
  }
  couplet_evidence_add_path_vector (evidence, met ? COUPLET_VECTOR_MET : COUPLET_VECTOR_NOT_MET,
                                    (const guint32 *)(gpointer)nodes->data, nodes->len);
}

/* Shows for each path of the list that it is within the union, or for each that it is apart. */
static void
add_relation (const Method *work, CoupletEvidence *evidence, const LinearUnion *one,
              CoupletVectorRole role)
{
  CoupletLinearList whole = *work->search.list;
  g_autoptr (GArray) joined = g_array_new (FALSE, FALSE, sizeof (CoupletLinearRow));
  whole.left_out = NULL;
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (&whole);
  CoupletLinearPath path, both;
  while (couplet_linear_walk_next (walk, &path)) {
    if (linear_union_has (one, path.end) != (role == COUPLET_VECTOR_WITHIN))
      continue;
    for (guint32 r = 0; role == COUPLET_VECTOR_WITHIN && r < one->n_decisions; r++) {
      both = linear_union_broken (one, &path, r, joined);
      add_multipliers (work, evidence, role, &both);
    }
    if (role == COUPLET_VECTOR_APART) {
      both = linear_union_with (one, &path, whole.n_answers, joined);
      add_multipliers (work, evidence, role, &both);
    }
  }
}

/* Adds what shows that the paths of one are a union, and its shifts. */
static void
add_union (const Method *work, CoupletEvidence *evidence, const LinearUnion *one)
{
  couplet_evidence_begin_path (evidence, one->path.end);
  add_shifts (work, evidence, &one->path);
  couplet_evidence_add_path_vector (evidence, COUPLET_VECTOR_WITH,
                                    &g_array_index (one->ends, guint32, 1), one->ends->len - 1);
  add_nodes (work, evidence, one, TRUE);
  add_nodes (work, evidence, one, FALSE);
  add_relation (work, evidence, one, COUPLET_VECTOR_WITHIN);
  add_relation (work, evidence, one, COUPLET_VECTOR_APART);
}

/* How many vectors evidence of shifts has at most. */
static guint64
size_of_shifts (const LinearSearch *search)
{
  guint64 size = (guint64)search->list->n_paths * search->n_differences;
  for (guint i = 0; i < search->unions->len; i++) {
    const LinearUnion *one = g_ptr_array_index (search->unions, i);
    size += (guint64)one->ends->len * one->n_decisions + search->list->n_paths;
  }
  return size;
}

/* Adds evidence that every path costs at most cost; all its shifts are known. */
static void
give_shifts (const Method *work, const CoupletRational *cost, CoupletOutcome *outcome)
{
  guint64 size = size_of_shifts (&work->search);
  CoupletLinearPath path;
  if (size > couplet_context_evidence_limit (work->search.context)) {
    if (couplet_context_evidence_limit (work->search.context) > 0)
      couplet_outcome_leave_out_evidence (outcome, size);
    return;
  }
  CoupletEvidence *evidence = evidence_new (work, COUPLET_EVIDENCE_SHIFTS, cost);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (work->search.list);
  for (guint i = 0; i < work->search.n_differences; i++)
    couplet_evidence_add_difference (evidence, linear_search_difference (&work->search, i));
  while (couplet_linear_walk_next (walk, &path)) {
    const LinearUnion *one = linear_search_union (&work->search, path.end);
    if (one != NULL && one->path.end == path.end)
      add_union (work, evidence, one);
    else if (one == NULL && begin_path (work, evidence, &path))
      add_shifts (work, evidence, &path);
  }
  couplet_outcome_take_evidence (outcome, evidence);
}

/* The prices of a path's rows. Those of one without shifts force any cost, if multiplied. */
static void
add_weights (const Method *work, CoupletEvidence *evidence, const CoupletLinearPath *path,
             const ExactSolution *shifts, const CoupletRational *cost)
{
  mpq_t *weights = linear_numbers_new (path->n_rows + 1), *factor = &weights[path->n_rows];
  mpq_set_ui (*factor, 1, 1);
  if (shifts->is_infeasible && cost != NULL) {
    mpq_mul (*factor, shifts->value, work->search.linear->sensitivity.value);
    mpq_div (*factor, cost->value, *factor);
  }
  for (guint32 r = 0; r < path->n_rows; r++)
    mpq_mul (weights[r], shifts->y[r], *factor);
  add_vector (evidence, COUPLET_VECTOR_WEIGHTS, weights, FALSE, path->n_rows);
  linear_numbers_free (weights, path->n_rows + 1);
}

/* Adds evidence that outputs force at least cost (NULL: that no cost is enough) at difference i. */
static void
give_weights (const Method *work, const char *outputs, guint i, const CoupletRational *cost,
              CoupletOutcome *outcome)
{
  CoupletLinearPath path;
  gboolean has_point = FALSE;
  if (couplet_context_evidence_limit (work->search.context) == 0)
    return;
  CoupletEvidence *evidence = evidence_new (work, COUPLET_EVIDENCE_WEIGHTS, cost);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (work->search.list);
  couplet_evidence_add_difference (evidence, linear_search_difference (&work->search, i));
  while (couplet_linear_walk_next (walk, &path)) {
    if (!g_str_equal (path.outputs, outputs) || !begin_path (work, evidence, &path))
      continue;
    const ExactSolution *place = find_place (work, &path);
    add_weights (work, evidence, &path, find_shifts (work, &path, i), cost);
    if (!has_point && place_of (place) == PATH_CERTAIN) {
      add_vector (evidence, COUPLET_VECTOR_POINT, place->x, TRUE,
                  work->search.list->n_answers + path.n_draws);
      has_point = TRUE;
    }
  }
  couplet_outcome_take_evidence (outcome, evidence);
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* Why no cost is known to be enough; NULL = one is. */
static const char *
find_obstacle (const Method *work)
{
  const LinearSearch *search = &work->search;
  if (!linear_search_takes_shifts (search))
    return "what is enough for whole numbers is only computed for the sensitivity 1";
  if (work->has_fraction)
    return "a path has shifts, but no whole ones are known";
  return mpq_sgn (search->most) < 0
             ? "outputs do not tell the path, and a path by itself has no shifts"
             : NULL;
}

static void
answer_finite (const Method *work, const LinearForced *forced, CoupletOutcome *outcome)
{
  g_auto (CoupletRational) most, least;
  const char *obstacle = find_obstacle (work);
  couplet_rational_init (&most);
  couplet_rational_init (&least);
  mpq_mul (most.value, work->search.most, work->search.linear->sensitivity.value);
  if (forced->cost != NULL)
    mpq_mul (least.value, forced->cost, work->search.linear->sensitivity.value);
  gboolean is_exact = couplet_rational_compare (&most, &least) == 0;
  if (obstacle == NULL) {
    couplet_outcome_set_cost (outcome, &most,
                              is_exact ? COUPLET_GUARANTEE_EXACT : COUPLET_GUARANTEE_UPPER_BOUND);
    give_shifts (work, &most, outcome);
  } else {
    couplet_outcome_set_reason (outcome, "%s", obstacle);
  }
  if (obstacle != NULL || !is_exact)
    couplet_outcome_set_bounds (outcome, &least, NULL);
  if (mpq_sgn (least.value) > 0)
    give_weights (work, forced->outputs, forced->difference, &least, outcome);
}

static void
answer (const Method *work, CoupletOutcome *outcome)
{
  LinearForced forced = linear_search_forced (&work->search);
  if (forced.cost == NULL || mpq_sgn (forced.cost) >= 0) {
    answer_finite (work, &forced, outcome);
    return;
  }
  couplet_outcome_set_infinite (outcome, COUPLET_GUARANTEE_EXACT);
  couplet_outcome_set_found (outcome, COUPLET_FOUND_DISTINGUISHER);
  couplet_outcome_set_reason (outcome,
                              "with lists of %u answers some outputs are possible with some "
                              "answers and impossible with adjacent ones",
                              work->search.list->n_answers);
  give_weights (work, forced.outputs, forced.difference, NULL, outcome);
}

gboolean
linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                   CoupletOutcome *outcome, GError **error)
{
  static const LinearMethod METHOD = {judge_place, judge_cost};
  Method work = {.limit = limit,
                 .solutions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                     (GDestroyNotify)exact_solution_free)};
  (void)error;
  if (linear_search_init (&work.search, context, linear, TRUE, outcome)) {
    if (linear_search_run (&work.search, &METHOD, &work, outcome))
      answer (&work, outcome);
    couplet_outcome_set_statistic (outcome, "programs", g_hash_table_size (work.solutions));
  }
  linear_search_clear (&work.search);
  g_hash_table_unref (work.solutions);
  return TRUE;
}
