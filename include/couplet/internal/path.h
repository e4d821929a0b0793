/* SPDX-License-Identifier: Apache-2.0 */
/* Straight lines of draws, decisions and outputs. CoupletLine is one in numbers, a walk of an
 * automaton or a path of a linear tree; CoupletPath one in shifts, of the samples of a walk or of
 * some of them, which grows by one letter after the other.
 */
#ifndef COUPLET_INTERNAL_PATH_H
#define COUPLET_INTERNAL_PATH_H

#include <couplet/internal/moves.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* ---- In numbers ------------------------------------------------------------------------------ */

/* A draw of noise around an input and a mean, or around 0. */
typedef struct {
  CoupletNoiseKind noise;      /* never COUPLET_NOISELESS: such a draw is its centre */
  const CoupletRational *rate; /* > 0, in multiples of epsilon */
  guint32 input;               /* COUPLET_NONE = 0 */
  const CoupletRational *mean; /* NULL = 0 */
} CoupletLineDraw;

typedef enum {
  COUPLET_LINE_DECIDES, /* form >= 0 */
  COUPLET_LINE_SHOWS,   /* form is output */
  COUPLET_LINE_SNAPS    /* form is output, rounded to a grid and clamped */
} CoupletLineRowKind;

/* Atom i below the number of inputs is input i, atom n_inputs + j is draw j. */
typedef struct {
  CoupletLineRowKind kind;
  const CoupletLinearForm *form; /* of a walk: a sample, or one less another (of two terms) */
  gboolean opposite;             /* DECIDES: form <= 0 */
  gboolean strict;               /* DECIDES: form > 0, or opposite < 0 */
  guint32 value;                 /* SHOWS, SNAPS: the number of the output */
  const CoupletSnap *snap;       /* SNAPS: numbers of the automaton */
} CoupletLineRow;

typedef struct {
  const CoupletAutomaton *automaton; /* of a walk; NULL = of a tree */
  guint32 n_inputs;
  const CoupletRational **means; /* per input what its first sample adds to it, NULL = nothing */
  gboolean in_order;             /* a walk without gaps: draws are compared with few earlier ones */
  GArray *draws;                 /* CoupletLineDraw */
  GArray *rows;                  /* CoupletLineRow */
  GPtrArray *forms;              /* of rows of a walk */
} CoupletLine;

/* The walk of n transitions; automaton must outlive it. Step i reads input reads[i] and outputs
 * value shows[i]; NULL = i, and where an input is read again that of the last private state. A
 * guard with several alternatives holds by its first one. The caller frees it. */
CoupletLine *couplet_line_of_walk (const CoupletAutomaton *automaton, const guint32 *transitions,
                                   guint n, const guint *reads, const guint *shows, guint n_inputs);

/* A path of list, which must outlive it; its inputs are the answers, its values the real outputs in
 * their order. Idle decisions bound nothing: it is all paths that differ in them only. */
CoupletLine *couplet_line_of_path (const CoupletLinearList *list, const CoupletLinearPath *path);
void couplet_line_free (CoupletLine *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLine, couplet_line_free)

static inline const CoupletLineDraw *
couplet_line_draw (const CoupletLine *line, guint32 draw)
{
  return &g_array_index (line->draws, CoupletLineDraw, draw);
}

static inline const CoupletLineRow *
couplet_line_row (const CoupletLine *line, guint32 row)
{
  return &g_array_index (line->rows, CoupletLineRow, row);
}

/* Whether form contains a draw that is not of whole numbers. */
static inline gboolean
couplet_line_is_continuous (const CoupletLine *line, const CoupletLinearForm *form)
{
  for (guint32 i = 0; i < form->n_terms; i++)
    if (form->terms[i].atom >= line->n_inputs &&
        !couplet_noise_is_whole (
            couplet_line_draw (line, form->terms[i].atom - line->n_inputs)->noise))
      return TRUE;
  return FALSE;
}

/* n rationals, all 0. The caller unrefs the array, which clears them. */
GArray *couplet_numbers_new (guint n);

static inline CoupletRational *
couplet_number (const GArray *numbers, guint i)
{
  return &g_array_index (numbers, CoupletRational, i);
}

/* *value = form where its atoms are the numbers; those that numbers has not are 0. */
void couplet_line_value (const CoupletLinearForm *form, const GArray *numbers,
                         CoupletRational *value);

/* Numbers for the atoms of line, one of a walk, with which it has a positive probability or
 * density: those that couplet_path_inputs() describes. NULL as there. The caller unrefs them. */
GArray *couplet_line_places (const CoupletLine *line);

/* ---- In shifts ------------------------------------------------------------------------------- */

/* The shift of a sample, or of a value that a threshold has from elsewhere. */
typedef struct {
  const CoupletLetterPart *part; /* NULL = from elsewhere */
  CoupletShifts shifts;          /* it is one of them, or between two */
} CoupletPathDraw;

/* A comparison of a sample with the value of threshold: the shift of one draw is at most that of
 * the other. */
typedef struct {
  guint32 sample, value; /* draws */
  guint32 threshold;
  gboolean at_most; /* that of the sample is at most that of the value; else at least */
} CoupletPathRow;

typedef struct {
  GArray *draws;  /* CoupletPathDraw */
  GArray *rows;   /* CoupletPathRow */
  guint32 *value; /* per threshold: the draw that it has its value from; COUPLET_NONE = not known */
} CoupletPath;

/* The path of no steps. The caller frees it. */
CoupletPath *couplet_path_new (guint32 n_thresholds);
void couplet_path_free (CoupletPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletPath, couplet_path_free)

/* Goes on by the sample of part, whose shift is one of shifts. part must outlive the path. Returns
 * the draw. */
guint32 couplet_path_take (CoupletPath *path, const CoupletLetterPart *part, CoupletShifts shifts);

/* Gives threshold a value from elsewhere. Returns the draw. */
guint32 couplet_path_set (CoupletPath *path, guint32 threshold, CoupletShifts shifts);

static inline CoupletPathDraw *
couplet_path_draw (const CoupletPath *path, guint32 draw)
{
  return &g_array_index (path->draws, CoupletPathDraw, draw);
}

static inline const CoupletPathRow *
couplet_path_row (const CoupletPath *path, guint32 row)
{
  return &g_array_index (path->rows, CoupletPathRow, row);
}

/* The draws of row whose shift is at most, and at least, that of the other. */
static inline guint32
couplet_path_below (const CoupletPathRow *row)
{
  return row->at_most ? row->sample : row->value;
}

static inline guint32
couplet_path_above (const CoupletPathRow *row)
{
  return row->at_most ? row->value : row->sample;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
