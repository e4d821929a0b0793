/* SPDX-License-Identifier: Apache-2.0 */
/* Functions from the thresholds' shifts to costs: docs/evidence.md. */
#ifndef COUPLET_CHECK_VECTORS_H
#define COUPLET_CHECK_VECTORS_H

#include "costs.h"

/* Distinct thresholds. */
typedef struct {
  guint32 n, over[COUPLET_FACTOR_MAX];
} Scope;

/* Adds threshold; FALSE when there is no room. */
gboolean scope_add (Scope *scope, guint32 threshold);
gboolean scope_has (const Scope *scope, guint32 threshold);

/* Vectors are sums of factors: tables over some thresholds. Functions that give FALSE or NULL
 * came upon a factor over more than COUPLET_FACTOR_MAX of them. */

/* The vector 0. */
GPtrArray *vector_new (void);
GPtrArray *vector_copy (const GPtrArray *vector);
gboolean vector_mentions (const GPtrArray *vector, guint32 threshold);

/* Adds vector number index of the evidence, or (sign -1) subtracts it. */
void vector_add_given (GPtrArray *vector, const Check *check, guint32 index, int sign);
void vector_add (GPtrArray *vector, const GPtrArray *other);

/* Makes one of the factors that mention one of touched: for all shifts, but those of removed, the
 * least (sign -1) or greatest (sign 1) of their sum. With a sample over its shifts, too, which
 * cost something and become those of what it is assigned to. */
gboolean vector_reduce (GPtrArray *vector, const Check *check, const Scope *touched,
                        const Scope *removed, const Sample *sample, int sign);

/* Minimises threshold out (sign -1), or maximises it. */
gboolean vector_drop (GPtrArray *vector, const Check *check, guint32 threshold, int sign);

/* The least (sign -1) or greatest value of vector, which becomes it. */
const Cost *vector_extreme (GPtrArray *vector, const Check *check, int sign);

#endif
