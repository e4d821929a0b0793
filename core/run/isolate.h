/* SPDX-License-Identifier: Apache-2.0 */
/* Running a solver in a child process, so that an abort, a crash or a memory
 * limit costs its answer only. */
#ifndef COUPLET_CORE_ISOLATE_H
#define COUPLET_CORE_ISOLATE_H

#include "stage.h"

/* Like the plugin's run, in a child process (apart.h says when that is killed). False
 * with error set (SOLVER) when the child ends without an answer. */
gboolean isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                      GError **error);

#endif
