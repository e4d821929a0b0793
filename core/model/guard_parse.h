/* SPDX-License-Identifier: Apache-2.0 */
/* Guards: from their notation to prime implicants. */
#ifndef COUPLET_CORE_GUARD_PARSE_H
#define COUPLET_CORE_GUARD_PARSE_H

#include "names.h"

#include <couplet/internal/arena.h>
#include <couplet/internal/automaton.h>

/* Reads a guard (`true`, literals `insample < v` and `insample >= v`, `&&`,
 * `||`, `!`, parentheses) over the thresholds, whose numbers are their indices.
 * *guard receives the result, kept in arena; n_alternatives = 0 when the guard
 * can never hold. False with error set when text is no guard. */
gboolean guard_parse (CoupletGuard *guard, CoupletText text, const Names *thresholds,
                      CoupletArena *arena, GError **error);

#endif
