/* SPDX-License-Identifier: Apache-2.0 */
/* Certified bounds of delta(e) = the supremum, over adjacent inputs u and u', of the sum over the
 * outputs o of max (0, P_u(o) - exp(e) * P_u'(o)): docs/theory.md section 5. */
#ifndef COUPLET_DELTA_H
#define COUPLET_DELTA_H

#include "exact.h"

#include <couplet/internal/plugin.h>

/* What is asked. Numbers are arrays of rationals, ascending. */
typedef struct {
  const GArray *at;     /* the numbers e >= 0 */
  const GArray *inputs; /* that answers are taken from */
  gboolean all_inputs; /* delta is asked for all inputs; the given ones are where pairs are tried */
  guint answers; /* how many are read, at most; a linear mechanism of one list says it itself */
  const CoupletRational *least_d; /* a d that is proven sufficient; NULL = none is known */
  const CoupletRational *epsilon; /* > 0 */
} DeltaQuestion;

/* The list `rows` of `couplet delta`, JSON, which the caller frees, of automaton or, where that is
 * NULL, of linear. Public inputs are 0. NULL with the reason set on outcome when context should
 * stop. */
char *delta_rows (CoupletContext *context, const CoupletAutomaton *automaton,
                  const CoupletLinear *linear, const DeltaQuestion *question,
                  CoupletOutcome *outcome);

/* Upper bounds that need no probabilities: sets bound to the least one at number i of question.
 * automaton: the mechanism, not unfolded; NULL = a linear one. Returns why it holds; NULL = no
 * bound is proven, and bound is 1. */
const char *delta_bound (const DeltaQuestion *question, const CoupletAutomaton *automaton, guint i,
                         arb_t bound);

#endif
