/* SPDX-License-Identifier: Apache-2.0 */
/* Does nothing with GLib and GMP: what every start of a program with them takes. */
#include <glib.h>
#include <gmp.h>

int
main (void)
{
  mpz_t number;
  mpz_init_set_ui (number, 1);
  g_free (g_malloc (1));
  mpz_clear (number);
  return 0;
}
