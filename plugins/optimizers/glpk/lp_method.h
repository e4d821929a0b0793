/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One linear program for each walk through the components and each choice of
 * the adversary's input differences on it; the shifts are real. */
#ifndef COUPLET_LP_METHOD_H
#define COUPLET_LP_METHOD_H

#include "glpk_run.h"

/* Solves them all and sets the largest of their minima on the outcome. False
 * with error set (SOLVER). */
gboolean lp_solve_all (GlpkWork *work, GError **error);

#endif
