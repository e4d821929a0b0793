/* SPDX-License-Identifier: Apache-2.0 */
/* Exact costs as natural numbers of a common unit.
 *
 * All costs of an automaton are sums of its noise parameters times its
 * sensitivity, so over a common denominator they are natural numbers: below
 * 2^63 a machine word, beyond that GMP limbs in the unit's arena. Addition and
 * comparison, all that the algorithms need, never round and never overflow.
 */
#ifndef COUPLET_COST_H
#define COUPLET_COST_H

#include <couplet/context.h>
#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Below 2^63: that many units. Otherwise opaque. Copied by value; valid as
 * long as its unit. Compare with couplet_cost_compare(), never with ==. */
typedef guint64 CoupletCost;

/* No finite cost: no proof. */
#define COUPLET_COST_INFINITE G_MAXUINT64
#define COUPLET_COST_SMALL_END (G_GUINT64_CONSTANT (1) << 63)

/* The unit: epsilon / (common denominator). */
typedef struct CoupletUnit CoupletUnit;

/* The unit of automaton's costs, which the caller frees; it does not refer to automaton. NULL
 * with error set when the common denominator has more than a million bits, or when all costs in
 * that unit take more than half a gibibyte. */
CoupletUnit *couplet_unit_new (const CoupletAutomaton *automaton, GError **error);

/* The same; NULL without an error when the stage should stop. */
CoupletUnit *couplet_unit_new_within (const CoupletAutomaton *automaton, CoupletContext *context,
                                      GError **error);

/* How many steps (CoupletPace) it takes to add two costs. */
guint32 couplet_unit_steps (const CoupletUnit *unit);

/* A unit of 1 / per_epsilon, in which automaton's costs are rounded up: every sum is
 * an upper bound of the exact one. The caller frees it. */
CoupletUnit *couplet_unit_new_rounded (const CoupletAutomaton *automaton, const mpz_t per_epsilon);
void couplet_unit_free (CoupletUnit *unit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletUnit, couplet_unit_free)

/* The cost of shifting by one a sample whose noise parameter is
 * automaton->numbers[number]: d times sensitivity. COUPLET_NO_NOISE gives
 * COUPLET_COST_INFINITE. number must not be COUPLET_NONE. */
CoupletCost couplet_unit_cost (const CoupletUnit *unit, guint32 number);

/* Bytes that costs of 2^63 and more have taken so far. */
gsize couplet_unit_used (const CoupletUnit *unit);

/* Sets *value to cost (finite) in multiples of epsilon. */
void couplet_cost_to_rational (const CoupletUnit *unit, CoupletCost cost, CoupletRational *value);

/* For the inline functions below: numbers of 2^63 and more. */
CoupletCost couplet_cost_add_large (CoupletUnit *unit, CoupletCost a, CoupletCost b);
CoupletCost couplet_cost_subtract_large (CoupletUnit *unit, CoupletCost a, CoupletCost b);
int couplet_cost_compare_large (CoupletCost a, CoupletCost b);

/* a + b; infinite when either is. */
static inline CoupletCost
couplet_cost_add (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  if (((a | b) & COUPLET_COST_SMALL_END) == 0 && a + b < COUPLET_COST_SMALL_END)
    return a + b;
  return couplet_cost_add_large (unit, a, b);
}

/* a - b, where b is finite and not above a; infinite when a is. */
static inline CoupletCost
couplet_cost_subtract (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  return ((a | b) & COUPLET_COST_SMALL_END) == 0 ? a - b : couplet_cost_subtract_large (unit, a, b);
}

/* Negative, zero or positive as a is below, equal to or above b. */
static inline int
couplet_cost_compare (CoupletCost a, CoupletCost b)
{
  if ((a & b & COUPLET_COST_SMALL_END) == 0) /* what is large has this bit */
    return a > b ? 1 : -(a < b);
  return couplet_cost_compare_large (a, b);
}

static inline CoupletCost
couplet_cost_min (CoupletCost a, CoupletCost b)
{
  return couplet_cost_compare (a, b) <= 0 ? a : b;
}

static inline CoupletCost
couplet_cost_max (CoupletCost a, CoupletCost b)
{
  return couplet_cost_compare (a, b) <= 0 ? b : a;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
