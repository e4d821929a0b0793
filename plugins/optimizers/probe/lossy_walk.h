/* SPDX-License-Identifier: Apache-2.0 */
/* A short walk and input differences D with T(D) above a figure: the cost of the walk's
 * cheapest shifts, cycles paid like any other transition. By the theorem of docs/theory.md
 * (the least d) inputs along D exist, on which the loss of the walk comes as near to
 * T(D)*epsilon as one likes.
 */
#ifndef COUPLET_LOSSY_WALK_H
#define COUPLET_LOSSY_WALK_H

#include <couplet/context.h>
#include <couplet/evidence.h>

/* Thresholds whose shifts are followed: 3^8 entries a vector. */
#define LOSSY_WALK_MOST_THRESHOLDS 8

typedef struct {
  GArray *steps;        /* CoupletWalkStep; the shifts are not set */
  gboolean is_infinite; /* T(D) is */
  CoupletRational loss; /* T(D) in multiples of epsilon, if finite */
} LossyWalk;

/* A walk of at most most_steps steps with T(D) above claim, as short as was found. NULL when
 * none was: there is none, it would be longer, or the search has grown too large or should
 * stop. NULL with error set when the automaton's costs are too large. The caller frees it. */
LossyWalk *lossy_walk_find (const CoupletAutomaton *automaton, const CoupletRational *claim,
                            guint most_steps, CoupletContext *context, GError **error);
/* Sets *loss to T(D) of n steps from the initial state; FALSE when it is infinite, or the costs
 * are too large. automaton has at most LOSSY_WALK_MOST_THRESHOLDS. */
gboolean lossy_walk_cost (const CoupletAutomaton *automaton, const CoupletWalkStep *steps, guint n,
                          CoupletRational *loss);
void lossy_walk_free (LossyWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LossyWalk, lossy_walk_free)

#endif
