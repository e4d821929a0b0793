/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear programs with rational data: GLPK finds a basis, which is then solved and checked in
 * rational numbers, so that no float decides.
 */
#ifndef COUPLET_EXACT_PROGRAM_H
#define COUPLET_EXACT_PROGRAM_H

#include "linear_program.h"

/* What is known of a program. x (n_columns) is a solution, with whole columns whole, NULL = none is
 * known; it costs value. y (n_rows) are prices that show that none costs less than least: not
 * negative where a row is ROW_AT_LEAST, not positive where it is ROW_AT_MOST, no column costs less
 * than its rows at these prices, and bound times y, with the constant, is least. Where the program
 * is infeasible they show that: each column earns at most 0, and value is bound times y, above 0.
 */
typedef struct {
  gboolean is_infeasible;
  guint n_columns, n_rows;
  mpq_t value, least;
  mpq_t *x, *y;
} ExactSolution;

/* Solves program, whose columns cost 0 or more. NULL: GLPK failed, its basis did not pass the
 * check, or the time of context (NULL = no limits) is up. The caller frees the solution. */
ExactSolution *exact_solution_new (const LinearProgram *program, CoupletContext *context);
void exact_solution_free (ExactSolution *solution);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExactSolution, exact_solution_free)

/* The program as text for other solvers, with its costs multiplied by scale. NULL with error set
 * (COUPLET_ERROR_SOLVER) when that fails. The caller frees it. */
char *exact_program_text (const LinearProgram *program, double scale, GError **error);

#endif
