/* SPDX-License-Identifier: Apache-2.0 */
#include "goal.h"

#include <string.h>

CoupletGoal *
goal_new (const char *parameter, const CoupletRational *at_most)
{
  CoupletGoal *goal = g_new0 (CoupletGoal, 1);
  goal->parameter = g_strdup (parameter);
  couplet_rational_init (&goal->at_most);
  mpq_set (goal->at_most.value, at_most->value);
  range_init (&goal->range);
  return goal;
}

void
goal_free (CoupletGoal *goal)
{
  if (goal == NULL)
    return;
  g_free (goal->parameter);
  couplet_rational_clear (&goal->at_most);
  range_clear (&goal->range);
  g_free (goal);
}

char *
goal_set_range (CoupletGoal *goal, const char *text)
{
  if (goal->range.kind != RANGE_FREE)
    return g_strdup ("it is given twice");
  return strchr (text, ',') != NULL || strstr (text, RANGE_DOTS) == NULL
             ? g_strdup_printf (
                   "%s is looked for; expected where, a range such as 1..100 or 1/2..20",
                   goal->parameter)
             : range_parse (text, &goal->range);
}
