/* SPDX-License-Identifier: Apache-2.0 */
/* The walk to the best vector of a search with limits, as evidence: with its loops, and what each
 * turn of them raises (docs/evidence.md). */
#ifndef COUPLET_WORD_EVIDENCE_H
#define COUPLET_WORD_EVIDENCE_H

#include "vector_sets.h"

/* UNBOUNDED where no shifts are left there, else ATTAINED. NULL when it has more than most
 * letters; *length becomes how many they are. The caller owns it. */
CoupletEvidence *word_evidence_new (const VectorSets *sets, gsize most, gsize *length);

#endif
