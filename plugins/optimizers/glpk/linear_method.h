/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least d of a linear mechanism for lists of known lengths (docs/theory.md section 5): a linear
 * program for each path and each corner of the adjacency.
 */
#ifndef COUPLET_LINEAR_METHOD_H
#define COUPLET_LINEAR_METHOD_H

#include <couplet/internal/plugin.h>

/* As CoupletSolver.run_linear; solves at most limit different programs. Where outputs tell the path
 * the cost is exact; else it is an upper bound, with a lower one of what observers see. */
gboolean linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                            CoupletOutcome *outcome, GError **error);

#endif
