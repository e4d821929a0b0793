/* SPDX-License-Identifier: Apache-2.0 */
/* The search along transitions for the vectors that an adversary may force at each state
 * (docs/theory.md section 4). */
#ifndef COUPLET_VECTOR_FINDER_H
#define COUPLET_VECTOR_FINDER_H

#include "vector_sets.h"

/* Why a search stops that has used up its memory. */
#define VECTOR_MEMORY_STOP "stopped at the limit of memory for vectors"

/* And why where too many thresholds are tied. */
#define VECTOR_TIES_STOP                                                                           \
  "more than " G_STRINGIFY (COUPLET_VECTOR_THRESHOLDS) " thresholds are tied to each other"

/* Finds the vectors of all states anew; the arguments are those of vector_sets_begin(). */
void find_vectors (VectorSets *sets, SearchPolicy policy, guint32 width, guint32 largest_sets);

/* Keeps the vectors that came to the states of component, those after them inside it, and hands
 * on what leaves it; all that lead there must have been searched. FALSE when the search should
 * end. */
gboolean find_vectors_in (VectorSets *sets, guint32 component);

#endif
