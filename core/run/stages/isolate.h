/* SPDX-License-Identifier: Apache-2.0 */
/* Running a solver in a child process, so that an abort, a crash or a memory limit costs its answer
 * only. One process is kept for a stage and answers about one automaton after the other, so that
 * what its plugin's library needs to begin is paid once; many answers or much memory end it. */
#ifndef COUPLET_CORE_ISOLATE_H
#define COUPLET_CORE_ISOLATE_H

#include "stage.h"

/* Like the plugin's run, in a child process: the one kept for stage or, where that cannot be
 * asked about automaton, one of its own (apart.h). A kept one that fails after other answers may
 * do so because of these, and is believed only when one of its own fails, too, within the time
 * that is left. False with error set (SOLVER) when the child ends without an answer. */
gboolean isolate_run (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                      GError **error);

#endif
