/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs at which a path is possible: the u of docs/theory.md section 5 (the least d), from which
 * inputs u + k*D go on.
 */
#ifndef COUPLET_INTERNAL_PATH_INPUTS_H
#define COUPLET_INTERNAL_PATH_INPUTS_H

#include <couplet/internal/automaton.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What the steps of the path of n transitions from the initial state read, n CoupletRational, and
 * after them the n real numbers that they output (0 where one outputs a symbol), such that the
 * path with these outputs has a positive probability, or density. The transitions are a path of a
 * well-posed automaton: it assigns each threshold before it compares it. All are small numbers;
 * inputs are 0 less the mean unless draws without noise ask for others, real outputs 0 unless
 * comparisons do. If noise of some step is of whole numbers, all inputs are whole numbers, and the
 * outputs of such noise: an input begins at the greatest whole number that is not above 0 less the
 * mean. Free draws, which may be any number and are not shown, begin low.
 * A guard with several alternatives holds by its first one. NULL when there are no such inputs, a
 * draw without noise is snapped, or 2 million comparisons of values do not tell. The caller unrefs
 * the array, which clears its numbers. */
GArray *couplet_path_inputs (const CoupletAutomaton *automaton, const guint32 *transitions,
                             guint n);

/* Whether each walk of automaton, unfolded where it has to be, can be taken for some inputs: draws
 * have noise, or what they tell of the last input is known at its states. With one threshold. */
gboolean couplet_walks_are_possible (const CoupletAutomaton *automaton);

#pragma GCC visibility pop
G_END_DECLS

#endif
