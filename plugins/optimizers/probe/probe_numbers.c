/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_numbers.h"

/* Loss is rounded down to a multiple of 10^-DECIMALS. */
#define DECIMALS 6
#define DIGITS 20

void
probe_round_down (const arb_t value, CoupletRational *result)
{
  g_auto (arb_t) scaled;
  g_auto (fmpz_t) whole, scale;
  arb_init (scaled);
  fmpz_init (whole);
  fmpz_init (scale);
  fmpz_ui_pow_ui (scale, 10, DECIMALS);
  arb_mul_fmpz (scaled, value, scale, 256);
  g_auto (arf_t) low;
  arf_init (low);
  arb_get_lbound_arf (low, scaled, 256);
  arf_get_fmpz (whole, low, ARF_RND_FLOOR);
  fmpz_get_mpz (mpq_numref (result->value), whole);
  fmpz_get_mpz (mpq_denref (result->value), scale);
  mpq_canonicalize (result->value);
}

char *
probe_print_exactly (const fmpq_t value)
{
  char *text = fmpq_get_str (NULL, 10, value), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}

char *
probe_print_enclosure (const arb_t value)
{
  char *text = arb_get_str (value, DIGITS, 0), *copy = g_strdup (text);
  flint_free (text);
  return copy;
}
