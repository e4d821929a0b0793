/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs as GLPK is given them: multiples of their greatest common divisor, which
 * are small whole numbers for most automata, so that floating point has them
 * exactly. */
#ifndef COUPLET_COST_SCALE_H
#define COUPLET_COST_SCALE_H

#include "walk_graph.h"

#include <couplet/internal/cost.h>

typedef struct {
  const CoupletUnit *unit;
  mpz_t scale;    /* the greatest common divisor, in units of the automaton's costs */
  gboolean exact; /* every cost is a whole multiple of scale, below 2^53 */
  double fit;     /* what GLPK calls the scale: a power of 2, so that nothing is rounded */
} CostScale;

/* The scale for the costs of graph's edges, with fit = 1. The caller clears it. */
void cost_scale_init (CostScale *scale, const WalkGraph *graph);

/* Makes fit so small that most, a cost, is of usual size. */
void cost_scale_fit (CostScale *scale, CoupletCost most);

void cost_scale_clear (CostScale *scale);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CostScale, cost_scale_clear)

/* Sets *one to what GLPK calls 1, in multiples of epsilon. */
void cost_scale_one (const CostScale *scale, CoupletRational *one);

/* A finite cost in GLPK's numbers, exactly and as it is rounded. */
void cost_scale_exact (const CostScale *scale, CoupletCost cost, CoupletRational *number);
double cost_scale_double (const CostScale *scale, CoupletCost cost);

/* Sets *number (initialised) to the multiple of the scale, in units of the costs, that is next to
 * value, a number of GLPK; 0 when it is not finite or negative. */
void cost_scale_back (const CostScale *scale, double value, mpz_t number);

/* Costs as GMP integers, in units of the automaton's costs. */

/* Sets *number (initialised) to cost, which is finite. */
void exact_cost_set (mpz_t number, const CoupletUnit *unit, CoupletCost cost);

#endif
