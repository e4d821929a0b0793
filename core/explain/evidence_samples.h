/* SPDX-License-Identifier: Apache-2.0 */
/* The samples of a walk that a decider or optimizer gave as evidence. */
#ifndef COUPLET_EXPLAIN_EVIDENCE_SAMPLES_H
#define COUPLET_EXPLAIN_EVIDENCE_SAMPLES_H

#include "walk_samples.h"

/* The samples of the evidence's walk, with the shifts that it has. automaton: the
 * evidence's, or what it unfolds to when it can be unfolded; not owned. NULL when
 * the walk is none of it. The caller frees the result. */
WalkSamples *evidence_samples (const CoupletAutomaton *automaton, const CoupletEvidence *evidence);

#endif
