/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact solutions of the programs of paths (linear_program.h); equal programs are solved once.
 */
#ifndef COUPLET_LINEAR_SOLUTIONS_H
#define COUPLET_LINEAR_SOLUTIONS_H

#include "exact_program.h"

/* What is known of a program. x (n_columns) is a solution, with whole columns whole, NULL = none is
 * known; it costs value. y (n_rows) are prices that show that none costs less than least, or, where
 * the program is infeasible, that there is none: then value is bound times y, above 0. */
typedef struct {
  gboolean is_infeasible;
  guint n_columns, n_rows;
  mpq_t value, least;
  mpq_t *x, *y;
} LinearSolution;

typedef struct LinearSolutions LinearSolutions;

LinearSolutions *linear_solutions_new (void);
void linear_solutions_free (LinearSolutions *solutions);

/* The solution of program, owned by solutions; NULL: GLPK finds none that passes the check. */
const LinearSolution *linear_solutions_find (LinearSolutions *solutions,
                                             const LinearProgram *program);

/* How many programs were solved. */
guint linear_solutions_size (const LinearSolutions *solutions);

#endif
