/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear program of a walk through the macro graph: minimise the sum of
 * d * |D - g| over shifts g, bounded and ordered by pairs. Kept in exact
 * numbers: what a solver says about it can be proven here. */
#ifndef COUPLET_WALK_PROGRAM_H
#define COUPLET_WALK_PROGRAM_H

#include "macro_graph.h"

/* A shift between low and high, of -1, 0 and 1 at a cost of fee[g + 1] * d, which is convex.
 * d = 0: it costs nothing. */
typedef struct {
  gint8 low, high;
  gint8 fee[3];
  CoupletCost d;
} WalkShift;

/* shifts[below] <= shifts[above] */
typedef struct {
  guint32 below, above;
} WalkOrder;

typedef struct {
  CoupletUnit *unit;
  GArray *shifts;       /* WalkShift */
  GArray *orders;       /* WalkOrder */
  CoupletCost constant; /* what the walk costs whatever the shifts are */
  GArray *samples;      /* guint32: the number of the shift of each sample of each step */
} WalkProgram;

/* The program of the n edges (indices), a walk from node 0. The caller frees it. */
WalkProgram *walk_program_new (const MacroGraph *graph, const guint32 *edges, guint n);
void walk_program_free (WalkProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkProgram, walk_program_free)

static inline const WalkShift *
walk_program_shift (const WalkProgram *program, guint i)
{
  return &g_array_index (program->shifts, WalkShift, i);
}

static inline const WalkOrder *
walk_program_order (const WalkProgram *program, guint i)
{
  return &g_array_index (program->orders, WalkOrder, i);
}

/* What shifts (one each) cost; infinite when they break a bound or an order. */
CoupletCost walk_program_cost (const WalkProgram *program, const gint8 *shifts);

/* Whether prices (one per order, not negative, in units of the costs) prove that
 * no shifts cost less than cost: paying prices for breaking orders, no shifts do. */
gboolean walk_program_proves (const WalkProgram *program, const mpz_t *prices, CoupletCost cost);

#endif
