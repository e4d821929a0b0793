/* SPDX-License-Identifier: Apache-2.0 */
/* What a parameter is looked for: the largest or least value at which the least d is at most a
 * number. */
#ifndef COUPLET_CORE_GOAL_H
#define COUPLET_CORE_GOAL_H

#include "range.h"

#include <couplet/host/sweep.h>

struct CoupletGoal {
  char *parameter;
  CoupletRational at_most; /* a multiple of epsilon */
  Range range;             /* where to look */
};

/* parameter, anywhere. Both arguments are copied; the caller frees it. */
CoupletGoal *goal_new (const char *parameter, const CoupletRational *at_most);
void goal_free (CoupletGoal *goal);

/* Says where to look, once. What is wrong with that, NULL = nothing; the caller frees it. */
char *goal_set_range (CoupletGoal *goal, const char *text);

#endif
