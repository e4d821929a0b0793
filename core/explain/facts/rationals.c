/* SPDX-License-Identifier: Apache-2.0 */
#include "rationals.h"

CoupletRational *
rationals_new (guint n)
{
  CoupletRational *numbers = g_new (CoupletRational, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    couplet_rational_init (&numbers[i]);
  return numbers;
}

void
rationals_free (CoupletRational *numbers, guint n)
{
  for (guint i = 0; numbers != NULL && i < n; i++)
    couplet_rational_clear (&numbers[i]);
  g_free (numbers);
}
