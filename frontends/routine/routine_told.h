/* SPDX-License-Identifier: Apache-2.0 */
/* Counts that are a function of the outputs: each step of the count stands beside an append, and
 * a value that is appended always comes with the same step, so that the count is its start and
 * the steps of all values in the list. */
#ifndef ROUTINE_TOLD_H
#define ROUTINE_TOLD_H

#include "routine_walker.h"

/* Whether the list tells what count holds where the statement until, which stands in no other,
 * begins; until NULL: anywhere behind the steps. */
gboolean routine_is_told (const RoutineWalker *walker, const RoutineName *count,
                          const RoutineStatement *until);

#endif
