/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linear_evidence.h"

#include <couplet/host/evidence_parts.h>

/* ---- Solutions ------------------------------------------------------------------------------ */

static void
solution_free (gpointer data)
{
  LinearSolution *solution = data;
  mpq_clears (solution->value, solution->least, NULL);
  linear_numbers_free (solution->x, solution->n_columns);
  linear_numbers_free (solution->y, solution->n_rows);
  g_free (solution);
}

static gboolean
is_whole (const LinearProgram *program, mpq_t *x)
{
  for (guint j = 0; j < program->n_columns; j++)
    if (program->whole[j] && mpz_cmp_ui (mpq_denref (x[j]), 1) != 0)
      return FALSE;
  return TRUE;
}

/* Replaces x by a solution whose whole columns are whole, or by nothing. */
static void
make_whole (const LinearProgram *program, LinearSolution *solution)
{
  if (is_whole (program, solution->x) ||
      exact_program_solve_whole (program, solution->value, solution->x))
    return;
  linear_numbers_free (solution->x, solution->n_columns);
  solution->x = NULL;
}

/* FALSE: it is not known. */
static gboolean
solve (const LinearProgram *program, LinearSolution *solution)
{
  ExactStatus status = exact_program_solve (program, solution->value, solution->x, solution->y);
  mpq_set (solution->least, solution->value);
  if (status == EXACT_OPTIMUM) {
    make_whole (program, solution);
    return TRUE;
  }
  solution->is_infeasible =
      exact_program_feasible (program, solution->value, solution->y) == EXACT_INFEASIBLE;
  linear_numbers_free (solution->x, solution->n_columns);
  solution->x = NULL;
  return solution->is_infeasible;
}

/* The solution of program, which is solved once; NULL: GLPK finds none that passes the check. */
static const LinearSolution *
find_solution (const LinearWork *work, const LinearProgram *program)
{
  g_autofree char *text = linear_program_text (program);
  LinearSolution *solution = g_hash_table_lookup (work->solutions, text);
  if (solution != NULL)
    return solution;
  solution = g_new (LinearSolution, 1);
  *solution = (LinearSolution){.n_columns = program->n_columns,
                               .n_rows = program->n_rows,
                               .x = linear_numbers_new (program->n_columns),
                               .y = linear_numbers_new (program->n_rows)};
  mpq_inits (solution->value, solution->least, NULL);
  if (solve (program, solution)) {
    g_hash_table_insert (work->solutions, g_steal_pointer (&text), solution);
    return solution;
  }
  solution_free (solution);
  return NULL;
}

void
linear_work_init (LinearWork *work, const LinearSearch *search)
{
  *work =
      (LinearWork){search, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, solution_free)};
}

void
linear_work_clear (LinearWork *work)
{
  g_hash_table_unref (work->solutions);
}

const LinearSolution *
linear_work_place (const LinearWork *work, const CoupletLinearPath *path)
{
  g_auto (LinearProgram) program;
  linear_program_of_place (&program, work->search->linear, work->search->list, path);
  return find_solution (work, &program);
}

const LinearSolution *
linear_work_shifts (const LinearWork *work, const CoupletLinearPath *path, guint i)
{
  g_auto (LinearProgram) program;
  linear_program_of_shifts (&program, work->search->list, path,
                            linear_search_difference (work->search, i));
  return find_solution (work, &program);
}

gboolean
linear_place_is_impossible (const LinearSolution *place)
{
  return place->is_infeasible || mpq_cmp_ui (place->least, 1, 1) >= 0;
}

gboolean
linear_place_is_certain (const LinearSolution *place)
{
  return !place->is_infeasible && place->x != NULL && mpq_cmp_ui (place->value, 1, 1) < 0;
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

/* Begins a path, and says so where it is impossible. */
static gboolean
begin_path (const LinearWork *work, CoupletEvidence *evidence, const CoupletLinearPath *path)
{
  const LinearSolution *place = linear_work_place (work, path);
  couplet_evidence_begin_path (evidence, path->end);
  if (!linear_place_is_impossible (place))
    return TRUE;
  add_vector (evidence, COUPLET_VECTOR_IMPOSSIBLE, place->y, FALSE, path->n_rows + path->n_draws);
  return FALSE;
}

/* ---- Evidence ---------------------------------------------------------------------------------
 */

static CoupletEvidence *
evidence_new (const LinearWork *work, CoupletEvidenceKind kind, const CoupletRational *cost)
{
  CoupletEvidence *evidence = couplet_evidence_new (kind, work->search->linear->automaton);
  couplet_evidence_set_answers (evidence, work->search->list->n_answers);
  if (cost != NULL)
    couplet_evidence_set_cost (evidence, cost);
  return evidence;
}

void
linear_evidence_shifts (const LinearWork *work, const CoupletRational *cost,
                        CoupletOutcome *outcome)
{
  guint64 size = (guint64)work->search->list->n_paths * work->search->n_differences;
  CoupletLinearPath path;
  if (size > couplet_context_evidence_limit (work->search->context)) {
    if (couplet_context_evidence_limit (work->search->context) > 0)
      couplet_outcome_leave_out_evidence (outcome, size);
    return;
  }
  CoupletEvidence *evidence = evidence_new (work, COUPLET_EVIDENCE_SHIFTS, cost);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (work->search->list);
  for (guint i = 0; i < work->search->n_differences; i++)
    couplet_evidence_add_difference (evidence, linear_search_difference (work->search, i));
  while (couplet_linear_walk_next (walk, &path)) {
    guint n = begin_path (work, evidence, &path) ? work->search->n_differences : 0;
    for (guint i = 0; i < n; i++)
      add_vector (evidence, COUPLET_VECTOR_SHIFTS, linear_work_shifts (work, &path, i)->x, TRUE,
                  path.n_draws);
  }
  couplet_outcome_take_evidence (outcome, evidence);
}

/* The prices of a path's rows. Those of one without shifts force any cost, if multiplied. */
static void
add_weights (const LinearWork *work, CoupletEvidence *evidence, const CoupletLinearPath *path,
             const LinearSolution *shifts, const CoupletRational *cost)
{
  mpq_t *weights = linear_numbers_new (path->n_rows + 1), *factor = &weights[path->n_rows];
  mpq_set_ui (*factor, 1, 1);
  if (shifts->is_infeasible && cost != NULL) {
    mpq_mul (*factor, shifts->value, work->search->linear->sensitivity.value);
    mpq_div (*factor, cost->value, *factor);
  }
  for (guint32 r = 0; r < path->n_rows; r++)
    mpq_mul (weights[r], shifts->y[r], *factor);
  add_vector (evidence, COUPLET_VECTOR_WEIGHTS, weights, FALSE, path->n_rows);
  linear_numbers_free (weights, path->n_rows + 1);
}

void
linear_evidence_weights (const LinearWork *work, const char *outputs, guint i,
                         const CoupletRational *cost, CoupletOutcome *outcome)
{
  CoupletLinearPath path;
  gboolean has_point = FALSE;
  if (couplet_context_evidence_limit (work->search->context) == 0)
    return;
  CoupletEvidence *evidence = evidence_new (work, COUPLET_EVIDENCE_WEIGHTS, cost);
  g_autoptr (CoupletLinearWalk) walk = couplet_linear_walk_new (work->search->list);
  couplet_evidence_add_difference (evidence, linear_search_difference (work->search, i));
  while (couplet_linear_walk_next (walk, &path)) {
    if (!g_str_equal (path.outputs, outputs) || !begin_path (work, evidence, &path))
      continue;
    const LinearSolution *place = linear_work_place (work, &path);
    add_weights (work, evidence, &path, linear_work_shifts (work, &path, i), cost);
    if (!has_point && linear_place_is_certain (place)) {
      add_vector (evidence, COUPLET_VECTOR_POINT, place->x, TRUE,
                  work->search->list->n_answers + path.n_draws);
      has_point = TRUE;
    }
  }
  couplet_outcome_take_evidence (outcome, evidence);
}
