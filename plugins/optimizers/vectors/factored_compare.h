/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing vectors of one state. */
#ifndef COUPLET_FACTORED_COMPARE_H
#define COUPLET_FACTORED_COMPARE_H

#include "factored.h"

G_BEGIN_DECLS

/* True when every entry of a is at most that of b; both at the same state. May
 * miss it where the two tie different thresholds and many of them. */
gboolean couplet_factored_below (CoupletFactoring *factoring, const CoupletFactored *a,
                                 const CoupletFactored *b);

/* True when a and b have the same factors with infinite values at the same places. */
gboolean couplet_factored_same_support (const CoupletFactored *a, const CoupletFactored *b);

G_END_DECLS

#endif
