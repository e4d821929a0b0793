/* SPDX-License-Identifier: Apache-2.0 */
/* A stage's answer, made in this process, and whether it can be one. */
#ifndef COUPLET_CORE_SOLVE_H
#define COUPLET_CORE_SOLVE_H

#include "stage.h"

/* Has the stage's plugin answer, in this process. FALSE with error (not NULL) set when it failed
 * or answers what cannot be. */
gboolean stage_solve (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome,
                      GError **error);

/* FALSE with error set when outcome cannot be an answer of stage about automaton: it names the
 * field that is wrong. */
gboolean stage_check_answer (const Stage *stage, const CoupletAutomaton *automaton,
                             CoupletOutcome *outcome, GError **error);

#endif
