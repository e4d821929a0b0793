/* SPDX-License-Identifier: Apache-2.0 */
/* A lower bound of the probability of a path, for paths of any length and width: each draw is
 * confined to an interval of its own rank, so that all comparisons hold.
 */
#ifndef COUPLET_PATH_FLOOR_H
#define COUPLET_PATH_FLOOR_H

#include "line.h"

/* Sets *log_floor to a ball that is not above the logarithm of the path's probability, or of the
 * density of its outputs, for given inputs at epsilon > 0. All draws have Laplace noise, centred at
 * 0 unless they are output, and what is output is 0. FALSE when that gives no bound. */
gboolean path_floor (const Line *line, const fmpq *inputs, const fmpq *values, const fmpq_t epsilon,
                     slong precision, arb_t log_floor);

#endif
