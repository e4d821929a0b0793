/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors made of others of the same state. */
#ifndef COUPLET_FACTORED_MERGE_H
#define COUPLET_FACTORED_MERGE_H

#include "factored.h"

G_BEGIN_DECLS

/* The sum of both. NULL when it ties more than MOST_TIED thresholds. */
const Factored *factored_plus (Factoring *factoring, const Factored *a, const Factored *b);

/* The vector of zeros over the thresholds of vector. */
const Factored *factored_free_like (Factoring *factoring, const Factored *vector);

/* vector with infinite entries instead of those above cap. */
const Factored *factored_cap (Factoring *factoring, const Factored *vector, CoupletCost cap);

/* A copy, for a vector that another factoring made. */
const Factored *factored_copy (Factoring *factoring, const Factored *vector);

G_END_DECLS

#endif
