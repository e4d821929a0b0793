/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact coupling cost by linear programming: docs/theory.md sections 6 and 7; and the least d
 * of a linear mechanism for lists of known lengths, section 5. */
#ifndef COUPLET_GLPK_RUN_H
#define COUPLET_GLPK_RUN_H

#include "glpk_work.h"

/* Sets the exact cost of automaton on outcome, certified when exact numbers
 * prove it, or a bracket when a limit was met. Statistics: `programs`. Evidence:
 * the walk. False with error set (SOLVER) when GLPK fails. */
gboolean glpk_run (CoupletContext *context, const CoupletAutomaton *automaton,
                   const GlpkOptions *options, CoupletOutcome *outcome, GError **error);

/* The same of walks: by a linear program for each and for each choice of differences on it, ... */
gboolean lp_solve (const GlpkWork *work, GError **error);

/* ... or by one mixed-integer program, of which the answer is certified when an upper bound meets
 * it, a bracket when floating point cannot tell costs of such sizes apart. */
gboolean milp_solve (const GlpkWork *work, GError **error);

/* As CoupletSolver.run_linear: a linear program for each path and each corner of the adjacency, at
 * most limit different ones. Where outputs tell the path the cost is exact; else it is an upper
 * bound, with a lower one of what observers see. */
gboolean linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                            CoupletOutcome *outcome, GError **error);

#endif
