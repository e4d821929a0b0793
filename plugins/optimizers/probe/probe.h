/* SPDX-License-Identifier: Apache-2.0 */
/* What an attacker reaches at one epsilon: a certified lower bound of the loss on two
 * adjacent inputs, which is a lower bound of d.
 */
#ifndef COUPLET_PROBE_H
#define COUPLET_PROBE_H

#include <couplet/internal/plugin.h>

/* What a probe is asked. */
typedef struct {
  const CoupletRational *epsilon; /* > 0 */
  const CoupletRational *claim;   /* stop at a loss above it; NULL = look for a large one */
  const CoupletRational *range;   /* all inputs are between these two; NULL = any */
  gboolean turns;                 /* say how many steps the claims 10 and 100 take */
} ProbeOptions;

/* Answers with a lower bound and a counterexample, or with the reason why there is none.
 * FALSE with error set when the automaton's costs are too large. */
gboolean probe_run (CoupletContext *context, const CoupletAutomaton *automaton,
                    const ProbeOptions *options, CoupletOutcome *outcome, GError **error);

/* Looks for a pair u, u + D of answers along lines in the directions D of the adjacency. Answers
 * with a lower bound of d and a counterexample, or with the reason why there is none. */
void probe_run_linear (CoupletContext *context, const CoupletLinear *linear,
                       const ProbeOptions *options, CoupletOutcome *outcome);

#endif
