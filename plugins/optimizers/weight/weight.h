/* SPDX-License-Identifier: Apache-2.0 */
/* The component bound in the style of Chadha, Sistla, Viswanathan, LICS 2021:
 * docs/theory.md section 6. */
#ifndef COUPLET_WEIGHT_H
#define COUPLET_WEIGHT_H

#include <couplet/internal/plugin.h>

/* Sets on outcome the weight of the heaviest path through the components of
 * automaton (one threshold), a bound on the cost if it is private; infinite
 * when the path has a draw without noise. Evidence: `bound`. False with error set when the costs
 * have no common unit of sensible size. */
gboolean weight_run (CoupletContext *context, const CoupletAutomaton *automaton,
                     CoupletOutcome *outcome, GError **error);

#endif
