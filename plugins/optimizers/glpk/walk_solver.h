/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk's linear program by GLPK, and what is proven about its answer. */
#ifndef COUPLET_WALK_SOLVER_H
#define COUPLET_WALK_SOLVER_H

#include "cost_scale.h"
#include "walk_program.h"

#include <couplet/context.h>

typedef struct {
  gint8 *shifts;    /* one per draw of the program, rounded; the caller frees them */
  CoupletCost cost; /* of these shifts; infinite when they are not valid */
  gboolean proven;  /* no shifts cost less: GLPK's prices show it in exact numbers */
} WalkAnswer;

/* Solves program: by the simplex method in floating point and, if that leaves
 * the answer unproven, in rationals. dump: where to write it in CPLEX LP format,
 * NULL = nowhere. Heeds the time limit of context. False when GLPK aborted. */
gboolean walk_solve (const WalkProgram *program, const CostScale *scale, CoupletContext *context,
                     const char *dump, WalkAnswer *answer);

/* The exact numbers of the text that walk_solve() dumps (exact_text.h). The caller frees it. */
char *walk_solver_exact_text (const WalkProgram *program, const CostScale *scale);

/* Milliseconds for GLPK. */
int walk_solver_milliseconds (double seconds);

#endif
