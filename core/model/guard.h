/* SPDX-License-Identifier: Apache-2.0 */
/* Guards: from their notation to prime implicants. */
#ifndef COUPLET_CORE_GUARD_H
#define COUPLET_CORE_GUARD_H

#include "names.h"

/* A guard with more alternatives than this, when written without parentheses,
 * is refused: working it out takes time quadratic in their number. */
#define COUPLET_GUARD_MAX_ALTERNATIVES 256

/* Reads a guard (`true`, literals `insample < v` and `insample >= v`, `&&`,
 * `||`, `!`, parentheses) over the thresholds, whose numbers are their indices.
 * *guard receives the result, kept in arena; n_alternatives = 0 when the guard
 * can never hold. False with error set when text is no guard. */
gboolean couplet_guard_parse (CoupletGuard *guard, CoupletText text, const CoupletNames *thresholds,
                              CoupletArena *arena, GError **error);

/* True when no sample satisfies both, taking literals on different thresholds
 * as independent. */
gboolean couplet_guards_contradict (const CoupletGuard *a, const CoupletGuard *b);

#endif
