/* SPDX-License-Identifier: Apache-2.0 */
/* The search along transitions for the vectors that an adversary may force at each state
 * (docs/theory.md section 4). */
#ifndef COUPLET_VECTOR_FINDER_H
#define COUPLET_VECTOR_FINDER_H

#include "vector_sets.h"

/* Finds the vectors of all states anew; the arguments are those of vector_sets_begin(). */
void find_vectors (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets);

#endif
