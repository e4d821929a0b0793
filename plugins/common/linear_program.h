/* SPDX-License-Identifier: Apache-2.0 */
/* The linear programs of a path of a linear mechanism (docs/theory.md section 5): the cheapest
 * shifts for given differences, and answers and draws that take the path.
 */
#ifndef COUPLET_LINEAR_PROGRAM_H
#define COUPLET_LINEAR_PROGRAM_H

#include <couplet/internal/path.h>

typedef enum { ROW_AT_LEAST, ROW_AT_MOST, ROW_EQUAL } RowSense;

typedef struct {
  guint column;
  mpq_t factor;
} LinearTerm;

typedef struct {
  GArray *terms; /* LinearTerm, of a column at most one */
  RowSense sense;
  mpq_t bound;
} LinearRow;

typedef struct {
  mpq_t cost;
  gboolean is_whole; /* it has to be a whole number; a solver of real numbers ignores that */
} LinearColumn;

/* min constant + cost * x, with rows A x (sense) bound and x >= 0. */
typedef struct {
  guint n_rows, n_columns;
  LinearRow *rows;
  LinearColumn *columns;
  mpq_t constant;
} LinearProgram;

/* All numbers 0, all rows ROW_AT_LEAST, no column whole. Clear it. */
void linear_program_init (LinearProgram *program, guint n_rows, guint n_columns);
void linear_program_clear (LinearProgram *program);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LinearProgram, linear_program_clear)

/* Adds a term to row, in which column has none yet. Returns its factor, 0, for the caller to set.
 */
mpq_ptr linear_program_add (LinearProgram *program, guint row, guint column);

static inline LinearTerm *
linear_term (const LinearRow *row, guint i)
{
  return &g_array_index (row->terms, LinearTerm, i);
}

/* n rationals, all 0, and freeing them; NULL is allowed. */
mpq_t *linear_numbers_new (guint n);
void linear_numbers_free (mpq_t *numbers, guint n);

/* The cheapest shifts of the draws of line, a path, a multiple of the sensitivity, for differences
 * of the answers. Its rows are those of the line; columns 2i and 2i + 1 are what the shift of draw
 * i is above and below 0. Initializes *program. */
void linear_program_of_shifts (LinearProgram *program, const CoupletLine *line,
                               const gint8 *differences);

/* Answers, whole ones or any, and draws that take line, with an interior where draws are
 * continuous. Columns 2i and 2i + 1 are what atom i is above and below 0; the last one is what is
 * missing to a margin of 1: if its least value, the objective, is below 1, then x takes the line,
 * else nothing does. The rows are those of the line, and one more for each draw. Initializes
 * *program. */
void linear_program_of_place (LinearProgram *program, const CoupletLine *line,
                              gboolean whole_answers);

/* A text that is the same for programs with equal rows, costs and numbers of columns. The caller
 * frees it. */
char *linear_program_text (const LinearProgram *program);

#endif
