/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs as GLPK is given them: multiples of their greatest common divisor, which
 * are small whole numbers for most automata, so that floating point has them
 * exactly. */
#ifndef COUPLET_COST_SCALE_H
#define COUPLET_COST_SCALE_H

#include "walk_graph.h"

#include <couplet/cost.h>

typedef struct {
  const CoupletUnit *unit;
  mpz_t scale;    /* what GLPK calls 1, in units of the automaton's costs */
  gboolean exact; /* every cost is a whole multiple of scale, below 2^53 */
} CostScale;

/* The scale for the costs of graph's edges. The caller clears it. */
void cost_scale_init (CostScale *scale, const WalkGraph *graph);
void cost_scale_clear (CostScale *scale);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CostScale, cost_scale_clear)

/* Sets *one to the scale in multiples of epsilon. */
void cost_scale_one (const CostScale *scale, CoupletRational *one);

/* A finite cost in multiples of the scale, exactly and for GLPK. */
void cost_scale_exact (const CostScale *scale, CoupletCost cost, CoupletRational *multiples);
double cost_scale_double (const CostScale *scale, CoupletCost cost);

/* Sets *number (initialised) to value multiples of the scale, value rounded to
 * a whole one; 0 when it is not finite or negative. In units of the costs. */
void cost_scale_back (const CostScale *scale, double value, mpz_t number);

/* Costs as GMP integers, in units of the automaton's costs. */

/* Sets *number (initialised) to cost, which is finite. */
void exact_cost_set (mpz_t number, const CoupletUnit *unit, CoupletCost cost);

#endif
