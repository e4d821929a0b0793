/* SPDX-License-Identifier: Apache-2.0 */
/* The probability of a path of a linear mechanism for given answers, or the density of its real
 * outputs, as a ball that contains it: integrated over polyhedra, draw by draw, or added up.
 */
#ifndef COUPLET_LINEAR_PROBABILITY_H
#define COUPLET_LINEAR_PROBABILITY_H

#include "probability.h"

#include <couplet/host/model.h>

#include <fmpq.h>

/* Sets value for the path that ends at node end of list. answers: one for each answer. outputs:
 * what the real outputs on the path are, in their order. An exact 0 means that the path is
 * impossible. epsilon > 0. Idle decisions bound nothing: the probability is that of all paths that
 * differ in them only. */
ProbabilityStatus linear_probability (arb_t value, const CoupletLinearList *list, guint32 end,
                                      const fmpq *answers, const fmpq *outputs,
                                      const fmpq_t epsilon);

#endif
