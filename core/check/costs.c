/* SPDX-License-Identifier: Apache-2.0 */
#include "costs.h"

#include <couplet/host/evidence.h>

#define MOST_BITS (1 << 21) /* of unit */

Cost
cost_zero (void)
{
  Cost cost = {.infinite = 0};
  mpz_init (cost.value);
  return cost;
}

void
cost_clear (Cost *cost)
{
  mpz_clear (cost->value);
}

int
cost_compare (const Cost *a, const Cost *b)
{
  return a->infinite != 0 || b->infinite != 0 ? a->infinite - b->infinite
                                              : mpz_cmp (a->value, b->value);
}

void
cost_add (Cost *sum, const Cost *other)
{
  sum->infinite = sum->infinite < 0 || other->infinite < 0 ? -1 : sum->infinite | other->infinite;
  if (sum->infinite == 0)
    mpz_add (sum->value, sum->value, other->value);
}

char *
cost_to_string (const Check *check, const Cost *cost)
{
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpz_set (mpq_numref (number.value), cost->value);
  mpz_set (mpq_denref (number.value), check->unit);
  mpq_canonicalize (number.value);
  return cost->infinite != 0 ? g_strdup ("infinite") : couplet_rational_to_string (&number);
}

/* Makes unit a multiple of number's denominator, unless it is too long already. */
static void
widen (Check *check, const CoupletRational *number)
{
  if (mpz_sizeinbase (check->unit, 2) < MOST_BITS)
    mpz_lcm (check->unit, check->unit, mpq_denref (number->value));
}

gboolean
cost_find_unit (Check *check)
{
  const CoupletAutomaton *a = check->a;
  guint32 n;
  const CoupletRational *numbers = couplet_evidence_numbers (check->evidence, &n);
  const CoupletRational *claimed = couplet_evidence_cost (check->evidence);
  for (guint32 i = 0; i < n; i++)
    widen (check, &numbers[i]);
  for (guint32 i = 0; i < a->n_noises; i++)
    for (guint32 slot = 0; slot <= check->n_slots; slot++) {
      const CoupletRational *d = check_parameter (check, i, slot);
      if (d != NULL)
        widen (check, d);
    }
  if (claimed != NULL)
    widen (check, claimed);
  mpz_mul (check->unit, check->unit, mpq_denref (a->sensitivity.value));
  return mpz_sizeinbase (check->unit, 2) < MOST_BITS ||
         check_give_up (check, "the common denominator of its numbers is too long");
}

void
cost_scale (const Check *check, mpz_t value, const CoupletRational *number, int factor)
{
  mpz_divexact (value, check->unit, mpq_denref (number->value));
  mpz_mul (value, value, mpq_numref (number->value));
  mpz_mul_si (value, value, factor);
}

int
cost_compare_with_claim (const Check *check, const Cost *cost)
{
  g_auto (Cost) claimed = cost_zero ();
  claimed.infinite =
      check->kind == COUPLET_EVIDENCE_VIOLATION || check->kind == COUPLET_EVIDENCE_UNBOUNDED;
  if (claimed.infinite == 0)
    cost_scale (check, claimed.value, couplet_evidence_cost (check->evidence), 1);
  return cost_compare (cost, &claimed);
}

void
cost_add_price (Cost *sum, const Check *check, const Sample *sample, int g)
{
  g_auto (Cost) price = cost_zero ();
  mpq_srcptr sensitivity = check->a->sensitivity.value;
  if (g == check->difference)
    return;
  cost_scale (check, price.value, sample->d, ABS (check->difference - g));
  mpz_mul (price.value, price.value, mpq_numref (sensitivity));
  mpz_divexact (price.value, price.value, mpq_denref (sensitivity));
  cost_add (sum, &price);
}
