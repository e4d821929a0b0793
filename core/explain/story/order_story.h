/* SPDX-License-Identifier: Apache-2.0 */
/* What guards reveal of the order of the thresholds (docs/theory.md section 7):
 * why a transition cannot be taken, or a cycle of the automaton is not a loop. All
 * of it is about unfolded automata (couplet/host/unfold.h). */
#ifndef COUPLET_EXPLAIN_ORDER_STORY_H
#define COUPLET_EXPLAIN_ORDER_STORY_H

#include "document.h"
#include "walk_samples.h"

/* Why transition, of the automaton that automaton was unfolded from, cannot be
 * taken at state: `it needs v < u, but u < v is known`. FALSE when it can. */
gboolean put_why_impossible (Line *line, const CoupletAutomaton *automaton, guint32 state,
                             guint32 transition);

/* The transitions that cannot be taken at state, an item each. */
void tell_impossible (Document *document, const CoupletAutomaton *automaton, guint32 state);

/* Where on the walk the order known changes, what that makes impossible, and
 * which of its steps are no loops for that reason; nothing when it never changes. */
void tell_orders (Document *document, const WalkSamples *samples);

#endif
