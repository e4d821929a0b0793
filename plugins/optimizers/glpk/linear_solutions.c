/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "linear_solutions.h"

struct LinearSolutions {
  GHashTable *known; /* the text of a program -> LinearSolution, both owned */
};

static void
solution_free (gpointer data)
{
  LinearSolution *solution = data;
  mpq_clears (solution->value, solution->least, NULL);
  linear_numbers_free (solution->x, solution->n_columns);
  linear_numbers_free (solution->y, solution->n_rows);
  g_free (solution);
}

LinearSolutions *
linear_solutions_new (void)
{
  LinearSolutions *solutions = g_new (LinearSolutions, 1);
  solutions->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, solution_free);
  return solutions;
}

void
linear_solutions_free (LinearSolutions *solutions)
{
  g_hash_table_unref (solutions->known);
  g_free (solutions);
}

guint
linear_solutions_size (const LinearSolutions *solutions)
{
  return g_hash_table_size (solutions->known);
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

const LinearSolution *
linear_solutions_find (LinearSolutions *solutions, const LinearProgram *program)
{
  char *text = linear_program_text (program);
  LinearSolution *solution = g_hash_table_lookup (solutions->known, text);
  if (solution != NULL) {
    g_free (text);
    return solution;
  }
  solution = g_new0 (LinearSolution, 1);
  *solution = (LinearSolution){.n_columns = program->n_columns,
                               .n_rows = program->n_rows,
                               .x = linear_numbers_new (program->n_columns),
                               .y = linear_numbers_new (program->n_rows)};
  mpq_inits (solution->value, solution->least, NULL);
  if (solve (program, solution)) {
    g_hash_table_insert (solutions->known, text, solution);
    return solution;
  }
  solution_free (solution);
  g_free (text);
  return NULL;
}
