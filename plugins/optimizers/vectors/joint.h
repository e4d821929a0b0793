/* SPDX-License-Identifier: Apache-2.0 */
/* Points: a shift for each of a few thresholds, and what factors are there. */
#ifndef COUPLET_VECTORS_JOINT_H
#define COUPLET_VECTORS_JOINT_H

#include "factored.h"

/* The thresholds of several factors, and a point (a shift for each of them). */
typedef struct {
  guint32 n;
  guint32 thresholds[MOST_TIED];
  int shift[MOST_TIED];
} Joint;

static inline void
joint_start (Joint *joint)
{
  for (guint32 i = 0; i < joint->n; i++)
    joint->shift[i] = -1;
}

/* Moves on to the next point, in the order of a factor's values. */
static inline gboolean
joint_next (Joint *joint)
{
  for (guint32 i = joint->n; i-- > 0;) {
    if (++joint->shift[i] <= 1)
      return TRUE;
    joint->shift[i] = -1;
  }
  return FALSE;
}

/* The place of threshold among the joint ones, where it is. */
static inline guint32
joint_place (const Joint *joint, guint32 threshold)
{
  guint32 i = 0;
  while (joint->thresholds[i] != threshold)
    i++;
  return i;
}

/* Its shift. */
static inline int
joint_shift (const Joint *joint, guint32 threshold)
{
  return joint->shift[joint_place (joint, threshold)];
}

static inline gboolean
joint_has (const Joint *joint, guint32 threshold)
{
  for (guint32 i = 0; i < joint->n; i++)
    if (joint->thresholds[i] == threshold)
      return TRUE;
  return FALSE;
}

/* Adds threshold in its place; FALSE when there is no room. */
static inline gboolean
joint_add (Joint *joint, guint32 threshold)
{
  if (joint_has (joint, threshold))
    return TRUE;
  if (joint->n == MOST_TIED)
    return FALSE;
  guint32 i = joint->n++;
  for (; i > 0 && joint->thresholds[i - 1] > threshold; i--)
    joint->thresholds[i] = joint->thresholds[i - 1];
  joint->thresholds[i] = threshold;
  return TRUE;
}

static inline gboolean
joint_add_factor (Joint *joint, const Factor *factor)
{
  for (guint32 i = 0; i < factor->n_thresholds; i++)
    if (!joint_add (joint, factor->thresholds[i]))
      return FALSE;
  return TRUE;
}

/* TRUE when a and b have a threshold in common. */
static inline gboolean
factors_meet (const Factor *a, const Factor *b)
{
  for (guint32 i = 0; i < a->n_thresholds; i++)
    for (guint32 j = 0; j < b->n_thresholds; j++)
      if (a->thresholds[i] == b->thresholds[j])
        return TRUE;
  return FALSE;
}

static inline guint32
power_of_three (guint32 n)
{
  guint32 power = 1;
  while (n-- > 0)
    power *= 3;
  return power;
}

/* The value of factor at the point. */
static inline CoupletCost
factor_at (const Factor *factor, const Joint *point)
{
  guint32 index = 0;
  for (guint32 i = 0; i < factor->n_thresholds; i++)
    index = 3 * index + (guint32)(joint_shift (point, factor->thresholds[i]) + 1);
  return factor->values[index];
}

/* The sum of n factors at the point. */
static inline CoupletCost
sum_at (CoupletUnit *unit, const Factor *const *factors, guint32 n, const Joint *point)
{
  CoupletCost sum = 0;
  for (guint32 i = 0; i < n; i++)
    sum = couplet_cost_add (unit, sum, factor_at (factors[i], point));
  return sum;
}

static inline CoupletCost
least_of (const CoupletCost *values, guint32 n)
{
  CoupletCost least = COUPLET_COST_INFINITE;
  for (guint32 i = 0; i < n; i++)
    least = couplet_cost_min (least, values[i]);
  return least;
}

#endif
