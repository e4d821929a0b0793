/* SPDX-License-Identifier: Apache-2.0 */
/* What an attacker reaches at one epsilon: a certified lower bound of the loss on two
 * adjacent inputs, which is a lower bound of d.
 */
#ifndef COUPLET_PROBE_H
#define COUPLET_PROBE_H

#include <couplet/internal/plugin.h>

typedef struct {
  CoupletRational epsilon; /* > 0 */
  gboolean has_claim;
  CoupletRational claim;     /* stop at a loss above it; else look for a large one */
  gboolean has_range;        /* all inputs are from low to high */
  CoupletRational low, high; /* low < high */
  gboolean turns;            /* say how many steps the claims 10 and 100 take */
} ProbeOptions;

void probe_options_init (ProbeOptions *options);
void probe_options_clear (ProbeOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProbeOptions, probe_options_clear)

/* Answers with a lower bound and a counterexample, or with the reason why there is none.
 * FALSE with error set when the automaton's costs are too large. */
gboolean probe_run (CoupletContext *context, const CoupletAutomaton *automaton,
                    const ProbeOptions *options, CoupletOutcome *outcome, GError **error);

#endif
