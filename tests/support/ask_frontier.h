/* SPDX-License-Identifier: Apache-2.0 */
/* What frontier says of an automaton, without a pipeline. */
#ifndef COUPLET_TESTS_ASK_FRONTIER_H
#define COUPLET_TESTS_ASK_FRONTIER_H

#include "frontier.h"

/* The answer of frontier to automaton as it stands, with evidence of up to evidence_limit numbers.
 * Fails the test when it fails; the caller frees the outcome. */
CoupletOutcome *ask_frontier (const CoupletAutomaton *automaton, const FrontierOptions *options,
                              gsize evidence_limit);

#endif
