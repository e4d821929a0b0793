/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a coupling proof exists, by the structure of the graph alone:
 * docs/theory.md section 5; after Chadha, Sistla, Viswanathan, LICS 2021. */
#ifndef COUPLET_GRAPH_DECIDE_H
#define COUPLET_GRAPH_DECIDE_H

#include <couplet/internal/plugin.h>

/* Sets on outcome what was found about automaton: that a strategy exists, that
 * none does (with the structure, its transitions in words, and a walk as
 * evidence), or, with one threshold, that the automaton tells two inputs apart
 * with certainty. Several thresholds are looked at one by one; where a sample ties
 * them, as shared sampling may, only that no strategy exists can be found.
 * Linear in states and transitions, for each threshold. */
void graph_decide (CoupletContext *context, const CoupletAutomaton *automaton,
                   CoupletOutcome *outcome);

#endif
