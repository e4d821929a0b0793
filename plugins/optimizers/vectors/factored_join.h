/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors above several others. */
#ifndef COUPLET_FACTORED_JOIN_H
#define COUPLET_FACTORED_JOIN_H

#include "factored.h"

G_BEGIN_DECLS

/* A vector above all n, which have the same support; with one factor the least such. It
 * does not depend on their order, nor on that of the thresholds, unless there was a
 * choice between some that do as well. */
const CoupletFactored *couplet_factored_join (CoupletFactoring *factoring,
                                              const CoupletFactored *const *vectors, guint32 n);

/* Which one to choose then from now on, the first (as at the beginning) or the last; and
 * whether there was a choice since. */
void couplet_factoring_prefer_last (CoupletFactoring *factoring, gboolean last);
gboolean couplet_factoring_had_choice (const CoupletFactoring *factoring);

G_END_DECLS

#endif
