/* SPDX-License-Identifier: Apache-2.0 */
/* Whether every path of a linear mechanism has shifts, and shifts that cost no more than what is
 * claimed, by Z3 (docs/theory.md section 5). */
#ifndef COUPLET_Z3_LINEAR_DECIDE_H
#define COUPLET_Z3_LINEAR_DECIDE_H

#include <couplet/internal/plugin.h>

/* As CoupletSolver.run_linear. Sets what was found: a strategy where every path has shifts for
 * every difference, a distinguisher where no path with some outputs has any; and in the reason what
 * that says of the claim. */
gboolean linear_decide (CoupletContext *context, const CoupletLinear *linear,
                        CoupletOutcome *outcome, GError **error);

#endif
