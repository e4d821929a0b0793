/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear program of a walk through the graph: minimise the fees of shifts that are
 * bounded and ordered by pairs. What GLPK says of it is proven in exact numbers. */
#ifndef COUPLET_WALK_PROGRAM_H
#define COUPLET_WALK_PROGRAM_H

#include "glpk_program.h"
#include "walk_graph.h"

#include <couplet/internal/path.h>

typedef struct {
  CoupletUnit *unit;
  mpq_srcptr step;      /* of which all costs are multiples, if possible */
  CoupletPath *path;    /* an unknown for each draw, a row for each of its rows; part: where what it
                           costs is not in constant */
  CoupletCost constant; /* what the walk costs whatever the shifts are */
  GArray *samples;      /* guint32: the draw of each part of each edge */
} WalkProgram;

/* The program of walk, a list of edges from node 0. The caller frees it. */
WalkProgram *walk_program_new (const WalkGraph *graph, const GArray *walk);
void walk_program_free (WalkProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WalkProgram, walk_program_free)

/* What shifts (one each) cost; infinite when they break a bound or an order. */
CoupletCost walk_program_cost (const WalkProgram *program, const gint8 *shifts);

/* Whether prices (one per order, as GLPK has them, where step is 1) prove that no shifts cost less
 * than cost, which is finite: paying prices for breaking orders, no shifts do. */
gboolean walk_program_proves (const WalkProgram *program, const double *prices, CoupletCost cost);

/* Makes *lp the program for GLPK: its columns and rows begin with those of the path. The caller
 * clears it. */
void walk_program_write (const WalkProgram *program, GlpkProgram *lp);

typedef struct {
  gint8 *shifts;    /* one per part of each edge, rounded; the caller frees them */
  CoupletCost cost; /* of these shifts; infinite when they are not valid */
  gboolean proven;  /* no shifts cost less: GLPK's prices show it in exact numbers */
} WalkAnswer;

/* Solves lp, as walk_program_write() made it of program: by the simplex method in floating point
 * and, if that leaves the answer unproven, in rationals. Heeds the time limit of context. False
 * when GLPK aborted; then there are no shifts. */
gboolean walk_program_solve (const WalkProgram *program, const GlpkProgram *lp,
                             CoupletContext *context, WalkAnswer *answer);

#endif
