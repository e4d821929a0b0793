/* SPDX-License-Identifier: Apache-2.0 */
/* A straight line of draws, comparisons and outputs: a walk of an automaton, or a path of a linear
 * tree. Its forms are of inputs and draws; what is computed of it is asked at given inputs.
 */
#ifndef COUPLET_LINE_H
#define COUPLET_LINE_H

#include "exact.h"

#include <couplet/internal/automaton.h>

/* A multiple of an input, or, from n_inputs on, of a draw. */
typedef struct {
  guint atom;
  fmpq factor;
} LineTerm;

typedef struct {
  GArray *terms; /* LineTerm */
  fmpq_t constant;
} LineForm;

typedef struct {
  CoupletNoiseKind noise; /* never COUPLET_NOISELESS: such a draw is its centre */
  fmpq_t rate;            /* > 0, in multiples of epsilon */
  LineForm centre;        /* of the inputs */
} LineDraw;

typedef enum {
  LINE_AT_LEAST, /* form >= 0 */
  LINE_ABOVE,    /* form > 0 */
  LINE_SHOWN,    /* form is output */
  LINE_SNAPPED   /* form is output, rounded to a grid and clamped */
} LineRowKind;

typedef struct {
  LineRowKind kind;
  LineForm form;
  guint value;        /* SHOWN, SNAPPED: the number of the output */
  fmpq_t grid, bound; /* SNAPPED */
} LineRow;

typedef struct {
  guint n_inputs;
  gboolean in_order; /* a walk without gaps: draws are compared with few earlier ones */
  GArray *draws;     /* LineDraw */
  GArray *rows;      /* LineRow */
} Line;

/* The walk of n transitions. Step i reads input reads[i] and outputs value shows[i]; NULL = i. A
 * guard with several alternatives holds by its first one. The caller frees it. */
Line *line_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions, guint n,
                    const guint *reads, const guint *shows, guint n_inputs);

/* The path that ends at node end of list; its inputs are the answers, its values the real outputs
 * in their order. Idle decisions bound nothing: it is all paths that differ in them only. */
Line *line_of_node (const CoupletLinearList *list, guint32 end);
void line_free (Line *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Line, line_free)

static inline const LineDraw *
line_draw (const Line *line, guint draw)
{
  return &g_array_index (line->draws, LineDraw, draw);
}

static inline const LineRow *
line_row (const Line *line, guint row)
{
  return &g_array_index (line->rows, LineRow, row);
}

/* value = form at inputs, where all draws are 0. */
void line_form_at (const Line *line, const LineForm *form, const fmpq *inputs, fmpq_t value);

/* Sets bits in marks[value] for each output that has a density: that may be any real number. FALSE:
 * an output may have none where others are known, as some gaps do. */
gboolean line_mark_densities (const Line *line, guint8 *marks, guint8 bits);

/* Moves values to where the line outputs what it does when all inputs are moved by as much: gaps
 * stay as they are, and what is snapped stays on its grid. */
void line_move_values (const Line *line, const fmpq_t by, fmpq *values);

/* The end on a side (-1 or 1) of the numbers that are snapped to shown, one that row may output.
 * FALSE: infinite. */
gboolean line_cell_end (const LineRow *row, const fmpq_t shown, int side, fmpq_t end);

#endif
