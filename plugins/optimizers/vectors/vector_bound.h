/* SPDX-License-Identifier: Apache-2.0 */
/* Evidence `bound` from what a search keeps (docs/evidence.md). */
#ifndef COUPLET_VECTOR_BOUND_H
#define COUPLET_VECTOR_BOUND_H

#include "vector_sets.h"

/* Evidence that no walk costs more than cost, which the caller frees. kept: sets were brought to
 * their end, and the vectors they keep belong to it; what was dropped, or everything, is covered by
 * their to_go. NULL where it is left out; *left_out is its size then, 0 when none is wanted. */
CoupletEvidence *vector_bound_new (const VectorSets *sets, const CoupletRational *cost,
                                   gboolean kept, gsize *left_out);

#endif
