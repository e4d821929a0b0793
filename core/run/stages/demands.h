/* SPDX-License-Identifier: Apache-2.0 */
/* What a run wants of its answers beside themselves. */
#ifndef COUPLET_CORE_DEMANDS_H
#define COUPLET_CORE_DEMANDS_H

#include "run.h"

/* Whether reports or evidence need the automaton, which no message carries: it is read again. */
gboolean run_needs_automaton (const CoupletRun *run);

/* Whether a stage is to write the problems that it solves. */
gboolean run_writes_dumps (const CoupletRun *run);

#endif
