/* SPDX-License-Identifier: Apache-2.0 */
/* The linear program behind a change of scales: least sums of cuts, by the dual simplex method in
 * rational numbers.
 */
#ifndef COUPLET_EXPLAIN_RATE_PROGRAM_H
#define COUPLET_EXPLAIN_RATE_PROGRAM_H

#include "rationals.h"

/* minimise the sum of cut[j], where 0 <= cut[j] <= most, and each row of weights asks that the sum
 * of weight[j] * cut[j] is at least its need. */
typedef struct RateProgram RateProgram;

RateProgram *rate_program_new (guint n_columns, const CoupletRational *most);
void rate_program_free (RateProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RateProgram, rate_program_free)

/* Adds a row: n_columns weights, none negative, which are copied. */
void rate_program_add_row (RateProgram *program, const CoupletRational *weights,
                           const CoupletRational *need);

/* Sets cuts (n_columns) to a solution. FALSE: there is none. The program is of no use afterwards.
 */
gboolean rate_program_solve (RateProgram *program, CoupletRational *cuts);

#endif
