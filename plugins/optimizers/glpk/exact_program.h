/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small linear programs with rational data: GLPK finds a basis, which is then solved and checked
 * in rational numbers, so that no float decides.
 */
#ifndef COUPLET_EXACT_PROGRAM_H
#define COUPLET_EXACT_PROGRAM_H

#include "linear_program.h"

typedef enum {
  EXACT_OPTIMUM,    /* value, x and y are set */
  EXACT_NO_OPTIMUM, /* GLPK says that no x meets the rows: not proven */
  EXACT_UNKNOWN     /* GLPK failed, or its basis did not pass the check */
} ExactStatus;

/* Solves program, whose objective must have a lower bound on the rows, whole columns or not. x
 * (n_columns) becomes a solution, and y (n_rows) prices that prove it: not negative where a row is
 * ROW_AT_LEAST, not positive where it is ROW_AT_MOST, no column costs less than its rows at these
 * prices, and bound times y is the value. Each may be NULL. */
ExactStatus exact_program_solve (const LinearProgram *program, mpq_t value, mpq_t *x, mpq_t *y);

typedef enum { EXACT_FEASIBLE, EXACT_INFEASIBLE, EXACT_OPEN } ExactFeasibility;

/* Whether some x meets the rows. Where none does, ray (n_rows; NULL = not wanted) becomes prices
 * that prove it: as above, but each column earns at most 0, and bound times ray, which missed
 * becomes, is above 0. */
ExactFeasibility exact_program_feasible (const LinearProgram *program, mpq_t missed, mpq_t *ray);

/* Looks for the best x whose whole columns are whole, and sets x (n_columns) and value, which is
 * what x costs. FALSE: none was found, which proves nothing. */
gboolean exact_program_solve_whole (const LinearProgram *program, mpq_t value, mpq_t *x);

#endif
