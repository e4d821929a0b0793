/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets: numbers that change and are multiples of epsilon. The mechanism keeps them as multiples
 * of it: what they get and what they are compared with are multiples, too, so that epsilon
 * cancels. */
#ifndef ROUTINE_BUDGET_H
#define ROUTINE_BUDGET_H

#include "routine_names.h"

/* Finds the names that are budgets. FALSE with errors reported. */
gboolean routine_find_budgets (RoutineNames *names, const SvtReporter *reporter,
                               const Routine *routine);

typedef enum {
  ROUTINE_IN_NUMBERS,   /* both sides are numbers */
  ROUTINE_IN_MULTIPLES, /* both sides are multiples of epsilon */
  ROUTINE_IN_BOTH       /* the sides differ, or are neither */
} RoutineUnit;

/* What two numbers that are compared or set are in. */
RoutineUnit routine_unit_of (const RoutineNames *names, const RoutineExpression *left,
                             const RoutineExpression *right);

#endif
