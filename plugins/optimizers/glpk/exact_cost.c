/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exact_cost.h"

void
exact_cost_set (mpz_t number, const CoupletUnit *unit, CoupletCost cost)
{
  if (cost < COUPLET_COST_SMALL_END) {
    mpz_import (number, 1, -1, sizeof cost, 0, 0, &cost);
    return;
  }
  g_auto (CoupletRational) one;
  g_auto (CoupletRational) value;
  couplet_rational_init (&one);
  couplet_rational_init (&value);
  couplet_cost_to_rational (unit, 1, &one);
  couplet_cost_to_rational (unit, cost, &value);
  mpq_div (value.value, value.value, one.value);
  mpz_set (number, mpq_numref (value.value));
}
