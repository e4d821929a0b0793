/* SPDX-License-Identifier: Apache-2.0 */
/* Costs as whole multiples of a common unit: docs/evidence.md. */
#ifndef COUPLET_CHECK_COSTS_H
#define COUPLET_CHECK_COSTS_H

#include "rules.h"

/* A multiple of 1/unit: sums of numbers that share no denominator stay whole. All zeros is 0.
 * In a word while it fits, which almost all do, and in GMP's limbs beyond. */
typedef struct {
  long small;    /* the value, where large is NULL */
  mpz_ptr large; /* owned */
  int infinite;  /* > 0: no finite cost; < 0: below everything; the value counts where it is 0 */
} Cost;

/* Frees the limbs, which there are. */
void cost_shrink (Cost *cost);
static inline void
cost_clear (Cost *cost)
{
  if (cost->large != NULL)
    cost_shrink (cost);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cost, cost_clear)
/* What follows, beyond words. */
int cost_compare_large (const Cost *a, const Cost *b);
void cost_set_large (Cost *cost, const Cost *other);
void cost_add_large (Cost *sum, const Cost *other);

static inline int
cost_compare (const Cost *a, const Cost *b)
{
  if (a->infinite != 0 || b->infinite != 0)
    return a->infinite - b->infinite;
  if (a->large != NULL || b->large != NULL)
    return cost_compare_large (a, b);
  return (a->small > b->small) - (a->small < b->small);
}

static inline void
cost_set (Cost *cost, const Cost *other)
{
  if (cost->large == NULL && other->large == NULL)
    *cost = *other;
  else
    cost_set_large (cost, other);
}

static inline void
cost_add (Cost *sum, const Cost *other)
{
  long small;
  if ((sum->infinite | other->infinite) == 0 && sum->large == NULL && other->large == NULL &&
      !__builtin_add_overflow (sum->small, other->small, &small))
    sum->small = small;
  else
    cost_add_large (sum, other);
}

void cost_negate (Cost *cost);
char *cost_to_string (const Check *check, const Cost *cost);

/* Finds unit. FALSE = given up. */
gboolean cost_find_unit (Check *check);

/* How cost compares with what the evidence names: infinite for VIOLATION and UNBOUNDED. */
int cost_compare_with_claim (const Check *check, const Cost *cost);

/* Sets cost to factor times number. */
void cost_scale (const Check *check, Cost *cost, const CoupletRational *number, int factor);

/* Adds what sample costs when it may shift by g. */
void cost_add_price (Cost *sum, const Check *check, const Sample *sample, int g);

#endif
