/* SPDX-License-Identifier: Apache-2.0 */
/* How much work it is to check evidence, estimated before the check. */
#ifndef COUPLET_CORE_CHECK_EFFORT_H
#define COUPLET_CORE_CHECK_EFFORT_H

#include <couplet/host/evidence_parts.h>

/* About how many comparisons of vectors and visits of transitions the check of evidence takes,
 * with a factor for the tables over tied thresholds; most when it is at least that. */
gsize check_effort (const CoupletEvidence *evidence, gsize most);

/* Most thresholds that samples with shifts to choose tie, one after another: no table of a vector
 * is over more. */
guint32 most_tied (const CoupletAutomaton *automaton);

#endif
