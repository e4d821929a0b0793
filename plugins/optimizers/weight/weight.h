/* SPDX-License-Identifier: Apache-2.0 */
/* The component bound in the style of Chadha, Sistla, Viswanathan, LICS 2021:
 * docs/theory.md section 6. */
#ifndef COUPLET_WEIGHT_H
#define COUPLET_WEIGHT_H

#include <couplet/plugin.h>
#include <couplet/cost.h>
#include <couplet/graph.h>

/* Sets on outcome the weight of the heaviest path through the components of
 * automaton (one threshold), a bound on the cost if it is private; infinite
 * when the path has a draw without noise. False with error set when the costs
 * have no common unit of sensible size. */
gboolean weight_run (CoupletContext *context, const CoupletAutomaton *automaton,
                     CoupletOutcome *outcome, GError **error);

/* Evidence for the component bound, docs/evidence.md. */

/* heaviest: per component, the weight of the heaviest path from it. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const CoupletCost *heaviest;
} Weights;

/* Adds `bound` for weight, which is finite and that of the heaviest path of all, to outcome,
 * unless none is wanted or some walk leaves no shifts; says that it is left out when it is
 * too large. */
void weight_give_bound (const Weights *weights, CoupletCost weight, CoupletOutcome *outcome);

#endif
