/* SPDX-License-Identifier: Apache-2.0 */
/* What a coupling proof does at a transition: which conditions its draws meet,
 * which shifts are possible, and what they pay. */
#ifndef COUPLET_EXPLAIN_STRATEGY_H
#define COUPLET_EXPLAIN_STRATEGY_H

#include "document.h"
#include "walk_samples.h"

/* The strategy at the transitions from first up to end, which leave one state.
 * worst: the walk that costs most, to tell what it uses, or NULL. */
gboolean tell_strategy (Document *document, const CoupletAutomaton *automaton, guint32 first,
                        guint32 end, const WalkSamples *worst, GError **error);

#endif
