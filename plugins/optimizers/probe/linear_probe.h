/* SPDX-License-Identifier: Apache-2.0 */
/* Adjacent answers of a linear mechanism, and outputs, whose certified probabilities differ. */
#ifndef COUPLET_LINEAR_PROBE_H
#define COUPLET_LINEAR_PROBE_H

#include "probe_options.h"

/* Looks for a pair u, u + D of answers along lines in the directions D of the adjacency. Answers
 * with a lower bound of d and a counterexample, or with the reason why there is none. */
void linear_probe_run (CoupletContext *context, const CoupletLinear *linear,
                       const ProbeOptions *options, CoupletOutcome *outcome);

#endif
