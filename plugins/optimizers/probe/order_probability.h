/* SPDX-License-Identifier: Apache-2.0 */
/* The probability of a path whose draws are real numbers, each hidden or, where it has noise, shown
 * as it is, and where few are compared later at once: integrated draw by draw, from the last to the
 * first. A function of the draws that are still compared is kept for each order in which they and
 * the centres of the noise may lie; there it is a sum of exponentials. With several thresholds this
 * is many times faster than line.h, which takes all paths.
 */
#ifndef COUPLET_ORDER_PROBABILITY_H
#define COUPLET_ORDER_PROBABILITY_H

#include "path_draws.h"
#include "probability.h"

#include <couplet/internal/context.h>

/* Whether draws are of these kinds. */
gboolean order_takes (const PathDraws *draws);

/* As path_probability(); also TOO_MANY_DRAWS where more than three are compared later at once. */
ProbabilityStatus order_probability (arb_t value, const PathDraws *draws, const fmpq_t epsilon,
                                     slong precision, CoupletContext *context);

#endif
