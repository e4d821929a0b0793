/* SPDX-License-Identifier: Apache-2.0 */
#include "probe_numbers.h"

#define PRECISION 256
#define DIGITS 20

void
probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result)
{
  g_auto (arb_t) scaled;
  g_auto (arf_t) end;
  g_auto (fmpz_t) whole, scale;
  arb_init (scaled);
  arf_init (end);
  fmpz_init (whole);
  fmpz_init (scale);
  fmpz_ui_pow_ui (scale, 10, decimals);
  arb_mul_fmpz (scaled, value, scale, PRECISION);
  (up ? arb_get_ubound_arf : arb_get_lbound_arf) (end, scaled, PRECISION);
  arf_get_fmpz (whole, end, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
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
