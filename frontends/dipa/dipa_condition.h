/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions: conjunctions of comparisons, and what is left of one where others
 * fail, which is what `elseif` means.
 *
 * A condition is an array of CoupletLiteral, by threshold, at most one each;
 * empty = true. */
#ifndef DIPA_CONDITION_H
#define DIPA_CONDITION_H

#include <couplet/internal/automaton.h>

/* Sorts literals, drops repeated ones. False when two contradict each other, so
 * that the condition never holds. */
gboolean dipa_condition_settle (GArray *literals);

/* The conditions (GArray of CoupletLiteral; one sample meets at most one of them)
 * that together hold when condition does and none of the earlier ones: condition
 * itself when it contradicts all of them. Spends one of *budget for each literal
 * kept in between; NULL when that is not enough. The caller frees it. */
GPtrArray *dipa_condition_without (GArray *condition, const GPtrArray *earlier, gsize *budget);

#endif
