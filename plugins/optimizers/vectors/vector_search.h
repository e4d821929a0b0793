/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of an automaton with any number of thresholds, by the vectors that
 * an adversary may force at each state (docs/theory.md sections 4, 6 and 7).
 */
#ifndef COUPLET_VECTOR_SEARCH_H
#define COUPLET_VECTOR_SEARCH_H

#include <couplet/internal/plugin.h>

G_BEGIN_DECLS

/* How much of what the adversary did a strategy's vectors tell apart. */
typedef enum {
  /* everything: the exact cost */
  SEARCH_EXACT,
  /* at each state one vector for each set of possible shifts and input
   * differences at the assignments of the live thresholds: an upper bound */
  SEARCH_ADAPTIVE,
  /* one vector for each set of possible shifts, and an assigned shift does not
   * depend on its input difference: an upper bound, not below adaptive's */
  SEARCH_FIXED
} SearchPolicy;

typedef struct {
  SearchPolicy policy;
  /* EXACT: once a state keeps more vectors than this, bounds that may meet are
   * looked for first; 0 = never */
  guint32 large_set;
  guint32 vector_limit; /* most vectors made */
  guint64 memory_limit; /* bytes for them */
  /* EXACT: a bracket whose upper side is at most 1 + gap times the lower will do, where
   * sets are large; not owned, NULL = 0 */
  const CoupletRational *gap;
} SearchOptions;

/* Sets the cost of automaton on outcome with the guarantee of the policy, and adds
 * evidence: `violation` where it is infinite, else `bound` and, with EXACT, `attained` (a
 * walk that no strategy does better on); when stopped, a lower bound. Statistics: `vectors` made,
 * `largest-set` of a state. False with error set when the costs have no common
 * unit of sensible size. */
gboolean vector_search (CoupletContext *context, const CoupletAutomaton *automaton,
                        const SearchOptions *options, CoupletOutcome *outcome, GError **error);

G_END_DECLS

#endif
