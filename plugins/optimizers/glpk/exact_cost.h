/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs as GMP integers, in units of the automaton's costs. */
#ifndef COUPLET_EXACT_COST_H
#define COUPLET_EXACT_COST_H

#include <couplet/cost.h>

/* Sets *number (initialised) to cost, which is finite. */
void exact_cost_set (mpz_t number, const CoupletUnit *unit, CoupletCost cost);

#endif
