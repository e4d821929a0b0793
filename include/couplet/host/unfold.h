/* SPDX-License-Identifier: Apache-2.0 */
/* The automaton with what is known of the order of its thresholds, and what is remembered
 * of earlier inputs, made part of its states (docs/theory.md section 7).
 *
 * With shared sampling all comparisons at a state read one value, and so do draws without noise,
 * so guards reveal an order of the thresholds, and transitions that contradict it have
 * probability 0. Where adjacency is not `any`, or an input is read again, the ways in which
 * an input may differ depend on those before it. The host unfolds an automaton before any
 * decider or optimizer sees it, so that these need to know nothing of orders, nor more than
 * the differences of each transition (couplet_differences()); a transition then stands there
 * once for each memory that it leads to.
 */
#ifndef COUPLET_HOST_UNFOLD_H
#define COUPLET_HOST_UNFOLD_H

#include <couplet/host/origin.h>
#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* What is known of two values: below < above, below = above, below <= above. */
typedef enum { COUPLET_KNOWN_LESS, COUPLET_KNOWN_EQUAL, COUPLET_KNOWN_AT_MOST } CoupletRelation;

/* below, above: thresholds; n_thresholds stands for the last private input, as a draw of it
 * without noise reads it, which is kept where inputs are read again without noise. */
typedef struct {
  guint32 below, above;
  union {
    CoupletRelation relation;
    gboolean equal; /* its name in version 1.0, which had no COUPLET_KNOWN_AT_MOST */
  };
} CoupletKnown;

/* The unfolded automaton, which the caller frees before automaton; its members
 * folded, folded_state and folded_transition lead back. Transitions that can
 * never be taken are dropped, and those dropped everywhere are reported as
 * warnings to diagnostics (may be NULL). NULL without error when there is
 * nothing to unfold; NULL with error set (COUPLET_ERROR_SOLVER) when the result
 * would be too large. Where orders are many, those that no later guard tells apart
 * are one (docs/theory.md section 7): walks are the same, what is known at a state
 * is what matters there, and more transitions are on cycles. */
CoupletAutomaton *couplet_unfold (const CoupletAutomaton *automaton,
                                  CoupletDiagnostics *diagnostics, GError **error);

/* The same, ended early, with such an error, when context (may be NULL) should stop. */
CoupletAutomaton *couplet_unfold_within (const CoupletAutomaton *automaton, CoupletContext *context,
                                         CoupletDiagnostics *diagnostics, GError **error);

/* The runs of automaton, which may be unfolded and must outlive it, that read at most so many (> 0)
 * private inputs, as an automaton whose least d is the supremum of their costs; it is to be
 * unfolded again. NULL when it has too many states. The caller frees it. */
CoupletAutomaton *couplet_runs_of_answers (const CoupletAutomaton *automaton, guint32 answers);

/* Replaces the transitions of steps (CoupletWalkStep), which are those of the automaton that was
 * read, by automaton's own that are taken with their differences from its initial state on. FALSE
 * when it has no such walk. */
gboolean couplet_walk_unfold (const CoupletAutomaton *automaton, GArray *steps);

/* What is known at state of an unfolded automaton: an array of *n, closed under
 * what follows from it, which the caller frees with g_free(). None for an
 * automaton that is not unfolded. */
CoupletKnown *couplet_known_order (const CoupletAutomaton *automaton, guint32 state, guint *n);

/* The same as `x < y, y <= z`, without what follows from the rest; empty when nothing is known.
 * The caller frees it, here and below. */
char *couplet_known_order_to_string (const CoupletAutomaton *automaton, guint32 state);

/* `x < y`; the last private input is `last input`. */
char *couplet_known_to_string (const CoupletAutomaton *automaton, const CoupletKnown *known);

/* Why transition, of the automaton that automaton was unfolded from, cannot be taken at state:
 * what it needs, and what is known that contradicts it. FALSE = it can, as far as is known. */
gboolean couplet_known_contradiction (const CoupletAutomaton *automaton, guint32 state,
                                      guint32 transition, CoupletKnown *needed,
                                      CoupletKnown *contrary);

#pragma GCC visibility pop
G_END_DECLS

#endif
