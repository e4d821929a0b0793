/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small linear program with rational data: GLPK finds a basis, which is then solved and checked
 * in rational numbers, so that no float decides.
 */
#ifndef COUPLET_EXACT_PROGRAM_H
#define COUPLET_EXACT_PROGRAM_H

#include <couplet/rational.h>

typedef enum { ROW_AT_LEAST, ROW_AT_MOST, ROW_EQUAL } RowSense;

/* min cost * x, with rows A x (sense) bound and x >= 0. All numbers are n_rows * n_columns, n_rows
 * and n_columns rationals that belong to the program. */
typedef struct {
  guint n_rows, n_columns;
  mpq_t *matrix; /* row by row */
  mpq_t *bound;
  mpq_t *cost;
  RowSense *sense;
} ExactProgram;

/* All numbers 0, all rows ROW_AT_LEAST. Clear it. */
void exact_program_init (ExactProgram *program, guint n_rows, guint n_columns);
void exact_program_clear (ExactProgram *program);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExactProgram, exact_program_clear)

static inline mpq_ptr
exact_program_at (ExactProgram *program, guint row, guint column)
{
  return program->matrix[row * program->n_columns + column];
}

typedef enum {
  EXACT_OPTIMUM,    /* *value is it, and *solution (n_columns) attains it */
  EXACT_NO_OPTIMUM, /* GLPK says that no x meets the rows: not proven */
  EXACT_UNKNOWN     /* GLPK failed, or its basis did not pass the check */
} ExactStatus;

/* Solves program, whose objective must have a lower bound on the rows. solution may be NULL. */
ExactStatus exact_program_solve (ExactProgram *program, mpq_t value, mpq_t *solution);

/* Whether some x meets the rows: the least sum of what misses them is 0. */
typedef enum { EXACT_FEASIBLE, EXACT_INFEASIBLE, EXACT_OPEN } ExactFeasibility;
ExactFeasibility exact_program_feasible (ExactProgram *program);

#endif
