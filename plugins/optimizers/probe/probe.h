/* SPDX-License-Identifier: Apache-2.0 */
/* What an attacker reaches at one epsilon: a certified lower bound of the loss on two
 * adjacent inputs, which is a lower bound of d.
 */
#ifndef COUPLET_PROBE_H
#define COUPLET_PROBE_H

#include "probe_options.h"

/* Answers with a lower bound and a counterexample, or with the reason why there is none.
 * FALSE with error set when the automaton's costs are too large. */
gboolean probe_run (CoupletContext *context, const CoupletAutomaton *automaton,
                    const ProbeOptions *options, CoupletOutcome *outcome, GError **error);

/* Looks for a pair u, u + D of answers along lines in the directions D of the adjacency. Answers
 * with a lower bound of d and a counterexample, or with the reason why there is none. */
void linear_probe_run (CoupletContext *context, const CoupletLinear *linear,
                       const ProbeOptions *options, CoupletOutcome *outcome);

#endif
