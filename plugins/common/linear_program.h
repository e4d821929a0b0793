/* SPDX-License-Identifier: Apache-2.0 */
/* The linear programs of a path of a linear mechanism (docs/theory.md section 5): the cheapest
 * shifts for given differences, and answers and draws that take the path.
 */
#ifndef COUPLET_LINEAR_PROGRAM_H
#define COUPLET_LINEAR_PROGRAM_H

#include <couplet/host/model.h>

typedef enum { ROW_AT_LEAST, ROW_AT_MOST, ROW_EQUAL } RowSense;

/* min cost * x, with rows A x (sense) bound and x >= 0. All numbers are n_rows * n_columns, n_rows
 * and n_columns rationals that belong to the program. whole: columns that have to be whole; what
 * solves a program without them heeds them not. */
typedef struct {
  guint n_rows, n_columns;
  mpq_t *matrix; /* row by row */
  mpq_t *bound;
  mpq_t *cost;
  RowSense *sense;
  gboolean *whole;
} LinearProgram;

/* All numbers 0, all rows ROW_AT_LEAST, no column whole. Clear it. */
void linear_program_init (LinearProgram *program, guint n_rows, guint n_columns);
void linear_program_clear (LinearProgram *program);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LinearProgram, linear_program_clear)

static inline mpq_ptr
linear_program_at (const LinearProgram *program, guint row, guint column)
{
  return program->matrix[row * program->n_columns + column];
}

gboolean linear_program_has_whole (const LinearProgram *program);

/* n rationals, all 0, and freeing them; NULL is allowed. */
mpq_t *linear_numbers_new (guint n);
void linear_numbers_free (mpq_t *numbers, guint n);

/* The cheapest shifts of the draws of path, a multiple of the sensitivity, for differences of the
 * answers (n_answers). Its rows are those of the path; columns 2i and 2i + 1 are what the shift of
 * draw i is above and below 0. Initializes *program. */
void linear_program_of_shifts (LinearProgram *program, const CoupletLinearList *list,
                               const CoupletLinearPath *path, const gint8 *differences);

/* Answers and draws that take path, with an interior where draws are continuous. Columns 2i and
 * 2i + 1 are what atom i is above and below 0; the last one is what is missing to a margin of 1: if
 * its least value, the objective, is below 1, then x takes the path, else nothing does. The rows
 * are those of the path, and one more for each draw. Initializes *program. */
void linear_program_of_place (LinearProgram *program, const CoupletLinear *linear,
                              const CoupletLinearList *list, const CoupletLinearPath *path);

/* A text that is the same for programs with equal rows, costs and numbers of columns. The caller
 * frees it. */
char *linear_program_text (const LinearProgram *program);

#endif
