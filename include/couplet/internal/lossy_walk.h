/* SPDX-License-Identifier: Apache-2.0 */
/* A short walk and input differences D with T(D) above a figure: the cost of the walk's
 * cheapest shifts, cycles paid like any other transition. By the theorem of docs/theory.md
 * (the least d) inputs along D exist, on which the loss of the walk comes as near to
 * T(D)*epsilon as one likes.
 */
#ifndef COUPLET_INTERNAL_LOSSY_WALK_H
#define COUPLET_INTERNAL_LOSSY_WALK_H

#include <couplet/internal/context.h>
#include <couplet/host/evidence_parts.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Thresholds whose shifts are followed: 3^8 entries a vector. */
#define COUPLET_LOSSY_WALK_THRESHOLDS 8
/* Most walks that are worth following where time does not matter. */
#define COUPLET_LOSSY_WALKS 1000000

typedef struct {
  GArray *steps;        /* CoupletWalkStep; the shifts are not set */
  gboolean is_infinite; /* T(D) is */
  CoupletRational loss; /* T(D) in multiples of epsilon, if finite */
} CoupletLossyWalk;

/* A walk of at most most_steps steps with T(D) above claim, as short as was found among
 * most_walks walks. NULL when none was: there is none, it would be longer, there are too many
 * walks or thresholds, or the search should stop; without a context it stops by itself. NULL with
 * error set when the automaton's costs are too large. The caller frees the walk. */
CoupletLossyWalk *couplet_lossy_walk_find (const CoupletAutomaton *automaton,
                                           const CoupletRational *claim, guint most_steps,
                                           guint most_walks, CoupletContext *context,
                                           GError **error);
void couplet_lossy_walk_free (CoupletLossyWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CoupletLossyWalk, couplet_lossy_walk_free)

/* ---- By outputs ---- */

/* For automata whose outputs do not tell the path, or whose guards hold in several ways: all
 * transitions with one output at once (docs/theory.md section 5). */

/* Sets *cost to the largest that outputs were found to force, a lower bound of d. *unbounded: no d
 * is enough; then *cost is what a number of turns of a loop force, as far as that was reckoned. The
 * search ends with what it has at limits of its own, and when the stage should stop. */
void couplet_cost_by_outputs (const CoupletAutomaton *automaton, CoupletContext *context,
                              CoupletRational *cost, gboolean *unbounded);

/* A walk of at most most_steps steps, all walks with whose outputs have T(D) above claim, at the
 * least the loss that is told. NULL when none was found. The caller frees it. */
CoupletLossyWalk *couplet_lossy_walk_by_outputs (const CoupletAutomaton *automaton,
                                                 const CoupletRational *claim, guint most_steps,
                                                 CoupletContext *context);

#pragma GCC visibility pop
G_END_DECLS

#endif
