/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers.h"

/* A walk of 2^32 steps that each pay for 2^10 samples stays below infinity. */
#define ROOM_BITS 48
/* The most bits that all scaled numbers may have together. */
#define MOST_BITS (G_GUINT64_CONSTANT (1) << 33)

/* The numbers that are noise parameters; means are not looked at. */
static guint8 *
find_noise (const CoupletAutomaton *a)
{
  guint8 *is_noise = g_new0 (guint8, (gsize)a->n_numbers + 1);
  guint32 n_slots = a->sampling == COUPLET_SHARED ? 1 : a->n_thresholds;
  for (guint32 i = 0; i < a->n_noises; i++) {
    for (guint32 slot = 0; slot < n_slots; slot++)
      if (a->noises[i].d[slot] < a->n_numbers)
        is_noise[a->noises[i].d[slot]] = 1;
    if (a->noises[i].d_fresh < a->n_numbers)
      is_noise[a->noises[i].d_fresh] = 1;
  }
  return is_noise;
}

/* Makes scale a multiple of value's denominator and bits the length of the longest
 * numerator. FALSE when that gets too long. */
static gboolean
account_for (Numbers *numbers, const mpq_t value, gsize *bits)
{
  if (!mpz_divisible_p (numbers->scale, mpq_denref (value)))
    mpz_lcm (numbers->scale, numbers->scale, mpq_denref (value));
  *bits = MAX (*bits, mpz_sizeinbase (mpq_numref (value), 2));
  guint64 each = *bits + mpz_sizeinbase (numbers->scale, 2);
  return each < MOST_BITS / ((guint64)numbers->n_given + numbers->n_noise + 1);
}

static void
scale_up (const Numbers *numbers, mpz_t result, const mpq_t value)
{
  mpz_divexact (result, numbers->scale, mpq_denref (value));
  mpz_mul (result, result, mpq_numref (value));
}

static gboolean
account_for_all (Numbers *numbers, const CoupletEvidence *evidence, const guint8 *is_noise,
                 gsize *bits)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletRational *given = couplet_evidence_numbers (evidence, &numbers->n_given);
  gboolean good = cost == NULL || account_for (numbers, cost->value, bits);
  mpq_t product;
  mpq_init (product);
  for (guint32 i = 0; good && i < numbers->n_given; i++)
    good = account_for (numbers, given[i].value, bits);
  for (guint32 i = 0; good && i < numbers->n_noise; i++)
    if (is_noise[i]) {
      mpq_mul (product, a->numbers[i].value, a->sensitivity.value);
      good = account_for (numbers, product, bits);
    }
  mpq_clear (product);
  return good;
}

gboolean
check_numbers_init (Numbers *numbers, const CoupletEvidence *evidence)
{
  const CoupletAutomaton *a = couplet_evidence_automaton (evidence);
  const CoupletRational *cost = couplet_evidence_cost (evidence);
  const CoupletRational *given = couplet_evidence_numbers (evidence, &numbers->n_given);
  g_autofree guint8 *is_noise = find_noise (a);
  gsize bits = 1;
  numbers->n_noise = a->n_numbers;
  numbers->given = g_new (mpz_t, (gsize)numbers->n_given + 1);
  numbers->noise = g_new (mpz_t, (gsize)numbers->n_noise + 1);
  mpz_init_set_ui (numbers->scale, 1);
  mpz_inits (numbers->infinite, numbers->finite, numbers->cost, NULL);
  for (guint32 i = 0; i < numbers->n_given; i++)
    mpz_init (numbers->given[i]);
  for (guint32 i = 0; i < numbers->n_noise; i++)
    mpz_init (numbers->noise[i]);
  if (!account_for_all (numbers, evidence, is_noise, &bits))
    return FALSE;
  mpz_setbit (numbers->infinite, bits + mpz_sizeinbase (numbers->scale, 2) + ROOM_BITS);
  mpz_fdiv_q_2exp (numbers->finite, numbers->infinite, 1);
  if (cost != NULL)
    scale_up (numbers, numbers->cost, cost->value);
  for (guint32 i = 0; i < numbers->n_given; i++)
    scale_up (numbers, numbers->given[i], given[i].value);
  mpq_t product;
  mpq_init (product);
  for (guint32 i = 0; i < numbers->n_noise; i++)
    if (is_noise[i]) {
      mpq_mul (product, a->numbers[i].value, a->sensitivity.value);
      scale_up (numbers, numbers->noise[i], product);
    }
  mpq_clear (product);
  return TRUE;
}

void
check_numbers_clear (Numbers *numbers)
{
  mpz_clears (numbers->scale, numbers->infinite, numbers->finite, numbers->cost, NULL);
  for (guint32 i = 0; i < numbers->n_given; i++)
    mpz_clear (numbers->given[i]);
  for (guint32 i = 0; i < numbers->n_noise; i++)
    mpz_clear (numbers->noise[i]);
  g_free (numbers->given);
  g_free (numbers->noise);
}
