/* SPDX-License-Identifier: Apache-2.0 */
/* A proven lower bound of d for automata whose outputs do not tell the path, or whose guards hold
 * in several ways: of all transitions with the same output at once (docs/theory.md section 5). */
#ifndef COUPLET_OUTPUT_SEARCH_H
#define COUPLET_OUTPUT_SEARCH_H

#include <couplet/cost.h>
#include <couplet/evidence.h>
#include <couplet/live.h>

G_BEGIN_DECLS

/* The largest cost that outputs were found to force: a lower bound of d. *unbounded: no d is
 * enough; then it is what a number of turns of a loop force, as far as that was reckoned. Ends with
 * what it has at limits of its own, and when context says that the stage should stop. */
CoupletCost output_search (CoupletContext *context, const CoupletAutomaton *automaton,
                           const CoupletLive *live, CoupletUnit *unit, gboolean *unbounded);

/* Outputs all of whose paths cost more than goal: one of these paths, of at most most steps, with
 * the differences that force it, and *loss the least that one of them costs. NULL when none was
 * found. The caller frees the array of CoupletWalkStep, whose shifts are not set. */
GArray *output_search_path (CoupletContext *context, const CoupletAutomaton *automaton,
                            const CoupletLive *live, CoupletUnit *unit, const CoupletRational *goal,
                            guint most, CoupletRational *loss);

G_END_DECLS

#endif
