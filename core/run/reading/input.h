/* SPDX-License-Identifier: Apache-2.0 */
/* Input files: which front end reads one, and what it makes of it. */
#ifndef COUPLET_CORE_INPUT_H
#define COUPLET_CORE_INPUT_H

#include "run.h"

#include <couplet/internal/arena.h>

/* Reads file into *source, whose data the caller frees, and finds the frontend for it; NULL with an
 * error added, and nothing to free. */
Stage *input_open (CoupletRun *run, const char *file, CoupletSource *source,
                   CoupletDiagnostics *diagnostics);

/* What frontend makes of source, of which *origin tells, as below. The text of source is undefined
 * from then on. */
CoupletAutomaton *input_parse (CoupletRun *run, Stage *frontend, CoupletSource *source,
                               CoupletArena *arena, const CoupletOrigin **origin,
                               CoupletDiagnostics *diagnostics);

/* Like couplet_run_read(); sets *origin to what was read, in arena, also where no automaton can be
 * made of it. NULL = it was not read at all, or nobody wants to know. */
CoupletAutomaton *input_read (CoupletRun *run, const char *file, CoupletArena *arena,
                              const CoupletOrigin **origin, CoupletDiagnostics *diagnostics);

#endif
