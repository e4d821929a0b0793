/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include <string.h>

#define MAX_UNIT_BITS 1000000
/* Of all numbers of an automaton over their common denominator. */
#define MAX_UNIT_LIMBS (G_GUINT64_CONSTANT (1) << 26)

/* Steps (Pace) that arithmetic takes. */
#define STEPS_PER_NUMBER 16
#define LIMBS_PER_STEP 16

/* A cost of 2^63 units or more: limbs, least first, the last one not 0. A
 * CoupletCost refers to it by its address with the highest bit set. */
typedef struct {
  mp_size_t n;
  mp_limb_t limbs[];
} Large;

/* The limbs of a cost below 2^64. */
#define SMALL_LIMBS (64 / GMP_NUMB_BITS)

struct CoupletUnit {
  CoupletArena *arena;
  mpz_t per_epsilon; /* units in epsilon: the common denominator */
  CoupletCost *cost; /* per number of the automaton */
};

static gboolean
is_small (CoupletCost cost)
{
  return cost < COUPLET_COST_SMALL_END;
}

static const Large *
large_of (CoupletCost cost)
{
  return (const Large *)(guintptr)(cost & ~COUPLET_COST_SMALL_END);
}

/* The limbs of a finite cost, of which the last ones may be 0; a small one is put into small. */
static const mp_limb_t *
limbs_of (CoupletCost cost, mp_limb_t small[SMALL_LIMBS], mp_size_t *n)
{
  if (!is_small (cost)) {
    *n = large_of (cost)->n;
    return large_of (cost)->limbs;
  }
  for (int i = 0; i < SMALL_LIMBS; i++)
    small[i] = (mp_limb_t)(cost >> (i * GMP_NUMB_BITS));
  *n = SMALL_LIMBS;
  return small;
}

/* What at most SMALL_LIMBS limbs are. */
static guint64
word_of (const mp_limb_t *limbs, mp_size_t n)
{
  guint64 word = 0;
  while (n-- > 0)
    word = (word << (GMP_NUMB_BITS - 1) << 1) | limbs[n];
  return word;
}

static Large *
large_new (CoupletUnit *unit, mp_size_t n)
{
  Large *large = couplet_arena_alloc (unit->arena, sizeof (Large) + (gsize)n * sizeof (mp_limb_t));
  large->n = n;
  return large;
}

static CoupletCost
cost_of_large (const Large *large)
{
  return (CoupletCost)(guintptr)large | COUPLET_COST_SMALL_END;
}

static CoupletCost
cost_of_mpz (CoupletUnit *unit, const mpz_t value)
{
  mp_size_t n = (mp_size_t)mpz_size (value);
  if (mpz_sizeinbase (value, 2) <= 63)
    return word_of (mpz_limbs_read (value), n);
  Large *large = large_new (unit, n);
  memcpy (large->limbs, mpz_limbs_read (value), (gsize)n * sizeof (mp_limb_t));
  return cost_of_large (large);
}

CoupletCost
couplet_cost_add_large (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  if (a == COUPLET_COST_INFINITE || b == COUPLET_COST_INFINITE)
    return COUPLET_COST_INFINITE;
  mp_limb_t small_a[SMALL_LIMBS], small_b[SMALL_LIMBS];
  mp_size_t n, m;
  const mp_limb_t *p = limbs_of (a, small_a, &n), *q = limbs_of (b, small_b, &m);
  if (n < m)
    return couplet_cost_add_large (unit, b, a);
  Large *sum = large_new (unit, n + 1);
  mp_limb_t carry = mpn_add (sum->limbs, p, n, q, m);
  sum->limbs[n] = carry;
  sum->n = carry != 0 ? n + 1 : n;
  return cost_of_large (sum);
}

CoupletCost
couplet_cost_subtract_large (CoupletUnit *unit, CoupletCost a, CoupletCost b)
{
  if (a == COUPLET_COST_INFINITE)
    return a;
  mp_limb_t small_a[SMALL_LIMBS], small_b[SMALL_LIMBS];
  mp_size_t n, m;
  const mp_limb_t *p = limbs_of (a, small_a, &n), *q = limbs_of (b, small_b, &m);
  Large *rest = large_new (unit, n);
  mpn_sub (rest->limbs, p, n, q, m);
  while (rest->n > 1 && rest->limbs[rest->n - 1] == 0)
    rest->n--;
  if (rest->n > SMALL_LIMBS || !is_small (word_of (rest->limbs, rest->n)))
    return cost_of_large (rest);
  return word_of (rest->limbs, rest->n);
}

int
couplet_cost_compare_large (CoupletCost a, CoupletCost b)
{
  if (a == COUPLET_COST_INFINITE || b == COUPLET_COST_INFINITE)
    return (a == COUPLET_COST_INFINITE) - (b == COUPLET_COST_INFINITE);
  const Large *p = large_of (a), *q = large_of (b);
  if (p->n != q->n)
    return p->n < q->n ? -1 : 1;
  return mpn_cmp (p->limbs, q->limbs, p->n);
}

/* Number i of automaton times its sensitivity, which is 1 mostly; else it is put into product. */
static mpq_srcptr
times_sensitivity (const CoupletAutomaton *automaton, guint32 i, mpq_ptr product)
{
  mpq_srcptr sensitivity = automaton->sensitivity.value, number = automaton->numbers[i].value;
  if (mpq_cmp_ui (sensitivity, 1, 1) == 0)
    return number;
  mpq_mul (product, number, sensitivity);
  return product;
}

/* The least common denominator of the costs; FALSE when it gets too long, or
 * without an error when stopped. */
static gboolean
find_denominator (const CoupletAutomaton *automaton, mpz_t common, Pace *pace, GError **error)
{
  g_auto (CoupletRational) product;
  couplet_rational_init (&product);
  mpz_set_ui (common, 1);
  for (guint32 i = 0; i < automaton->n_numbers; i++) {
    if (pace_over (pace, STEPS_PER_NUMBER + mpz_size (common)))
      return FALSE;
    mpz_lcm (common, common, mpq_denref (times_sensitivity (automaton, i, product.value)));
    if (mpz_sizeinbase (common, 2) <= MAX_UNIT_BITS)
      continue;
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "the common denominator of the noise parameters has more than %d bits",
                 MAX_UNIT_BITS);
    return FALSE;
  }
  return TRUE;
}

/* An empty unit, its denominator not set. */
static CoupletUnit *
unit_alloc (void)
{
  G_STATIC_ASSERT (SMALL_LIMBS * GMP_NUMB_BITS == 64);
  CoupletUnit *unit = g_new0 (CoupletUnit, 1);
  mpz_init (unit->per_epsilon);
  unit->arena = couplet_arena_new ();
  return unit;
}

/* Fills the costs of automaton, rounded up where they are no whole number of units.
 * FALSE when stopped. */
static gboolean
load_costs (CoupletUnit *unit, const CoupletAutomaton *automaton, Pace *pace)
{
  g_auto (CoupletRational) product, cost;
  couplet_rational_init (&product);
  couplet_rational_init (&cost);
  mpz_ptr units = mpq_numref (cost.value);
  unit->cost = couplet_arena_new_array (unit->arena, CoupletCost, automaton->n_numbers);
  for (guint32 i = 0; i < automaton->n_numbers; i++) {
    mpq_srcptr exact = times_sensitivity (automaton, i, product.value);
    mpz_mul (units, mpq_numref (exact), unit->per_epsilon);
    mpz_cdiv_q (units, units, mpq_denref (exact));
    mpz_abs (units, units); /* means may be negative, but are no costs */
    unit->cost[i] = cost_of_mpz (unit, units);
    if (pace_over (pace, STEPS_PER_NUMBER + mpz_size (unit->per_epsilon)))
      return FALSE;
  }
  return TRUE;
}

CoupletUnit *
unit_new_by (const CoupletAutomaton *automaton, Clock *clock, GError **error)
{
  g_autoptr (CoupletUnit) unit = unit_alloc ();
  Pace pace = {.clock = clock};
  if (!find_denominator (automaton, unit->per_epsilon, &pace, error))
    return NULL;
  if ((guint64)mpz_size (unit->per_epsilon) * automaton->n_numbers > MAX_UNIT_LIMBS) {
    g_set_error (error, COUPLET_ERROR, COUPLET_ERROR_SOLVER,
                 "the %u numbers of the automaton take too much memory over their common "
                 "denominator, which has %zu bits",
                 automaton->n_numbers, mpz_sizeinbase (unit->per_epsilon, 2));
    return NULL;
  }
  return load_costs (unit, automaton, &pace) ? g_steal_pointer (&unit) : NULL;
}

CoupletUnit *
couplet_unit_new (const CoupletAutomaton *automaton, GError **error)
{
  return unit_new_by (automaton, NULL, error);
}

guint32
couplet_unit_steps (const CoupletUnit *unit)
{
  return 1 + (guint32)mpz_size (unit->per_epsilon) / LIMBS_PER_STEP;
}

CoupletUnit *
couplet_unit_new_rounded (const CoupletAutomaton *automaton, const mpz_t per_epsilon)
{
  CoupletUnit *unit = unit_alloc ();
  mpz_set (unit->per_epsilon, per_epsilon);
  load_costs (unit, automaton, &(Pace){0});
  return unit;
}

void
couplet_unit_free (CoupletUnit *unit)
{
  if (unit == NULL)
    return;
  mpz_clear (unit->per_epsilon);
  couplet_arena_free (unit->arena);
  g_free (unit);
}

CoupletCost
couplet_unit_cost (const CoupletUnit *unit, guint32 number)
{
  return number == COUPLET_NO_NOISE ? COUPLET_COST_INFINITE : unit->cost[number];
}

gsize
couplet_unit_used (const CoupletUnit *unit)
{
  return couplet_arena_used (unit->arena);
}

void
couplet_cost_to_rational (const CoupletUnit *unit, CoupletCost cost, CoupletRational *value)
{
  mp_limb_t small[SMALL_LIMBS];
  mp_size_t n;
  const mp_limb_t *limbs = limbs_of (cost, small, &n);
  memcpy (mpz_limbs_write (mpq_numref (value->value), n), limbs, (gsize)n * sizeof (mp_limb_t));
  mpz_limbs_finish (mpq_numref (value->value), n);
  mpz_set (mpq_denref (value->value), unit->per_epsilon);
  mpq_canonicalize (value->value);
}

gboolean
couplet_cost_is_above (const CoupletUnit *unit, CoupletCost cost, const CoupletRational *value)
{
  g_auto (CoupletRational) exact;
  couplet_rational_init (&exact);
  if (cost == COUPLET_COST_INFINITE)
    return TRUE;
  couplet_cost_to_rational (unit, cost, &exact);
  return couplet_rational_compare (&exact, value) > 0;
}
