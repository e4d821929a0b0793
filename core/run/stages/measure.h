/* SPDX-License-Identifier: Apache-2.0 */
/* Times that can be compared: behind the first call, which pays for loading, and medians of several
 * calls. */
#ifndef COUPLET_CORE_MEASURE_H
#define COUPLET_CORE_MEASURE_H

#include "stage.h"

/* Asks stage, which has answered outcome about automaton, again as often as its repeat says, and
 * makes the times of outcome medians. A first call that was brief is asked again, for the time
 * inside the method alone. What is wrong where several calls were asked for: another answer, or a
 * failure; NULL = nothing. The caller frees it. */
char *stage_measure (Stage *stage, const CoupletAutomaton *automaton, CoupletOutcome *outcome);

#endif
