/* SPDX-License-Identifier: Apache-2.0 */
/* Counterexamples that plugins give: copies, and whether they can be. */
#ifndef COUPLET_CORE_COUNTEREXAMPLE_H
#define COUPLET_CORE_COUNTEREXAMPLE_H

#include <couplet/host/counterexample.h>

/* A copy that owns all it points to; the caller frees it. */
CoupletCounterexample *counterexample_copy (const CoupletCounterexample *counterexample);

/* Why none of the automaton that was read can be like this, a constant sentence; NULL = it can. */
const char *counterexample_fault (const CoupletCounterexample *counterexample,
                                  const CoupletAutomaton *automaton);

/* Whether one without a fault refutes that claim. */
gboolean counterexample_refutes (const CoupletCounterexample *counterexample,
                                 const CoupletRational *claim);

#endif
