/* SPDX-License-Identifier: Apache-2.0 */
/* Two adjacent inputs on which a walk's probabilities differ by a certified factor. */
#ifndef COUPLET_COUNTEREXAMPLE_SEARCH_H
#define COUPLET_COUNTEREXAMPLE_SEARCH_H

#include "probe_options.h"

#include <couplet/host/evidence_parts.h>

/* Tries pairs of inputs u + k*D, u + (k + 1)*D along the walk of n steps and stops at a pair with a
 * loss above the claim, with k as small as was found; else answers with the pair with the largest
 * loss. most: what no pair loses (NULL = not known), so that one that is told to lose as much ends
 * the search. TRUE when the claim is refuted. */
gboolean counterexample_search (CoupletContext *context, const CoupletAutomaton *automaton,
                                const CoupletWalkStep *steps, guint n, const CoupletRational *most,
                                const ProbeOptions *options, CoupletOutcome *outcome);

#endif
