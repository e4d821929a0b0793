/* SPDX-License-Identifier: Apache-2.0 */
/* The probability of a path, or the density of its real outputs, as a ball that
 * contains it: integrated exactly, draw by draw, from the last to the first, or added up where
 * draws are whole numbers. A function of the draws that are still compared is kept for each order
 * in which they and the centres of the noise may lie; there it is a sum of exponentials. A snapped
 * output is the interval of draws that it stands for.
 */
#ifndef COUPLET_PATH_PROBABILITY_H
#define COUPLET_PATH_PROBABILITY_H

#include "path_draws.h"
#include "probability.h"

#include <couplet/internal/context.h>

/* Sets value, at precision bits, for noise at epsilon > 0. context may be NULL. */
ProbabilityStatus path_probability (arb_t value, const PathDraws *draws, const fmpq_t epsilon,
                                    slong precision, CoupletContext *context);

#endif
