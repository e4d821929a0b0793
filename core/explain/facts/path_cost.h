/* SPDX-License-Identifier: Apache-2.0 */
/* The exact cost of one path: the inputs that are worst for it, and the shifts
 * that answer them best. */
#ifndef COUPLET_EXPLAIN_PATH_COST_H
#define COUPLET_EXPLAIN_PATH_COST_H

#include "verifier.h"
#include "walk_samples.h"

/* The samples of path (guint32, from the initial state), with the worst input
 * differences and the best shifts. *possible: FALSE when no shifts are valid for
 * these differences, which then show it. NULL with error set when
 * nothing accepted answers it. The path is verified as an automaton of its own, in which what
 * lies on a cycle here has no noise, which asks the same of its shift; where differences depend on
 * earlier ones, no cycle is asked to be free. */
WalkSamples *path_cost (const CoupletAutomaton *automaton, const CoupletComponents *components,
                        const GArray *path, Verifier *verifier, gboolean *possible, GError **error);

#endif
