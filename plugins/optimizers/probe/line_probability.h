/* SPDX-License-Identifier: Apache-2.0 */
/* The probability of a line for given inputs: the integral of the product of the densities over the
 * draws that obey the rows, or the sum where draws are whole numbers. With outputs it is a density.
 */
#ifndef COUPLET_LINE_PROBABILITY_H
#define COUPLET_LINE_PROBABILITY_H

#include "exact.h"

#include <couplet/internal/context.h>

/* Bits of precision at first. */
#define PROBABILITY_FIRST_BITS 128

typedef enum {
  PROBABILITY_FOUND,
  PROBABILITY_DISCRETE,       /* draws of whole numbers are compared in multiples */
  PROBABILITY_TOO_MANY_DRAWS, /* too many are compared at once */
  PROBABILITY_TOO_LARGE,      /* draws, cells, terms, digits or exponents */
  PROBABILITY_TOO_SMALL,      /* to be told from 0 */
  PROBABILITY_STOPPED         /* the context should stop */
} ProbabilityStatus;

/* Why a probability is not known, a constant sentence; NULL where it is, or where the context
 * should stop. */
const char *probability_obstacle (ProbabilityStatus status);

/* Sets value to a ball that contains it, for what the line reads and outputs (rationals), and noise
 * at epsilon > 0. An exact 0 means that the line is impossible. *bits: of precision to begin with;
 * receives those that were enough. context may be NULL. */
ProbabilityStatus line_probability (arb_t value, const CoupletLine *line, const GArray *inputs,
                                    const GArray *values, const CoupletRational *epsilon,
                                    slong *bits, CoupletContext *context);

#endif
