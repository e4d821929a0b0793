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

/* Vectors are sums of factors: tables over some thresholds, which may share them. Functions that
 * give FALSE or NULL came upon a factor over more than COUPLET_FACTOR_MAX of them, and leave the
 * vector undefined. */

typedef struct Vector Vector;

/* The vector 0. The caller frees it, as it does a copy. */
Vector *vector_new (void);
void vector_free (Vector *vector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Vector, vector_free)
Vector *vector_copy (const Vector *vector);
gboolean vector_mentions (const Vector *vector, guint32 threshold);

/* Adds vector number index of the evidence, or (sign -1) subtracts it. */
void vector_add_given (Vector *vector, const Check *check, guint32 index, int sign);
void vector_add (Vector *vector, const Check *check, const Vector *other);
void vector_subtract (Vector *vector, const Vector *other);

/* Adds a table that is 0 at number point of the shifts of scope's thresholds, and else infinite. */
void vector_add_point (Vector *vector, const Scope *scope, gsize point);

/* Sets values to those of vector, which mentions no other thresholds than scope's. */
void vector_values (const Vector *vector, const Check *check, const Scope *scope, Cost *values);

/* 0 for all shifts of what vector mentions. */
Vector *vector_zero_like (const Vector *vector, const Check *check);

/* Makes vector what other is. */
void vector_assign (Vector *vector, const Vector *other);

/* How many entries its tables have. */
gsize vector_size (const Vector *vector);

/* How many entries it took to reduce vector, not counting what it was copied from. Where tables
 * share thresholds, that may be many more than they have. */
guint64 vector_work (const Vector *vector);

/* Makes one of the factors that mention one of touched: for all shifts, but those of removed, the
 * least (sign -1) or greatest (sign 1) of their sum. With a sample over its shifts, too, which
 * cost something and become those of what it is assigned to. */
gboolean vector_reduce (Vector *vector, const Check *check, const Scope *touched,
                        const Scope *removed, const Sample *sample, int sign);

/* Adds what sample costs at all shifts of compared's thresholds, and of assigned's, which vector
 * does not mention and which get the sample's: a table that stands beside those of vector. */
gboolean vector_add_sample (Vector *vector, const Check *check, const Scope *compared,
                            const Scope *assigned, const Sample *sample);

/* Minimises threshold out (sign -1), or maximises it. */
gboolean vector_drop (Vector *vector, const Check *check, guint32 threshold, int sign);

/* Sets *below to whether vector, minimised over what vector number index of the evidence does not
 * mention, is at most that everywhere. FALSE where that takes more than looking at one table of
 * each. */
gboolean vector_tells_below (const Vector *vector, const Check *check, guint32 index,
                             gboolean *below);

/* The least (sign -1) or greatest value of vector, which becomes it. */
const Cost *vector_extreme (Vector *vector, const Check *check, int sign);

#endif
