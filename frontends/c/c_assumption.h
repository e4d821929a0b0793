/* SPDX-License-Identifier: Apache-2.0 */
/* What `ASSUME(CONDITION)` says of numbers that everyone knows. */
#ifndef C_ASSUMPTION_H
#define C_ASSUMPTION_H

#include "routine_tree.h"

#include <couplet/context.h>

/* Why condition cannot stand beside the values that -D gives, or cannot be left aside: NULL = it
 * holds, or it changes neither verdict nor cost. ends: names that may be the number of answers
 * where they have no value; all numbers of answers are verified, so that only a lower bound on
 * them may be left aside. */
const char *c_assumption_check (CoupletContext *context, const RoutineExpression *condition,
                                const GPtrArray *ends);

#endif
