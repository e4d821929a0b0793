/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors made of others of the same state. */
#ifndef COUPLET_FACTORED_MERGE_H
#define COUPLET_FACTORED_MERGE_H

#include "factored.h"

G_BEGIN_DECLS

/* The sum of both. NULL when it ties more than COUPLET_MOST_TIED thresholds. */
const CoupletFactored *couplet_factored_plus (CoupletFactoring *factoring, const CoupletFactored *a,
                                              const CoupletFactored *b);

/* The vector of zeros over the thresholds of vector. */
const CoupletFactored *couplet_factored_free_like (CoupletFactoring *factoring,
                                                   const CoupletFactored *vector);

/* vector with infinite entries instead of those above cap. */
const CoupletFactored *couplet_factored_cap (CoupletFactoring *factoring,
                                             const CoupletFactored *vector, CoupletCost cap);

/* A copy, for a vector that another factoring made. */
const CoupletFactored *couplet_factored_copy (CoupletFactoring *factoring,
                                              const CoupletFactored *vector);

G_END_DECLS

#endif
