/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact cost by one mixed-integer program (milp_program.h). */
#ifndef COUPLET_MILP_METHOD_H
#define COUPLET_MILP_METHOD_H

#include "glpk_run.h"

/* Solves it and sets the cost of the walk it returns, in exact numbers, on the
 * outcome: certified when an upper bound meets it, a bracket when floating point
 * cannot tell costs of such sizes apart. False with error set (SOLVER). */
gboolean milp_solve (GlpkWork *work, GError **error);

#endif
