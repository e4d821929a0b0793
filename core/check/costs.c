/* SPDX-License-Identifier: Apache-2.0 */
#include "costs.h"

#include <couplet/host/evidence.h>

#define MOST_BITS (1 << 21) /* of unit */

/* ---- Beyond a word --------------------------------------------------------------------------- */

/* Room to read a word as an integer of GMP. */
typedef struct {
  mp_limb_t limb;
  mpz_t value;
} Limb;

static mpz_srcptr
read (const Cost *cost, Limb *limb)
{
  if (cost->large != NULL)
    return cost->large;
  limb->limb = cost->small < 0 ? -(mp_limb_t)cost->small : (mp_limb_t)cost->small;
  return mpz_roinit_n (limb->value, &limb->limb, cost->small < 0 ? -1 : cost->small > 0);
}

/* The value of cost, to be changed. */
static mpz_ptr
enlarge (Cost *cost)
{
  if (cost->large == NULL) {
    cost->large = g_new (__mpz_struct, 1);
    mpz_init_set_si (cost->large, cost->small);
  }
  return cost->large;
}

void
cost_shrink (Cost *cost)
{
  mpz_clear (cost->large);
  g_free (cost->large);
  cost->large = NULL;
}

static void
set_word (Cost *cost, long value)
{
  cost_clear (cost);
  cost->small = value;
}

/* FALSE when number takes more than a word. */
static gboolean
fits_word (mpz_srcptr number, long *word)
{
  mp_limb_t limb = mpz_getlimbn (number, 0);
  if (mpz_size (number) > 1 || limb > G_MAXLONG)
    return FALSE;
  *word = mpz_sgn (number) < 0 ? -(long)limb : (long)limb;
  return TRUE;
}

/* ---- Reckoning ------------------------------------------------------------------------------ */

int
cost_compare_large (const Cost *a, const Cost *b)
{
  Limb one, other;
  return mpz_cmp (read (a, &one), read (b, &other));
}

void
cost_set_large (Cost *cost, const Cost *other)
{
  cost->infinite = other->infinite;
  if (other->large == NULL)
    set_word (cost, other->small);
  else
    mpz_set (enlarge (cost), other->large);
}

void
cost_negate (Cost *cost)
{
  cost->infinite = -cost->infinite;
  if (cost->large == NULL && cost->small != G_MINLONG)
    cost->small = -cost->small;
  else {
    mpz_ptr large = enlarge (cost);
    mpz_neg (large, large);
  }
}

void
cost_add_large (Cost *sum, const Cost *other)
{
  Limb limb;
  sum->infinite = sum->infinite < 0 || other->infinite < 0 ? -1 : sum->infinite | other->infinite;
  if (sum->infinite != 0)
    return;
  mpz_ptr large = enlarge (sum);
  mpz_add (large, large, read (other, &limb));
}

static void
multiply (Cost *cost, mpz_srcptr factor)
{
  long word;
  if (cost->large == NULL && fits_word (factor, &word) &&
      !__builtin_mul_overflow (cost->small, word, &word)) {
    cost->small = word;
    return;
  }
  mpz_ptr large = enlarge (cost);
  mpz_mul (large, large, factor);
}

/* divisor is positive and leaves no rest. */
static void
divide (Cost *cost, mpz_srcptr divisor)
{
  long word;
  if (cost->large == NULL && fits_word (divisor, &word)) {
    cost->small /= word;
    return;
  }
  mpz_ptr large = enlarge (cost);
  mpz_divexact (large, large, divisor);
}

char *
cost_to_string (const Check *check, const Cost *cost)
{
  Limb limb;
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  mpz_set (mpq_numref (number.value), read (cost, &limb));
  mpz_set (mpq_denref (number.value), check->unit);
  mpq_canonicalize (number.value);
  return cost->infinite != 0 ? g_strdup ("infinite") : couplet_rational_to_string (&number);
}

/* ---- The unit ------------------------------------------------------------------------------- */

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

/* ---- Numbers as costs ----------------------------------------------------------------------- */

/* cost_scale() where all of it fits in words; else FALSE. */
static gboolean
scale_words (const Check *check, Cost *cost, const CoupletRational *number, int factor)
{
  long unit, numerator, denominator, value;
  if (!fits_word (check->unit, &unit) || !fits_word (mpq_denref (number->value), &denominator) ||
      !fits_word (mpq_numref (number->value), &numerator) ||
      __builtin_mul_overflow (unit / denominator, numerator, &value) ||
      __builtin_mul_overflow (value, factor, &value))
    return FALSE;
  set_word (cost, value);
  return TRUE;
}

void
cost_scale (const Check *check, Cost *cost, const CoupletRational *number, int factor)
{
  const Cost times = {.small = factor};
  Limb limb;
  cost->infinite = 0;
  if (scale_words (check, cost, number, factor))
    return;
  mpz_set (enlarge (cost), check->unit);
  divide (cost, mpq_denref (number->value));
  multiply (cost, mpq_numref (number->value));
  multiply (cost, read (&times, &limb));
}

int
cost_compare_with_claim (const Check *check, const Cost *cost)
{
  g_auto (Cost) claimed = {.infinite = check->kind == COUPLET_EVIDENCE_VIOLATION ||
                                       check->kind == COUPLET_EVIDENCE_UNBOUNDED};
  if (claimed.infinite == 0)
    cost_scale (check, &claimed, couplet_evidence_cost (check->evidence), 1);
  return cost_compare (cost, &claimed);
}

void
cost_add_price (Cost *sum, const Check *check, const Sample *sample, int g)
{
  g_auto (Cost) price = {.small = 0};
  mpq_srcptr sensitivity = check->a->sensitivity.value;
  if (g == check->difference)
    return;
  cost_scale (check, &price, sample->d, ABS (check->difference - g));
  multiply (&price, mpq_numref (sensitivity));
  divide (&price, mpq_denref (sensitivity));
  cost_add (sum, &price);
}
