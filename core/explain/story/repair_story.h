/* SPDX-License-Identifier: Apache-2.0 */
/* What would make an automaton private, in words. */
#ifndef COUPLET_EXPLAIN_REPAIR_STORY_H
#define COUPLET_EXPLAIN_REPAIR_STORY_H

#include "document.h"
#include "repair.h"

/* What the repairs are and cost; says so when there are none. */
void tell_repairs (Document *document, const CoupletAutomaton *automaton, const GPtrArray *repairs);

#endif
