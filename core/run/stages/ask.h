/* SPDX-License-Identifier: Apache-2.0 */
/* Asking a stage once, in this process or in one of its own. */
#ifndef COUPLET_CORE_ASK_H
#define COUPLET_CORE_ASK_H

#include "stage.h"

/* What stage, which has a plugin that takes automaton, answers, with its times. The caller frees
 * it. */
CoupletOutcome *stage_ask (Stage *stage, const CoupletAutomaton *automaton);

/* Makes outcome one that says that the stage failed, and why. */
void outcome_fail (const Stage *stage, CoupletOutcome *outcome, const char *reason);

#endif
