/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear program of a walk through the graph: minimise the fees of shifts that are
 * bounded and ordered by pairs. Kept in exact
 * numbers: what a solver says about it can be proven here. */
#ifndef COUPLET_WALK_PROGRAM_H
#define COUPLET_WALK_PROGRAM_H

#include "walk_graph.h"

#include <couplet/path.h>

typedef struct {
  CoupletUnit *unit;
  CoupletPath *path;    /* an unknown for each draw, a row for each of its rows */
  CoupletCost constant; /* what the walk costs whatever the shifts are */
  GArray *samples;      /* guint32: the draw of each part of each edge */
} WalkProgram;

/* The program of the n edges (indices), a walk from node 0. The caller frees it. */
WalkProgram *walk_program_new (const WalkGraph *graph, const guint32 *edges, guint n);
void walk_program_free (WalkProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkProgram, walk_program_free)

/* What draw costs in multiples of walk_program_d(), if it shifts by g. */
static inline int
walk_program_fee (const CoupletPathDraw *draw, int g)
{
  return draw->part != NULL ? draw->part->fees[g + 1] : 0;
}

/* One without noise has one shift, which costs nothing. */
static inline CoupletCost
walk_program_d (const CoupletPathDraw *draw)
{
  gboolean pays = draw->part != NULL && draw->part->sample.d != COUPLET_COST_INFINITE;
  return pays ? draw->part->sample.d : 0;
}

/* What shifts (one each) cost; infinite when they break a bound or an order. */
CoupletCost walk_program_cost (const WalkProgram *program, const gint8 *shifts);

/* Whether prices (one per order, not negative, in units of the costs) prove that
 * no shifts cost less than cost: paying prices for breaking orders, no shifts do. */
gboolean walk_program_proves (const WalkProgram *program, const mpz_t *prices, CoupletCost cost);

#endif
