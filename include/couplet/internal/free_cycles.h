/* SPDX-License-Identifier: Apache-2.0 */
/* The cycles on which each turn has to be free (docs/theory.md section 5, "Cycles may be paid
 * for"). */
#ifndef COUPLET_INTERNAL_FREE_CYCLES_H
#define COUPLET_INTERNAL_FREE_CYCLES_H

#include <couplet/internal/graph.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* The components of automaton, in which states whose cycles may be paid for stand in none. The
 * caller frees them. */
CoupletComponents *couplet_free_cycles (const CoupletAutomaton *automaton);

#pragma GCC visibility pop
G_END_DECLS

#endif
