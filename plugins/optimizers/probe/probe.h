/* SPDX-License-Identifier: Apache-2.0 */
/* What an attacker reaches at one epsilon: a certified lower bound of the loss on two adjacent
 * inputs, which is a lower bound of d, and bounds of delta.
 */
#ifndef COUPLET_PROBE_H
#define COUPLET_PROBE_H

#include "exact.h"

#include <couplet/internal/lossy_walk.h>
#include <couplet/internal/plugin.h>

/* What a probe is asked. */
typedef struct {
  const CoupletRational *epsilon; /* > 0 */
  const CoupletRational *claim;   /* stop at a loss above it; NULL = look for a large one */
  const CoupletRational *range;   /* all inputs are between these two; NULL = any */
  gboolean turns;                 /* say how many steps the claims 10 and 100 take */
} ProbeOptions;

/* Answers with a lower bound and a counterexample, or with the reason why there is none.
 * FALSE with error set when the automaton's costs are too large. */
gboolean probe_run (CoupletContext *context, const CoupletAutomaton *automaton,
                    const ProbeOptions *options, CoupletOutcome *outcome, GError **error);

/* Tries pairs of inputs u + k*D, u + (k + 1)*D along the walk and stops at a pair with a
 * loss above the claim, with k as small as was found; else answers with the pair with the largest
 * loss. TRUE when the claim is refuted. */
gboolean probe_along (CoupletContext *context, const CoupletAutomaton *automaton,
                      const CoupletLossyWalk *walk, const ProbeOptions *options,
                      CoupletOutcome *outcome);

/* Looks for a pair u, u + D of answers along lines in the directions D of the adjacency. */
void probe_run_linear (CoupletContext *context, const CoupletLinear *linear,
                       const ProbeOptions *options, CoupletOutcome *outcome);

/* ---- Delta ---- */

/* delta(e) = the supremum, over adjacent inputs u and u', of the sum over the outputs o of
 * max (0, P_u(o) - exp(e) * P_u'(o)): docs/theory.md section 5. Numbers are arrays of rationals,
 * ascending. */
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

/* ---- By the theorem of the least d ---- */

/* Where probabilities are not computed: run k reads u + k*D, and among the first pairs of runs k
 * and k + 1, of which a number is proven to be enough, one loses more than the claim on the outputs
 * of a path (docs/theory.md section 5). */

/* steps: the path and the differences D. All paths with its outputs cost at least loss. */
typedef struct {
  const CoupletAutomaton *automaton;
  const CoupletWalkStep *steps;
  guint n_steps;
  const CoupletRational *epsilon; /* > 0 */
  const CoupletRational *claim;
  const CoupletRational *loss; /* > claim, in multiples of epsilon */
} FarQuestion;

/* Sets pairs to the number of pairs of neighbours, k from 0 on; u is couplet_path_inputs(), and
 * real outputs are 0. Returns NULL, or why this proves nothing, a constant sentence. */
const char *far_inputs_find (const FarQuestion *question, fmpz_t pairs);

/* Sets *log_floor to a ball that is not above the logarithm of the probability of line, a walk, or
 * of the density of its outputs, at the places of its inputs (couplet_line_places()): each draw is
 * confined to an interval of its own rank, so that all comparisons hold. FALSE when that gives no
 * bound: all draws need Laplace noise and be centred at 0, unless they are output, and what is
 * output has to be 0. */
gboolean far_inputs_floor (const CoupletLine *line, const GArray *places,
                           const CoupletRational *epsilon, arb_t log_floor);

/* Sets *result to value, which is finite, rounded up or else down to some decimals. */
void probe_round (const arb_t value, guint decimals, gboolean up, CoupletRational *result);

#endif
