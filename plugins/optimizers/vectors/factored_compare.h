/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing vectors of one state. */
#ifndef COUPLET_FACTORED_COMPARE_H
#define COUPLET_FACTORED_COMPARE_H

#include "factored.h"

G_BEGIN_DECLS

/* True when every entry of a is at most that of b; both at the same state. May
 * miss it where the two tie different thresholds and many of them. */
gboolean factored_below (Factoring *factoring, const Factored *a, const Factored *b);

/* True when a and b have the same factors with infinite values at the same places. */
gboolean factored_same_support (const Factored *a, const Factored *b);

G_END_DECLS

#endif
