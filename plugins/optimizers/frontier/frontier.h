/* SPDX-License-Identifier: Apache-2.0 */
/* The exact coupling cost without enumerating paths: docs/theory.md section 4. */
#ifndef COUPLET_FRONTIER_H
#define COUPLET_FRONTIER_H

#include <couplet/internal/plugin.h>

/* Once a state keeps more vectors than this, bounds are looked for, and vectors are dropped where
 * the rest of the walk cannot reach the best cost found so far. */
typedef enum { PRUNE_NEVER = 0, PRUNE_ALWAYS = 1, PRUNE_WHEN_LARGE = 64 } Pruning;

typedef struct {
  Pruning pruning;
  guint32 vector_limit; /* most vectors in memory at once, below 2^31 */
  /* when pruning: a bracket whose upper side is at most 1 + gap times the lower will do; not owned,
   * NULL = 0 */
  const CoupletRational *gap;
} FrontierOptions;

/* Sets the exact cost of automaton on outcome, with evidence `attained` (a walk
 * that no strategy does better on) and `bound`, or `violation`; when stopped, or
 * with a gap, a bracket. Statistics: `vectors` made, `largest-set` of a state.
 * False with error set when the costs have no common unit of sensible size. */
gboolean frontier_run (CoupletContext *context, const CoupletAutomaton *automaton,
                       const FrontierOptions *options, CoupletOutcome *outcome, GError **error);

#endif
