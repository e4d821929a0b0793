/* SPDX-License-Identifier: Apache-2.0 */
/* A walk as a straight line of draws: the shifts of its samples, and which of them is at most which
 * other. What solvers say of shifts along a walk they say of this.
 */
#ifndef COUPLET_INTERNAL_PATH_H
#define COUPLET_INTERNAL_PATH_H

#include <couplet/internal/moves.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

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
