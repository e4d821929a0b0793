/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors above several others. */
#ifndef COUPLET_FACTORED_JOIN_H
#define COUPLET_FACTORED_JOIN_H

#include "factored.h"

G_BEGIN_DECLS

/* A vector above all n, which have the same support; with one factor the least such. It
 * does not depend on their order, nor on that of the thresholds, unless there was a
 * choice between some that do as well. */
const Factored *factored_join (Factoring *factoring, const Factored *const *vectors, guint32 n);

/* Which one to choose then from now on, the first (as at the beginning) or the last; and
 * whether there was a choice since. */
void factoring_prefer_last (Factoring *factoring, gboolean last);
gboolean factoring_had_choice (const Factoring *factoring);

G_END_DECLS

#endif
