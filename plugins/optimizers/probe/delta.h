/* SPDX-License-Identifier: Apache-2.0 */
/* Certified bounds of delta(e) = the supremum, over adjacent inputs u and u', of the sum over the
 * outputs o of max (0, P_u(o) - exp(e) * P_u'(o)): docs/theory.md section 5. */
#ifndef COUPLET_DELTA_H
#define COUPLET_DELTA_H

#include "exact.h"

#include <couplet/internal/plugin.h>

/* What is asked. All numbers are exact. */
typedef struct {
  const fmpq *at; /* the numbers e >= 0 */
  guint n_at;
  const fmpq *inputs; /* ascending, that answers are taken from */
  guint n_inputs;
  gboolean all_inputs; /* delta is asked for all inputs; the given ones are where pairs are tried */
  guint answers;       /* how many are read, at most */
  const fmpq *least_d; /* a d that is proven sufficient; NULL = none is known */
  const fmpq *epsilon; /* > 0 */
} DeltaQuestion;

/* The list `rows` of `couplet delta`, JSON, which the caller frees. Public inputs are 0. NULL with
 * the reason set on outcome when context should stop. */
char *delta_rows (CoupletContext *context, const CoupletAutomaton *automaton,
                  const DeltaQuestion *question, CoupletOutcome *outcome);

/* The same of a linear mechanism of one list, which says how many answers are read. */
char *delta_linear_rows (CoupletContext *context, const CoupletLinear *linear,
                         const DeltaQuestion *question, CoupletOutcome *outcome);

#endif
