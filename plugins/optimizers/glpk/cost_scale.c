/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cost_scale.h"

#include <math.h>

#define DOUBLE_BITS 53
/* The largest number that a program is given. */
#define MOST_USUAL 1e4

static void
take_cost (CostScale *scale, mpz_t largest, mpz_t number, CoupletCost cost)
{
  if (cost == COUPLET_COST_INFINITE)
    return;
  exact_cost_set (number, scale->unit, cost);
  mpz_gcd (scale->scale, scale->scale, number);
  if (mpz_cmp (number, largest) > 0)
    mpz_set (largest, number);
}

void
cost_scale_init (CostScale *scale, const WalkGraph *graph)
{
  g_autoptr (GraphStep) step = graph_step_new (graph);
  mpz_t largest, number;
  mpz_inits (largest, number, scale->scale, NULL);
  scale->unit = graph->unit;
  scale->fit = 1;
  for (guint32 e = 0; e < graph->edges->len; e++) {
    graph_step_load (step, graph, walk_graph_edge (graph, e)->leg);
    take_cost (scale, largest, number, step->fixed);
    for (guint32 p = 0; p < step->letter->n_parts; p++)
      if (graph_step_chooses (step, p))
        take_cost (scale, largest, number, step->letter->parts[p].sample.d);
  }
  if (mpz_sgn (scale->scale) == 0)
    mpz_set_ui (scale->scale, 1);
  mpz_tdiv_q (number, largest, scale->scale);
  scale->exact = mpz_sizeinbase (number, 2) <= DOUBLE_BITS;
  if (!scale->exact)
    mpz_tdiv_q_2exp (scale->scale, largest, DOUBLE_BITS - 1);
  mpz_clears (largest, number, NULL);
}

void
cost_scale_clear (CostScale *scale)
{
  mpz_clear (scale->scale);
}

void
cost_scale_fit (CostScale *scale, CoupletCost most)
{
  int exponent;
  frexp (cost_scale_double (scale, most) / MOST_USUAL, &exponent);
  scale->fit = exponent > 0 ? ldexp (1, -exponent) : 1;
}

void
cost_scale_one (const CostScale *scale, CoupletRational *one)
{
  mpq_t factor;
  mpq_init (factor);
  couplet_cost_to_rational (scale->unit, 1, one);
  mpq_set_z (factor, scale->scale);
  mpq_mul (one->value, one->value, factor);
  mpq_set_d (factor, scale->fit);
  mpq_div (one->value, one->value, factor);
  mpq_clear (factor);
}

void
cost_scale_exact (const CostScale *scale, CoupletCost cost, CoupletRational *number)
{
  mpq_t factor;
  mpq_init (factor);
  exact_cost_set (mpq_numref (number->value), scale->unit, cost);
  mpz_set (mpq_denref (number->value), scale->scale);
  mpq_canonicalize (number->value);
  mpq_set_d (factor, scale->fit);
  mpq_mul (number->value, number->value, factor);
  mpq_clear (factor);
}

double
cost_scale_double (const CostScale *scale, CoupletCost cost)
{
  if (cost == 0)
    return 0;
  g_auto (CoupletRational) number;
  couplet_rational_init (&number);
  cost_scale_exact (scale, cost, &number);
  return mpq_get_d (number.value);
}

void
cost_scale_back (const CostScale *scale, double value, mpz_t number)
{
  mpz_set_d (number, isfinite (value) && value > 0 ? rint (value / scale->fit) : 0);
  mpz_mul (number, number, scale->scale);
}

/* ---- Costs as integers of GMP ---- */

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
