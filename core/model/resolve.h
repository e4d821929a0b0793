/* SPDX-License-Identifier: Apache-2.0 */
/* From collected texts to indices. */
#ifndef COUPLET_CORE_RESOLVE_H
#define COUPLET_CORE_RESOLVE_H

#include "automaton.h"
#include "collected.h"

/* Turns what was collected into owned (empty, with arena set); reports every
 * unknown name and malformed text, and leaves out the transitions that have one: a
 * state whose noise has none is COUPLET_NONE. FALSE when a transition is missing. */
gboolean resolve_collected (CoupletBuilder *builder, OwnedAutomaton *owned);

#endif
