/* SPDX-License-Identifier: Apache-2.0 */
/* Running a stage in the process that judges files. */
#ifndef COUPLET_CORE_SOLVE_HERE_H
#define COUPLET_CORE_SOLVE_HERE_H

#include "stage.h"

/* Fills outcome with what stage finds about automaton. A stranger gets a copy of automaton, so that
 * what it writes there changes nothing for others. FALSE with error set. */
gboolean stage_solve_here (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                           GError **error);

#endif
