/* SPDX-License-Identifier: Apache-2.0 */
/* A linear mechanism: the path on which most is necessary, with its shifts and weights. */
#ifndef COUPLET_EXPLAIN_LINEAR_STORY_H
#define COUPLET_EXPLAIN_LINEAR_STORY_H

#include "telling.h"

#include <couplet/host/evidence.h>

/* telling->result is about a linear mechanism. */
void tell_linear (Telling *telling);

/* Number i of a vector of evidence. */
const CoupletRational *vector_number (const CoupletEvidence *evidence,
                                      const CoupletEvidenceVector *vector, guint32 i);

#endif
