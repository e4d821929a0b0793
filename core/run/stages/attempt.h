/* SPDX-License-Identifier: Apache-2.0 */
/* Running a stage: whether its plugin takes the automaton, in which process, and
 * what is said when it fails. */
#ifndef COUPLET_CORE_ATTEMPT_H
#define COUPLET_CORE_ATTEMPT_H

#include "stage.h"

/* The outcome of not running a decider or optimizer, for the reason given. The
 * caller frees it. */
CoupletOutcome *stage_skip (Stage *stage, const char *reason);

/* Runs a decider or optimizer on automaton. The caller frees the outcome. */
CoupletOutcome *stage_run (Stage *stage, const CoupletAutomaton *automaton);

/* An outcome that says that the stage failed, and why. The caller frees it. */
CoupletOutcome *stage_fail (Stage *stage, const char *reason);

#endif
