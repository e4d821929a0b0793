/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mixed-integer program for the whole automaton: the adversary's walk and
 * input differences are binaries, and the vector F of docs/theory.md section 4
 * is a potential along the walk. */
#ifndef COUPLET_MILP_METHOD_H
#define COUPLET_MILP_METHOD_H

#include "glpk_run.h"

/* Solves it and sets the cost of the walk it returns, recomputed in rationals,
 * on the outcome; certified when an upper bound in rationals meets it. False
 * with error set (SOLVER). */
gboolean milp_solve (GlpkWork *work, GError **error);

#endif
